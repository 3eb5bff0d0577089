"""The contents of the box: 27 capitals and 96 small letters (clauses 1.1, 1.2).

A capital is "A" to "Z", a small letter "a" to "z"; a joker is "*" wherever it is clear which of the two it is.
"""

from __future__ import annotations

from collections import Counter
from string import ascii_lowercase, ascii_uppercase

JOKER = "*"
CAPITALS = (*ascii_uppercase, JOKER)
"""All capitals, each occurring once."""
_OFTEN = {15: "e", 7: "ais", 6: "nrtu", 5: "lo", 3: "cdmp"}
SMALL: Counter[str] = Counter(
    dict.fromkeys(ascii_lowercase, 1)
    | {letter: count for count, letters in _OFTEN.items() for letter in letters}
    | {JOKER: 2}
)
"""How many there are of each small letter: 94 in proportion to running French text, and two jokers."""
SMALL_LETTERS = tuple(sorted(SMALL))
"""The different small letters, the joker first."""


def pattern(capital: str, small: str) -> str:
    """What stands in a column, in small letters including its capital, as the lexicon expects it."""
    return capital.lower() + small


def has_too_many_jokers(written: str) -> bool:
    """Whether a column contains at least two jokers and therefore cannot be a word (clause 3.3)."""
    return written.count(JOKER) > 1
