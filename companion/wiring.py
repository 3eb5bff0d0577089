"""Puts the parts together. The only module that names concrete cameras, readers and sounds."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

from companion import catalog
from companion.camera import network, none, picamera2_source, replay, usb
from companion.camera.arrays import Pixels
from companion.camera.kept import KeptFrames, the_camera
from companion.camera.source import NO_SUCH_CAMERA, FrameSource
from companion.camera.supervised import SupervisedSource
from companion.camera.url import SourceUrl
from companion.club.brokers import open_link
from companion.core.capabilities import offers
from companion.core.capabilities.board import HasBoard
from companion.core.capabilities.placed_cards import PlacesCards
from companion.core.capabilities.reveals import RevealsCards
from companion.core.capabilities.slaps import HasSlaps
from companion.core.capabilities.sorting_station import SortsThings
from companion.core.capabilities.symbol_cards import ShowsSymbolCards
from companion.core.capabilities.turn_time import TimesTurns
from companion.core.clock import Clock
from companion.core.errors import Unreadable
from companion.core.game import Game
from companion.core.text import Text
from companion.doctor.at_work import examiner
from companion.evening import Evening, Setting
from companion.evening.changing import LiveSettings
from companion.evening.running import LaysTables
from companion.hardware import box_device, gpiozero_device
from companion.hardware.awaited_device import opened_or_awaited
from companion.hardware.box_device import BoxDevice, OpenPort
from companion.hardware.cues import NO_SUCH_DEVICE, RecordingCues, TableDevice, no_device
from companion.hardware.pins import Pins
from companion.perception.boards.reader import BoardReader
from companion.perception.cards.eye import card_eye
from companion.perception.cards.reader import CardReader
from companion.perception.dice.eye import dice_eye
from companion.perception.dice.reader import DiceReader
from companion.perception.eyes import Eye, Eyes, Sighting
from companion.perception.health.camera_health import CameraHealth
from companion.settings import Settings
from companion.table.aiming import Aiming
from companion.table.backing_up import backup_for_pages
from companion.table.camera_watch import camera_in_words
from companion.table.journal import Journal
from companion.table.left_match import LeftMatch
from companion.table.referee import Referee
from companion.table.session import Session
from companion.table.starting import PartnerWish
from companion.table.watchers.board.watcher import BoardWatcher
from companion.table.watchers.placed_cards import PlacedCardsWatcher
from companion.table.watchers.registry import Registry, WatcherKind, offering, watchers_for
from companion.table.watchers.reveal import RevealWatcher
from companion.table.watchers.slaps import SlapWatcher
from companion.table.watchers.sorting_station import SortingStationWatcher
from companion.table.watchers.throws import ThrowWatcher
from companion.table.watchers.turn_clock import TurnClock
from companion.web import Manner
from companion.web.addresses import Addresses

Driver = TypeVar("Driver")
log = logging.getLogger(__name__)

LIVE_CAMERAS: dict[str, Callable[[SourceUrl, Clock], FrameSource]] = {
    "picamera2": picamera2_source.open_source,
    "usb": usb.open_source,
    **dict.fromkeys(("http", "https", "rtsp"), network.open_source),
}
"""Drivers of cameras that may fail and come back, by the first word of the camera's address."""
CAMERAS = {**LIVE_CAMERAS, "replay": replay.open_source, "none": none.open_source}
"""All drivers by that word; `rendered` needs a world, which `companion.rehearsing` lays."""

LINES: dict[str, Callable[[SourceUrl, Clock], OpenPort]] = {
    "serial": box_device.serial_line,
    "sim": box_device.simulated_line,
}
"""What opens the line to a table box, by the first word of its address."""


def _box(url: SourceUrl, pins: Pins, clock: Clock) -> TableDevice:
    return BoxDevice(LINES[url.scheme](url, clock), clock)


