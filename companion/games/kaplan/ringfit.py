"""Where a word can lie on the crown, given the letters that are face up (clause 2.6)."""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_uppercase

from companion.games.kaplan.pieces import LONGEST_WORD, PLACES, SHORTEST_WORD


def _covered(start: int, length: int) -> frozenset[int]:
    return frozenset((start - 1 + offset) % len(PLACES) + 1 for offset in range(length))


WORD_PLACES = frozenset(
    _covered(start, length) for start in PLACES for length in range(SHORTEST_WORD, LONGEST_WORD + 1)
)
"""Every set of places that a word can fill without a gap."""


def possible_letters(known: Mapping[int, str], place: int) -> tuple[str, ...]:
    """The letters that the card at `place` may show: "" for a blank, "A" to "Z".

    Args:
        known: the face-up cards by place, "" for a blank.
    """
    fitting = [filled for filled in WORD_PLACES if all((number in filled) == bool(known[number]) for number in known)]
    blank = ("",) if any(place not in filled for filled in fitting) else ()
    letter = tuple(ascii_uppercase) if any(place in filled for filled in fitting) else ()
    return blank + letter


def starts_of(word: str, known: Mapping[int, str]) -> tuple[int, ...]:
    """The places where `word` (in capitals) can begin so that it agrees with the face-up cards in `known`."""
    return tuple(start for start in PLACES if _agrees(word, start, known))


def _agrees(word: str, start: int, known: Mapping[int, str]) -> bool:
    offsets = {number: (number - start) % len(PLACES) for number in known}
    return all(known[n] == (word[at] if at < len(word) else "") for n, at in offsets.items())


def ring(word: str, start: int) -> tuple[str, ...]:
    """The twelve lenses from place 1 on: `word` clockwise from place `start`, then blanks."""
    letters = [""] * len(PLACES)
    for offset, letter in enumerate(word):
        letters[(start - 1 + offset) % len(PLACES)] = letter
    return tuple(letters)
