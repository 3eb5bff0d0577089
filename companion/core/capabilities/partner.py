"""A game that can play a seat itself: it says its move, and people carry it out on the table.

Everybody sees what it asks for and what it says of past turns, so it is for games in which nothing is secret.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from companion.core.clock import Clock
from companion.core.game import Action, State
from companion.core.text import Text

GoesOn = Callable[[], bool]
"""Whether the answer is still wanted: a table that moves on needs it no more."""


def always() -> bool:
    return True


class Strength(Protocol):
    """How well a game plays.

    Attributes:
        key: its name in settings and in the journal ("master").
        time_s: seconds that it thinks at most, unless the table says otherwise.
    """

    @property
    def key(self) -> str: ...

    @property
    def name(self) -> Text: ...

    @property
    def time_s(self) -> float: ...


@dataclass(frozen=True, slots=True)
class Thought:
    """What comes of thinking.

    Attributes:
        line: the best line, the first action to be played now; at least one.
        outlook: how the player to move stands, in one sentence.
    """

    line: tuple[Action, ...]
    outlook: Text


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is thought of a turn that was played.

    Attributes:
        best: what would have been played instead; the turn itself when nothing better was found.
        what: what the turn has missed, in one sentence.
        costly: worth a second look.
    """

    best: Action
    what: Text
    costly: bool


@runtime_checkable
class PlaysSeats(Protocol):
    """What such a game has beside the methods of `Game`. All times are bounded by `time_s`, in seconds."""

    strengths: tuple[Strength, ...]
    """Weakest first; at least one."""

    def think(self, state: State, strength: Strength, time_s: float, clock: Clock, goes_on: GoesOn) -> Thought:
        """What to play for the seat whose turn it is; cut short when `goes_on` says no."""

    def judge(self, state: State, action: Action, time_s: float, clock: Clock, goes_on: GoesOn) -> Judgement:
        """What `action`, played at `state`, has missed."""

    def mend(self, state: State, asked: Action, done: Action) -> Text | None:
        """How to put right a table on which `done` was carried out instead of `asked`; None when both look alike."""
