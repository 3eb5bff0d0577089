"""What the readers need to know of the cards: their drawings, and the facts that each face means."""

from __future__ import annotations

from functools import cache

from companion.core.capabilities.drawn_cards import DrawnCards, DrawnFace
from companion.games.plic_plac.card_art import card_back, card_front
from companion.games.plic_plac.kinds import BACK, CARD
from companion.games.plic_plac.layout import CARD_MM
from companion.games.plic_plac.pieces import BY_FACE, Card


@cache
def drawn_cards() -> DrawnCards:
    """All fronts and the common back."""
    fronts = (DrawnFace(CARD, (face,), card_front(card), True, _tells(card)) for face, card in BY_FACE.items())
    back = DrawnFace(CARD, (BACK,), card_back(), False, _tells(Card()))
    return DrawnCards(CARD_MM, CARD_MM, (*fronts, back), in_rows=True)


def _tells(card: Card) -> tuple[tuple[str, str | None], ...]:
    said = (("shape", card.shape), ("colour", card.colour), ("special", card.special))
    return tuple((name, None if each is None else each.value) for name, each in said)
