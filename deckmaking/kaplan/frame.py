"""The fixed frame of the deck: 24 triples of colours, 5 cards each, and the 12 colour pawns (RULINGS Kaplan 1 to 3)."""

from __future__ import annotations

from itertools import permutations
from string import ascii_uppercase

from companion.games.kaplan.deck import Symbol
from companion.games.kaplan.deck_check import CARDS_A_TRIPLE
from companion.games.kaplan.pieces import WINDOWS, Colour, Fill, SymbolShape

Pawn = tuple[Colour, int]
"""A colour and the window, 1 to 3, that it stands in."""

TRIPLES: tuple[tuple[Colour, ...], ...] = tuple(permutations(Colour, len(WINDOWS)))
PAWNS: tuple[Pawn, ...] = tuple((colour, position) for colour in Colour for position in WINDOWS)
SYMBOLS: tuple[Symbol, ...] = tuple(Symbol(shape, fill) for shape in SymbolShape for fill in Fill)

CARDS_A_PAWN = 30
LETTERS = ascii_uppercase
BLANK = ""


def triple_of(card: int) -> tuple[Colour, ...]:
    """The colours of card number `card`, from 0, while the deck is made."""
    return TRIPLES[card // CARDS_A_TRIPLE]


def triples_of(pawn: Pawn) -> tuple[int, ...]:
    """The six triples that the pawn keeps."""
    colour, position = pawn
    return tuple(index for index, triple in enumerate(TRIPLES) if triple[position - 1] is colour)


def cards_of(pawn: Pawn) -> tuple[int, ...]:
    """The thirty cards that the pawn keeps."""
    return tuple(t * CARDS_A_TRIPLE + nth for t in triples_of(pawn) for nth in range(CARDS_A_TRIPLE))
