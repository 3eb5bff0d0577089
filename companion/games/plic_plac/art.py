"""The drawings of all cards, by kind and face."""

from __future__ import annotations

from functools import cache

from companion.core.art import Art
from companion.games.plic_plac.card_art import card_back, card_front
from companion.games.plic_plac.kinds import BACK, CARD
from companion.games.plic_plac.pieces import BY_FACE


def art(kind: str, face: str) -> Art:
    """The drawing of a card seen from above, in mm around its centre.

    Raises:
        KeyError: the game has no such kind or face.
    """
    if kind != CARD:
        raise KeyError(kind, face)
    return _drawn(face)


@cache
def _drawn(face: str) -> Art:
    return card_back() if face == BACK else card_front(BY_FACE[face])
