"""The motifs of a chest's formula (clause 1.2): the kinds, and all motifs of each kind."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class MotifKind(enum.Enum):
    """What a player does with a motif (l. 92-98, RULINGS 2)."""

    ANIMAL = "animal"
    COLOUR = "colour"
    SOUND = "sound"
    SIGN = "sign"
    SUM = "sum"


@dataclass(frozen=True, slots=True)
class Motif:
    """One half of a formula.

    Attributes:
        name: which motif of its kind: "cow", "boing", "victory", "7x5"; for a colour, the word that is written.
        ink: for a colour, the colour in which the word is printed, which is to be said; else "".
    """

    kind: MotifKind
    name: str
    ink: str = ""

    @property
    def key(self) -> str:
        """The motif as deck.json writes it: "animal:cow", "colour:green:red" for the word green printed in red."""
        return ":".join((self.kind.value, self.name, *([self.ink] if self.ink else [])))


ANIMALS = ("cow", "cat", "dog", "pig", "sheep", "duck", "rooster", "frog")
SIGNS = ("fist", "thumb", "index", "victory", "three", "horns", "call", "open")
SOUNDS = {
    "vrouum": "Vrouuum !",
    "pouet": "Pouet ! Pouet !",
    "pif-paf": "Pif ! Paf !",
    "hiii": "Hiiiiii !",
    "gnagna": "Gnagnagna !",
    "mouhaha": "Mouhahaha !",
    "boing": "Boing ! Boing !",
    "yeehaa": "Yeeehaa !",
    "aargh": "Aaargh !",
    "gnark": "Gnark ! Gnark !",
    "bouhou": "Bouhouhou !",
    "gngn": "Gngngngn !",
}
"""The calls as written on the cards (l. 152-210, 270-339, 417-421)."""
WORDS = {
    "red": "ROUGE",
    "blue": "BLEU",
    "yellow": "JAUNE",
    "green": "VERT",
    "brown": "MARRON",
    "violet": "VIOLET",
    "grey": "GRIS",
    "orange": "ORANGE",
    "black": "NOIR",
    "white": "BLANC",
}
"""Colour words as written on the cards (l. 411-414)."""
INKS = ("red", "blue", "yellow", "green", "violet", "black")
"""The six colours in which words are printed; they also differ in lightness (see `palette`)."""
SUMS = {"2-1": 1, "8:4": 2, "7x5": 35, "2x9": 18, "7+4": 11, "5-2": 3, "9:3": 3, "1+3": 4, "8-5": 3, "6:2": 3}
"""The sums and their results, which are to be said (l. 349-355, 412-421)."""
