"""The mat is located to the millimetre by its markers, from any direction, also when some are covered."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.camera.arrays import Pixels
from companion.camera.url import SourceUrl
from companion.core.art import Art
from companion.core.clock import ManualClock
from companion.core.errors import Unreadable
from companion.core.mat import TABLE_MAT
from companion.perception.rectify import Lens, TableView, find_table
from companion.simulator.optics import Optics
from companion.simulator.options import options_from
from companion.simulator.source import open_source
from companion.simulator.world import World

GOOD_MM = 1.5
"""The narrowest place of our boards is thirty wide."""
DIE_TOP_MM = 19.0
GRID_MM = np.array([(x, y) for x in range(-340, 341, 85) for y in range(-250, 251, 50)], np.float64)
SIZE_XY = (1200, 900)


def no_art(kind: str, face: str) -> Art:
    raise KeyError(kind)


@lru_cache(maxsize=32)
def taken(query: str) -> tuple[Pixels, Optics]:
    """A full picture of the empty mat, and the true optics."""
    url = SourceUrl.parse(f"rendered://?width={SIZE_XY[0]}&height={SIZE_XY[1]}&{query}")
    picture = open_source(url, ManualClock(), World(no_art)).full().pixels
    return picture, Optics(options_from(url), *SIZE_XY)


def worst_mm(view: TableView, optics: Optics, height_mm: float) -> float:
    """The largest error over the whole mat, of points at a height."""
    seen = optics.project(np.column_stack([GRID_MM, np.full(len(GRID_MM), height_mm)]))
    return float(np.linalg.norm(view.table_mm(seen, height_mm) - GRID_MM, axis=1).max())


def without(picture: Pixels, optics: Optics, *idents: int) -> Pixels:
    """The picture with some markers covered by grey cloth."""
    covered = picture.copy()
    for ident in idents:
        corners = np.array(TABLE_MAT.markers[ident].corners_mm) * 1.02
        points = optics.project(np.column_stack([corners, np.zeros(4)]))
        cv2.fillConvexPoly(covered, np.round(points).astype(np.int32), (120, 120, 120))
    return covered


@pytest.mark.parametrize(
    "query",
    [
        "tilt_deg=0",
        "tilt_deg=8",
        "tilt_deg=20&height_mm=910",
        "tilt_deg=-30&height_mm=1020",
        "tilt_deg=10&turn_deg=180",
        "tilt_deg=12&turn_deg=-75&height_mm=1200",
        "tilt_deg=8&lens=-0.1",
        "tilt_deg=8&lens=0.06&height_mm=865",
        "tilt_deg=15&height_mm=850&light=0.45&noise=8&cast=-1&blur=1",
    ],
)
def test_the_whole_mat_is_right_on_the_table_and_at_a_die_s_top(query: str) -> None:
    picture, optics = taken(query)
    view = find_table(picture)
    assert view.markers_seen == (0, 1, 2, 3)
    assert view.error_px < 1.0
    assert worst_mm(view, optics, 0.0) < GOOD_MM
    assert worst_mm(view, optics, DIE_TOP_MM) < GOOD_MM
    assert view.camera_mm == pytest.approx(optics.camera.position_mm, abs=10.0)


def test_without_taking_the_height_out_a_die_s_top_is_far_off() -> None:
    picture, optics = taken("tilt_deg=8")
    view = find_table(picture)
    seen = optics.project(np.column_stack([GRID_MM, np.full(len(GRID_MM), DIE_TOP_MM)]))
    assert np.linalg.norm(view.table_mm(seen) - GRID_MM, axis=1).max() > 5 * GOOD_MM


@pytest.mark.parametrize("covered", [0, 1, 2, 3])
def test_three_markers_do(covered: int) -> None:
    picture, optics = taken("tilt_deg=12&turn_deg=5&height_mm=840&lens=0")
    view = find_table(without(picture, optics, covered))
    assert len(view.markers_seen) == 3
    assert worst_mm(view, optics, 0.0) < GOOD_MM


def test_three_markers_do_with_a_known_lens() -> None:
    picture, optics = taken("tilt_deg=12&lens=-0.08")
    view = find_table(without(picture, optics, 2), lens=Lens(k1=-0.08))
    assert worst_mm(view, optics, 0.0) < GOOD_MM


@pytest.mark.parametrize("covered", [(0, 2), (0, 1), (1, 2)])
def test_two_markers_do_roughly(covered: tuple[int, int]) -> None:
    picture, optics = taken("tilt_deg=12&lens=0")
    view = find_table(without(picture, optics, *covered))
    assert len(view.markers_seen) == 2
    assert worst_mm(view, optics, 0.0) < 3 * GOOD_MM


def test_one_marker_is_refused_in_one_sentence() -> None:
    picture, optics = taken("tilt_deg=8")
    with pytest.raises(Unreadable) as refused:
        find_table(without(picture, optics, 0, 1, 2))
    assert refused.value.what.en == (
        "The mat cannot be seen: 1 of its 4 markers show and 2 are needed; clear its corners."
    )


def test_a_marker_in_the_wrong_place_is_noticed() -> None:
    picture, optics = taken("tilt_deg=0")
    x, y = np.round(optics.project(np.array([[*TABLE_MAT.markers[1].centre_xy_mm, 0.0]]))[0]).astype(int)
    moved = without(picture, optics, 1)
    half = 40
    around = picture[y - half : y + half, x - half : x + half]
    moved[y - half + 70 : y + half + 70, x - half - 50 : x + half - 50] = around
    with pytest.raises(Unreadable, match="contradict"):
        find_table(moved)


def test_a_marker_seen_twice_counts_for_nothing() -> None:
    picture, optics = taken("tilt_deg=0")
    x, y = np.round(optics.project(np.array([[*TABLE_MAT.markers[1].centre_xy_mm, 0.0]]))[0]).astype(int)
    half = 40
    doubled = picture.copy()
    doubled[400:480, 500:580] = picture[y - half : y + half, x - half : x + half]
    assert find_table(doubled).markers_seen == (0, 2, 3)


@pytest.mark.parametrize("height_mm", [0.0, 19.0, 60.0])
def test_there_and_back(height_mm: float) -> None:
    view = find_table(taken("tilt_deg=15&turn_deg=30&height_mm=960")[0])
    there = view.pixels(GRID_MM, height_mm)
    assert view.table_mm(there, height_mm) == pytest.approx(GRID_MM, abs=1e-6)


def test_the_view_of_the_full_picture_serves_the_small_stream() -> None:
    url = SourceUrl.parse(f"rendered://?width={SIZE_XY[0]}&height={SIZE_XY[1]}&tilt_deg=10")
    source = open_source(url, ManualClock(), World(no_art))
    small = source.small().pixels
    view = find_table(source.full().pixels).for_size((small.shape[1], small.shape[0]))
    optics = Optics(options_from(url), small.shape[1], small.shape[0])
    assert worst_mm(view, optics, DIE_TOP_MM) < GOOD_MM
    assert view.size_xy == (640, 480)


@pytest.mark.parametrize("picture", [np.zeros((480, 640, 3), np.uint8), np.full((48, 64, 3), 255, np.uint8)])
def test_a_picture_of_nothing(picture: NDArray[np.uint8]) -> None:
    with pytest.raises(Unreadable, match="0 of its 4"):
        find_table(picture)