DEVICES: dict[str, Callable[[SourceUrl, Pins, Clock], TableDevice]] = {
    "none": lambda url, pins, clock: no_device(url),
    "gpiozero": gpiozero_device.open_device,
    **dict.fromkeys(LINES, _box),
}
"""Drivers of buttons, lights and buzzers by the first word of the device's address."""


def _dice_eye(game: Game) -> Eye:
    return dice_eye(DiceReader())


def _card_eye(game: Game) -> Eye:
    if not isinstance(game, ShowsSymbolCards):
        raise LookupError(f"{game.key} has things of kind card and does not say what they look like")
    return card_eye(CardReader(game.symbol_cards()))


EYES: dict[str, Callable[[Game], Eye]] = {"die": _dice_eye, "card": _card_eye}
"""How to make the reader of each kind of thing."""

JOURNAL = "journal.sqlite"


def open_camera(address: str, clock: Clock) -> FrameSource:
    """Open a real camera or a recording. Raises `Unreadable` for an address that no driver knows."""
    url, opens = _driver(address, CAMERAS, "camera.unknown-scheme", NO_SUCH_CAMERA)
    return opens(url, clock)


def watched_camera(address: str, clock: Clock) -> FrameSource:
    """A camera for a table that opens without it: a live one is opened in the background, and again whenever it fails.
    Raises `Unreadable` for an address that no driver knows, and for a recording that cannot be played."""
    return checked_camera(address, clock)()


def checked_camera(address: str, clock: Clock) -> Callable[[], FrameSource]:
    """What opens a camera for a table, as `watched_camera`; it raises nothing. Raises the same: a recording is opened
    now."""
    url, opens = _driver(address, CAMERAS, "camera.unknown-scheme", NO_SUCH_CAMERA)
    if url.scheme in LIVE_CAMERAS:
        return lambda: SupervisedSource(lambda: opens(url, clock), url.shown, clock)
    source = opens(url, clock)
    return lambda: source


def open_device(address: str, pins: Pins, clock: Clock) -> TableDevice:
    """Open the table's buttons, lights and buzzers. Raises `Unreadable` for an address that no driver knows, and for
    pins that cannot be had; a table box that is unplugged is waited for."""
    url, opens = _driver(address, DEVICES, "hardware.unknown-scheme", NO_SUCH_DEVICE)
    return opens(url, pins, clock)


def await_device(address: str, pins: Pins, clock: Clock) -> TableDevice:
    """The same for a table that opens without them: pins that cannot be had now are tried again in the background.
    Raises `Unreadable` for an address that no driver knows."""
    return opened_or_awaited(lambda: open_device(address, pins, clock))


def open_line(address: str, clock: Clock) -> OpenPort:
    """What opens the line to a table box, as often as it takes. Raises `Unreadable` for an address of anything else."""
    url, opens = _driver(address, LINES, "hardware.unknown-scheme", NO_SUCH_DEVICE)
    return opens(url, clock)


def _driver(address: str, drivers: Mapping[str, Driver], code: str, refusal: Text) -> tuple[SourceUrl, Driver]:
    url = SourceUrl.parse(address)
    if url.scheme not in drivers:
        known = ", ".join(f"{scheme}://" for scheme in drivers)
        raise Unreadable(code, refusal.filled(address=url.shown, known=known))
    return url, drivers[url.scheme]


def eyes_for(game: Game, kinds: Iterable[str]) -> Eyes:
    """Readers of these kinds of the game's things."""
    return Eyes({kind: EYES[kind](game) for kind in kinds})


@cache
def _all_eyes() -> Eyes:
    games = [catalog.game(key) for key in catalog.game_keys()]
    return eyes_for(next(game for game in games if isinstance(game, ShowsSymbolCards)), EYES)


def read_all(picture: Pixels) -> tuple[Sighting, ...]:
    """Read the dice and cards that any game may have, for before one is chosen; the first call takes seconds."""
    return _all_eyes().read(picture, EYES)


def _throws(session: Session, clock: Clock) -> ThrowWatcher:
    return ThrowWatcher(session, eyes_for(session.game, session.game.eyes))


