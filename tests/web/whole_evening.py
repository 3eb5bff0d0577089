"""People who play whole matches on real pages by touch alone: they know what they want, and tap what pages offer."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from queue import Queue
from random import Random
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, TimeoutError, expect

from companion import wiring
from companion.cli import run
from companion.core.capabilities import offers
from companion.core.capabilities.taps_board import Taps, TapsBoard
from companion.core.clock import FasterClock
from companion.core.errors import Refusal
from companion.core.game import Action, legal_for, open_fields
from companion.evening import Evening
from companion.table import codec
from companion.table.session import Session
from companion.web.forms import fixed_part
from companion.web.tapping import BETWEEN
from tests.cli.serving import settings_for
from tests.web.evenings import match_of

WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SEEN_S = 20.0
"""How long people wait for hands and eyes of the simulated table before they look at their phones again."""
OFFERED = """({wanted, free}) => {
    const sorted = value => Array.isArray(value) ? value.map(sorted) : value && typeof value === "object"
        ? Object.fromEntries(Object.keys(value).sort().map(key => [key, sorted(value[key])])) : value;
    const same = text => {
        const action = JSON.parse(text);
        for (const name of free) delete action[name];
        return JSON.stringify(sorted(action)) === wanted;
    };
    const place = [...document.querySelectorAll("#board a.place[hx-vals]")]
        .find(each => same(JSON.parse(each.getAttribute("hx-vals")).action));
    const form = [...document.querySelectorAll("form input[name=action]")].find(each => same(each.value));
    return place?.id || form?.closest("form").id || "";
}"""
"""The identifier of the place or form of a seat's page that stands for an action; "" where nothing does."""
VALUES = "all => all.map(each => [each.name, each.value])"
LONG_MS = 60_000
"""How long a page may take beside the eyes and three other pages; alone it needs a tenth of a second."""
SHORT_MS, TRIES = 10_000, 5
"""How long a finger waits for what it saw, and how often it looks again."""
LOOK_MS = 100
"""How often people look whether a page offers what they want; for them that is at once."""
CORRECT_TAPS = 3
"""From a line to its correction."""


@dataclass
class Pages:
    """Browsers at the table, and what their consoles say."""

    browser: Browser
    base: str
    contexts: list[BrowserContext] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def open(self, path: str, **options: Any) -> Page:
        context = self.browser.new_context(**options)
        context.set_default_timeout(LONG_MS)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", lambda each: self.said.append(each.text) if each.type == "error" else None)
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.on("dialog", lambda dialog: dialog.accept())
        page.goto(self.base + path)
        return page

    def joined(self, name: str, **options: Any) -> Page:
        """A phone that has scanned the code, typed a name and tapped once."""
        page = self.open("/join", **options)
        page.get_by_label("Votre prénom").fill(name)
        page.get_by_role("button", name="Je suis là").tap()
        expect(page.get_by_role("heading", name=f"Bonjour {name}")).to_be_visible()
        return page


@contextmanager
def served(folder: Path, camera: str, speed: float, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Evening, str]]:
    """`companion serve --camera CAMERA` at work in this process: its evening, and its address. speed: of its time."""
    evenings: Queue[Evening] = Queue()
    addresses: Queue[str] = Queue()
    opens = wiring.open_table

    def open_table(*given: Any, **named: Any) -> Evening:
        evenings.put(evening := opens(*given, **named))
        return evening

    monkeypatch.setattr(wiring, "open_table", open_table)
    command = import_module("companion.cli.serve")  # the package has the command of this name
    monkeypatch.setattr(command, "show_address", addresses.put)
    monkeypatch.setattr(command, "SystemClock", lambda: FasterClock(speed))
    call = ["serve", "--camera", camera, "--settings", str(settings_for(folder))]
    ended: list[int] = []
    thread = Thread(target=lambda: ended.append(run(call)), name="companion serve")
    thread.start()
    evening = evenings.get(timeout=60)
    try:
        port = addresses.get(timeout=60).rstrip("/").rpartition(":")[2]
        yield evening, f"http://127.0.0.1:{port}"
    finally:
        evening.end()
        thread.join()
    assert ended == [0]


