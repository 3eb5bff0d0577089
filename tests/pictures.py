"""`make pictures`: the docs' pictures and the README's film, taken of running tables with the real eyes, never drawn.

`python -m tests.pictures film` makes the README's alone: the film, the wall screen and a seat's page.
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from companion import rehearsing
from companion.cli.demo import CAMERA
from companion.club.local_link import LocalBroker, LocalLink
from companion.club.publisher import Publisher
from companion.club.tables import Tables
from companion.core.clock import ManualClock, SystemClock
from companion.core.text import LANGUAGES
from companion.perception.dice.eye import dice_eye
from companion.perception.dice.reader import DiceReader
from companion.perception.overlay import drawn
from companion.simulator.source import RenderedSource
from companion.table.past import Past
from companion.web.addresses import Addresses
from companion.web.club import create_club
from companion.web.film_scenes import Dated, film_plan
from companion.web.serve import open_listener, serve, serve_on
from tests.web.evenings import opened
from tests.web.test_browser import CHROMIUM, FLAGS

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"
SEED, SEATS = 7, 4
SORTED = 60
"""Actions into the first sort, for the picture of the station."""
ACTIONS = 225
"""Far enough that letters are turned, clues are read, and somebody has announced."""
CLUB = (("Fenêtre", "leprechauns", 3, 40), ("Bar", "kaleidoscope", 2, 60), ("Cheminée", "plic-plac", 4, 12))
"""A café's tables: name, game, players, and after how many actions the page is taken."""
TOLD = Addresses(8080, fixed="http://raspberrypi.local:8080")
"""The address that the lobby's pictures show."""
FILMED, FILMED_SEED, FILMED_ACTIONS = "karo", 3, 20
"""The match whose film and pictures the README shows: its game, its seed, the number of actions before the pictures."""
FILM_PICTURES, FILM_SIZE_PX, FILM_QUALITY, FILM_MS = 24, (800, 450), 62, 900
"""Of the README's film: pictures, their size and WebP quality, and for how long each stands."""
MOST_FILM_BYTES = 1_000_000
MARGIN_PX = 90
"""Around the dice in the close-up."""


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    film()
    if sys.argv[1:] != ["film"]:
        photographs()


def film() -> None:
    """A match of KARO, seen by the simulated camera: the wall screen, a seat, and its film as an animation."""
    with tempfile.TemporaryDirectory() as data:
        camera = CAMERA.format(seed=FILMED_SEED)
        simulation = rehearsing.rehearse(FILMED, camera, Path(data), ManualClock(), seed=FILMED_SEED, seats=2)
        session = simulation.rehearsal.session
        while len(session.match.actions) < FILMED_ACTIONS or session.match.state.actor.seat != 0:
            simulation.rehearsal.step()
        serving = serve(simulation.app, "127.0.0.1", 0)
        wall_and_seat(f"http://127.0.0.1:{serving.port}")
        serving.close()
        while not simulation.rehearsal.over:
            simulation.rehearsal.step()
        past = Past(simulation.journal, ManualClock()).match(simulation.rehearsal.session.number)
        assert past is not None
        whole = list(film_plan(simulation.app, [Dated(past, "")], LANGUAGES[0]).pictures())
        simulation.journal.close()
    chosen = [whole[round(at)] for at in np.linspace(0, len(whole) - 1, FILM_PICTURES)]
    shown = [Image.fromarray(cv2.cvtColor(each, cv2.COLOR_BGR2RGB)).resize(FILM_SIZE_PX) for each in chosen]
    path = PICTURES / "film.webp"
    shown[0].save(
        path, save_all=True, append_images=shown[1:], duration=FILM_MS, loop=0, quality=FILM_QUALITY, method=6
    )
    assert path.stat().st_size <= MOST_FILM_BYTES


