"""`companion serve`: a real table."""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack, closing
from functools import partial
from itertools import pairwise
from pathlib import Path
from socket import socket
from typing import Any

import click

from companion import catalog, wiring
from companion.camera.source import SourceEnded, SourceFailed
from companion.cli.game_options import CommandForGame, read_options
from companion.cli.live_settings import changing
from companion.cli.owning import own
from companion.cli.simulated import simulated_tables
from companion.cli.stopping import sighup_calls
from companion.cli.telling import link_for, telling
from companion.cli.terminal import show_address
from companion.cli.watchdog import REFEREE, watched
from companion.club.results import results_of
from companion.core.clock import SystemClock
from companion.core.errors import Refusal, Unreadable
from companion.core.files import expanded
from companion.core.going_on import log_failure, survived
from companion.core.match import begin
from companion.core.text import Text
from companion.evening import Evening, RunningMatch
from companion.evening.changing import LiveSettings
from companion.hardware.cues import Cue
from companion.hardware.exchangeable import ExchangeableDevice
from companion.settings import Settings, language, load_settings
from companion.settings_file import SettingsFile
from companion.table.codec import options_from_json
from companion.table.folder import HeldFolder
from companion.table.session import Session
from companion.table.starting import PartnerWish, Resume
from companion.table.troubles import CAMERA, CAMERA_STUMBLES
from companion.web.addresses import Addresses, names_of_table
from companion.web.serve import open_listener, serve_on

log = logging.getLogger(__name__)

Telling = AbstractContextManager[None]
"""While this lasts the broker is told of a match."""
LAST = "last"
"""What `--resume` without a number means."""
WITHOUT_CAMERA_S = 1.0
"""How often the loop goes round when there is no camera to wait for."""
TRY_TO_SAVE_S = 2.0
"""How often, while something could not be saved, the disk is tried again."""


class ServeCommand(CommandForGame):
    """Lets `--resume` stand before the game: what follows it is its number only if it is one."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Give a `--resume` without a number its meaning, then read the words."""
        read = [
            f"{word}={LAST}" if word == "--resume" and not following.isdecimal() else word
            for word, following in pairwise([*args, ""])
        ]
        return super().parse_args(ctx, read)


@click.command(cls=ServeCommand, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("game", required=False)
@click.option(
    "--players",
    default="",
    help="Names, clockwise, with commas between them; without, people say them on their phones.",
)
@click.option("--camera", default=None, help="picamera2://0, usb://0, rtsp://..., none://, rendered://")
@click.option("--hardware", default=None, help="none://, gpiozero://, serial:///dev/ttyACM0, sim://table-box")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="A choice of the game's set-up; 'companion serve GAME --help' lists them.",
)
@click.option(
    "--partner",
    "partners",
    multiple=True,
    metavar="NAME=LEVEL[:SECONDS]",
    help="A player whose turns the game chooses itself and people carry out.",
)
@click.option("--broker", default=None, help="Tell mqtt://host:1883 what everyone may see; see companion club.")
@click.option("--table", "called", default=None, help="What this table is called there.")
@click.option(
    "--resume",
    default=None,
    metavar="[N]",
    help="Take up the match that was played last, or match N of 'companion matches'; it needs no --players.",
)
@click.option("--data", type=click.Path(path_type=Path), default=None, help="Folder of the journal; one table each.")
@click.option("--settings", "settings_file", type=click.Path(path_type=Path), default=None, help="A TOML file.")
@click.option("--port", type=click.IntRange(0, 65535), default=None, help="Where the page listens.")
def serve(
    game: str | None,
    players: str,
    camera: str | None,
    hardware: str | None,
    options: tuple[str, ...],
    partners: tuple[str, ...],
    broker: str | None,
    called: str | None,
    resume: str | None,
    data: Path | None,
    settings_file: Path | None,
    port: int | None,
) -> int:
    """Watch a table and serve the players' phones, where everything else is chosen: the game, who plays, and what
    comes next. What is said here, like GAME, is chosen already. Who may what on the phones: docs/authority.md.

    \b
    Example:
      companion serve
      companion serve kaplan --players Ada,Basile,Chloé --camera usb://0
      companion serve --camera rendered://
      companion serve --resume
      companion serve karo --help
      companion serve karo --players Ada,Robot --option rules=clear-out --partner Robot=strong:8
      companion serve karo --players Ada,Basile --broker mqtt://cafe.local --table "Table 4"
    """
    settings = load_settings(settings_file)
    chosen, again = _match(game, players, options, partners, resume)
    wishes, clock = tuple(_partner(each) for each in partners), SystemClock()
    used = _as_called(settings, {"camera": camera, "hardware": hardware, "broker": broker, "table": called})
    link_for(used.broker, used.table, used.broker_ca)  # checked now, opened for each match
    with ExitStack() as opened:
        command = " ".join(["companion serve", *([game] if game else ["--resume"] if again else [])])
        folder = opened.enter_context(closing(own(expanded(data or settings.data), command, clock)))
        listener = opened.enter_context(open_listener(settings.host, settings.port if port is None else port))
        device = opened.enter_context(
            closing(ExchangeableDevice(lambda: wiring.await_device(used.hardware, used.pins, clock)))
        )
        addresses = Addresses(listener.getsockname()[1], settings.host, settings.address)
        evening = opened.enter_context(
            closing(
                wiring.open_table(
                    game, used.camera, folder.path, clock,
                    names=names_of(players), options=chosen, resume=again, device=device, partners=wishes,
                    manner=settings.manner, called=names_of_table(settings.names, settings.address),
                    addresses=addresses, settings=used, simulated=simulated_tables(used.camera, clock),
                    changing=changing(SettingsFile(settings_file), used, clock, device, addresses),
                )
            )
        )  # fmt: skip
        _serve_as_set(evening, folder, listener, addresses)
    return 0


