"""The drawings on the fronts: a letter, and at its foot a row of shards that encodes the same letter."""

from __future__ import annotations

from string import ascii_uppercase

from companion.core.art import Label, Polygon, Shape, rectangle
from companion.core.placing import placed
from companion.games.kaleidoscope.mirror_art import capital_rosette, small_rosette
from companion.games.kaleidoscope.pieces import JOKER

SHARDS = 6
"""Number of shards in a row."""
CAPITAL_MM, CAPITAL_Y_MM = 15.6, -3.6
"""Height of a capital and y of its centre. A W of this height is 24 mm wide."""
_WITH_TAIL_MM = {"J": (13.8, -5.3), "Q": (15.0, -4.1)}
"""Height and y of the centre of letters with a tail."""
SMALL_MM, SMALL_Y_MM = 14.2, -4.0
"""Height and y of the centre of a small letter with an ascender; below there is room for the tail of a g."""
_BAR_MM = (9.6, 3.0)
"""Width and height of a bar of I."""
_BARS_Y_MM = (1.5 - CAPITAL_MM / 2, CAPITAL_MM / 2 - 1.5)
"""y of the bars at the head and foot of I, which has none in the font."""
_TAIL_MM = (4.2, 2.8)
"""Width and height of the tail of l."""
_TAIL_AT_MM = (1.4, SMALL_Y_MM + SMALL_MM / 2 - _TAIL_MM[1] / 2)
"""Position of a tail at the right of l: without it, l looks like an i without its dot."""
ROSETTE_MM, ROSETTE_Y_MM = 9.9, -2.5
"""Radius and y of a joker's rosette."""
SHARD_MM, SHARD_HIGH_MM = 4.2, 3.0
"""Width and height of a shard."""
_CODES = [code for code in range(1, 2**SHARDS) if code.bit_count() % 2 == 0]
"""Codes with one bit per shard from the left, set when the shard stands on its tip. Any two codes differ in at least
two shards."""
_CODE_STEP = 9
"""Distance in `_CODES` between consecutive letters."""


def capital(letter: str, ink: str) -> list[Shape]:
    """The drawing of a capital; a star for the joker."""
    if letter == JOKER:
        return placed(capital_rosette(ROSETTE_MM), (0.0, ROSETTE_Y_MM))
    bars = [rectangle((0.0, CAPITAL_Y_MM + y), *_BAR_MM, ink) for y in _BARS_Y_MM] if letter == "I" else []
    tall_mm, y_mm = _WITH_TAIL_MM.get(letter, (CAPITAL_MM, CAPITAL_Y_MM))
    return [Label(letter, (0.0, y_mm), tall_mm, ink), *bars]


def small(letter: str, ink: str) -> list[Shape]:
    """The drawing of a small letter; a flower for the joker."""
    if letter == JOKER:
        return placed(small_rosette(ROSETTE_MM), (0.0, ROSETTE_Y_MM))
    tail = [rectangle(_TAIL_AT_MM, *_TAIL_MM, ink)] if letter == "l" else []
    return [Label(letter, (-_TAIL_MM[0] / 4 if tail else 0.0, SMALL_Y_MM), SMALL_MM, ink), *tail]


def shards(letter: str, y_mm: float, ink: str) -> list[Shape]:
    """The row of shards for a letter, "A" to "Z" or the joker, centred at `y_mm`."""
    code = code_of(letter)
    high = SHARD_HIGH_MM / 2
    found: list[Shape] = []
    for nth in range(SHARDS):
        left = (nth - SHARDS / 2) * SHARD_MM
        foot, tip = (-high, high) if code >> (SHARDS - 1 - nth) & 1 else (high, -high)
        corners = ((left, foot), (left + SHARD_MM, foot), (left + SHARD_MM / 2, tip))
        found.append(Polygon(tuple((x, y + y_mm) for x, y in corners), ink))
    return found


def code_of(letter: str) -> int:
    """The shard code of a letter, "A" to "Z" or the joker."""
    return _CODES[(*ascii_uppercase, JOKER).index(letter) * _CODE_STEP % len(_CODES)]