def wall_and_seat(address: str) -> None:
    """The wall screen, and the page of the first seat."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        wall = browser.new_page(viewport={"width": 1280, "height": 720}, bypass_csp=True)
        wall.goto(f"{address}/wall")
        wall.wait_for_function("[...document.images].every(each => each.complete)")
        wall.screenshot(path=PICTURES / "wall.png")
        phone = browser.new_page(viewport={"width": 390, "height": 720}, bypass_csp=True)
        phone.goto(f"{address}/join")
        phone.get_by_role("button").first.click()
        phone.wait_for_url(f"{address}/seat/0")
        phone.evaluate("document.getElementById('recovery')?.remove()")  # a secret, and gone after a minute
        if phone.get_by_role("button", name="C’est moi").is_visible():
            phone.get_by_role("button", name="C’est moi").click()
        phone.screenshot(path=PICTURES / "seat.png")
        browser.close()


def photographs() -> None:
    with tempfile.TemporaryDirectory() as data:
        simulation = rehearsing.rehearse(
            "kaplan", CAMERA.format(seed=SEED), Path(data), ManualClock(), seed=SEED, seats=SEATS
        )
        rehearsal = simulation.rehearsal
        session = rehearsal.session
        serving = serve(simulation.app, "127.0.0.1", 0)
        address = f"http://127.0.0.1:{serving.port}"
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
                while len(session.match.actions) < SORTED:
                    rehearsal.step()
                station(browser, address)
                while len(session.match.actions) < ACTIONS or not session.page(None).story[-1].faces:
                    rehearsal.step()
                close_up(simulation.source)
                photograph(browser, address, rehearsal.session.match.state.actor.seat or 0)
                club(browser)
                lobby(browser)
                browser.close()
        finally:
            serving.close()


def close_up(source: RenderedSource) -> None:
    """The dice, near by, with what the eyes made of the whole picture."""
    picture = source.full().pixels
    seen = dice_eye(DiceReader())(picture)
    across, down = zip(*(sighting.centre_xy_px for sighting in seen), strict=True)
    left, top = max(0, round(min(across)) - MARGIN_PX), max(0, round(min(down)) - MARGIN_PX)
    piece = picture[top : round(max(down)) + MARGIN_PX, left : round(max(across)) + MARGIN_PX]
    near = [
        replace(sighting, centre_xy_px=(sighting.centre_xy_px[0] - left, sighting.centre_xy_px[1] - top))
        for sighting in seen
    ]
    cv2.imwrite(str(PICTURES / "seen.png"), drawn(np.ascontiguousarray(piece), near))


def station(browser: Browser, address: str) -> None:
    screen = browser.new_page(viewport={"width": 1200, "height": 900})
    screen.goto(address)
    screen.wait_for_selector("img")
    screen.screenshot(path=PICTURES / "station.png")
    screen.close()


def photograph(browser: Browser, address: str, seat: int) -> None:
    screen = browser.new_page(viewport={"width": 1200, "height": 1180})
    screen.goto(address)
    screen.wait_for_selector("img")
    screen.screenshot(path=PICTURES / "watch.png")
    phone = browser.new_context(viewport={"width": 390, "height": 900}).new_page()
    phone.goto(f"{address}/join")
    phone.get_by_role("button").nth(seat).click()
    phone.wait_for_url(f"{address}/seat/{seat}")
    table = phone.context.new_page()  # who sits at the table may push things about
    table.set_viewport_size({"width": 900, "height": 860})
    table.goto(f"{address}/table")
    table.wait_for_selector("img")
    table.screenshot(path=PICTURES / "table.png")


def club(browser: Browser) -> None:
    """Three tables that are played at, each seen by its own eyes, on a café's page."""
    broker, clock = LocalBroker(), SystemClock()
    with tempfile.TemporaryDirectory() as data, ExitStack() as open_ones:
        for number, (name, game, seats, actions) in enumerate(CLUB):
            folder = Path(data) / str(number)
            folder.mkdir()
            simulation = rehearsing.rehearse(
                game, CAMERA.format(seed=number), folder, ManualClock(), seed=number, seats=seats
            )
            open_ones.callback(simulation.journal.close)
            session = simulation.rehearsal.session
            while len(session.match.actions) < actions:
                simulation.rehearsal.step()
            address = f"http://192.0.2.{number + 1}:8080/"
            Publisher(
                session,
                LocalLink(broker),
                clock,
                table=name,
                address=partial(str, address),
                language="fr",
                trouble=print,
            ).open()
        tables = Tables(LocalLink(broker))
        tables.open()
        serving = serve(create_club(tables), "127.0.0.1", 0)
        open_ones.callback(serving.close)
        screen = browser.new_page(viewport={"width": 1200, "height": 420})
        screen.goto(f"http://127.0.0.1:{serving.port}")
        screen.wait_for_selector("article")
        screen.screenshot(path=PICTURES / "club.png")


def lobby(browser: Browser) -> None:
    """Three people who choose Leprechauns: the wall screen, and the host's phone."""
    with tempfile.TemporaryDirectory() as data, closing(opened(Path(data), addresses=TOLD)) as evening:
        serving = serve_on(evening, open_listener("127.0.0.1", 0))
        address, phones = f"http://127.0.0.1:{serving.port}", []
        for name in ("Ada", "Basile", "Chloé"):
            phones.append(browser.new_context(viewport={"width": 390, "height": 900}).new_page())
            phones[-1].goto(f"{address}/join")
            phones[-1].fill("#name", name)
            phones[-1].click("#join button")
            phones[-1].wait_for_selector(f"text=Bonjour {name}")
        phones[0].click("#game-leprechauns button")
        phones[0].wait_for_selector("#begin button")
        phones[0].wait_for_function("[...document.images].every(each => each.complete)")
        phones[0].evaluate("scrollTo(0, 0)")
        phones[0].screenshot(path=PICTURES / "lobby-phone.png")
        wall = browser.new_page(viewport={"width": 1280, "height": 720})
        wall.goto(address)
        wall.wait_for_function("[...document.images].every(each => each.complete)")
        wall.screenshot(path=PICTURES / "lobby.png")
        for each in (*phones, wall):
            each.close()
        serving.close()


if __name__ == "__main__":
    main()