class People:
    """Play the match at the table, each on the page of their own seat.

    Args:
        phones: their pages, by name.
        eyes: whether hands and eyes of a simulated table do what chance has to do; else people tell it.
    """

    def __init__(self, evening: Evening, phones: dict[str, Page], random: Random, *, eyes: bool) -> None:
        self.evening, self.phones, self._random, self._eyes = evening, phones, random, eyes
        self.words: dict[str, str] = {}
        """What each phone was told to note down: its recovery word."""

    @property
    def session(self) -> Session:
        """The match at the table."""
        return match_of(self.evening).session

    def page(self, seat: int) -> Page:
        """The page of whoever sits there."""
        return self.phones[self.session.names[seat]]

    def notes_word(self, name: str) -> None:
        """Note down the recovery word, where the page shows one."""
        self.phones[name].locator("#cover ~ #mine #live").wait_for(state="attached")  # it comes behind the word
        word = self.phones[name].locator("#recovery strong")
        if word.count():
            self.words[name] = word.inner_text()

    def awaited(self) -> list[int]:
        """The seats that may act now, while chance has nothing to do."""
        state = self.session.match.state
        if state.chance_outcomes():
            return []
        seats = range(len(self.session.names)) if state.actor.seat is None else (state.actor.seat,)
        return [seat for seat in seats if legal_for(state, seat)]

    def play(self, until: Callable[[Session], bool] = lambda session: session.match.state.scores is not None) -> None:
        """Play on until something holds; to the end without."""
        while not until(self.session):
            revision, match = self.session.revision, self.session.match
            assert match.state.scores is None, "the match ended before"
            if self.session.questions:
                self._answer()
            elif not match.state.chance_outcomes():
                self._act(*self._wanted())
            elif self._eyes:
                self.session.wait(revision, SEEN_S)
            else:
                self._tell_chance()

    def _wanted(self) -> tuple[int, Action]:
        """Who acts, and how: any legal action that the game's own player would choose."""
        seat = self.awaited()[0]
        return seat, self.session.game.choose(self.session.match.state, seat, self._random)

    def _act(self, seat: int, action: Action) -> None:
        """Do it; who sees the page change under the finger looks again, while the table still waits for the same."""
        before = self.session.match
        for tried in range(TRIES):
            try:
                return self._tap(seat, action)
            except TimeoutError:
                if self.session.match != before:
                    return None
                if tried == TRIES - 1:
                    raise
        return None

    def _tap(self, seat: int, action: Action) -> None:
        page, match = self.page(seat), self.session.match
        game, free = offers(match.game, TapsBoard), sorted(open_fields(action))
        shows(page, len(match.actions))
        uncovered(page)
        wanted = json.dumps(fixed_part(codec.to_json(action), tuple(free)), sort_keys=True, separators=(",", ":"))
        said = {"wanted": wanted, "free": free}
        page.wait_for_function(f"said => ({OFFERED})(said) !== ''", arg=said, polling=LOOK_MS)
        taps = game.taps(match.state, action) if game is not None else None
        if taps is not None and tap_board(page, len(match.actions), taps):
            wait_told(page, "/play", page.locator(f"[id='{page.evaluate(OFFERED, said)}']"))
            return
        ident = page.evaluate(OFFERED, said)
        form = page.locator(f"[id='{ident}']")
        unfold(form)
        plain = codec.to_json(action)
        for name in free:
            if form.locator(f"input[name='{name}']").count():
                form.locator(f"input[name='{name}']").fill(str(plain[name]))
        wait_told(page, "/play", form if ident.startswith("tap-") else form.locator("button").first)

    def _tell_chance(self) -> None:
        """What the table did is told on the first phone."""
        page, length = self.page(0), len(self.session.match.actions)
        shows(page, length)
        uncovered(page)
        form = page.locator(f"#typed-{length}, #chance-{length}, [id^='tell-'] form").first
        form.wait_for(state="attached")
        unfold(form)
        for select in form.locator("select").all():
            select.select_option(index=self._random.randrange(select.locator("option").count()))
        buttons = form.locator("button")
        possible = self._possible(form) if form.locator("[name=action]").count() else range(buttons.count())
        wait_told(
            page,
            "/play" if form.locator("[name=action]").count() else "/chance",
            buttons.nth(self._random.choice(possible)),
        )

    def _possible(self, form: Locator) -> Sequence[int]:
        """Which buttons of a form on which a seat tells what came up stand for something that may have come up."""
        state, told = self.session.match.state, json.loads(form.locator("[name=action]").input_value())
        action = next(each for each in legal_for(state, 0) if type(each).__name__ == told[codec.KIND])
        found = []
        for number, (name, value) in enumerate(form.locator("button").evaluate_all(VALUES)):
            if name not in open_fields(action):
                continue
            try:
                state.apply(replace(action, **{name: value}))
            except Refusal:
                continue
            found.append(number)
        return found

    def _answer(self) -> None:
        """The last choice of a question changes nothing. At the simulated table hands answer what they know."""
        revision, questions = self.session.revision, self.session.questions
        if not questions or (self._eyes and self.session.wait(revision, SEEN_S) != revision):
            return
        wait_told(self.page(0), "/answer", self.page(0).locator(f"#question-{questions[0].id} button").last)


