"""Where things lie on sheets: nine poker cards a page, backs behind their faces, marks where to cut."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.press.imposition import MARGIN_MM, behind, grid, sheets
from companion.press.paper import A4, LETTER, PAPERS, Line, Paper, Placed, Ring, Sheet
from tests.press.samples import printed

papers = st.sampled_from(PAPERS)
sizes = st.floats(8.0, 100.0)


def turned_over(sheet: Sheet, placed: Placed) -> tuple[float, float]:
    """Where a point of the back comes to lie, seen through the front, when the sheet is turned like a page of a book.

    The left edge of the back is the right edge of the front; the top stays the top.
    """
    x, y = placed.centre_mm
    return sheet.paper.width_mm - x, y


@pytest.mark.parametrize("paper", PAPERS)
def test_nine_poker_cards_fit(paper: Paper) -> None:
    assert len(grid(paper, 63.0, 88.0, False)) == 9


@given(papers, st.integers(1, 40), sizes, sizes, st.booleans())
def test_each_back_meets_its_face(paper: Paper, count: int, width_mm: float, height_mm: float, is_round: bool) -> None:
    things = [printed("thing", n, width_mm, width_mm if is_round else height_mm, is_round) for n in range(count)]
    backs = {thing.face.art: thing.back for thing in things}
    seen = []
    for sheet in sheets(things, paper, {}):
        assert len(sheet.front.placed) == len(sheet.back.placed)
        at = {
            (round(x, 6), round(y, 6)): placed for placed in sheet.back.placed for x, y in [turned_over(sheet, placed)]
        }
        for placed in sheet.front.placed:
            x, y = placed.centre_mm
            expected = backs[placed.art]
            assert expected is not None
            assert at[round(x, 6), round(y, 6)].art == expected.art
            assert placed.scale == 1.0
            seen.append(placed.art)
    assert seen == [thing.face.art for thing in things]


@given(papers, sizes, sizes, st.booleans())
def test_pieces_keep_apart_and_within_the_margins(
    paper: Paper, width_mm: float, height_mm: float, is_round: bool
) -> None:
    height_mm = width_mm if is_round else height_mm
    places = grid(paper, width_mm, height_mm, is_round)
    for x, y in places:
        assert x - width_mm / 2 >= MARGIN_MM - 1e-6
        assert x + width_mm / 2 <= paper.width_mm - MARGIN_MM + 1e-6
        assert y - height_mm / 2 >= MARGIN_MM - 1e-6
        assert y + height_mm / 2 <= paper.height_mm - MARGIN_MM + 1e-6
    for (x0, y0), (x1, y1) in combinations(places, 2):
        assert abs(x0 - x1) >= width_mm - 1e-6 or abs(y0 - y1) >= height_mm - 1e-6
    assert behind(behind(places[0], paper), paper) == pytest.approx(places[0])


def test_what_is_larger_than_a_sheet_is_refused() -> None:
    with pytest.raises(ValueError, match="do not fit a4"):
        grid(A4, 210.0, 88.0, False)


@pytest.mark.parametrize("paper", PAPERS)
def test_every_cut_has_two_marks_and_no_mark_lies_on_a_card(paper: Paper) -> None:
    (sheet,) = sheets([printed("card", n, 63.0, 88.0) for n in range(9)], paper, {"card": "cards"})
    lines = [mark for mark in sheet.front.marks if isinstance(mark, Line)]
    assert len(lines) == len(sheet.front.marks) == 2 * (4 + 4)
    for placed in sheet.front.placed:
        x, y = placed.centre_mm
        for side in (-1, 1):
            upright = [line for line in lines if line.start_mm[0] == line.end_mm[0] == pytest.approx(x + side * 31.5)]
            level = [line for line in lines if line.start_mm[1] == line.end_mm[1] == pytest.approx(y + side * 44.0)]
            assert len(upright) == len(level) == 2
        for line in lines:
            for px, py in (line.start_mm, line.end_mm):
                assert abs(px - x) > 31.5 or abs(py - y) > 44.0
                assert 0 < px < paper.width_mm
                assert 0 < py < paper.height_mm
    assert [note.words for note in sheet.front.notes] == ["cards 1/1"]


def test_round_pieces_are_cut_along_a_ring() -> None:
    (sheet,) = sheets([printed("token", n, 20.0, 20.0, True) for n in range(5)], LETTER, {})
    assert sheet.front.marks == tuple(Ring(placed.centre_mm, 10.0) for placed in sheet.front.placed)


def test_each_kind_begins_a_sheet() -> None:
    things = [printed("card", n, 63.0, 88.0) for n in range(10)] + [
        printed("token", n, 20.0, 20.0, True) for n in (1, 2)
    ]
    assert [(sheet.kind, len(sheet.front.placed)) for sheet in sheets(things, A4, {})] == [
        ("card", 9),
        ("card", 1),
        ("token", 2),
    ]
