"""The symbols of the families and of the draw: outlines, fills and the numbers in them.

Private sizes are shares of half the symbol's box.
"""

from __future__ import annotations

from functools import cache
from math import acos, cos, pi, sin

from companion.core.art import Circle, Label, Polygon, Shape
from companion.core.units import PointMm
from companion.games.kaplan.palette import INK, WHITE
from companion.games.kaplan.pieces import Family, Fill, SymbolShape

_STAR_WAIST = 0.52  # inner radius / outer radius: leaves room for a number in the middle
_CROSS_ARM = 0.42  # half width of an arm / half size of the cross
_ROUND_STEPS = 36
"""Points of a round outline."""
_STROKE = 0.14
"""Width of an outline."""
_STRIPE_PITCH, _STRIPE = 0.34, 0.17  # half the area is ink: from afar a grey between that of dots and solid
_DOT_PITCH, _DOT, _DOT_CLEAR = 0.27, 0.075, 0.14
_DOT_GROUND = "#c4c4c4"  # grey ground: where a number leaves no room for dots, the symbol's tips still show its fill
_PLAQUE = 0.56
"""Radius of the white disc behind a number."""
_ONE_DIGIT, _TWO_DIGITS = 0.95, 0.84  # heights of capitals

# Outlines are in shares of half the symbol's box; each nearly fills it in both directions (6 mm of 6.2 mm).


def _regular(sides: int, first_deg: float = 0.0) -> tuple[PointMm, ...]:
    start = first_deg * pi / 180
    return tuple((sin(start + 2 * pi * n / sides), -cos(start + 2 * pi * n / sides)) for n in range(sides))


def _star() -> tuple[PointMm, ...]:
    spikes = zip(_regular(10), (1.0, _STAR_WAIST) * 5, strict=True)
    return tuple((x * part * 1.08, y * part * 1.08 + 0.09) for (x, y), part in spikes)


def _cross() -> tuple[PointMm, ...]:
    arm = _CROSS_ARM
    quarter = [(-arm, -1.0), (arm, -1.0), (arm, -arm)]
    points: list[PointMm] = []
    for _ in range(4):
        points.extend(quarter)
        quarter = [(-y, x) for x, y in quarter]
    return tuple(points)


def _heart() -> tuple[PointMm, ...]:
    angles = [2 * pi * n / _ROUND_STEPS for n in range(_ROUND_STEPS)]
    waves = ((sin(a) ** 3, 13 * cos(a) - 5 * cos(2 * a) - 2 * cos(3 * a) - cos(4 * a)) for a in angles)
    return tuple((x * 1.02, -(y + 2.5) / 14.5) for x, y in waves)


def _moon() -> tuple[PointMm, ...]:
    aside, small = 0.45, 0.72  # offset and radius of the circle that is cut out of the moon
    x = (1 - small**2 + aside**2) / (2 * aside)  # x of the points where the two circles meet
    tip, bite = acos(x), acos((x - aside) / small)
    steps = [n / _ROUND_STEPS for n in range(_ROUND_STEPS + 1)]
    outer = [tip + (2 * pi - 2 * tip) * n for n in steps]
    inner = [2 * pi - bite - (2 * pi - 2 * bite) * n for n in steps]
    points = [(cos(a), -sin(a)) for a in outer] + [(aside + small * cos(a), -small * sin(a)) for a in inner[1:-1]]
    return tuple(((px + (1 - x) / 2) * 1.05, py * 1.05) for px, py in points)


_SQUARE = ((-0.97, -0.97), (0.97, -0.97), (0.97, 0.97), (-0.97, 0.97))
_OUTLINES: dict[str, tuple[PointMm, ...]] = {
    "square": _SQUARE,
    "circle": _regular(_ROUND_STEPS),
    "triangle": ((0.0, -1.0), (1.03, 0.97), (-1.03, 0.97)),
    "diamond": ((0.0, -1.05), (1.05, 0.0), (0.0, 1.05), (-1.05, 0.0)),
    "star": _star(),
    "cross": _cross(),
    "hexagon": ((-1.02, 0.0), (-0.52, -0.97), (0.52, -0.97), (1.02, 0.0), (0.52, 0.97), (-0.52, 0.97)),
    "moon": _moon(),
    "heart": _heart(),
}
_MIDDLE_Y = {"triangle": 0.36, "heart": 0.05, "star": 0.06}
"""y of the widest room for a number, where it is not the middle of the box."""