def shows(page: Page, length: int) -> None:
    """Wait until a page shows the match after `length` actions: it follows the table a fraction of a second later."""
    page.locator(f"#prompt[data-read='{length}']").wait_for(state="attached", timeout=SHORT_MS)


def uncovered(page: Page) -> None:
    """Seats' pages that hide something are covered until their player says so."""
    if page.locator("#uncover").is_visible():
        page.locator("#uncover").tap()


def unfold(place: Locator) -> None:
    """Open what is folded around a place, as a finger does."""
    folded = place.locator("xpath=ancestor::details[not(@open)]")
    while folded.count():
        folded.first.locator("> summary").tap()
    expect(place).to_be_attached()


def wait_told(page: Page, part: str, button: Locator) -> None:
    """Tap, and wait until the table has taken it."""
    with page.expect_response(lambda answer: part in answer.url and answer.request.method == "POST") as told:
        button.tap(timeout=SHORT_MS)
    assert told.value.status < 400, (told.value.url, told.value.status, told.value.text())


def tap_board(page: Page, length: int, taps: Taps) -> bool:
    """Tap the places of an action up to what sends it; False where the board does not offer it."""
    done: tuple[str, ...] = ()
    while not taps.complete_with(done):
        name = min(taps.leading_on(done))
        place = page.locator(f"[id='tap-{length}-{BETWEEN.join(done)}-{name}']")
        if not done and not place.count():
            return False
        if place.get_attribute("hx-post"):
            return True
        place.tap()
        expect(place).to_have_count(0)
        done = (*done, name)
    return True


def no_wider(page: Page) -> None:
    """Nothing is wider than the screen."""
    assert page.evaluate(WIDER) == 0, page.url


def put_right(page: Page, session: Session, line: Locator) -> int:
    """Put a line right by what its page offers first; how many taps it took."""
    before = session.match.actions
    line.tap()
    page.locator("#correct").wait_for()
    no_wider(page)
    taps = 2
    faces, others = page.locator(".faces button:enabled"), page.locator("form.instead:not(.written) button")
    (faces.first if faces.count() else others.first).tap()
    sure = page.locator("button[name='sure']")
    page.locator("#prompt").or_(sure).first.wait_for(state="attached")
    if sure.count():
        no_wider(page)
        sure.tap()
        taps += 1
    page.locator("#prompt").wait_for(state="attached")
    assert session.match.actions != before, page.locator("body").inner_text()
    assert taps <= CORRECT_TAPS
    return taps
