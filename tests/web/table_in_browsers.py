"""A table in the browsers of those at it, matches played to a chosen moment, a café's page and a simulated table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from companion import catalog, rehearsing
from companion.cli.demo import CAMERA
from companion.cli.live_settings import changing
from companion.club.local_link import LocalBroker, LocalLink
from companion.club.publisher import Publisher
from companion.club.tables import Tables
from companion.core.capabilities import offers
from companion.core.capabilities.partner import PlaysSeats
from companion.core.clock import ManualClock, SystemClock
from companion.core.evidence import SeenThing
from companion.core.game import ChanceAction
from companion.core.kit import random_match
from companion.core.match import Match
from companion.core.scene import Thing
from companion.core.text import Text, same
from companion.evening import Evening
from companion.hardware.cues import RecordingCues
from companion.hardware.exchangeable import ExchangeableDevice
from companion.settings import Settings
from companion.settings_file import SettingsFile
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.session import Session
from companion.web.addresses import Addresses
from companion.web.club import create_club
from companion.web.phones import new_token, phone_of
from companion.web.room import KEY, Room
from companion.web.serve import open_listener, serve, serve_on
from tests.web.evenings import match_of, opened
from tests.web.every_page import LOOKS, MOMENTS, Look, Moment, Who
from tests.web.test_doctor import FOUND

NAMES = ("Ada", "Bartholomé-Alexandre", "Cy", "Dan", "Églantine", "Fred")
"""Also one that is longer than its places."""
SEATS = {"karo": 2, "kaleidoscope": 2, "plic-plac": 4, "leprechauns": 4, "kaplan": 4}
SEED = 5
TOLD = Addresses(8080, fixed="http://raspberrypi.local:8080")
"""The address that the pages show."""
SIZES: dict[Who, dict[str, Any]] = {
    "holder": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
    "stranger": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
    "screen": {"viewport": {"width": 1280, "height": 720}},
}
OPENED_MS = 120_000
"""A page is open by then, however busy the machine: what it shows is looked at, not how soon."""
CLUB = (("Fenêtre", "leprechauns"), ("Bar", "kaleidoscope"), ("Cheminée", "karo"))
"""A café's tables and what is played there."""
ASKED = Text(
    fr="Quelle est la carte que la caméra voit au milieu de la table ?",
    en="Which card does the camera see in the middle of the table?",
)


@cache
def played(key: str) -> Match:
    """A whole match of the game, the same each time."""
    return random_match(catalog.game(key), SEATS[key], seed=SEED)


def up_to(match: Match, moment: Moment) -> int:
    """How many actions were played at a moment; in the middle it is the holder's turn, where turns are taken."""
    actions = match.actions
    if moment in ("start", "end"):
        return 0 if moment == "start" else len(actions)
    middle = len(actions) // 2
    for index in range(middle, len(actions)):
        if not isinstance(actions[index], ChanceAction) and getattr(actions[index], "seat", None) == 0:
            return index
    return middle


def picture(shade: int = 200) -> bytes:
    """A crop as of a camera."""
    encoded: bytes = cv2.imencode(".jpg", np.full((480, 640, 3), shade, np.uint8))[1].tobytes()
    return encoded


def play_on(session: Session, actions: int) -> None:
    """Play the match of `played` until it has this many actions; what chance does, the camera has seen."""
    match = played(session.game.key)
    for action in match.actions[len(session.match.actions) : actions]:
        if isinstance(action, ChanceAction):
            session.play(action, "camera", (SeenThing(Thing("die", "5"), 0.93, picture()),))
        else:
            session.play(action, f"seat {action.seat}" if hasattr(action, "seat") else "table")
    if session.live.picture_number == 0:
        session.show(picture(90))


