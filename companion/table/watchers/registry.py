"""Which watchers a table has: those whose capability its game offers, in the order of the registry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.core.capabilities import offers
from companion.core.clock import Clock
from companion.core.game import Game
from companion.table.session import Session
from companion.table.watchers.watcher import Watcher


@dataclass(frozen=True, slots=True)
class WatcherKind:
    """One way of watching, as the registry knows it.

    Attributes:
        name: its word, for logs and for those who rehearse what it watches ("board").
        offered_by: whether a game can be watched in this way.
        make: the watcher of a session's table.
    """

    name: str
    offered_by: Callable[[Game], bool]
    make: Callable[[Session, Clock], Watcher]


Registry = Sequence[WatcherKind]
"""Every way of watching, in the order in which they are asked; a value that wiring, or a test, passes on."""


def offering(capability: type) -> Callable[[Game], bool]:
    """Whether a game offers `capability`, for `WatcherKind.offered_by`."""
    return lambda game: offers(game, capability) is not None


def kinds_for(registry: Registry, game: Game) -> tuple[WatcherKind, ...]:
    """The ways in which the table of `game` is watched."""
    return tuple(kind for kind in registry if kind.offered_by(game))


def watchers_for(registry: Registry, session: Session, clock: Clock) -> tuple[Watcher, ...]:
    """A watcher of each of these ways for the table of `session`."""
    return tuple(kind.make(session, clock) for kind in kinds_for(registry, session.game))
