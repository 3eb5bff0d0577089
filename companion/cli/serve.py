"""`companion serve`: a real table."""

from __future__ import annotations

import logging
import sys
import threading
from pathlib import Path

import click
import segno

from companion import catalog, wiring
from companion.camera.source import SourceEnded, SourceFailed
from companion.cli.game_options import CommandForGame, read_options
from companion.cli.telling import link_for, telling
from companion.club.link import Link
from companion.core.clock import SystemClock
from companion.core.text import Text
from companion.hardware.cues import TableDevice
from companion.settings import language, load_settings
from companion.web import host_code
from companion.web.serve import address_for_phones
from companion.web.serve import serve as serve_app

log = logging.getLogger(__name__)


@click.command(cls=CommandForGame, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("game")
@click.option("--players", required=True, help="Names, clockwise, with commas between them.")
@click.option("--camera", default=None, help="picamera2://0, usb://0, replay:///folder, rtsp://...")
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
@click.option("--resume", is_flag=True, help="Take up the last match of this game where it was left.")
@click.option("--settings", "settings_file", type=click.Path(path_type=Path), default=None, help="A TOML file.")
@click.option("--port", type=click.IntRange(0, 65535), default=None, help="Where the page listens.")
def serve(
    game: str,
    players: str,
    camera: str | None,
    hardware: str | None,
    options: tuple[str, ...],
    partners: tuple[str, ...],
    broker: str | None,
    called: str | None,
    resume: bool,
    settings_file: Path | None,
    port: int | None,
) -> int:
    """Watch a real table and serve the players' phones. Who may what on them: docs/authority.md.

    \b
    Example:
      companion serve kaplan --players Ada,Basile,Chloé --camera usb://0
      companion serve karo --help
      companion serve karo --players Ada,Robot --option rules=clear-out --partner Robot=strong:8
      companion serve karo --players Ada,Basile --broker mqtt://cafe.local --table "Table 4"
    """
    settings = load_settings(settings_file)
    chosen = read_options(catalog.game(game), options)
    names = tuple(name.strip() for name in players.split(",") if name.strip())
    clock = SystemClock()
    called = called or settings.table
    link = link_for(broker or settings.broker, called)
    device = wiring.open_device(hardware or settings.hardware, settings.pins, clock)
    where = camera or settings.camera
    table = wiring.open_table(
        game,
        where,
        settings.data,
        clock,
        names=names,
        options=chosen,
        resume=resume,
        device=device,
        manner=settings.manner,
    )
    try:
        for written in partners:
            table.session.give_seat(*_partner(written, table.session.names), "table")
        _serve(table, settings.host, settings.port if port is None else port, link, called)
    finally:
        _close(table, device)
    return 0


def _serve(table: wiring.Table, host: str, port: int, link: Link | None, called: str) -> None:
    """Serve the pages, let the partner think, and watch the table, until Ctrl-C."""
    stop = threading.Event()
    server = serve_app(table.app, host, port)
    thinking = threading.Thread(target=table.partner.run, args=(stop,), name="partner")
    thinking.start()
    address = address_for_phones(server.port)
    print(address)
    segno.make_qr(address).terminal(compact=True)
    code = host_code(table.app)
    if code is not None:
        print(HOST_CODE.filled(code=code, address=f"{address}host?code={code}").to(language()))
    try:
        with telling(table.session, link, called, address):
            watch(table, stop)
    except KeyboardInterrupt:
        pass
    finally:
        stop.set()
        server.close()
        thinking.join()


def _close(table: wiring.Table, device: TableDevice) -> None:
    device.close()
    table.source.close()
    table.journal.close()


def watch(table: wiring.Table, stop: threading.Event) -> None:
    """Watch until `stop` is set. A camera that fails does not end the game: the page says so, and phones go on."""
    try:
        table.referee.run(stop)
    except SourceFailed as failure:
        log.warning("the camera has failed: %s", failure.what.en)
        table.session.tell(failure.what + PHONES_GO_ON)
        print(failure.what.to(language()), file=sys.stderr)
    except SourceEnded:
        table.session.tell(RECORDING_OVER)
    stop.wait()


HOST_CODE = Text(
    fr="Code de l'hôte : {code}, une seule fois ({address}).", en="The host's code: {code}, once ({address})."
)
PHONES_GO_ON = Text(
    fr=" La partie continue : dites les dés sur un téléphone.", en=" The game goes on: tell the dice on a phone."
)
RECORDING_OVER = Text(
    fr="L'enregistrement est fini ; la partie continue sur les téléphones.",
    en="The recording is over; the game goes on with the phones.",
)


def _partner(written: str, names: tuple[str, ...]) -> tuple[int, str, float | None]:
    """Seat, strength and seconds of "Robot=strong:8"."""
    name, _, how = written.rpartition("=")
    strength, colon, seconds = how.partition(":")
    if name not in names or not strength or (colon and not seconds.isdecimal()):
        raise click.BadParameter(f"'{written}' is not NAME=LEVEL[:SECONDS] of a player", param_hint="'--partner'")
    return names.index(name), strength, float(seconds) if colon else None