def _sorting_station(session: Session, clock: Clock) -> SortingStationWatcher:
    sorts = offers(session.game, SortsThings)
    assert sorts is not None
    return SortingStationWatcher(session, eyes_for(session.game, sorts.station_kinds))


WATCHERS: Registry = (
    WatcherKind("turn clock", offering(TimesTurns), TurnClock),
    WatcherKind("placed cards", offering(PlacesCards), lambda session, _: PlacedCardsWatcher(session)),
    WatcherKind("reveal", offering(RevealsCards), lambda session, _: RevealWatcher(session)),
    WatcherKind("slaps", offering(HasSlaps), lambda session, _: SlapWatcher(session)),
    WatcherKind("board", offering(HasBoard), lambda session, _: BoardWatcher(session, BoardReader())),
    WatcherKind("sorting station", offering(SortsThings), _sorting_station),
    WatcherKind("throws", lambda game: bool(game.eyes), _throws),
)
"""Every way of watching a table, in the order in which a moment is shown to them."""


def referee_for(source: FrameSource, session: Session, clock: Clock, watchers: Registry = WATCHERS) -> Referee:
    """Whoever watches a table for the session, with all that its game needs."""
    health = CameraHealth() if isinstance(the_camera(source), SupervisedSource) else None
    return Referee(source, session, watchers_for(watchers, session, clock), clock, health)


def open_table(
    key: str | None,
    address: str,
    data: Path,
    clock: Clock,
    *,
    names: tuple[str, ...] = (),
    options: dict[str, Any] | None = None,
    resume: bool | int = False,
    device: TableDevice | None = None,
    partners: Sequence[PartnerWish] = (),
    manner: Manner = "home",
    called: tuple[str, ...] = (),
    addresses: Addresses | None = None,
    settings: Settings | None = None,
    changing: Callable[[KeptFrames], LiveSettings] | None = None,
    simulated: LaysTables | None = None,
) -> Evening:
    """Open the camera, then the journal, and only then begin a match, take one up, or open the lobby. A table that does
    not open leaves no match, and nothing open; a live camera that does not open is said on its pages, and tried again.

    Args:
        key: the game; None for that of the match to be taken up.
        names, options: of a new match; without names the lobby opens, with the game if there is one.
        resume: take up the match that was played last, or the one with this number, or (False) none. Where none was
            played yet and there are names, a new one begins.
        device: the table's buttons, lights and buzzers, open; it begins to work. None: phones do it all.
        manner: who becomes host, and what seats may do.
        called: names by which phones may call this machine beside its own.
        addresses: where phones find the page.
        settings: as the table is started, for the host's page `/doctor`; None: there is no such page.
        changing: makes what changes them while the table runs, for the page `/settings`; None: there is no such page.
        simulated: lays a simulated table for each match, and has the camera, whatever `address` says; None: the table
            is real.

    Raises:
        Refusal: the game, camera, journal, options, number of players or a partner is not usable.
    """
    device = RecordingCues() if device is None else device
    with ExitStack() as opened:
        source = KeptFrames(watched_camera(address, clock)) if simulated is None else simulated.frames
        opened.callback(source.close)
        opened.callback((journal := Journal(data / JOURNAL, clock)).close)
        live = None if changing is None else changing(source)
        used = settings or Settings()
        examine = None if settings is None else examiner(
            lambda: used if live is None else live.now, data / JOURNAL, clock, source, device,
            lambda address: open_link(address, (used if live is None else live.now).broker_ca),
        )  # fmt: skip
        back_up = partial(backup_for_pages, data, clock)
        aiming = Aiming(source, clock, read_all, waits=LeftMatch(journal).hides)
        setting = Setting(
            source, journal, device, data, clock, referee_for, manner, called, addresses,
            partial(camera_in_words, source), examine, back_up, aiming, live, used.language, simulated,
        )  # fmt: skip
        evening = Evening(setting)
        evening.open(key, names, options or {}, resume, partners)
        opened.pop_all()
    evening.listen()
    return evening
