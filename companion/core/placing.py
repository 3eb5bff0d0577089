"""Moves and scales shapes that are drawn around the origin. Millimetres, x right, y down."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.core.art import Circle, Polygon, Shape
from companion.core.units import PointMm


def placed(shapes: Iterable[Shape], at_mm: PointMm, scale: float = 1.0, *, mirrored: bool = False) -> list[Shape]:
    """Copies of shapes that are drawn around the origin, moved and scaled.

    Args:
        shapes: the shapes.
        at_mm: where their origin is moved to.
        scale: factor of all lengths, stroke widths and letter heights included.
        mirrored: exchange left and right; letters themselves stay readable.
    """
    sign = -scale if mirrored else scale

    def moved(point: PointMm) -> PointMm:
        return at_mm[0] + sign * point[0], at_mm[1] + scale * point[1]

    found: list[Shape] = []
    for shape in shapes:
        if isinstance(shape, Polygon):
            points = tuple(moved(point) for point in shape.points_mm)
            found.append(replace(shape, points_mm=points, stroke_mm=shape.stroke_mm * scale))
        elif isinstance(shape, Circle):
            found.append(
                replace(
                    shape,
                    centre_mm=moved(shape.centre_mm),
                    radius_mm=shape.radius_mm * scale,
                    stroke_mm=shape.stroke_mm * scale,
                )
            )
        else:
            found.append(replace(shape, centre_mm=moved(shape.centre_mm), height_mm=shape.height_mm * scale))
    return found
