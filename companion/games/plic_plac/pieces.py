"""The contents of the box: 36 normal cards and four special ones (clauses 1.1, 1.2)."""

from __future__ import annotations

import enum
from collections.abc import Collection
from dataclasses import dataclass
from itertools import combinations

from companion.core.views import EVERYONE, seen_by


class Shape(enum.Enum):
    """The shape on a normal card."""

    CIRCLE = "circle"
    SQUARE = "square"
    TRIANGLE = "triangle"
    STAR = "star"
    HEART = "heart"
    CROSS = "cross"


class Colour(enum.Enum):
    """The colour of a normal card or of a colour card."""

    RED = "red"
    ORANGE = "orange"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    VIOLET = "violet"


class Special(enum.Enum):
    """The kind of a special card (clauses 8.2 to 8.4)."""

    NULL = "null"
    COLOUR = "colour"
    TRAITOR = "traitor"


@dataclass(frozen=True, slots=True)
class Card:
    """A card. A card of the box has `special` set, or both `shape` and `colour`."""

    shape: Shape | None = seen_by(EVERYONE, default=None)
    colour: Colour | None = seen_by(EVERYONE, default=None)
    special: Special | None = seen_by(EVERYONE, default=None)

    @property
    def face(self) -> str:
        """Its drawing in one or two words: "red star", "colour red", "null", "traitor"."""
        words = (self.special, self.colour, self.shape)
        return " ".join(word.value for word in words if word is not None)


NORMAL = tuple(Card(shape, colour) for shape in Shape for colour in Colour)
NULL, TRAITOR = Card(special=Special.NULL), Card(special=Special.TRAITOR)
COLOUR_CARDS = tuple(Card(colour=colour, special=Special.COLOUR) for colour in (Colour.RED, Colour.BLUE))
"""The two colour cards; their colours are our choice, because the rule text does not name them (clause 1.2)."""
SPECIALS = (NULL, *COLOUR_CARDS, TRAITOR)
BY_FACE = {card.face: card for card in (*NORMAL, *SPECIALS)}


def box(*, specials: bool) -> tuple[Card, ...]:
    """All cards of a game, with or without the special ones."""
    return (*NORMAL, *SPECIALS) if specials else NORMAL


def is_plic_plac(one: Card, other: Card) -> bool:
    """Whether two cards share their shape or their colour (clauses 3.1, 8.2, 8.3)."""
    if one.special is None and other.special is None:
        return one.shape is other.shape or one.colour is other.colour
    kinds = {one.special, other.special}
    return kinds == {None, Special.COLOUR} and one.colour is other.colour


def is_ploc(cards: Collection[Card]) -> bool:
    """Whether three cards are linked: at least two of their three pairs are plic-placs (clause 3.2)."""
    pairs = combinations(cards, 2)
    return len(cards) == 3 and sum(is_plic_plac(*pair) for pair in pairs) >= 2
