"""What of a game of Kaléidoscope is remembered over evenings: each player's longest word."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.capabilities.figures import Figure
from companion.core.match import Match
from companion.core.text import Text
from companion.games.kaleidoscope.state import Kaleidoscope

BEST_WORD = Text(fr="Plus long mot", en="Longest word")


def figures_of(match: Match) -> tuple[Figure, ...]:
    """The longest of the words that count for each player, the first of several; none for a player without words."""
    state = match.state
    assert isinstance(state, Kaleidoscope)
    return tuple(_longest_words(state))


def _longest_words(state: Kaleidoscope) -> Iterator[Figure]:
    for board in state.boards:
        longest = max((*board.words, *board.granted), key=len, default="")
        if longest:
            yield Figure("best-word", BEST_WORD, board.seat, len(longest), longest.upper())
