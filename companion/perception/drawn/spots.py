"""Places of a known table in a picture: the piece around one, its plane, and whether it looks other than before."""

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
"""(places, points, 3), the colours of a picture at the same points of every place."""

STEP = 14.0
"""Grey levels by which a pixel of the stream, averaged with its neighbours, differs when something moves there."""
STILL_FRAMES = 2
"""A card lies flat when so many frames after another show no motion there: 33 ms in a stream of 60 a second."""
AGAIN_S = 0.25
"""Until an unread card is looked at again though nothing has changed: light and noise have."""


def plane_at(view: TableView, xy_mm: PointMm, begins_px: tuple[int, int], half_mm: float) -> Points:
    """(3, 3), the table's mm about a place to pixels of the piece of the picture that begins there.

    half_mm: half the side of the square about the place in which it is to be exact; lenses bend what is beyond.
    """
    own = np.array([[-half_mm, -half_mm], [half_mm, -half_mm], [half_mm, half_mm], [-half_mm, half_mm]])
    there = view.pixels(own + xy_mm) - begins_px
    return np.asarray(cv2.getPerspectiveTransform(own.astype(np.float32), there.astype(np.float32)), np.float64)


def piece_of(picture: Pixels, view: TableView, xy_mm: PointMm, reach_mm: float) -> tuple[Pixels, tuple[int, int]]:
    """The piece of a picture (H, W, 3) that holds the square of `reach_mm` to each side, and where it begins."""
    around = np.array([[-reach_mm, -reach_mm], [reach_mm, -reach_mm], [reach_mm, reach_mm], [-reach_mm, reach_mm]])
    corners = view.pixels(around + xy_mm)
    height, width = picture.shape[:2]
    left, top = (int(each) for each in np.clip(np.floor(corners.min(axis=0)), 0, (width - 2, height - 2)))
    right, bottom = (int(each) for each in np.clip(np.ceil(corners.max(axis=0)), (left + 2, top + 2), (width, height)))
    return picture[top:bottom, left:right], (left, top)


def differing(one: Grey, other: Grey) -> float:
    """Share of the pixels that differ, of two pictures (H, W) of grey."""
    return float(np.count_nonzero(cv2.absdiff(one, other) > STEP)) / one.size


def map_of(view: TableView, places_mm: Iterable[PointMm], points_mm: Points) -> Vectors:
    """(places, points, 2), where points about each place are in the picture."""
    middles = np.array(list(places_mm))
    there = view.pixels((middles[:, None] + points_mm).reshape(-1, 2))
    return there.reshape(len(middles), len(points_mm), 2).astype(np.float32)


def sampled(picture: Pixels, at: Vectors) -> Samples:
    """The colours of a picture at points (places, points, 2)."""
    across, down = (np.ascontiguousarray(at[:, :, nth]) for nth in range(2))
    return np.asarray(cv2.remap(picture, across, down, cv2.INTER_LINEAR), np.uint8)


def rectangle_mm(width_mm: float, height_mm: float, step_mm: float) -> Points:
    """(n, 2), points in an upright rectangle about the origin, its edges included."""
    across, down = (np.linspace(-each / 2, each / 2, ceil(each / step_mm) + 1) for each in (width_mm, height_mm))
    return np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)


def outline_mm(width_mm: float, height_mm: float, step_mm: float) -> Points:
    """(n, 2), those on its edges."""
    points = rectangle_mm(width_mm, height_mm, step_mm)
    edge = np.isclose(np.abs(points), (width_mm / 2, height_mm / 2)).any(axis=1)
    return np.asarray(points[edge])
