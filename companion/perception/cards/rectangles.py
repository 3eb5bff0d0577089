"""Constructs the rectangles, of known millimetres, that an outline may be of which only a part is seen."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from companion.camera.arrays import Points
from companion.perception.cards.edges import Corner, Edge
from companion.perception.cards.pyramid import Pyramid

STRETCHES = (0.8, 0.9, 1.01, 1.13, 1.27)
"""Factors by which the unknown side may look longer than the whole one suggests; steps of 12 %."""
INKED = 0.1
"""Contrast beside an edge, in a picture shrunk to 24 px along it: windows have 0.14 and more in poor light."""
CONTRAST_PX = 24.0
"""Side of that picture."""
PIECE_MM = 20.0
"""Side of the part of a corner whose contrast is measured: there is print in it, never paper alone."""
SQUARE_ON_PLANE = 0.16
"""Cosine of a corner's angle on a plane known from another card: 90 degrees, give or take 9."""
SAME_LENGTH = 0.15
"""Share by which an edge's length may be off on a plane known from another card: lenses bend the plane, cards lie on
cards."""
FORESHORTENED = 0.68
"""Most by which perspective changes the ratio of a rectangle's sides: a camera tilted by 45 degrees."""


def rectangle_to(corners: Points, width_mm: float, height_mm: float) -> Points:
    """Return the homography (3, 3) from a rectangle's mm about its middle to four corners (4, 2), clockwise from its
    top left."""
    w, h = width_mm / 2, height_mm / 2
    own = np.array([[-w, -h], [w, -h], [w, h], [-w, h]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(own, corners.astype(np.float32)), np.float64)


def corners_of(width_mm: float, height_mm: float, to_picture: Points) -> Points:
    """Return a rectangle's corners, (4, 2) px, clockwise from its top left. to_picture: (3, 3), as from
    `rectangle_to`."""
    w, h = width_mm / 2, height_mm / 2
    own = np.array([[[-w, -h], [w, -h], [w, h], [-w, h]]])
    return np.asarray(cv2.perspectiveTransform(own, to_picture)[0], np.float64)


def rectangles_from_edge(edge: Edge, whole_mm: float, other_mm: float, plane: Points | None) -> list[Points]:
    """Return the corners, (4, 2) px each, that a rectangle may have of which one edge is wholly seen.

    Args:
        edge: the edge.
        whole_mm: its length.
        other_mm: the other length.
        plane: (3, 3), mm to pixels, known from another card; None: the other length is tried with `STRETCHES`.
    """
    if plane is None:
        px_per_mm = edge.length_px / whole_mm
        return [
            edge.corners(other_mm * px_per_mm * factor)
            for factor in STRETCHES
            if other_mm * px_per_mm * factor * 2 > 0.9 * edge.seen_px
        ]
    start, end = cv2.perspectiveTransform(np.array([[edge.start, edge.end]]), np.linalg.inv(plane))[0]
    along = end - start
    # An edge of another length lies nearer or farther than the plane, and so does the other edge.
    if not abs(np.linalg.norm(along) / whole_mm - 1) < SAME_LENGTH:
        return []
    across = np.array([-along[1], along[0]]) / whole_mm * other_mm
    own = np.array([[start, end, end + across, start + across]])
    return [np.asarray(cv2.perspectiveTransform(own, plane)[0], np.float64)]


def rectangles_from_corner(
    picture: Pyramid, corner: Corner, width_mm: float, height_mm: float, plane: Points
) -> Iterator[Points]:
    """Yield the corners, (4, 2) px, of the two ways in which a rectangle may lie in a corner, if there is print in it.

    Args:
        picture: what is read.
        corner: the corner.
        width_mm: the rectangle's width.
        height_mm: its height.
        plane: (3, 3), mm to pixels.
    """
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
    """Return the standard deviation over the mean of the grey levels between four corners, (4, 2) px."""
    seen = picture.top_view(rectangle_to(corners, 1.0, 1.0), 1.0, 1.0, CONTRAST_PX)
    mean, deviation = cv2.meanStdDev(seen)
    return float(deviation[0, 0] / max(mean[0, 0], 1.0))


def _on_plane(corner: Corner, plane: Points) -> tuple[Points, Points, Points]:
    """A corner in mm of the plane: its point, and unit vectors along its edges."""
    reach = max(corner.seen_px, 4.0)
    ends = corner.point + reach * corner.first_direction, corner.point + reach * corner.second_direction
    pixels = np.array([[corner.point, *ends]])
    start, one, other = cv2.perspectiveTransform(pixels, np.linalg.inv(plane))[0]
    first, second = one - start, other - start
    return start, first / np.linalg.norm(first), second / np.linalg.norm(second)