def _serve_as_set(evening: Evening, folder: HeldFolder, listener: socket, addresses: Addresses) -> None:
    """Serve, and take in settings that change meanwhile."""
    live = evening.setting.settings
    assert live is not None
    with sighup_calls(lambda: _reload(live)):
        _serve(evening, folder, listener, addresses, lambda session: _told(session, live.now, evening, addresses))


def _as_called(settings: Settings, said: Mapping[str, str | None]) -> Settings:
    """The settings, with what this call says otherwise."""
    return settings.model_copy(update={key: value for key, value in said.items() if value})


def _told(session: Session, settings: Settings, evening: Evening, addresses: Addresses) -> Telling:
    """Around a match: its broker is told of it, as far as the settings allow."""
    past = evening.looking_back
    link = link_for(settings.broker, settings.table, settings.broker_ca)
    results = partial(results_of, past.past, past.statistics) if settings.results else None
    buzz = partial(evening.setting.device.play, Cue.ASK) if settings.buzzer_test else None
    return telling(session, link, settings.table, lambda: addresses.best, results, buzz)


def _reload(live: LiveSettings) -> None:
    """Take in what changed in the settings file; a mistake there is said, and the table runs on as it did."""
    try:
        live.reload()
    except Refusal as refusal:
        print(refusal.what.to(language()), file=sys.stderr)


def names_of(players: str) -> tuple[str, ...]:
    """The names between the commas."""
    return tuple(name.strip() for name in players.split(",") if name.strip())


def _match(
    game: str | None, players: str, options: tuple[str, ...], partners: tuple[str, ...], resume: str | None
) -> tuple[dict[str, Any], Resume]:
    """The options that were chosen, and what is to be taken up.

    Raises:
        Unreadable: the call chooses something of a game or of its players, and does not say which.
        Refusal: the game cannot be played so, or by that number of people.
    """
    if resume is not None and resume != LAST and not resume.isdecimal():
        raise Unreadable("cli.no-number", NO_NUMBER.filled(word=resume))
    if resume is None and game is None and (names_of(players) or options):
        raise Unreadable("cli.which-game", WHICH_GAME)
    if resume is None and partners and not names_of(players):
        raise Unreadable("cli.who-plays", WHO_PLAYS)
    chosen = {} if game is None else read_options(catalog.game(game), options)
    if resume is None and game is not None and names_of(players):  # what the rules refuse is said before all else
        begin(catalog.game(game), len(names_of(players)), options_from_json(catalog.game(game), chosen))
    return chosen, False if resume is None else True if resume == LAST else int(resume)


