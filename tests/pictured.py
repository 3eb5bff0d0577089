"""Tables whose pictures are taken for the kit's check, with readers that are made once and used by every session."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from companion import wiring
from companion.camera.source import FrameSource
from companion.core.capabilities import offers
from companion.core.capabilities.sorting_station import SortsThings
from companion.core.clock import Clock
from companion.core.game import Game
from companion.perception.eyes import Eyes
from companion.table.referee import Referee
from companion.table.session import Session
from companion.table.watchers.board.watcher import BoardWatcher
from companion.table.watchers.sorting_station import SortingStationWatcher
from companion.table.watchers.throws import ThrowWatcher
from companion.table.watchers.watcher import Watcher


@cache
def eyes(game: Game, kinds: frozenset[str]) -> Eyes:
    """Readers of these kinds."""
    return wiring.eyes_for(game, kinds)


def _sorting_station(session: Session, clock: Clock) -> Watcher:
    sorts = offers(session.game, SortsThings)
    assert sorts is not None
    return SortingStationWatcher(session, eyes(session.game, sorts.station_kinds))


MAKES: dict[str, Callable[[Session, Clock], Watcher]] = {
    "throws": lambda session, _: ThrowWatcher(session, eyes(session.game, session.game.eyes)),
    "sorting station": _sorting_station,
    "board": lambda session, _: BoardWatcher(session, None),
}


def watch(source: FrameSource, session: Session, clock: Clock) -> Referee:
    """The product's watchers."""
    registry = [replace(kind, make=MAKES.get(kind.name, kind.make)) for kind in wiring.WATCHERS]
    return wiring.referee_for(source, session, clock, registry)
