"""Games that can play a seat themselves: the partner announces its move, and people carry it out on the table.

Everybody sees what the partner asks for and what it says about past turns, so it suits games without secrets only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from companion.core.clock import Clock
from companion.core.game import Action, State
from companion.core.text import Text

GoesOn = Callable[[], bool]
"""Returns whether the answer is still wanted; False once the table has moved on."""


def always() -> bool:
    """A `GoesOn` that never stops: True."""
    return True


class Strength(Protocol):
    """A playing strength of a game."""

    @property
    def key(self) -> str:
        """Its name in settings and in the journal ("master")."""

    @property
    def name(self) -> Text:
        """Its name for people."""

    @property
    def time_s(self) -> float:
        """Most seconds that it thinks about a turn, unless the table sets another time."""


@dataclass(frozen=True, slots=True)
class Thought:
    """The result of a search.

    Attributes:
        line: the best sequence of actions, at least one; the first is to be played now.
        outlook: how the player to move stands, in one sentence.
    """

    line: tuple[Action, ...]
    outlook: Text


@dataclass(frozen=True, slots=True)
class Judgement:
    """An assessment of a turn that was played.

    Attributes:
        best: the best turn that was found; the played one when nothing better was found.
        what: what the turn missed, in one sentence.
        costly: whether the mistake is big enough to point out.
    """

    best: Action
    what: Text
    costly: bool


@runtime_checkable
class PlaysSeats(Protocol):
    """The methods of a game that plays seats. `think` and `judge` take `time_s` seconds at most."""

    strengths: tuple[Strength, ...]
    """Its strengths, the weakest first; at least one."""

    def think(self, state: State, strength: Strength, time_s: float, clock: Clock, goes_on: GoesOn) -> Thought:
        """Search a turn for the seat whose turn it is; ends early when `goes_on` returns False."""

    def judge(self, state: State, action: Action, time_s: float, clock: Clock, goes_on: GoesOn) -> Judgement:
        """Assess `action`, played at `state`; ends early when `goes_on` returns False."""

    def mend(self, state: State, asked: Action, done: Action) -> Text | None:
        """How to correct a table on which `done` was carried out instead of `asked`; None when both look the same."""
