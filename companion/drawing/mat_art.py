"""The printed mat as vector art."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from companion.core.art import Art, Polygon, Shape, rectangle
from companion.core.mat import Marker, Mat
from companion.core.units import PointMm

MAT_THICK_MM = 2.0
"""Thickness of the mat; its upper side has height 0, and the table's is this much lower."""


@dataclass(frozen=True, slots=True)
class MatInks:
    """The colours of a mat, "#rrggbb".

    Attributes:
        ground: of the mat.
        line: of its lines.
        white: around and in the markers.
        edge: of a line along the mat's edge, where its ground does not show it; None is no line.
    """

    ground: str
    line: str
    white: str
    edge: str | None = None


PAPER = "#f2efe6"
"""White paper, as a camera sees it."""
DARK_MAT = MatInks("#2f4a47", "#b9b48f", PAPER)
"""A dark green mat."""
WHITE_MAT = MatInks(PAPER, "#8a8f86", PAPER, "#8a8f86")
"""A mat of white paper, as a camera sees it."""
UNINKED_MAT = MatInks("#ffffff", "#8a8f86", "#ffffff", "#8a8f86")
"""The white mat as a printer gets it: what is white takes no ink."""
INK = "#16181a"
"""Black of the markers."""
QUIET_MM = 8.0
"""Width of the white around a marker: at least one of its modules, a sixth of its side."""


@lru_cache(maxsize=8)
def mat_art(mat: Mat, inks: MatInks = DARK_MAT) -> Art:
    """Return the mat as it is printed; cached."""
    left, top, right, bottom = mat.dice_xyxy_mm
    shapes: list[Shape] = [
        Polygon(((left, top), (right, top), (right, bottom), (left, bottom)), stroke=inks.line, stroke_mm=1.2)
    ]
    if inks.edge is not None:
        x, y = mat.width_mm / 2, mat.height_mm / 2
        shapes.append(Polygon(((-x, -y), (x, -y), (x, y), (-x, y)), stroke=inks.edge, stroke_mm=1.2))
    for marker in mat.markers:
        shapes += marker_shapes(mat, marker, marker.centre_xy_mm, inks.white)
    return Art(mat.width_mm, mat.height_mm, MAT_THICK_MM, False, inks.ground, tuple(shapes))


def marker_shapes(mat: Mat, marker: Marker, centre_mm: PointMm, white: str) -> list[Shape]:
    """One of the mat's markers, with the white around it, at a place of an art."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, f"DICT_{mat.dictionary}"))
    across = int(dictionary.markerSize) + 2  # one black module around the bits
    (x, y), side = centre_mm, marker.side_mm
    bits = cv2.aruco.generateImageMarker(dictionary, marker.ident, across)
    module = side / across
    shapes: list[Shape] = [
        rectangle(centre_mm, side + 2 * QUIET_MM, side + 2 * QUIET_MM, white),
        rectangle(centre_mm, side, side, INK),
    ]
    for row, column in np.argwhere(bits > 0):
        centre = (x - side / 2 + (column + 0.5) * module, y - side / 2 + (row + 0.5) * module)
        shapes.append(rectangle(centre, module * 1.02, module * 1.02, white))
    return shapes
