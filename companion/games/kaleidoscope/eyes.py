"""What the readers need to know of the cards: their drawings, and the facts that each face means."""

from __future__ import annotations

from functools import cache

from companion.core.capabilities.drawn_cards import DrawnCards, DrawnFace
from companion.games.kaleidoscope.card_art import capital_back, capital_front, small_back, small_front
from companion.games.kaleidoscope.kinds import CAPITAL_BACK, CAPITAL_OF, LETTER, SMALL_BACK, SMALL_OF
from companion.games.kaleidoscope.layout import CARD_MM


@cache
def drawn_cards() -> DrawnCards:
    """All fronts, capitals first, and the two backs."""
    capitals = (
        DrawnFace(LETTER, (face,), capital_front(letter), True, tells(letter, UPPER))
        for face, letter in CAPITAL_OF.items()
    )
    small = (
        DrawnFace(LETTER, (face,), small_front(letter), True, tells(letter, LOWER)) for face, letter in SMALL_OF.items()
    )
    backs = (
        DrawnFace(LETTER, (CAPITAL_BACK,), capital_back(), False, tells(None, UPPER)),
        DrawnFace(LETTER, (SMALL_BACK,), small_back(), False, tells(None, LOWER)),
    )
    return DrawnCards(CARD_MM, CARD_MM, (*capitals, *small, *backs))


UPPER, LOWER = "upper", "lower"


def tells(letter: str | None, case: str) -> tuple[tuple[str, str | None], ...]:
    """The facts of a card: its letter as a capital, or the joker's sign, and its case, "upper" or "lower"."""
    return ("letter", None if letter is None else letter.upper()), ("case", case)
