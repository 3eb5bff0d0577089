"""`companion demo`: a whole game on a simulated table, through the real eyes, rules and page."""

from __future__ import annotations

import shutil
import sys
import tempfile
import threading
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import click

from companion import catalog, rehearsing, wiring
from companion.cli.telling import link_for, telling
from companion.cli.terminal import show_address
from companion.club.link import Link
from companion.core.clock import FasterClock, ManualClock, SystemClock
from companion.core.errors import Unreadable
from companion.core.text import Text, named
from companion.hardware.cues import RecordingCues, TableDevice
from companion.rehearsal.rehearsal import Rehearsal
from companion.settings import language, load_settings
from companion.table.folder import LOCK, hold
from companion.web.serve import address_for_phones, serve

DEMO_FOLDER = "companion-demo-"
"""How the names of the folders begin in which demos keep their journals while they run."""
DEFAULT_GAME = "kaplan"
DEFAULT_SEATS = 4
CAMERA = "rendered://?width=2304&height=1728&fps=8&seed={seed}"
"""A camera module's picture at half its width: 2.5 pixels a millimetre, enough for the symbols on the cards."""

NOTHING_SEEN = Text(
    fr="{game} : la caméra n'a rien vu de ce qui s'est passé, donc rien n'a été vérifié ; essayez une autre --camera.",
    en="{game}: the camera saw nothing that happened, so nothing was checked; try another --camera.",
)

PLAYED = Text(fr="{game}, graine {seed} : {count} actions", en="{game}, seed {seed}: {count} actions")
WRONG = Text(fr="{count} faux", en="{count} wrong")


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("game", required=False, default=DEFAULT_GAME)
@click.option("--headless", is_flag=True, help="No page: play to the end, print the result, and leave.")
@click.option("--seed", type=click.IntRange(0), default=None, help="The same seed plays the same game.")
@click.option("--speed", type=click.FloatRange(0.1, 50), default=1.0, show_default=True, help="How fast people play.")
@click.option("--seats", type=click.IntRange(1), default=None, help="How many people; 4, or as many as the game takes.")
@click.option("--host", default="0.0.0.0", show_default=True, help="Where the page listens.")
@click.option("--port", type=click.IntRange(0, 65535), default=8080, show_default=True, help="0 takes a free one.")
@click.option("--camera", default=None, help="Address of the simulated camera (rendered://?...).")
@click.option("--broker", default=None, help="Tell mqtt://host:1883 what everyone may see; see companion club.")
@click.option("--table", "called", default="Demo", show_default=True, help="What this table is called there.")
@click.option("--hardware", default=None, help="Real buttons, lights and buzzers: gpiozero://, serial://, ...")
def demo(
    game: str,
    headless: bool,
    seed: int | None,
    speed: float,
    seats: int | None,
    host: str,
    port: int,
    camera: str | None,
    broker: str | None,
    called: str,
    hardware: str | None,
) -> int:
    """Play GAME (Kaplan if none is named) on a simulated table, seen through the real eyes.

    \b
    Example:
      companion demo --seed 7 --speed 2
      companion demo kaplan --headless --seed 7
    """
    link = link_for(broker, called, None if broker is None else load_settings(None).broker_ca)
    possible = catalog.game(game).seats
    if seats is None:
        seats = DEFAULT_SEATS if DEFAULT_SEATS in possible else possible[-1]
    chosen = Random().randrange(10_000) if seed is None else seed
    address = camera or CAMERA.format(seed=chosen)
    device: TableDevice = RecordingCues()
    if hardware is not None:
        device = wiring.await_device(hardware, load_settings(None).pins, SystemClock())
    sweep_demo_folders()
    with closing(device), tempfile.TemporaryDirectory(prefix=DEMO_FOLDER) as data:
        clock = ManualClock() if headless else FasterClock(speed)
        simulation = rehearsing.rehearse(game, address, Path(data), clock, seed=chosen, seats=seats, device=device)
        try:
            if headless:
                address = address_for_phones(port)
                with telling(simulation.rehearsal.session, link, called, lambda: address):
                    simulation.rehearsal.run(threading.Event(), to_the_end=True)
                return _report(simulation.rehearsal, chosen)
            return _show(simulation, host, port, link, called)
        finally:
            simulation.source.close()
            simulation.journal.close()


def _report(rehearsal: Rehearsal, seed: int) -> int:
    """Print how it ended. Returns 0 when what was seen agrees with what lay there, else 1."""
    session, verdict = rehearsal.session, rehearsal.verdict()
    page, to = session.page(None), language()
    print(PLAYED.filled(game=page.title, seed=seed, count=len(page.story)).to(to))
    for name, score in sorted(zip(page.names, page.scores or (), strict=True), key=lambda each: -each[1]):
        print(f"  {name:10} {score:g}")
    counts = [words.filled(count=count).to(to) for words, count in verdict.counts.items()]
    print("  " + ", ".join([*counts, WRONG.filled(count=len(verdict.wrong)).to(to)]))
    if not verdict.total:
        print(NOTHING_SEEN.filled(game=page.title).to(to), file=sys.stderr)
    for index, true, seen in verdict.wrong:
        print(f"  action {index}: truly {true}, seen {seen}", file=sys.stderr)
    return 0 if verdict.agrees else 1


def _show(simulation: rehearsing.Simulation, host: str, port: int, link: Link | None, called: str) -> int:
    """Serve the page while people play; Ctrl-C ends it."""
    rehearsal, stop = simulation.rehearsal, threading.Event()
    server = serve(simulation.app, host, port)
    threads = (
        threading.Thread(target=rehearsal.run, args=(stop,), kwargs={"to_the_end": False}, name="table"),
        threading.Thread(target=simulation.partner.run, args=(stop,), name="partner"),
    )
    try:
        address = address_for_phones(server.port)
        show_address(address)
        print(named(rehearsal.session.page(None).prompt.to(language()), rehearsal.session.names))
        for thread in threads:
            thread.start()
        with telling(rehearsal.session, link, called, lambda: address):
            threads[0].join()
    except KeyboardInterrupt:
        pass
    finally:
        stop.set()
        server.close()
        for thread in threads:
            if thread.ident is not None:
                thread.join()
    return 0


def sweep_demo_folders() -> None:
    """Remove what demos left that were killed: their folders, locked by nobody. One that is at work is let be."""
    for folder in Path(tempfile.gettempdir()).glob(f"{DEMO_FOLDER}*"):
        if (folder / LOCK).is_file():
            with suppress(Unreadable), closing(hold(folder)):
                shutil.rmtree(folder, ignore_errors=True)
