"""What is in the box: metals, pawns, sarcophagi, families of tokens (clauses 1.1 to 1.6)."""

from __future__ import annotations

import enum


class Metal(enum.Enum):
    """The three families of cards (l. 83)."""

    GOLD = "gold"
    COPPER = "copper"
    SILVER = "silver"


class Colour(enum.Enum):
    """The four colours of windows and lucarnes (l. 143)."""

    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    YELLOW = "yellow"


class SymbolShape(enum.Enum):
    """The eight symbols of the draw (l. 152)."""

    HEXAGON = "hexagon"
    CIRCLE = "circle"
    SQUARE = "square"
    TRIANGLE = "triangle"
    STAR = "star"
    CROSS = "cross"
    DIAMOND = "diamond"
    HEART = "heart"


class Fill(enum.Enum):
    """The four versions of a symbol (l. 152, 158)."""

    TRANSPARENT = "transparent"
    SOLID = "solid"
    STRIPED = "striped"
    DOTTED = "dotted"


class Family(enum.Enum):
    """The symbol on the back of a player's tokens; it only tells whose they are (l. 162, 223)."""

    SQUARE = "square"
    CIRCLE = "circle"
    TRIANGLE = "triangle"
    DIAMOND = "diamond"
    STAR = "star"
    CROSS = "cross"
    HEXAGON = "hexagon"
    MOON = "moon"


class Cover(enum.Enum):
    """What lies on a letter card: a sarcophagus with one of its faces up, or nothing."""

    K = "K"
    EYE = "eye"
    OFF = "off"


class ClueKind(enum.Enum):
    """Three clues of form, three of meaning (l. 50, 51)."""

    FIRST_LETTER = "first-letter"
    LENGTH = "length"
    GENDER_NUMBER = "gender-number"
    ANALOGY = "analogy"
    SYNONYM = "synonym"
    EXPRESSION = "expression"


WINDOWS = (1, 2, 3)
"""Positions of the windows on a draw side (l. 145)."""

PLACES = range(1, 13)
"""Places of the crown, clockwise (l. 66)."""

VALUES = range(1, 10)
"""Values of the tokens of a family (l. 162)."""

DIE_FACES = range(1, 13)
"""A die has twelve faces (l. 60)."""

DICE = 3

BET_PLACES = {Cover.K: 3, Cover.EYE: 2, Cover.OFF: 0}
"""How many tokens a sarcophagus takes (l. 118, 129)."""

CLUES_A_METAL = (1, 2)
"""The two clue places of each metal on the shield (l. 68; RULINGS 3)."""

_G, _C, _S = Metal.GOLD, Metal.COPPER, Metal.SILVER
SARCOPHAGUS_METALS: dict[int, tuple[Metal, ...]] = {
    1: (_G, _C), 2: (_C,), 3: (_C,), 4: (_C,), 5: (_C, _S), 6: (_S,),
    7: (_S,), 8: (_S,), 9: (_S, _G), 10: (_G,), 11: (_G,), 12: (_G,),
}  # fmt: skip
"""The metals of each numbered sarcophagus, in the order of the text (l. 113)."""

SHORTEST_WORD, LONGEST_WORD = 6, 12
"""Letters of a hidden word (l. 44)."""