def _sized(name: str, half_mm: float, centre_mm: PointMm) -> tuple[PointMm, ...]:
    return tuple((centre_mm[0] + x * half_mm, centre_mm[1] + y * half_mm) for x, y in _OUTLINES[name])


def family_symbol(family: Family, radius_mm: float, fill: str, centre_mm: PointMm = (0.0, 0.0)) -> tuple[Shape, ...]:
    """A family's symbol in a square box of 2 x `radius_mm`, filled with the colour `fill`."""
    return (Polygon(_sized(family.value, radius_mm, centre_mm), fill=fill),)


def filled_symbol(
    shape: SymbolShape, fill: Fill, half_mm: float, centre_mm: PointMm = (0.0, 0.0), holds: str = ""
) -> tuple[Shape, ...]:
    """A symbol of the draw in a square box of 2 x `half_mm`, with the text `holds` in its middle."""
    x, y = centre_mm
    ground = {Fill.SOLID: INK, Fill.DOTTED: _DOT_GROUND}.get(fill, WHITE)
    outline = Polygon(
        _sized(shape.value, half_mm, centre_mm),
        fill=ground,
        stroke=INK,
        stroke_mm=half_mm * _STROKE,
    )
    inside: list[Shape] = []
    for mark in _pattern(shape, fill):
        if len(mark) == 2:
            line = tuple((x + px * half_mm, y + py * half_mm) for px, py in mark)
            inside.append(Polygon(line, stroke=INK, stroke_mm=half_mm * _STRIPE))
        else:
            inside.append(Circle((x + mark[0][0] * half_mm, y + mark[0][1] * half_mm), half_mm * _DOT, fill=INK))
    if holds:
        middle = (x, y + _MIDDLE_Y.get(shape.value, 0.0) * half_mm)
        if inside:
            inside.append(Circle(middle, half_mm * _PLAQUE, fill=WHITE))
        tall = half_mm * (_ONE_DIGIT if len(holds) == 1 else _TWO_DIGITS)
        inside.append(Label(holds, middle, tall, WHITE if fill is Fill.SOLID else INK, font="condensed"))
    return (outline, *inside)


@cache
def _pattern(shape: SymbolShape, fill: Fill) -> tuple[tuple[PointMm, ...], ...]:
    """The marks inside a symbol: stripes as two points, dots as one."""
    if fill is Fill.STRIPED:
        rows = [n * _STRIPE_PITCH for n in range(-3, 4)]
        return tuple(((left + 0.06, y), (right - 0.06, y)) for y in rows for left, right in _spans(shape, y))
    if fill is Fill.DOTTED:
        found = []
        for row in range(-4, 5):
            y = row * _DOT_PITCH
            shift = _DOT_PITCH / 2 * (row % 2)
            for column in range(-4, 5):
                x = column * _DOT_PITCH + shift
                if all(_inside(shape, x + dx, y + dy) for dx, dy in _AROUND):
                    found.append(((x, y),))
        return tuple(found)
    return ()


_AROUND = tuple((_DOT_CLEAR * x, _DOT_CLEAR * y) for x, y in _regular(8))


def _spans(shape: SymbolShape, y: float) -> list[tuple[float, float]]:
    """The x intervals in which the horizontal line at `y` runs inside the outline."""
    points = _OUTLINES[shape.value]
    crossings = []
    for (x0, y0), (x1, y1) in zip(points, (*points[1:], points[0]), strict=True):
        if (y0 > y) != (y1 > y):
            crossings.append(x0 + (y - y0) / (y1 - y0) * (x1 - x0))
    crossings.sort()
    pairs = zip(crossings[::2], crossings[1::2], strict=True)
    return [(left, right) for left, right in pairs if right - left > 0.2]


def _inside(shape: SymbolShape, x: float, y: float) -> bool:
    return any(left < x < right for left, right in _spans(shape, y))