def _serve(
    evening: Evening,
    folder: HeldFolder,
    listener: socket,
    addresses: Addresses,
    tells: Callable[[Session], Telling],
) -> None:
    """Serve the pages; let the partner of each match think, and watch its table, until Ctrl-C.

    Args:
        tells: around each match, for the broker.
    """
    evening.app.test_client().get("/")  # the pages are made now, not while the eyes take the processor
    server = serve_on(evening, listener)
    threads = (
        threading.Thread(target=evening.follow, args=(_think,), name="partner"),
        threading.Thread(target=evening.follow, args=(_save,), name="saving"),
    )
    for thread in threads:
        thread.start()
    try:
        address = addresses.best
        folder.say_address(address)
        show_address(address)
        if evening.code is not None:
            code = evening.code.shown
            print(HOST_CODE.filled(code=code, address=f"{address}host?code={code}").to(language()))

        with watched(listener.getsockname()[0], server.port, address) as watchdog:

            def look(match: RunningMatch) -> None:
                _say_troubles(match.session)
                with tells(match.session), watchdog.needs(REFEREE) as beat:
                    watch(match, match.stop, beat)

            evening.follow(look)
    except KeyboardInterrupt:
        pass
    finally:
        evening.end()
        server.close()
        for thread in threads:
            thread.join()


def _think(match: RunningMatch) -> None:
    match.partner.run(match.stop)


def _save(match: RunningMatch) -> None:
    keep_trying_to_save(match.session, match.stop)


def _say_troubles(session: Session) -> None:
    """What is wrong from the start stands on the terminal as it does on every page."""
    page = session.page(None)
    for trouble in (*page.troubles, *((page.notice,) if page.notice else ())):
        print(trouble.to(language()), file=sys.stderr)


def keep_trying_to_save(session: Session, stop: threading.Event) -> None:
    """Until `stop` is set: where something could not be saved, see every few seconds whether it can be now."""
    while not stop.wait(TRY_TO_SAVE_S):
        with survived("saving"):
            session.try_to_save()


def watch(table: RunningMatch, stop: threading.Event, beat: Callable[[], None] = lambda: None) -> None:
    """Watch until `stop` is set. A camera that fails does not end the game: the page says so, and phones go on.

    Args:
        beat: called each time the loop goes round, with a camera and without.
    """
    try:
        table.referee.run(stop, beat)
    except SourceFailed as failure:
        log.warning("the camera has failed: %s", failure.what.en)
        table.session.tell(failure.what + PHONES_GO_ON)
        print(failure.what.to(language()), file=sys.stderr)
    except SourceEnded:
        table.session.tell(RECORDING_OVER)
    except Exception as error:  # the eyes could not be made; whatever it is, phones go on
        log_failure(log, "camera", error)
        table.session.stand(CAMERA, CAMERA_STUMBLES.filled(why=type(error).__name__))
    beat()
    while not stop.wait(WITHOUT_CAMERA_S):
        beat()


HOST_CODE = Text(
    fr="Code de l'hôte : {code}, une seule fois ({address}).", en="The host's code: {code}, once ({address})."
)
PHONES_GO_ON = Text(
    fr=" La partie continue : dites sur un téléphone ce qui se passe.",
    en=" The match goes on: tell on a phone what happens.",
)
RECORDING_OVER = Text(
    fr="L'enregistrement est fini ; la partie continue sur les téléphones.",
    en="The recording is over; the match goes on with the phones.",
)


def _partner(written: str) -> PartnerWish:
    """What "Robot=strong:8" says."""
    name, _, how = written.rpartition("=")
    strength, colon, seconds = how.partition(":")
    if not name or not strength or (colon and not seconds.isdecimal()):
        raise Unreadable("cli.no-partner", NO_PARTNER.filled(word=written))
    return PartnerWish(name, strength, float(seconds) if colon else None)


NO_NUMBER = Text(
    fr="--resume {word} : ce n'est pas le numéro d'une partie ; « companion matches » les montre.",
    en="--resume {word}: that is no number of a match; “companion matches” lists them.",
)
WHICH_GAME = Text(
    fr="Quel jeu ? Dites companion serve GAME --players ..., ou choisissez-le sur les téléphones.",
    en="Which game? Say companion serve GAME --players ..., or choose it on the phones.",
)
WHO_PLAYS = Text(
    fr="Qui joue ? Dites --players et les noms, séparés par des virgules, ou choisissez sur les téléphones.",
    en="Who plays? Say --players with names and commas between them, or choose on the phones.",
)
NO_PARTNER = Text(
    fr="--partner {word} : écrivez NOM=NIVEAU ou NOM=NIVEAU:SECONDES, pour un des joueurs.",
    en="--partner {word}: write NAME=LEVEL or NAME=LEVEL:SECONDS, for one of the players.",
)
