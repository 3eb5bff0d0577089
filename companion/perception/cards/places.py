"""Which rectangles, of given millimetres, an outline may be that shows them only in part."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from companion.camera.arrays import Points
from companion.perception.cards.pyramid import Pyramid
from companion.perception.cards.sides import Corner, Side

STRETCHES = (0.8, 0.9, 1.01, 1.13, 1.27)
"""How many times longer the unknown side may look than the whole one lets expect; steps of 12 %."""
INKED = 0.1
"""Contrast beside a side in a picture shrunk to tenths of its length: windows have 0.14 and more in poor light."""
CONTRAST_PX = 24.0
PIECE_MM = 20.0
"""Of a corner: print, and never paper alone."""
SQUARE_ON_PLANE = 0.16
"""Cosine of a right angle on a plane that another card has told: give or take 9 degrees."""
SAME_LENGTH = 0.15
"""On a plane that another card has told, a whole side has its length to this share: lenses bend the plane, cards lie on
cards."""
FORESHORTENED = 0.68
"""A rectangle's sides change their ratio by this factor at most: a camera tilted by 45 degrees."""


def rectangle_to(corners: Points, width_mm: float, height_mm: float) -> Points:
    """Homography (3, 3) from a rectangle's mm about its middle to four corners, top left first, clockwise."""
    w, h = width_mm / 2, height_mm / 2
    own = np.array([[-w, -h], [w, -h], [w, h], [-w, h]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(own, corners.astype(np.float32)), np.float64)


def corners_of(width_mm: float, height_mm: float, to_picture: Points) -> Points:
    """A rectangle's corners (4, 2) px, clockwise from its top left. to_picture: (3, 3), as of `rectangle_to`."""
    w, h = width_mm / 2, height_mm / 2
    own = np.array([[[-w, -h], [w, -h], [w, h], [-w, h]]])
    return np.asarray(cv2.perspectiveTransform(own, to_picture)[0], np.float64)


def rectangles_of_side(side: Side, whole_mm: float, other_mm: float, plane: Points | None) -> list[Points]:
    """Corners (4, 2) that the rectangle may have."""
    if plane is None:
        px_per_mm = side.length_px / whole_mm
        return [
            side.corners(other_mm * px_per_mm * factor)
            for factor in STRETCHES
            if other_mm * px_per_mm * factor * 2 > 0.9 * side.seen_px
        ]
    start, end = cv2.perspectiveTransform(np.array([[side.start, side.end]]), np.linalg.inv(plane))[0]
    along = end - start
    # Longer or shorter than on the plane: nearer or farther, and so is the other side.
    if not abs(np.linalg.norm(along) / whole_mm - 1) < SAME_LENGTH:
        return []
    across = np.array([-along[1], along[0]]) / whole_mm * other_mm
    own = np.array([[start, end, end + across, start + across]])
    return [np.asarray(cv2.perspectiveTransform(own, plane)[0], np.float64)]


def rectangles_of_corner(
    picture: Pyramid, corner: Corner, width_mm: float, height_mm: float, plane: Points
) -> Iterator[Points]:
    """Corners (4, 2) of the two ways in which a rectangle may lie in a corner on a known plane, if something is
    printed there."""
    start, first, second = _on_plane(corner, plane)
    if abs(first @ second) > SQUARE_ON_PLANE:
        return
    piece_mm = np.array([[start, start + PIECE_MM * first, start + PIECE_MM * (first + second),
                          start + PIECE_MM * second]])  # fmt: skip
    if contrast(picture, np.asarray(cv2.perspectiveTransform(piece_mm, plane)[0], np.float64)) < INKED:
        return
    for one, other in ((first, second), (second, first)):
        right, down = one * width_mm, other * height_mm
        own = np.array([[start, start + right, start + right + down, start + down]])
        corners = np.asarray(cv2.perspectiveTransform(own, plane)[0], np.float64)
        clockwise = right[0] * down[1] - right[1] * down[0] > 0
        yield corners if clockwise else corners[[1, 0, 3, 2]]


def contrast(picture: Pyramid, corners: Points) -> float:
    """Standard deviation over mean of what lies between four corners."""
    seen = picture.flat(rectangle_to(corners, 1.0, 1.0), 1.0, 1.0, CONTRAST_PX)
    mean, deviation = cv2.meanStdDev(seen)
    return float(deviation[0, 0] / max(mean[0, 0], 1.0))


def _on_plane(corner: Corner, plane: Points) -> tuple[Points, Points, Points]:
    """A corner in mm of the plane: its point and unit vectors along its edges."""
    reach = max(corner.seen_px, 4.0)
    ends = corner.point + reach * corner.first_way, corner.point + reach * corner.second_way
    pixels = np.array([[corner.point, *ends]])
    start, one, other = cv2.perspectiveTransform(pixels, np.linalg.inv(plane))[0]
    first, second = one - start, other - start
    return start, first / np.linalg.norm(first), second / np.linalg.norm(second)
