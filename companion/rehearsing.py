"""Puts rehearsals together: simulated tables, simulated people, and the real eyes, rules and pages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import MappingProxyType

import cv2
from flask import Flask

from companion import catalog
from companion.camera.kept import KeptFrames
from companion.camera.source import ClosedAtEnd, Frame, FrameSource, NoFrameNow
from companion.camera.url import SourceUrl
from companion.core.art import Art
from companion.core.capabilities import offers
from companion.core.capabilities.board import HasBoard
from companion.core.capabilities.sorting_station import SortsThings
from companion.core.clock import Clock, SystemClock
from companion.core.game import Game
from companion.hardware.cues import RecordingCues, TableDevice
from companion.rehearsal.board import BoardPlayer
from companion.rehearsal.people import People
from companion.rehearsal.placed_cards import PlacedCardsPlayer
from companion.rehearsal.player import Players, players_for
from companion.rehearsal.rehearsal import Rehearsal
from companion.rehearsal.reveals import RevealPlayer
from companion.rehearsal.sorting_station import SortingPlayer
from companion.rehearsal.throws import ThrowPlayer
from companion.rehearsal.touch import TouchedTable, one_face_only
from companion.simulator import source as rendered
from companion.simulator.board_set import SETS, dressed
from companion.simulator.options import options_from
from companion.simulator.source import RenderedSource
from companion.simulator.stack import ArtOf
from companion.simulator.world import World
from companion.table.aiming import Aiming
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.partner_turns import Partner
from companion.table.referee import Referee
from companion.table.session import Session
from companion.web import Phones, create_app
from companion.web.simulated import SimulatedTable
from companion.wiring import JOURNAL, WATCHERS, read_all, referee_for

SIMULATED_NAMES = ("Ada", "Basile", "Chloé", "Denis", "Élise", "Farid", "Gaïa", "Hugo")

PLAYERS: Players = {
    "placed cards": PlacedCardsPlayer,
    "reveal": RevealPlayer,
    "board": BoardPlayer,
    "sorting station": SortingPlayer,
    "throws": ThrowPlayer,
}
"""Who plays in a rehearsal what a watcher sees, by the watcher's name. Slaps are told on phones there."""


def boxed(game: Game, board: HasBoard, seed: int) -> ArtOf:
    """The art of one of the boxes in which the pieces of a board may come."""
    return dressed(game.art, SETS[seed % len(SETS)], board.tile_kind, board.disc_kind, seed)


class OfOneTable(ClosedAtEnd):
    """The evening's camera as long as one simulated table lies under it; afterwards it gives no frames.

    Args:
        frames: the camera, with the table under it.
    """

    def __init__(self, frames: KeptFrames) -> None:
        self._frames, self._camera = frames, frames.camera
        self.full_size_xy = frames.full_size_xy

    def small(self) -> Frame:
        """See `FrameSource.small`."""
        return self._of_this_table(self._frames.small())

    def full(self) -> Frame:
        """See `FrameSource.full`."""
        return self._of_this_table(self._frames.full())

    def close(self) -> None:
        """The camera stays open: another table comes."""

    def _of_this_table(self, frame: Frame) -> Frame:
        if self._frames.camera is not self._camera:
            raise NoFrameNow
        return frame


class LaidTable:
    """A simulated table for one match, and simulated people who play at it.

    Args:
        source: the camera that was opened over this table.
        camera: the same, as the evening's; for this table and no other.
        people: act when the table is watched.
        touched: the same table under mouse and finger.
    """

    def __init__(
        self,
        session: Session,
        clock: Clock,
        source: RenderedSource,
        camera: OfOneTable,
        people: People,
        touched: SimulatedTable,
    ) -> None:
        self._session, self._clock, self._camera, self._people = session, clock, camera, people
        self.source, self.touched = source, touched

    def watched(self, watch: Callable[[FrameSource, Session, Clock], Referee]) -> Rehearsal:
        """Let `watch` look at the table, and its people act while it does."""
        return Rehearsal(self._people, watch(self._camera, self._session, self._clock), self._session, self._clock)


class SimulatedTables:
    """Lays one simulated table after the other under one simulated camera.

    Args:
        address: of the camera, `rendered://?...`.
        clock: the tables' time.
        seed: decides for the people, and how things lie; each match has its own.

    Attributes:
        frames: the camera.

    Raises:
        Unreadable: the address is not understood.
    """

    def __init__(self, address: str, clock: Clock, seed: int) -> None:
        self._url, self._clock, self._seed = SourceUrl.parse(address), clock, seed
        cv2.setNumThreads(1)  # the drawing and the eyes take turns: more threads only wait for each other
        self.frames = KeptFrames(self._over(World(_no_things)))

    def clear(self) -> None:
        """Leave nothing on the table."""
        self.frames.exchange(lambda: self._over(World(_no_things)))

    def lay(self, session: Session, held: Callable[[], Collection[int]]) -> LaidTable:
        """Lay the table of a match as it stands, and seat people at it.

        Args:
            held: the seats that real people hold: nobody decides for these.
        """
        game, seed = session.game, self._seed + session.number - 1
        sorts, board = offers(game, SortsThings), offers(game, HasBoard)
        world = World(game.art if board is None else boxed(game, board, seed))
        if board is None:
            world.arrange(game.depict(session.match.state))
        source = self._over(world)
        self.frames.exchange(lambda: source)
        random = Random(seed)
        people = People(world, session, players_for(WATCHERS, PLAYERS, world, session, random), random, held=held)
        turner = sorts or board
        turned = one_face_only if turner is None else turner.other_face
        touched = TouchedTable(world, source, people, Random(seed), turned)
        return LaidTable(session, self._clock, source, OfOneTable(self.frames), people, touched)

    def _over(self, world: World) -> RenderedSource:
        return rendered.open_source(self._url, self._clock, world)


def _no_things(kind: str, face: str) -> Art:
    """The art of a table on which nothing lies."""
    raise LookupError(f"no {kind} lies on an empty table")


@dataclass
class Simulation:
    """A rehearsal, the page that shows it, and what must be closed after it."""

    rehearsal: Rehearsal
    app: Flask
    source: RenderedSource
    journal: Journal
    partner: Partner


def tables_for(address: str, clock: Clock) -> SimulatedTables:
    """The simulated tables of an evening; the address's `seed` decides for their people, too. Raises `Unreadable`: the
    address is not understood."""
    return SimulatedTables(address, clock, options_from(SourceUrl.parse(address)).seed)


def rehearse(
    key: str, address: str, data: Path, clock: Clock, *, seed: int, seats: int, device: TableDevice | None = None,
    options: Mapping[str, object] = MappingProxyType({}),
) -> Simulation:  # fmt: skip
    """One match of simulated people, at a table laid for it.

    Args:
        device: real buttons, lights and buzzers, open; they begin to work.
        options: values of the game's options that are not the usual ones, by name.

    Raises:
        Refusal: as `open_table`.
    """
    game = catalog.game(key)
    device = RecordingCues() if device is None else device
    tables, phones = SimulatedTables(address, clock, seed), Phones()
    journal = Journal(data / JOURNAL, clock)
    session = open_session(journal, device, game, seats, game.options(**options), SIMULATED_NAMES[:seats])
    laid = tables.lay(session, lambda: phones.taken)
    app = create_app(session, phones=phones, simulated=laid.touched, aiming=Aiming(tables.frames, clock, read_all))
    device.listen(session.button_pressed, session.tell_hardware)
    rehearsal = laid.watched(referee_for)
    return Simulation(rehearsal, app, laid.source, journal, Partner(session, SystemClock()))
