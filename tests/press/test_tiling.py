"""A board in parts: nothing is missing, and every part has a tab under its neighbour."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.capabilities.print_set import Printed
from companion.press.paper import A4, LETTER, PAPERS, Paper, Sheet, XyxyMm
from companion.press.tiling import TAB_MM, tiles
from tests.press.samples import face


def board(width_mm: float, height_mm: float) -> Printed:
    return Printed("board", face("board", width_mm, height_mm))


def seen(sheet: Sheet) -> XyxyMm:
    """What the sheet shows, in millimetres from the board's middle."""
    (placed,) = sheet.front.placed
    assert placed.clip_xyxy_mm is not None
    (x, y), (left, top, right, bottom) = placed.centre_mm, placed.clip_xyxy_mm
    return left - x, top - y, right - x, bottom - y


@given(st.sampled_from(PAPERS), st.floats(100.0, 900.0), st.floats(100.0, 900.0), st.data())
def test_every_spot_of_the_board_is_on_a_sheet(
    paper: Paper, width_mm: float, height_mm: float, data: st.DataObject
) -> None:
    parts = [seen(sheet) for sheet in tiles(board(width_mm, height_mm), paper, "board", "glue")]
    x = data.draw(st.floats(-width_mm / 2, width_mm / 2))
    y = data.draw(st.floats(-height_mm / 2, height_mm / 2))
    assert any(left <= x <= right and top <= y <= bottom for left, top, right, bottom in parts)


@given(st.sampled_from(PAPERS), st.floats(100.0, 900.0), st.floats(100.0, 900.0))
def test_neighbours_share_a_tab(paper: Paper, width_mm: float, height_mm: float) -> None:
    parts = [seen(sheet) for sheet in tiles(board(width_mm, height_mm), paper, "board", "glue")]
    for axis in (0, 1):
        bands = sorted({(round(part[axis], 6), round(part[axis + 2], 6)) for part in parts})
        for (_, end), (begin, _) in pairwise(bands):
            assert end - begin == pytest.approx(TAB_MM, abs=1e-5)


@pytest.mark.parametrize(("paper", "dial", "mat"), [(A4, 6, 15), (LETTER, 6, 15)])
def test_the_dial_and_the_mat_take_few_sheets(paper: Paper, dial: int, mat: int) -> None:
    assert len(tiles(board(520.0, 520.0), paper, "dial", "glue")) == dial
    assert len(tiles(board(841.0, 594.0), paper, "mat", "glue")) == mat


def test_sheets_are_numbered_and_say_where_to_glue() -> None:
    words = [sheet.front.notes[0].words for sheet in tiles(board(300.0, 200.0), A4, "dial", "glue")]
    assert words == ["dial 1/2 (1.1) - glue", "dial 2/2 (1.2)"]
