"""Markers without a mat: laid as the sheets say, they are where the mat has them, and the table is found by them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.camera.arrays import Pixels, Points
from companion.core.errors import Unreadable
from companion.core.mat import TABLE_MAT
from companion.core.text import LANGUAGES, Language
from companion.perception.rectify import find_table
from companion.press.markers import LOOSE_MM, MARKERS, marker_pieces, marker_sheets
from companion.press.paper import A4, PAPERS, Paper, Placed, Sheet
from companion.press.raster import MM_PER_INCH, picture

LOOSE_DEG = 0.5
"""How straight a sheet of paper comes to lie along the edge of another."""
TRIED = 25
OFF_MM = 6.0
"""What is lost between the markers' places and those of things among them."""
SIZE_XY = (1640, 1232)
PX_PER_MM = 1.7


def faces(sheet: Sheet) -> list[Placed]:
    """The markers on a sheet, without the plans."""
    return [placed for placed in sheet.front.placed if placed.art.thick_mm > 1.0]


@pytest.mark.parametrize("paper", PAPERS)
def test_halves_at_the_corners_put_every_marker_where_the_mat_has_it(paper: Paper) -> None:
    laid = []
    for side, sheet in zip((-1, 1), marker_sheets(TABLE_MAT, paper, "fr"), strict=True):
        assert sheet.kind == MARKERS
        assert not sheet.back.placed
        for placed in faces(sheet):
            x, y = placed.centre_mm
            near = y > paper.height_mm / 2
            corner = (side * TABLE_MAT.width_mm / 2, (1 if near else -1) * TABLE_MAT.height_mm / 2)
            page_corner = (0.0 if side < 0 else paper.width_mm, paper.height_mm if near else 0.0)
            laid.append((corner[0] + x - page_corner[0], corner[1] + y - page_corner[1]))
    there = sorted(marker.centre_xy_mm for marker in TABLE_MAT.markers)
    assert np.allclose(sorted(laid), there)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS)
def test_the_sheets_say_how_far_apart(paper: Paper, language: Language) -> None:
    for sheet in marker_sheets(TABLE_MAT, paper, language):
        words = [note.words for note in sheet.front.notes]
        said = " ".join(words)
        assert "841 × 594 mm" in said
        assert "1030 mm" in said
        assert ("A4" in said) == (paper == A4)
        for note in sheet.front.notes:
            assert note.left_mm + len(note.words) * note.height_mm * 0.72 < paper.width_mm - 5.0
            assert all(abs(note.y_mm - placed.centre_mm[1]) > placed.art.height_mm / 2 for placed in faces(sheet))


def seen(rng: np.random.Generator, loose_mm: float, loose_deg: float, tilt: float) -> tuple[Pixels, Points]:
    """A picture of a brown table with the four markers, each off by so much, and the way from mm to its pixels."""
    half = np.array(SIZE_XY) / 2
    flat = np.array([[PX_PER_MM, 0, half[0]], [0, PX_PER_MM, half[1]], [0, 0, 1.0]])
    lean = np.array([[1, 0, 0], [0, 1, 0], [0, tilt, 1.0]])
    to_picture = flat @ lean
    table = np.full((SIZE_XY[1], SIZE_XY[0], 3), (72, 112, 158), np.uint8)
    for marker, piece in zip(TABLE_MAT.markers, marker_pieces(TABLE_MAT), strict=True):
        face = picture(piece.face.art, 200)[:, :, ::-1]
        scale = MM_PER_INCH / 200
        turn = np.radians(rng.uniform(-loose_deg, loose_deg))
        x, y = np.array(marker.centre_xy_mm) + rng.uniform(-loose_mm, loose_mm, 2)
        lie = np.array([[np.cos(turn), -np.sin(turn), x], [np.sin(turn), np.cos(turn), y], [0, 0, 1.0]])
        middle = (face.shape[0] - 1) / 2
        art = np.array([[scale, 0, -scale * middle], [0, scale, -scale * middle], [0, 0, 1.0]])
        way = to_picture @ lie @ art
        drawn = cv2.warpPerspective(np.ascontiguousarray(face), way, SIZE_XY, flags=cv2.INTER_AREA)
        there = cv2.warpPerspective(np.full(face.shape[:2], 255, np.uint8), way, SIZE_XY)
        table[there > 127] = drawn[there > 127]
    return np.asarray(cv2.GaussianBlur(table, (0, 0), 0.8), np.uint8), to_picture


@pytest.mark.whole
def test_markers_laid_as_the_sheets_allow_find_the_table() -> None:
    rng = np.random.default_rng(1)
    x, y = np.meshgrid(np.linspace(-350, 350, 5), np.linspace(-230, 230, 4))
    places = np.column_stack([x.ravel(), y.ravel()])
    for _ in range(TRIED):
        shot, to_picture = seen(rng, LOOSE_MM, LOOSE_DEG, rng.uniform(-2e-4, 2e-4))
        view = find_table(shot)
        assert view.markers_seen == (0, 1, 2, 3)
        pixels = np.column_stack([places, np.ones(len(places))]) @ to_picture.T
        off_mm = np.linalg.norm(view.table_mm(pixels[:, :2] / pixels[:, 2:]) - places, axis=1)
        assert np.max(off_mm) < OFF_MM


def test_a_marker_far_off_is_noticed() -> None:
    """So the words on the sheets are needed: the reader knows the table by where its markers are."""
    shot, _ = seen(np.random.default_rng(1), 10 * LOOSE_MM, 10 * LOOSE_DEG, 0.0)
    with pytest.raises(Unreadable, match="contradict"):
        find_table(shot)