class Table:
    """An evening at one address, from the lobby through every game, with three browsers at it.

    Attributes:
        said: what their consoles said that was neither wanted nor asked for.
        elsewhere: addresses outside the table that a page has asked for.
    """

    def __init__(self, browser: Browser, base: str, evening: Evening, **options: Any) -> None:
        self.base, self.evening = base, evening
        self.said: list[str] = []
        self.elsewhere: list[str] = []
        self.contexts: dict[Who, BrowserContext] = {}
        self.pages: dict[Who, Page] = {}
        for who, size in SIZES.items():
            self.contexts[who] = browser.new_context(**{"reduced_motion": "reduce", **size, **options})
            self.contexts[who].set_default_timeout(OPENED_MS)
            self.pages[who] = page = self.contexts[who].new_page()
            watch(page, base, self.said, self.elsewhere)

    @property
    def session(self) -> Session:
        return match_of(self.evening).session

    def join(self) -> None:
        """Ada's phone types her name in the lobby, and is host."""
        page = self.pages["holder"]
        page.goto(f"{self.base}/join")
        page.fill("#name", NAMES[0])
        page.click("#join button")
        page.wait_for_selector(f"text=Bonjour {NAMES[0]}")

    def begin(self, key: str) -> None:
        """A new match of the game; Ada's phone has seat 0 and the screen is paired with the table."""
        for page in self.pages.values():
            page.goto("about:blank")
        if self.evening.match is not None:
            self.evening.stop(self.session.number)
        self.evening.begin_with(catalog.game(key), NAMES[: SEATS[key]], {}, ())
        app = match_of(self.evening).app
        room, token = app.extensions[KEY], new_token()
        assert isinstance(room, Room)
        room.phones.add_screen(phone_of(token))
        cookie = {"name": app.config["SESSION_COOKIE_NAME"], "value": token, "url": self.base}
        self.contexts["screen"].add_cookies([cookie])  # type: ignore[list-item]

    def come_to(self, moment: Moment) -> None:
        """Play until then."""
        self.session.withdraw_questions()
        play_on(self.session, up_to(played(self.session.game.key), moment))
        if moment == "question":
            answers = tuple(same(f"carte rouge {each}") for each in range(12))
            self.session.ask(ASKED, answers, lambda choice, source: None, picture())

    def see(self, look: Look) -> Page:
        """Open it, uncovered."""
        page = self.pages[look.who]
        address = look.address if self.evening.match is None else look.address.format(**self._told())
        quiet = len(self.said)
        answer = page.goto(self.base + address)
        assert answer is not None
        assert answer.status == look.status, (look, answer.status)
        if look.status != 200:
            del self.said[quiet:]  # a browser's console says that a page was not found
        show_all(page)
        return page

    def _told(self) -> dict[str, int]:
        """What stands in the addresses of a match."""
        session = self.session
        readings = [index for index, line in enumerate(session.page(None).story) if line.faces]
        return {
            "reading": readings[-1] if readings else 0,
            "match": session.number,
            "step": len(session.match.actions) // 2,
        }

    def of_match(self, key: str, first: bool = True) -> Iterator[tuple[str, Page]]:
        """All pages of a match of the game, from its start to its end, with their names. first: also those that are
        the same in each game."""
        self.begin(key)
        for moment in MOMENTS:
            self.come_to(moment)
            for look in LOOKS:
                if moment in look.when and (first or look.of_game):
                    yield f"{key}.{moment}.{look.name}", self.see(look)
            if moment == "middle":
                for name, opened_by in (("tapped", self.tapped_page), ("analysis", self.partner_page)):
                    page = opened_by()
                    if page is not None:
                        yield f"{key}.{moment}.{name}", page
        if first:
            yield f"{key}.end.pairing", self.pairing_page()
            yield f"{key}.end.asking", self.asking_page()
            yield f"{key}.end.asked", self.see(LOOKS[0])

    def asking_page(self) -> Page:
        """A stranger asks for Ada's seat, and waits."""
        page = self.pages["stranger"]
        page.goto(f"{self.base}/join")
        page.click("form[action='/join/0/ask'] button")
        page.wait_for_url("**/join/0/wait")
        return page

    def pairing_page(self) -> Page:
        """A stranger's browser asks to be the table's screen."""
        page = self.pages["stranger"]
        page.goto(f"{self.base}/wall")
        page.click("form[action='/screen?wall=1'] button")
        page.wait_for_selector(".code")
        return page

    def partner_page(self) -> Page | None:
        """The analysis, asked for; None where the game has none."""
        page = self.pages["holder"]
        if offers(self.session.game, PlaysSeats) is None:
            return None
        page.goto(f"{self.base}/analysis")
        page.click("form[action='/analysis'] button")
        page.wait_for_selector("form[action='/analysis']", state="detached")
        return page

    def tapped_page(self) -> Page | None:
        """Seat 0's page after a first tap on its board; None where nothing there leads on."""
        page = self.see(LOOKS[0])
        place = page.locator("#board a.place[hx-get]").first
        if not place.count():
            return None
        place.dispatch_event("click")
        page.wait_for_selector("#tapped .choices")
        return page

    def close(self) -> None:
        for context in self.contexts.values():
            context.close()


