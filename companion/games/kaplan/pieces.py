"""The contents of the box: metals, pawns, sarcophagi, families of tokens (clauses 1.1 to 1.6)."""

from __future__ import annotations

import enum


class Metal(enum.Enum):
    """The metal of a card, one of three (l. 83)."""

    GOLD = "gold"
    COPPER = "copper"
    SILVER = "silver"


class Colour(enum.Enum):
    """The colour of a window or lucarne, one of four (l. 143)."""

    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    YELLOW = "yellow"


class SymbolShape(enum.Enum):
    """The shape of a symbol of the draw, one of eight (l. 152)."""

    HEXAGON = "hexagon"
    CIRCLE = "circle"
    SQUARE = "square"
    TRIANGLE = "triangle"
    STAR = "star"
    CROSS = "cross"
    DIAMOND = "diamond"
    HEART = "heart"


class Fill(enum.Enum):
    """How a symbol is filled, one of four (l. 152, 158)."""

    TRANSPARENT = "transparent"
    SOLID = "solid"
    STRIPED = "striped"
    DOTTED = "dotted"


class Family(enum.Enum):
    """The symbol on the back of a player's tokens; it only shows whose they are (l. 162, 223)."""

    SQUARE = "square"
    CIRCLE = "circle"
    TRIANGLE = "triangle"
    DIAMOND = "diamond"
    STAR = "star"
    CROSS = "cross"
    HEXAGON = "hexagon"
    MOON = "moon"


class Cover(enum.Enum):
    """What lies on a letter card: a sarcophagus with its K or eye face up, or nothing."""

    K = "K"
    EYE = "eye"
    OFF = "off"


class ClueKind(enum.Enum):
    """The kind of a clue: three about the word's form, three about its meaning (l. 50, 51)."""

    FIRST_LETTER = "first-letter"
    LENGTH = "length"
    GENDER_NUMBER = "gender-number"
    ANALOGY = "analogy"
    SYNONYM = "synonym"
    EXPRESSION = "expression"


WINDOWS = (1, 2, 3)
"""Positions of the windows on a draw side, from the top (l. 145)."""

PLACES = range(1, 13)
"""Numbers of the crown's places, clockwise (l. 66)."""

VALUES = range(1, 10)
"""Values of the tokens of a family (l. 162)."""

DIE_FACES = range(1, 13)
"""Faces of a die, which has twelve (l. 60)."""

DICE = 3
"""Number of dice in a throw."""

BET_PLACES = {Cover.K: 3, Cover.EYE: 2, Cover.OFF: 0}
"""Number of tokens that a sarcophagus takes, by its upper face (l. 118, 129)."""

CLUES_A_METAL = (1, 2)
"""Numbers of the two clue places of each metal on the shield (l. 68; RULINGS 3)."""

_G, _C, _S = Metal.GOLD, Metal.COPPER, Metal.SILVER
SARCOPHAGUS_METALS: dict[int, tuple[Metal, ...]] = {
    1: (_G, _C), 2: (_C,), 3: (_C,), 4: (_C,), 5: (_C, _S), 6: (_S,),
    7: (_S,), 8: (_S,), 9: (_S, _G), 10: (_G,), 11: (_G,), 12: (_G,),
}  # fmt: skip
"""The metals of each numbered sarcophagus, in the order of the rule text (l. 113)."""

SHORTEST_WORD, LONGEST_WORD = 6, 12
"""Fewest and most letters of a hidden word (l. 44)."""
