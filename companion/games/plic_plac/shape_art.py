"""The outlines of the six shapes, about 42 mm across, around the card's centre."""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin

from companion.core.units import PointMm
from companion.games.plic_plac.clipping import Outline
from companion.games.plic_plac.pieces import Shape

_ROUND_MM, _SQUARE_MM = 20.5, 38.0
"""Radius of the circle, and side of the square."""
_STAR_MM = (24.0, 13.2)
"""Outer and inner radius of the star; the inner one is large to leave room for a texture."""
_CROSS_MM = (21.0, 9.0)
"""Half length of the cross, and half width of an arm."""
_LOBE_MM, _LOBE_AT_MM, _TIP_MM = 11.2, (10.3, -8.0), 20.5
"""The heart: radius and centre of its right lobe, and y of its tip."""
_STEPS = 72
"""Straight segments of a full arc."""


def outline(shape: Shape) -> Outline:
    """The outline of a shape, clockwise as seen, in mm."""
    return _OUTLINES[shape]


def _circle() -> Outline:
    return tuple(_around((0.0, 0.0), _ROUND_MM, 0.0, 2 * pi)[:-1])


def _star() -> Outline:
    down_mm = 2.2  # shifts the star down so that it looks centred
    turns = [pi * nth / 5 - pi / 2 for nth in range(10)]
    places = ((_STAR_MM[nth % 2], turn) for nth, turn in enumerate(turns))
    return tuple((radius_mm * cos(turn), radius_mm * sin(turn) + down_mm) for radius_mm, turn in places)


def _cross() -> Outline:
    """A cross with arms towards the corners: an upright red one would be the emblem of the Red Cross."""
    a, b = _CROSS_MM
    arm = ((-b, -b), (-b, -a), (b, -a))
    quarters = ((1, 0), (0, 1), (-1, 0), (0, -1))
    upright = [(x * c - y * s, x * s + y * c) for c, s in quarters for x, y in arm]
    aslant = cos(pi / 4)
    return tuple(((x - y) * aslant, (x + y) * aslant) for x, y in upright)


def _heart() -> Outline:
    """The right lobe from the cleft to the beginning of the straight side, the tip, and the mirror image on the
    left."""
    x, y = _LOBE_AT_MM
    cleft = atan2(-((_LOBE_MM**2 - x**2) ** 0.5), -x)
    away = hypot(x, _TIP_MM - y)
    side = atan2(_TIP_MM - y, -x) - atan2((away**2 - _LOBE_MM**2) ** 0.5, _LOBE_MM)
    right = _around((x, y), _LOBE_MM, cleft, side)
    return (*right, (0.0, _TIP_MM), *((-x, y) for x, y in reversed(right[1:])))


def _around(centre_mm: PointMm, radius_mm: float, begin: float, end: float) -> list[PointMm]:
    """Points of an arc including both ends; angles in radians, clockwise as seen."""
    x, y = centre_mm
    turns = [begin + (end - begin) * nth / _STEPS for nth in range(_STEPS + 1)]
    return [(x + radius_mm * cos(turn), y + radius_mm * sin(turn)) for turn in turns]


_HALF_MM = _SQUARE_MM / 2
_OUTLINES: dict[Shape, Outline] = {
    Shape.CIRCLE: _circle(),
    Shape.SQUARE: ((-_HALF_MM, -_HALF_MM), (_HALF_MM, -_HALF_MM), (_HALF_MM, _HALF_MM), (-_HALF_MM, _HALF_MM)),
    Shape.TRIANGLE: ((0.0, -21.5), (23.5, 18.5), (-23.5, 18.5)),
    Shape.STAR: _star(),
    Shape.HEART: _heart(),
    Shape.CROSS: _cross(),
}