def watch(page: Page, base: str, said: list[str], elsewhere: list[str]) -> None:
    """Write down what the page's console says, and what it asks of anybody but the table."""

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            said.append(f"{page.url}: {message.text}")

    page.on("console", heard)
    page.on("pageerror", lambda error: said.append(f"{page.url}: {error}"))
    page.on("dialog", lambda dialog: dialog.accept())
    page.on(
        "request",
        lambda each: None if each.url.startswith((base, "data:", "about:")) else elsewhere.append(each.url),
    )


def show_all(page: Page) -> None:
    """Uncover the page and open all that folds."""
    page.evaluate("""() => {
      delete document.documentElement.dataset.covered;
      for (const each of document.querySelectorAll("details")) each.open = true;
    }""")


@contextmanager
def table(browser: Browser, folder: Path, **options: Any) -> Iterator[Table]:
    """A table in the lobby. options: of the browsers."""
    file, clock = SettingsFile(folder / "companion.toml"), ManualClock()
    (folder / "companion.toml").touch()
    device = ExchangeableDevice(RecordingCues)
    live = changing(file, Settings(), clock, device, TOLD)
    evening = opened(folder, addresses=TOLD, device=device, settings=Settings(), changing=live)
    evening.setting = replace(evening.setting, examine=lambda: FOUND)
    serving = serve_on(evening, open_listener("127.0.0.1", 0))
    found = Table(browser, f"http://127.0.0.1:{serving.port}", evening, **options)
    try:
        found.join()
        yield found
    finally:
        found.close()
        serving.close()
        evening.close()


@contextmanager
def served(browser: Browser, app: Any, **options: Any) -> Iterator[tuple[Callable[[str], Page], list[str]]]:
    """Another app than an evening's. Yields what opens an address of it, and what consoles say."""
    serving = serve(app, "127.0.0.1", 0)
    base, said = f"http://127.0.0.1:{serving.port}", list[str]()
    context = browser.new_context(**options)
    context.set_default_timeout(OPENED_MS)
    page = context.new_page()
    watch(page, base, said, said)

    def see(address: str) -> Page:
        page.goto(base + address)
        return page

    try:
        yield see, said
    finally:
        context.close()
        serving.close()


@contextmanager
def club(folder: Path) -> Iterator[Any]:
    """A café's page with its tables."""
    broker, clock = LocalBroker(), SystemClock()
    with ExitStack() as stack:
        for number, (name, key) in enumerate(CLUB):
            (folder / str(number)).mkdir()
            journal = Journal(folder / str(number) / "journal.sqlite", clock)
            stack.callback(journal.close)
            session = open_session(journal, RecordingCues(), catalog.game(key), SEATS[key], None, NAMES[: SEATS[key]])
            play_on(session, up_to(played(key), "middle"))
            link = LocalLink(broker)
            address = partial("http://192.0.2.{}:8080/".format, number + 1)
            Publisher(session, link, clock, table=name, address=address, language="fr", trouble=print).open()
        tables = Tables(LocalLink(broker))
        tables.open()
        yield create_club(tables)


def simulated(key: str, folder: Path) -> Any:
    """A rehearsed table that people may push about. Returns the simulation; its journal must be closed."""
    return rehearsing.rehearse(key, CAMERA.format(seed=SEED), folder, SystemClock(), seed=SEED, seats=SEATS[key])
