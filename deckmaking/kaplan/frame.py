"""The fixed structure of the deck: 24 triples of colours, 5 cards each, and 12 colour pawns (RULINGS Kaplan 1 to 3)."""

from __future__ import annotations

from itertools import permutations
from string import ascii_uppercase

from companion.games.kaplan.deck import Symbol
from companion.games.kaplan.deck_check import CARDS_A_TRIPLE
from companion.games.kaplan.pieces import WINDOWS, Colour, Fill, SymbolShape

Pawn = tuple[Colour, int]
"""A colour and the window, 1 to 3, in which it occurs."""

TRIPLES: tuple[tuple[Colour, ...], ...] = tuple(permutations(Colour, len(WINDOWS)))
"""The colours of a card's three windows, from the top down: all 24 possibilities."""
PAWNS: tuple[Pawn, ...] = tuple((colour, position) for colour in Colour for position in WINDOWS)
"""The 12 colour pawns."""
SYMBOLS: tuple[Symbol, ...] = tuple(Symbol(shape, fill) for shape in SymbolShape for fill in Fill)
"""The 32 symbols: 32 words for each pawn."""

CARDS_A_PAWN = 30
"""Cards with the pawn's colour in the pawn's window: 6 triples of 5 cards."""
LETTERS = ascii_uppercase
BLANK = ""
"""The lens of a card without a letter."""


def triple_of(card: int) -> tuple[Colour, ...]:
    """The window colours of a card, by its number from 0 while the deck is made."""
    return TRIPLES[card // CARDS_A_TRIPLE]


def triples_of(pawn: Pawn) -> tuple[int, ...]:
    """Indices in TRIPLES of the six triples with the pawn's colour in its window."""
    colour, position = pawn
    return tuple(index for index, triple in enumerate(TRIPLES) if triple[position - 1] is colour)


def cards_of(pawn: Pawn) -> tuple[int, ...]:
    """Numbers of the thirty cards with the pawn's colour in its window."""
    return tuple(t * CARDS_A_TRIPLE + nth for t in triples_of(pawn) for nth in range(CARDS_A_TRIPLE))
