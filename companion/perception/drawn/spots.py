"""Places of a known table in a picture: the part of the picture around one, its plane, and whether it changed."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Grey, Pixels, Points
from companion.core.units import PointMm
from companion.perception.rectify import TableView

Vectors = NDArray[np.float32]
Samples = NDArray[np.uint8]
"""(points, 3) uint8, the colours of a picture at a place's points; (places, points, 3) for several places."""

STEP = 14.0
"""Grey levels by which a pixel of the stream, averaged with its neighbours, differs when something moves there."""
STILL_FRAMES = 2
"""A card lies flat after this many frames without motion: 33 ms in a stream of 60 a second."""
AGAIN_S = 0.25
"""Time after which an unread card is read again although nothing changed: light and noise have."""


def plane_at(view: TableView, xy_mm: PointMm, begins_px: tuple[int, int], half_mm: float) -> Points:
    """Return the homography (3, 3) from the table's mm about a place to pixels of a part of the picture.

    Args:
        view: how the camera sees the mat.
        xy_mm: the place.
        begins_px: left and top of that part in the whole picture.
        half_mm: half the side of the square about the place in which it is exact; lens distortion grows beyond.
    """
    own = np.array([[-half_mm, -half_mm], [half_mm, -half_mm], [half_mm, half_mm], [-half_mm, half_mm]])
    there = view.pixels(own + xy_mm) - begins_px
    return np.asarray(cv2.getPerspectiveTransform(own.astype(np.float32), there.astype(np.float32)), np.float64)


def piece_around(picture: Pixels, view: TableView, xy_mm: PointMm, reach_mm: float) -> tuple[Pixels, tuple[int, int]]:
    """Return the part of a picture (H, W, 3) that holds the square of `reach_mm` to each side, and its left and top,
    px."""
    around = np.array([[-reach_mm, -reach_mm], [reach_mm, -reach_mm], [reach_mm, reach_mm], [-reach_mm, reach_mm]])
    corners = view.pixels(around + xy_mm)
    height, width = picture.shape[:2]
    left, top = (int(each) for each in np.clip(np.floor(corners.min(axis=0)), 0, (width - 2, height - 2)))
    right, bottom = (int(each) for each in np.clip(np.ceil(corners.max(axis=0)), (left + 2, top + 2), (width, height)))
    return picture[top:bottom, left:right], (left, top)


def share_differing(one: Grey, other: Grey) -> float:
    """Return the share of pixels that differ by more than `STEP` between two grey pictures (H, W)."""
    return float(np.count_nonzero(cv2.absdiff(one, other) > STEP)) / one.size


def sample_points(view: TableView, places_mm: Iterable[PointMm], points_mm: Points) -> Vectors:
    """Return where points (n, 2) mm about each place lie in the picture, (places, n, 2) float32 px."""
    middles = np.array(list(places_mm))
    there = view.pixels((middles[:, None] + points_mm).reshape(-1, 2))
    return there.reshape(len(middles), len(points_mm), 2).astype(np.float32)


def sample_colours(picture: Pixels, at: Vectors) -> Samples:
    """Return the colours of a picture at points (places, points, 2), bilinear."""
    across, down = (np.ascontiguousarray(at[:, :, nth]) for nth in range(2))
    return np.asarray(cv2.remap(picture, across, down, cv2.INTER_LINEAR), np.uint8)


def rectangle_mm(width_mm: float, height_mm: float, step_mm: float) -> Points:
    """Return points (n, 2) of an upright grid in a rectangle about the origin, its edges included, at most `step_mm`
    apart."""
    across, down = (np.linspace(-each / 2, each / 2, ceil(each / step_mm) + 1) for each in (width_mm, height_mm))
    return np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)


def outline_mm(width_mm: float, height_mm: float, step_mm: float) -> Points:
    """Return those points of `rectangle_mm` that lie on its edges, (n, 2)."""
    points = rectangle_mm(width_mm, height_mm, step_mm)
    edge = np.isclose(np.abs(points), (width_mm / 2, height_mm / 2)).any(axis=1)
    return np.asarray(points[edge])
