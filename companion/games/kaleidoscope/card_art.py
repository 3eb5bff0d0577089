"""The cards: light capitals on dark, dark small letters on light, a foot that marks the lower edge, and two backs."""

from __future__ import annotations

from functools import cache

from companion.core.art import Art, Polygon, Shape, rectangle
from companion.games.kaleidoscope.layout import CARD_MM
from companion.games.kaleidoscope.letter_art import capital, shards, small
from companion.games.kaleidoscope.mirror_art import capital_mirrors, small_mirrors
from companion.games.kaleidoscope.palette import MIST, NIGHT, WHITE, tones

CARD_THICK_MM = 0.3
"""Thickness of a card."""
EDGE_MM = 2.5
"""White edge: hides slightly wrong cuts, and makes the card's outline visible on a dark table."""
_PANEL_MM = CARD_MM - 2 * EDGE_MM
_FRAME_MM = 1.8
"""Width of the frame inside the white edge."""
_FOOT_MM, _SMALL_FOOT_MM = (7.3, 12.0), 4.5
"""The strip with the shards: upper and lower y on a capital; its height, without the frame, on a small letter."""
_INNER_MM = _PANEL_MM - 2 * _FRAME_MM
_ROOF_MM = 5.5
"""Size of the cut upper corners of a small letter, so that upside down it is not taken for another letter."""
_SPIKE_MM, _SPIKE_TIP_MM = 2.4, -7.0
"""Width and upper end of the spikes that rise from the foot beside a capital, for the same reason."""


@cache
def capital_front(letter: str) -> Art:
    """The front of a capital; `letter` is "A" to "Z", or the joker."""
    ink = tones(letter)
    half, (foot_mm, end_mm) = _INNER_MM / 2, _FOOT_MM
    y_mm = (foot_mm + end_mm) / 2
    foot = [rectangle((0.0, y_mm), _INNER_MM, end_mm - foot_mm, ink.pale), *shards(letter, y_mm, ink.deep)]
    for side in (-1, 1):
        points = ((half, _SPIKE_TIP_MM), (half, foot_mm), (half - _SPIKE_MM, foot_mm))
        foot.append(Polygon(tuple((side * x, y) for x, y in points), ink.pale))
    return _card([_square(_PANEL_MM, ink.deep), *capital(letter, ink.pale), *foot])


@cache
def small_front(letter: str) -> Art:
    """The front of a small letter; `letter` is "a" to "z", or the joker."""
    ink = tones(letter.upper())
    half, foot_mm = _INNER_MM / 2, _INNER_MM / 2 - _SMALL_FOOT_MM
    slope = half - _ROOF_MM
    roof = ((-half, -slope), (-slope, -half), (slope, -half), (half, -slope))
    paper = Polygon((*roof, (half, foot_mm), (-half, foot_mm)), ink.pale)
    foot = shards(letter.upper(), (foot_mm + _PANEL_MM / 2) / 2, ink.pale)
    return _card([_square(_PANEL_MM, ink.deep), paper, *small(letter, ink.deep), *foot])


@cache
def capital_back() -> Art:
    """The back of capitals: a night sky with a star. It looks the same after a quarter turn."""
    return _card([_square(_PANEL_MM, NIGHT), *capital_mirrors(_PANEL_MM / 2)])


@cache
def small_back() -> Art:
    """The back of small letters: a stained-glass window. It looks the same after a quarter turn."""
    return _card([_square(_PANEL_MM, NIGHT), _square(_PANEL_MM - 1.4, MIST), *small_mirrors(_PANEL_MM / 2 - 0.7)])


def _square(side_mm: float, fill: str) -> Shape:
    return rectangle((0.0, 0.0), side_mm, side_mm, fill)


def _card(shapes: list[Shape]) -> Art:
    return Art(CARD_MM, CARD_MM, CARD_THICK_MM, False, WHITE, tuple(shapes))
