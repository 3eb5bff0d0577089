"""Vector art as an SVG picture, which browsers draw sharp at any size."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import cos, radians, sin

from companion.core.art import Art, Circle, Label, Polygon, Shape
from companion.core.units import PointMm
from companion.drawing.sprite import outline_mm

MARGIN_MM = 2.0
"""Around all pieces: their shadows, and room to breathe."""
CAPITAL = 0.73
"""Height of a capital letter over the font's size, in the fonts that browsers have."""
SHADOW = "#00000030"
SHADOW_MM = 0.8


def svg(pieces: Sequence[tuple[Art, PointMm, float]]) -> str:
    """The picture of some pieces on a transparent ground.

    Args:
        pieces: each with the place of its centre in mm and its turn in degrees, clockwise; later ones on top.

    Returns:
        A whole SVG document whose view is as large as the pieces need.
    """
    corners = [point for art, place, turn in pieces for point in _moved(outline_mm(art), place, turn)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    left, top = min(xs) - MARGIN_MM, min(ys) - MARGIN_MM
    size = f"{max(xs) + MARGIN_MM - left:.1f} {max(ys) + MARGIN_MM - top:.1f}"
    drawn = "".join(_piece(number, *piece) for number, piece in enumerate(pieces))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.1f} {top:.1f} {size}">{drawn}</svg>'


def _piece(number: int, art: Art, place: PointMm, turn_deg: float) -> str:
    edge = _points(outline_mm(art))
    shapes = "".join(map(_shape, art.shapes))
    return (
        f'<g transform="translate({place[0]:g} {place[1]:g}) rotate({turn_deg:g})">'
        f'<clipPath id="p{number}"><polygon points="{edge}"/></clipPath>'
        f'<polygon points="{edge}" fill="{SHADOW}" transform="translate({SHADOW_MM} {SHADOW_MM})"/>'
        f'<g clip-path="url(#p{number})"><polygon points="{edge}" fill="{art.ground}"/>{shapes}</g></g>'
    )


def _shape(shape: Shape) -> str:
    if isinstance(shape, Polygon):
        return f'<polygon points="{_points(shape.points_mm)}" {_paint(shape)}/>'
    if isinstance(shape, Circle):
        x, y = shape.centre_mm
        return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{shape.radius_mm:.2f}" {_paint(shape)}/>'
    return _label(shape)


def _label(label: Label) -> str:
    x, y = label.centre_mm
    return (
        f'<text x="{x:.2f}" y="{y + label.height_mm / 2:.2f}" transform="rotate({label.turn_deg:g} {x:.2f} {y:.2f})" '
        f'font-size="{label.height_mm / CAPITAL:.2f}" font-family="sans-serif" font-weight="bold" '
        f'text-anchor="middle" fill="{label.fill}">{escape(label.words)}</text>'
    )


def _paint(shape: Polygon | Circle) -> str:
    stroke = "" if shape.stroke is None else f' stroke="{shape.stroke}" stroke-width="{shape.stroke_mm:g}"'
    return f'fill="{shape.fill or "none"}"{stroke}'


def _points(points_mm: Sequence[PointMm]) -> str:
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in points_mm)


def _moved(points_mm: Sequence[PointMm], place: PointMm, turn_deg: float) -> list[PointMm]:
    c, s = cos(radians(turn_deg)), sin(radians(turn_deg))
    return [(place[0] + c * x - s * y, place[1] + s * x + c * y) for x, y in points_mm]
