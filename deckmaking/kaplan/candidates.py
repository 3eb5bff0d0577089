"""The words to choose from, one on each line of candidates.txt: spelling, gender (m, f, e) and number (s, p)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.games.kaplan.deck_check import STEM
from companion.games.kaplan.pieces import LONGEST_WORD, SHORTEST_WORD
from companion.games.kaplan.spelling import plain

FILE = Path(__file__).with_name("candidates.txt")
"""The list of candidates."""
_GENDERS, _NUMBERS = ("m", "f", "e"), ("s", "p")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A French noun.

    Attributes:
        word: 6 to 12 capitals, without accents.
        spelling: as a dictionary writes it.
        gender: "m", "f", or "e" for either.
        number: "s" or "p".
    """

    word: str
    spelling: str
    gender: str
    number: str

    @property
    def stem(self) -> str:
        """The first letters of the word. No two words of the deck share them, so that none hints at another."""
        return self.word[:STEM]

    def line(self) -> str:
        """The word as a line of candidates.txt."""
        return f"{self.spelling} {self.gender} {self.number}"


def read_candidates(text: str) -> tuple[Candidate, ...]:
    """Parse the text of candidates.txt.

    Raises:
        ValueError: a line is not a candidate, a word is listed twice, or the order is not alphabetical.
    """
    found: dict[str, Candidate] = {}
    for line in text.splitlines():
        candidate = _candidate(line)
        if candidate.word in found:
            raise ValueError(f"{line!r}: {candidate.word} is listed twice")
        found[candidate.word] = candidate
    if list(found) != sorted(found):
        raise ValueError("the candidates are not in alphabetical order")
    return tuple(found.values())


def _candidate(line: str) -> Candidate:
    parts = line.split(" ")
    if len(parts) != 3 or parts[1] not in _GENDERS or parts[2] not in _NUMBERS:
        raise ValueError(f"{line!r} is not a spelling, m, f or e, and s or p")
    spelling, gender, number = parts
    word = plain(spelling).upper()
    if not (word.isascii() and word.isalpha() and SHORTEST_WORD <= len(word) <= LONGEST_WORD):
        raise ValueError(f"{line!r}: a word has {SHORTEST_WORD} to {LONGEST_WORD} letters")
    return Candidate(word, spelling, gender, number)
