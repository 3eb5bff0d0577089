"""The options of a game of Kaléidoscope, chosen before it begins (clause 1.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.core.options import option
from companion.core.text import Text

SEATS = range(2, 3)
"""Possible numbers of players: two."""
Length = Literal["long", "short", "children"]
WordsToWin = Literal[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
"""Number of words that win; 0: the number that goes with the length of the game."""
Shortest = Literal[0, 3, 5]
"""Fewest letters of a word; 0: the number that goes with the length of the game."""
TurnS = Literal[15, 30, 60, 0]
"""Seconds that a turn may take; 0: no limit."""
CLAUSE = "1.4"
_AS_THE_LENGTH = Text(fr="comme le veut la durée de la partie", en="as the length of the game says")


@dataclass(frozen=True, slots=True)
class Options:
    """The set-up choices. `words_needed` and `letters_needed` are the resulting numbers."""

    length: Length = option(
        "long",
        title=Text(fr="Durée de la partie", en="Length of the game"),
        what=Text(
            fr="Combien de majuscules dans la rangée, combien de mots pour gagner, et leur longueur minimale.",
            en="How many capitals lie in the row, how many words win, and how long they must be.",
        ),
        clause=CLAUSE,
        values={
            "long": Text(
                fr="longue : 9 majuscules, 9 mots d'au moins 5 lettres",
                en="long: 9 capitals, 9 words of 5 letters or more",
            ),
            "short": Text(
                fr="courte : 7 majuscules, 5 mots d'au moins 5 lettres",
                en="short: 7 capitals, 5 words of 5 letters or more",
            ),
            "children": Text(
                fr="enfants : 7 majuscules, 5 mots d'au moins 3 lettres",
                en="children's: 7 capitals, 5 words of 3 letters or more",
            ),
        },
    )
    turn_s: TurnS = option(
        15,
        title=Text(fr="Temps par tour", en="Time for a turn"),
        what=Text(
            fr="Combien de secondes un tour peut durer ; après, il est passé.",
            en="How many seconds a turn may take; then it has passed.",
        ),
        clause=CLAUSE,
        values={
            15: Text(fr="15 secondes", en="15 seconds"),
            30: Text(fr="30 secondes", en="30 seconds"),
            60: Text(fr="60 secondes", en="60 seconds"),
            0: Text(fr="sans limite", en="no limit"),
        },
    )
    words_to_win: WordsToWin = option(
        0,
        title=Text(fr="Mots pour gagner", en="Words to win"),
        what=Text(fr="Combien de mots font gagner la partie.", en="How many words win the game."),
        clause=CLAUSE,
        values={0: _AS_THE_LENGTH},
        numbers=range(1, 10),
    )
    shortest: Shortest = option(
        0,
        title=Text(fr="Longueur minimale d'un mot", en="Shortest word"),
        what=Text(
            fr="De combien de lettres au moins est un mot gagné.",
            en="How many letters a word must have at least to be won.",
        ),
        clause=CLAUSE,
        values={
            0: _AS_THE_LENGTH,
            3: Text(fr="au moins 3 lettres", en="3 letters or more"),
            5: Text(fr="au moins 5 lettres", en="5 letters or more"),
        },
    )

    @property
    def columns(self) -> int:
        """Number of columns, that is of capitals in the row."""
        return 9 if self.length == "long" else 7

    @property
    def words_needed(self) -> int:
        """Number of words that win the game."""
        return self.words_to_win or (9 if self.length == "long" else 5)

    @property
    def letters_needed(self) -> int:
        """Fewest letters of a word that can be won."""
        return self.shortest or (3 if self.length == "children" else 5)
