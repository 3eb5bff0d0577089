"""What the companion prints for this game: 27 capitals, 96 small letters, the rules in short (clauses 1.1, 1.2)."""

from __future__ import annotations

from functools import cache

from companion.core.capabilities.print_set import Face, Printed, PrintSet
from companion.core.mat import TABLE_MAT
from companion.core.text import Text
from companion.games.kaleidoscope.card_art import capital_back, capital_front, small_back, small_front
from companion.games.kaleidoscope.eyes import LOWER, UPPER, tells
from companion.games.kaleidoscope.kinds import LETTER
from companion.games.kaleidoscope.pieces import CAPITALS, JOKER, SMALL
from companion.games.kaleidoscope.reminder import reminder

TITLES = {
    LETTER: Text(fr="lettres", en="letters"),
    "reminder": Text(fr="règles en bref", en="rules in short"),
}
HINTS = (
    Text(
        fr="Les lettres ne doivent pas se voir au travers du dos : imprimez-les sur du papier épais.",
        en="Letters must not show through their backs: print them on thick paper.",
    ),
)


@cache
def print_set() -> PrintSet:
    """The whole game on paper: the capitals first, then the small letters in alphabetical order, the jokers last."""
    small = sorted(SMALL.elements(), key=lambda letter: (letter == JOKER, letter))
    fronts = [(letter, UPPER) for letter in CAPITALS] + [(letter, LOWER) for letter in small]
    return PrintSet(
        cards=tuple(_printed(ident, letter, case) for ident, (letter, case) in enumerate(fronts, 1)),
        sheets=(Printed("reminder", Face("reminder-fr", reminder("fr")), Face("reminder-en", reminder("en"))),),
        mat=TABLE_MAT,
        titles=TITLES,
        hints=HINTS,
    )


def _printed(ident: int, letter: str, case: str) -> Printed:
    """One card. File names differ even where a file system ignores case ("A" and "a")."""
    name = "joker" if letter == JOKER else letter
    front, back = (capital_front, capital_back) if case == UPPER else (small_front, small_back)
    kind = "capital" if case == UPPER else "small"
    return Printed(
        LETTER,
        Face(f"{kind}-{name}", front(letter)),
        Face(f"{kind}-back", back()),
        {"id": ident} | dict(tells(letter, case)),
    )
