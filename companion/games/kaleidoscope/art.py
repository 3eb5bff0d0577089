"""The drawings of all cards, by kind and face."""

from __future__ import annotations

from functools import cache

from companion.core.art import Art
from companion.games.kaleidoscope.card_art import capital_back, capital_front, small_back, small_front
from companion.games.kaleidoscope.kinds import CAPITAL_BACK, CAPITAL_OF, LETTER, SMALL_BACK, SMALL_OF


def art(kind: str, face: str) -> Art:
    """The drawing of a card seen from above, in mm around its centre.

    Raises:
        KeyError: the game has no such kind or face.
    """
    return _faces()[kind, face]


@cache
def _faces() -> dict[tuple[str, str], Art]:
    capitals = {(LETTER, face): capital_front(letter) for face, letter in CAPITAL_OF.items()}
    small = {(LETTER, face): small_front(letter) for face, letter in SMALL_OF.items()}
    return {**capitals, **small, (LETTER, CAPITAL_BACK): capital_back(), (LETTER, SMALL_BACK): small_back()}
