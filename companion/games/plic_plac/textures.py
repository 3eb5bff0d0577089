"""Fills an outline in a colour, each with its own texture, so that nobody needs the hue to recognize the colour.

Strokes, dots and gaps are at least 3 mm wide, so that they survive the blur of a camera at 2.5 pixels per millimetre.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.core.art import Circle, Polygon, Shape
from companion.games.plic_plac.clipping import Outline, band, cell, inset, room_mm
from companion.games.plic_plac.palette import TONES, WHITE, Tones
from companion.games.plic_plac.pieces import Colour

LINE_MM = 1.2
"""Width of the line around an outline."""
_REACH_MM = 30.0
"""Distance from a card's centre that exceeds every outline on it."""
_STRIPE_MM = 3.6
"""Width of a stripe and of a gap."""
_SLANT = 0.5**0.5
"""Components of the unit vector at 45 degrees."""
_DOT_MM, _DOTS_APART_MM, _DOT_ROOM_MM = 2.1, 7.2, 3.5
"""Radius of a dot, distance between dots, and least distance of a dot's centre from the outline."""
_CHEQUER_MM = 6.0
"""Side of a square of the chequer pattern."""
_HOLLOW_MM = 5.0
"""Width of the coloured ring of a hollow shape."""
_RING_MM, _GAP_MM = 3.4, 3.2
"""Width of the outer ring of a nested shape, and of the gap inside it."""


def filled(outline: Outline, colour: Colour) -> list[Shape]:
    """The outline in a colour with its texture, and a line around it."""
    tones = TONES[colour]
    inner = _TEXTURES[colour](outline, tones)
    return [Polygon(outline, tones.ink), *inner, _line(outline, tones)]


def _solid(outline: Outline, tones: Tones) -> list[Shape]:
    return []


def _striped(outline: Outline, tones: Tones) -> list[Shape]:
    """Diagonal stripes: no quarter turn makes them parallel to a side."""
    found: list[Shape] = []
    count = int(_REACH_MM / _STRIPE_MM / 2) + 1
    for nth in range(-count, count + 1):
        begin_mm = (2 * nth - 0.5) * _STRIPE_MM
        found += [Polygon(part, WHITE) for part in band(outline, (_SLANT, _SLANT), begin_mm, begin_mm + _STRIPE_MM)]
    return found


def _dotted(outline: Outline, tones: Tones) -> list[Shape]:
    """Dark dots, each row shifted by half a dot's distance."""
    found: list[Shape] = []
    rows = int(_REACH_MM / _DOTS_APART_MM) + 1
    for row in range(-rows, rows + 1):
        for column in range(-rows, rows + 1):
            place = ((column + row % 2 / 2) * _DOTS_APART_MM, row * _DOTS_APART_MM * 0.866)
            if room_mm(outline, place) >= _DOT_ROOM_MM:
                found.append(Circle(place, _DOT_MM, fill=tones.deep))
    return found


def _chequered(outline: Outline, tones: Tones) -> list[Shape]:
    found: list[Shape] = []
    count = int(_REACH_MM / _CHEQUER_MM)
    for row in range(-count, count + 1):
        for column in range(-count, count + 1):
            if (row + column) % 2:
                left_mm, top_mm = ((nth - 0.5) * _CHEQUER_MM for nth in (column, row))
                parts = cell(outline, left_mm, top_mm, _CHEQUER_MM, _CHEQUER_MM)
                found += [Polygon(part, WHITE) for part in parts]
    return found


def _hollow(outline: Outline, tones: Tones) -> list[Shape]:
    hole = inset(outline, _HOLLOW_MM)
    return [Polygon(hole, WHITE), _line(hole, tones)]


def _nested(outline: Outline, tones: Tones) -> list[Shape]:
    """A smaller copy inside a ring."""
    gap, copy = inset(outline, _RING_MM), inset(outline, _RING_MM + _GAP_MM)
    return [Polygon(gap, WHITE), Polygon(copy, tones.ink)]


def _line(outline: Outline, tones: Tones) -> Polygon:
    return Polygon(outline, None, stroke=tones.deep, stroke_mm=LINE_MM)


_TEXTURES: dict[Colour, Callable[[Outline, Tones], list[Shape]]] = {
    Colour.RED: _solid,
    Colour.ORANGE: _striped,
    Colour.YELLOW: _dotted,
    Colour.GREEN: _chequered,
    Colour.BLUE: _hollow,
    Colour.VIOLET: _nested,
}
