"""The practice deck: words with their six clues, read from practice_words.toml (clauses 2.6, 2.7)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files

from companion.games.kaplan.pieces import ClueKind

_GENDERS = {"m": "M.", "f": "F."}
_NUMBERS = {"s": "sing.", "p": "plur."}


@dataclass(frozen=True, slots=True)
class Word:
    """A hidden word.

    Attributes:
        index: its number in the deck, from 0.
        word: 6 to 12 capitals without accents.
        clues: the six kinds in the order of `ClueKind`, each with its text.
    """

    index: int
    word: str
    clues: tuple[tuple[ClueKind, str], ...]


def _read() -> dict[str, Word]:
    source = files(__package__).joinpath("practice_words.toml").read_text(encoding="utf-8")
    entries = tomllib.loads(source)["word"]
    return {entry["word"]: _word(index, entry) for index, entry in enumerate(entries)}


def _word(index: int, entry: dict[str, str]) -> Word:
    word = entry["word"]
    clues = {
        ClueKind.FIRST_LETTER: word[0],
        ClueKind.LENGTH: str(len(word)),
        ClueKind.GENDER_NUMBER: f"{_GENDERS[entry['gender']]} {_NUMBERS[entry['number']]}",
        ClueKind.ANALOGY: entry["analogy"],
        ClueKind.SYNONYM: entry["synonym"],
        ClueKind.EXPRESSION: entry["expression"],
    }
    return Word(index, word, tuple(clues.items()))


PRACTICE = _read()
"""The practice deck by word."""
