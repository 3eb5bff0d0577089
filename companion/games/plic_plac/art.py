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
    return _faces()[kind, face]


@cache
def _faces() -> dict[tuple[str, str], Art]:
    fronts = {(CARD, face): card_front(card) for face, card in BY_FACE.items()}
    return {**fronts, (CARD, BACK): card_back()}
