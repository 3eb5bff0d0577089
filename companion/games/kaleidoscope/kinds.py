"""The kind of this game's things, and the faces of its cards as seen from above."""

from __future__ import annotations

from companion.games.kaleidoscope.pieces import CAPITALS, JOKER, SMALL_LETTERS

LETTER = "letter"
CAPITAL_BACK = "capital back"
SMALL_BACK = "small back"
_CAPITAL_JOKER, _SMALL_JOKER = "JOKER", "joker"


def capital_face(letter: str) -> str:
    """The face of a capital: the letter, or "JOKER"."""
    return _CAPITAL_JOKER if letter == JOKER else letter


def small_face(letter: str) -> str:
    """The face of a small letter: the letter, or "joker"."""
    return _SMALL_JOKER if letter == JOKER else letter


CAPITAL_OF = {capital_face(letter): letter for letter in CAPITALS}
"""The capital for each face."""
SMALL_OF = {small_face(letter): letter for letter in SMALL_LETTERS}
"""The small letter for each face."""
