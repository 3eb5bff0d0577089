"""The drawings on the special cards: a crossed-out zero, a blot of colour, a mask."""

from __future__ import annotations

from math import cos, pi, sin

from companion.core.art import Circle, Polygon, Shape
from companion.core.units import PointMm
from companion.games.plic_plac.clipping import Outline
from companion.games.plic_plac.palette import CREAM, GREY, NIGHT, TONES
from companion.games.plic_plac.pieces import Card, Colour, Special
from companion.games.plic_plac.textures import LINE_MM, filled

_STEPS = 72
"""Points of a round outline."""
_BLOT = ((16.2, 0, 0.0), (0.8, 6, 0.9), (1.6, 2, 0.4), (0.7, 3, 2.4))
"""The blot's radius as a sum of cosines: (amplitude in mm, periods around the blot, phase in radians)."""
_DROPS_MM = ((18.6, -13.0, 2.4), (-19.2, 10.5, 2.0), (-17.0, -14.5, 1.8))
"""x, y and radius of the drops around the blot."""


def special(card: Card) -> list[Shape]:
    """The drawing of a special card around the origin, at most 42 mm wide and 36 mm high."""
    if card.special is Special.NULL:
        return _nought()
    if card.special is Special.TRAITOR:
        return _mask()
    assert card.colour is not None
    return _blot(card.colour)


def _nought() -> list[Shape]:
    bar = ((-14.5, 13.8), (11.6, -17.0), (14.5, -13.8), (-11.6, 17.0))
    return [
        Polygon(_oval((0.0, 0.0), 13.0, 17.0), GREY, NIGHT, LINE_MM),
        Polygon(_oval((0.0, 0.0), 7.5, 11.5), CREAM, NIGHT, LINE_MM),
        Polygon(bar, GREY, NIGHT, LINE_MM),
    ]


def _blot(colour: Colour) -> list[Shape]:
    """A blot, which is none of the six shapes: a colour without a shape."""
    points = []
    for step in range(_STEPS):
        turn = 2 * pi * step / _STEPS
        radius_mm = sum(share * cos(times * turn + begin) for share, times, begin in _BLOT)
        points.append((radius_mm * cos(turn), radius_mm * sin(turn)))
    tones = TONES[colour]
    drops = [Circle((x, y), radius, tones.ink, tones.deep, LINE_MM) for x, y, radius in _DROPS_MM]
    return [*filled(tuple(points), colour), *drops]


def _mask() -> list[Shape]:
    """A half mask with flying ribbons."""
    brow = ((0.0, -6.5), (7.0, -10.5), (14.0, -11.5), (21.0, -14.0))
    right = (*brow, (20.5, -5.0), (17.5, 3.5), (12.0, 7.5), (6.0, 6.0), (2.5, 1.5))
    face = (*right, (0.0, 0.5), *((-x, y) for x, y in reversed(right[1:])))
    shapes: list[Shape] = []
    for side in (-1, 1):
        ribbon = ((18.0, -2.0), (22.0, 6.0), (19.0, 15.0), (15.5, 13.0), (18.0, 6.0), (14.5, 0.0))
        shapes.append(Polygon(tuple((side * x, y) for x, y in ribbon), TONES[Colour.RED].ink, NIGHT, LINE_MM))
    shapes.append(Polygon(face, NIGHT))
    for side in (-1, 1):
        shapes.append(Polygon(_oval((side * 10.0, -2.6), 5.2, 3.2, side * 14.0), CREAM))
    return shapes


def _oval(centre_mm: PointMm, across_mm: float, up_mm: float, turn_deg: float = 0.0) -> Outline:
    """An ellipse; `across_mm` and `up_mm` are its half axes, `turn_deg` turns it clockwise."""
    c, s = cos(turn_deg * pi / 180), sin(turn_deg * pi / 180)
    points = []
    for step in range(_STEPS):
        x, y = across_mm * cos(2 * pi * step / _STEPS), up_mm * sin(2 * pi * step / _STEPS)
        points.append((centre_mm[0] + x * c - y * s, centre_mm[1] + x * s + y * c))
    return tuple(points)
