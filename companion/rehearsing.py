"""Puts a rehearsal together: a simulated table, simulated people, and the real eyes, rules and pages."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

import cv2
from flask import Flask

from companion import catalog
from companion.camera.kept import KeptFrames
from companion.camera.url import SourceUrl
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
from companion.simulator.source import RenderedSource
from companion.simulator.stack import ArtOf
from companion.simulator.world import World
from companion.table.aiming import Aiming
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.partner_turns import Partner
from companion.web import Phones, create_app
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


@dataclass
class Simulation:
    """A rehearsal, the page that shows it, and what must be closed after it."""

    rehearsal: Rehearsal
    app: Flask
    source: RenderedSource
    journal: Journal
    partner: Partner


def rehearse(
    key: str, address: str, data: Path, clock: Clock, *, seed: int, seats: int, device: TableDevice | None = None
) -> Simulation:
    """Lay a simulated table and seat simulated people at it.

    Args:
        device: real buttons, lights and buzzers, open; they begin to work.

    Raises:
        Refusal: as `open_table`.
    """
    game = catalog.game(key)
    device = RecordingCues() if device is None else device
    cv2.setNumThreads(1)  # the drawing and the eyes take turns: more threads only wait for each other
    journal = Journal(data / JOURNAL, clock)
    session = open_session(journal, device, game, seats, game.options(), SIMULATED_NAMES[:seats])
    sorts, board = offers(game, SortsThings), offers(game, HasBoard)
    world = World(game.art if board is None else boxed(game, board, seed))
    if board is None:
        world.arrange(game.depict(session.match.state))
    source = rendered.open_source(SourceUrl.parse(address), clock, world)
    random = Random(seed)
    phones = Phones()
    players = players_for(WATCHERS, PLAYERS, world, session, random)
    people = People(world, session, players, random, held=lambda: phones.taken)
    frames = KeptFrames(source)
    referee = referee_for(frames, session, clock)
    aiming = Aiming(frames, clock, read_all)
    turner = sorts or board
    turned = one_face_only if turner is None else turner.other_face
    touched = TouchedTable(world, source, people, Random(seed), turned)
    app = create_app(session, phones=phones, simulated=touched, aiming=aiming)
    device.listen(session.button_pressed, session.tell_hardware)
    return Simulation(Rehearsal(people, referee, session, clock), app, source, journal, Partner(session, SystemClock()))
