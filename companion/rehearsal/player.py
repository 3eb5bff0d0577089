"""What every simulated player is: somebody who knows how people handle what one watcher sees."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from random import Random
from typing import NamedTuple, Protocol

from companion.core.evidence import Evidence
from companion.core.match import Match
from companion.core.scene import Thing
from companion.core.text import Text
from companion.core.units import PointMm
from companion.simulator.world import World
from companion.table.questions import Question
from companion.table.session import Session
from companion.table.watchers.registry import Registry, kinds_for

Act = Callable[[float], None]
"""What a hand does once it is over the table; called with the table's time, seconds."""


class Reach(NamedTuple):
    """A hand that reaches over the table.

    Attributes:
        side: which side of the table it comes from: 0 south, then clockwise.
        tip_xy_mm: where its fingers come to be, millimetres on the mat.
        act: what it does there.
    """

    side: int
    tip_xy_mm: PointMm
    act: Act


class Compared(NamedTuple):
    """What was seen of one action against what was truly done, in words that are equal when both agree."""

    true: tuple[str, ...]
    seen: tuple[str, ...]


Held = Callable[[], Collection[int]]
"""The seats that real people hold now: nobody decides for them."""


def nobody() -> Collection[int]:
    """No seat is held by a real person."""
    return ()


def was_tapped(match: Match, held: Held) -> bool:
    """Whether the last action is a real person's, who played it on a phone; or people have taken all back."""
    if not match.actions:
        return bool(held())
    return getattr(match.actions[-1], "seat", None) in held()  # chance has no seat


class SimulatedPlayer(Protocol):
    """The hands of all people at a table, for one way of watching it."""

    held: Held = staticmethod(nobody)
    """For whom it decides nothing; what such a seat plays on its phone is carried out all the same."""

    counted: Text
    """How many of the things that the watcher saw were compared, as "{count} throws seen"."""
    sets_up: bool = False
    """Whether all that it does is part of setting up: a match in which nothing else was seen was not checked."""

    @property
    def is_on(self) -> bool:
        """Whether the match waits for what this player does on the table."""

    def next_act(self, now_s: float) -> Reach | None:
        """What a hand does next; None while people wait for the camera. now_s: the table's time, seconds."""

    def compared(self, index: int, evidence: Evidence) -> Compared | None:
        """Action `index` of the match, which the camera reported with `evidence`, against what was truly done; None
        when it was not this player's."""

    def answer(self, question: Question) -> int | None:
        """The number of the choice that this player knows to be true; None when it does not know."""
        return None

    def goes_on(self, *, reaching: bool) -> bool:
        """Whether its hands still have something to do though the match is over. reaching: one is over the table."""
        return False

    def dressed(self, things: Iterable[Thing]) -> tuple[Thing, ...]:
        """Things of `depict`, with the looks that people gave them."""
        return tuple(things)


MakePlayer = Callable[[World, Session, Random], SimulatedPlayer]
Players = Mapping[str, MakePlayer]
"""Who rehearses what a watcher sees, by the watcher's name in the registry."""


def players_for(
    registry: Registry, players: Players, world: World, session: Session, random: Random
) -> Sequence[SimulatedPlayer]:
    """A player for each way in which the session's table is watched, in the registry's order."""
    return [
        players[kind.name](world, session, random) for kind in kinds_for(registry, session.game) if kind.name in players
    ]
