"""The shapes of families and of the draw's symbols."""

from __future__ import annotations

from math import cos, pi, sin

from companion.core.art import Circle, PointMm, Polygon, Shape
from companion.games.kaplan.palette import INK
from companion.games.kaplan.pieces import Family, Fill, SymbolShape

_STAR_WAIST = 0.42  # inner over outer radius of a five-pointed star that reads well when small
_CROSS_ARM = 0.36  # half the width of an arm over the radius
_ROUND_STEPS = 24


def _regular(sides: int, first_deg: float = 0.0) -> tuple[PointMm, ...]:
    start = first_deg * pi / 180
    return tuple((sin(start + 2 * pi * n / sides), -cos(start + 2 * pi * n / sides)) for n in range(sides))


def _star() -> tuple[PointMm, ...]:
    return tuple((x * part, y * part) for (x, y), part in zip(_regular(10), (1.0, _STAR_WAIST) * 5, strict=True))


def _cross() -> tuple[PointMm, ...]:
    arm = _CROSS_ARM
    quarter = [(-arm, -1.0), (arm, -1.0), (arm, -arm)]
    points: list[PointMm] = []
    for _ in range(4):
        points.extend(quarter)
        quarter = [(-y, x) for x, y in quarter]
    return tuple(points)


def _drop() -> tuple[PointMm, ...]:
    angles = [pi * (0.15 + 1.7 * n / _ROUND_STEPS) for n in range(_ROUND_STEPS + 1)]
    return ((0.0, -1.0), *((0.62 * sin(a), 0.36 - 0.62 * cos(a)) for a in angles))


def _moon() -> tuple[PointMm, ...]:
    angles = [pi * (0.15 + 1.7 * n / _ROUND_STEPS) for n in range(_ROUND_STEPS + 1)]
    outer = tuple((cos(a), -sin(a)) for a in angles)
    inner = tuple((0.45 + 0.72 * cos(a), -0.72 * sin(a)) for a in reversed(angles))
    return (*outer, *inner)


_OUTLINES: dict[str, tuple[PointMm, ...]] = {
    "square": _regular(4, 45.0),
    "circle": _regular(_ROUND_STEPS),
    "triangle": _regular(3),
    "diamond": tuple((x * 0.7, y) for x, y in _regular(4)),
    "star": _star(),
    "cross": _cross(),
    "hexagon": _regular(6),
    "moon": _moon(),
    "drop": _drop(),
}


def _sized(name: str, radius_mm: float, centre_mm: PointMm) -> tuple[PointMm, ...]:
    return tuple((centre_mm[0] + x * radius_mm, centre_mm[1] + y * radius_mm) for x, y in _OUTLINES[name])


def family_symbol(family: Family, radius_mm: float, fill: str, centre_mm: PointMm = (0.0, 0.0)) -> tuple[Shape, ...]:
    """A family's symbol within a circle of `radius_mm`."""
    return (Polygon(_sized(family.value, radius_mm, centre_mm), fill=fill),)


def filled_symbol(shape: SymbolShape, fill: Fill, radius_mm: float) -> tuple[Shape, ...]:
    """A symbol of the draw: empty, solid, with bars, or with dots inside."""
    outline = Polygon(
        _sized(shape.value, radius_mm, (0.0, 0.0)),
        fill=INK if fill is Fill.SOLID else None,
        stroke=INK,
        stroke_mm=radius_mm * 0.14,
    )
    return (outline, *_inside(fill, radius_mm))


def _inside(fill: Fill, radius_mm: float) -> tuple[Shape, ...]:
    """Bars and dots stay within the waist of the narrowest outline, so that no clipping is needed."""
    reach = radius_mm * 0.3
    if fill is Fill.STRIPED:
        rows = (-reach, 0.0, reach)
        return tuple(Polygon(((-reach, y), (reach, y)), stroke=INK, stroke_mm=radius_mm * 0.1) for y in rows)
    if fill is Fill.DOTTED:
        spots = ((-reach, 0.0), (reach, 0.0), (0.0, -reach), (0.0, reach))
        return tuple(Circle(spot, radius_mm * 0.09, fill=INK) for spot in spots)
    return ()
