"""The cards: normal ones with a white edge, special ones with a decorated edge, and a common back (clause 1.1)."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin

from companion.core.art import Art, Circle, Label, Polygon, Shape, rectangle
from companion.core.placing import placed
from companion.games.plic_plac.layout import CARD_MM
from companion.games.plic_plac.palette import CREAM, FOAM, GOLD, NIGHT, SEA, SEA_DARK, TONES, WHITE
from companion.games.plic_plac.pieces import Card, Special
from companion.games.plic_plac.shape_art import outline
from companion.games.plic_plac.special_art import special
from companion.games.plic_plac.textures import filled

CARD_THICK_MM = 0.3
"""Thickness of a card."""
EDGE_MM = 4.0
"""Edge of a normal card: wide enough to remain white when the card is cut slightly off."""
FRAME_MM = 1.0
"""Width of the coloured line inside the white edge."""
TRIM_MM = 6.5
"""Width of the decorated edge of a special card."""
_TEETH = 8
"""Teeth per side of the decorated edge."""
_NAME_Y_MM, _NAME_MM, _LIFTED_MM = 18.6, 3.0, 2.0
"""y and height of a special card's name, and how far its drawing is lifted above the centre to make room for it."""
_NAMES = {Special.NULL: "nulle", Special.COLOUR: "couleur", Special.TRAITOR: "traître"}
_RIPPLES_MM = ((19.5, FOAM), (16.3, SEA), (12.8, FOAM), (9.6, SEA), (6.0, FOAM))
_DROP_AT_MM, _DROP_MM, _DROP_TIP_MM = 24.2, 4.0, 10.5
"""The four drops: distance of their centres from the card's centre, radius, and distance of the tip from the drop's
centre."""


@cache
def card_front(card: Card) -> Art:
    """The front of a card."""
    if card.special is not None:
        return _card(GOLD, [*_trim(), *placed(special(card), (0.0, -_LIFTED_MM)), _name(card.special)])
    assert card.shape is not None
    assert card.colour is not None
    tones = TONES[card.colour]
    inner_mm = CARD_MM - 2 * EDGE_MM
    frame = [_square(inner_mm, tones.deep), _square(inner_mm - 2 * FRAME_MM, tones.pale)]
    return _card(WHITE, [*frame, *filled(outline(card.shape), card.colour)])


@cache
def card_back() -> Art:
    """The back: drops fall into a pond (plic, plac, ploc). It looks the same after a quarter turn."""
    shapes: list[Shape] = [_square(CARD_MM - 6.0, FOAM), _square(CARD_MM - 9.0, SEA)]
    shapes += [Circle((0.0, 0.0), radius_mm, ink) for radius_mm, ink in _RIPPLES_MM]
    for quarter in range(4):
        shapes.append(_drop(pi / 4 + quarter * pi / 2))
    return _card(SEA_DARK, shapes)


def _drop(toward: float) -> Polygon:
    """A drop in the corner at angle `toward` (radians), its tip outwards, as if it fell into the centre."""
    begin = pi / 3
    points = [(_DROP_TIP_MM, 0.0)]
    for step in range(25):
        turn = begin + (2 * pi - 2 * begin) * step / 24
        points.append((_DROP_MM * cos(turn), _DROP_MM * sin(turn)))
    c, s = cos(toward), sin(toward)
    return Polygon(tuple(((x + _DROP_AT_MM) * c - y * s, (x + _DROP_AT_MM) * s + y * c) for x, y in points), FOAM)


def _trim() -> list[Shape]:
    """The decorated edge: teeth between two lines, and the paper inside."""
    half, foot, step = CARD_MM / 2, CARD_MM / 2 - TRIM_MM, (CARD_MM - 2 * TRIM_MM) / _TEETH
    shapes: list[Shape] = []
    for quarter in range(4):
        c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarter]
        for nth in range(_TEETH):
            x = -foot + nth * step
            tooth = ((x, -foot), (x + step / 2, -half + 1.2), (x + step, -foot))
            shapes.append(Polygon(tuple((px * c - py * s, px * s + py * c) for px, py in tooth), NIGHT))
    return [*shapes, _square(2 * foot + 1.4, NIGHT), _square(2 * foot - 0.6, CREAM)]


def _name(kind: Special) -> Label:
    return Label(_NAMES[kind], (0.0, _NAME_Y_MM), _NAME_MM, NIGHT, font="condensed")


def _square(side_mm: float, fill: str) -> Polygon:
    return rectangle((0.0, 0.0), side_mm, side_mm, fill)


def _card(ground: str, shapes: list[Shape]) -> Art:
    return Art(CARD_MM, CARD_MM, CARD_THICK_MM, False, ground, tuple(shapes))
