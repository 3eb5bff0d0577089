"""Draws art as a picture of exactly the piece's size. The ground fills the corners: rounding is left to cutting."""

from __future__ import annotations

from dataclasses import replace
from math import ceil, sqrt

import numpy as np
from numpy.typing import NDArray

from companion.core.art import Art, Circle, Label, Polygon, Shape
from companion.drawing.sprite import CORNER_MM, MARGIN_PX, sprite
from companion.press.paper import XyxyMm

MM_PER_INCH = 25.4
"""By definition."""
MOST_PX = 70_000_000
"""Most pixels in a picture, an A1 mat at 300 dpi (210 MB in memory). Larger pieces are drawn at a lower resolution."""
TILE_PX = 1500
"""Side of the tiles in which large pieces are drawn, pixels: keeps the renderer's supersampling within memory."""
_ROUNDED = 0.3
"""A rounded corner removes this share of its radius, 1 - sqrt(1/2), in x and y: tiles are drawn larger by that much
and cropped."""
_LABEL_REACH = 0.75
"""Upper bound of half a letter's width over a capital's height, for the bounding box of a label."""


def fitting_dpi(art: Art, dpi: int) -> int:
    """`dpi`, or the highest whole resolution at which the picture has at most `MOST_PX` pixels."""
    square_inches = art.width_mm * art.height_mm / MM_PER_INCH**2
    return min(dpi, int(sqrt(MOST_PX / square_inches)))


def size_px(art: Art, dpi: int) -> tuple[int, int]:
    """Width and height of the picture, pixels."""
    return round(art.width_mm * dpi / MM_PER_INCH), round(art.height_mm * dpi / MM_PER_INCH)


def picture(art: Art, dpi: int) -> NDArray[np.uint8]:
    """Draw a face: (H, W, 3) uint8 RGB. The centre of the piece is the centre of the picture."""
    width, height = size_px(art, dpi)
    px_per_mm = dpi / MM_PER_INCH
    over = ceil(_ROUNDED * CORNER_MM * px_per_mm) + 1
    whole = np.empty((height, width, 3), np.uint8)
    boxes = [_box(shape) for shape in art.shapes]
    for top in range(0, height, TILE_PX):
        for left in range(0, width, TILE_PX):
            right, bottom = min(left + TILE_PX, width), min(top + TILE_PX, height)
            x_mm = ((left + right) / 2 - width / 2) / px_per_mm
            y_mm = ((top + bottom) / 2 - height / 2) / px_per_mm
            # Slightly less than whole pixels: the renderer rounds up.
            wide_mm = (right - left + 2 * over - 0.01) / px_per_mm
            high_mm = (bottom - top + 2 * over - 0.01) / px_per_mm
            seen = (x_mm - wide_mm / 2, y_mm - high_mm / 2, x_mm + wide_mm / 2, y_mm + high_mm / 2)
            near = [shape for shape, box in zip(art.shapes, boxes, strict=True) if _meet(box, seen)]
            shapes = tuple(_moved(shape, -x_mm, -y_mm) for shape in near)
            tile = Art(wide_mm, high_mm, art.thick_mm, False, art.ground, shapes)
            drawn = sprite(tile, px_per_mm)
            edge = over + MARGIN_PX
            whole[top:bottom, left:right] = drawn[edge : edge + bottom - top, edge : edge + right - left, 2::-1]
    return whole


def _meet(one: XyxyMm, other: XyxyMm) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _moved(shape: Shape, x_mm: float, y_mm: float) -> Shape:
    if isinstance(shape, Polygon):
        return replace(shape, points_mm=tuple((x + x_mm, y + y_mm) for x, y in shape.points_mm))
    return replace(shape, centre_mm=(shape.centre_mm[0] + x_mm, shape.centre_mm[1] + y_mm))


def _box(shape: Shape) -> XyxyMm:
    """Bounding box of the shape, millimetres."""
    if isinstance(shape, Polygon):
        xs, ys = zip(*shape.points_mm, strict=True)
        more = shape.stroke_mm
        return min(xs) - more, min(ys) - more, max(xs) + more, max(ys) + more
    if isinstance(shape, Circle):
        reach = shape.radius_mm + shape.stroke_mm
    elif isinstance(shape, Label):
        reach = shape.height_mm * (1 + _LABEL_REACH * ceil(len(shape.words)))
    x, y = shape.centre_mm
    return x - reach, y - reach, x + reach, y + reach
