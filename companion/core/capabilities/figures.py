"""Games that have figures worth remembering over evenings, beside who won: a best word, how often a hand was first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from companion.core.match import Match
from companion.core.text import Text


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of one player in one match.

    Attributes:
        key: which figure it is ("best-word"), the same in all matches of the game.
        title: what it is called.
        seat: whose it is, from 0.
        value: the larger, the better: by it a player's figures of several matches are compared.
        words: the figure as it is shown: a word, a number.
    """

    key: str
    title: Text
    seat: int
    value: float
    words: str


@runtime_checkable
class TellsFigures(Protocol):
    """A game with such figures."""

    def figures_of(self, match: Match) -> tuple[Figure, ...]:
        """The figures of a match that is over: at most one of each key for each seat, none that says nothing."""
