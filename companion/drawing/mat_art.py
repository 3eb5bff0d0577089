"""The printed mat as vector art."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from companion.core.art import Art, Polygon, Shape, rectangle
from companion.core.mat import Mat

MAT_THICK_MM = 2.0
"""Thickness of the mat; its upper side has height 0, and the table's is this much lower."""
MAT_GROUND = "#2f4a47"
"""The mat's colour."""
MAT_LINE = "#b9b48f"
"""Colour of the printed lines."""
PAPER = "#f2efe6"
"""White of the markers."""
INK = "#16181a"
"""Black of the markers."""
QUIET_MM = 8.0
"""Width of the white around a marker: at least one of its modules, a sixth of its side."""


@lru_cache(maxsize=4)
def mat_art(mat: Mat) -> Art:
    """Return the mat as it is printed; cached."""
    left, top, right, bottom = mat.dice_xyxy_mm
    shapes: list[Shape] = [
        Polygon(((left, top), (right, top), (right, bottom), (left, bottom)), stroke=MAT_LINE, stroke_mm=1.2)
    ]
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, f"DICT_{mat.dictionary}"))
    across = int(dictionary.markerSize) + 2  # one black module around the bits
    for marker in mat.markers:
        x, y = marker.centre_xy_mm
        side = marker.side_mm
        shapes.append(rectangle((x, y), side + 2 * QUIET_MM, side + 2 * QUIET_MM, PAPER))
        bits = cv2.aruco.generateImageMarker(dictionary, marker.ident, across)
        shapes.append(rectangle((x, y), side, side, INK))
        module = side / across
        for row, column in np.argwhere(bits > 0):
            centre = (x - side / 2 + (column + 0.5) * module, y - side / 2 + (row + 0.5) * module)
            shapes.append(rectangle(centre, module * 1.02, module * 1.02, PAPER))
    return Art(mat.width_mm, mat.height_mm, MAT_THICK_MM, False, MAT_GROUND, tuple(shapes))
