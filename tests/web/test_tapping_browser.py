"""KARO is played on a phone of 320 px by tapping its board alone; two phones, and every place is large enough."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Browser, BrowserContext, Page, Route, expect, sync_playwright

from companion import catalog
from companion.core.capabilities.taps_board import Taps
from companion.core.kit import random_match
from companion.games.karo import GAME
from companion.games.karo.options import Options
from companion.hardware.cues import RecordingCues
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.session import Session
from companion.web import create_app
from companion.web.serve import Serving, serve
from companion.web.tapping import BETWEEN
from tests.web.conftest import NAMES, for_test
from tests.web.test_browser import CHROMIUM, FLAGS, PATIENCE_MS

pytestmark = pytest.mark.whole

PICTURES = os.environ.get("COMPANION_PAGE_PICTURES")
"""A folder for pictures of the pages, for people who look at them."""
LEAST_PX = 36
"""Of a place: boards of eight places across a phone of 320 px have 39; smaller ones, and those that are pushed, 44."""
TURNS = {"four-circles": 6, "movers-hoppers": 6, "clear-out": 4}


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip(f"{CHROMIUM} is absent: install Debian's package chromium to run the tests in a browser")
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(params=sorted(TURNS))
def rules(request: pytest.FixtureRequest) -> Any:
    return request.param


@pytest.fixture
def session(journal: Journal, rules: Any) -> Session:
    """A match of KARO in which all discs but two are placed: after two taps its turns begin."""
    session = open_session(journal, RecordingCues(), GAME, 2, Options(rules=rules), NAMES)
    random = Random(3)
    while sum(session.match.state.hand) > 2 and rules != "movers-hoppers":
        session.play(random.choice(session.match.state.legal_actions()), "table")
    return session


@pytest.fixture
def serving(session: Session) -> Iterator[Serving]:
    serving = serve(for_test(create_app(session)), "127.0.0.1", 0)
    yield serving
    serving.close()


def phone(chromium: Browser, serving: Serving, seat: int, width_px: int, colours: Any) -> tuple[BrowserContext, Page]:
    context = chromium.new_context(
        viewport={"width": width_px, "height": 640}, is_mobile=True, has_touch=True, color_scheme=colours
    )
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{serving.port}/join?lang={'fr' if seat == 0 else 'en'}")
    page.locator(f"form[action='/join/{seat}'] button").tap()
    page.locator("#prompt").wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    return context, page


def measured(page: Page, name: str, width_px: int) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}-{width_px}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= width_px
    places = page.locator("#board a.place").evaluate_all("all => all.map(each => each.getBoundingClientRect().width)")
    assert places
    assert min(places) >= LEAST_PX


def tap_a_turn(page: Page, session: Session, name: str, width_px: int, random: Random) -> None:
    """Tap marked places until something is carried out; a confirmation is tapped where the board leads on no more."""
    before = len(session.match.actions)
    for tap in range(10):
        measured(page, f"{name}-{tap}", width_px)
        places = page.locator("#board a.place")
        place = places.nth(random.randrange(places.count()))
        ident, sends = place.get_attribute("id"), place.get_attribute("hx-post")
        place.tap()
        expect(page.locator(f"[id='{ident}']")).to_have_count(0)
        if not sends and page.locator("[id^=tapped-] button").count():
            page.locator("[id^=tapped-] button").tap()
            expect(page.locator("#board a.place")).to_have_count(0)
        if len(session.match.actions) > before:
            return
    raise AssertionError("ten taps and no turn")


def test_turns_are_tapped_on_the_board(chromium: Browser, session: Session, serving: Serving, rules: str) -> None:
    random, sizes = Random(5), (320, 390)
    contexts, pages = zip(
        *(phone(chromium, serving, seat, sizes[seat], ("light", "dark")[seat]) for seat in (0, 1)), strict=True
    )
    said: list[str] = []
    for page in pages:
        page.on("console", lambda message: said.append(message.text))
    for turn in range(TURNS[rules]):
        seat = session.match.state.turn
        expect(pages[seat].locator("#board a.place").first).to_be_visible()
        tap_a_turn(pages[seat], session, f"{rules}-{turn}", sizes[seat], random)
    assert session.match.actions[-1].seat != session.match.state.turn
    assert said == []
    for context in contexts:
        context.close()


KINDS = {
    "kaplan": ("UseDice", "Bet", "TurnLetter", "ChooseClue"),
    "kaleidoscope": ("Place", "Move", "PickUp"),
}
"""What is tapped in these games, each once."""
SEEDS = {"kaplan": 11, "kaleidoscope": 10}
"""Of short random matches in which all of it happens."""


@pytest.mark.parametrize("key", KINDS)
def test_dial_and_columns_are_tapped(chromium: Browser, journal: Journal, key: str) -> None:
    game = catalog.game(key)
    seats = min(3, max(game.seats))
    found = random_match(game, seats, seed=SEEDS[key])
    session = open_session(journal, RecordingCues(), game, seats, found.options, ("Ada", "Bob", "Cleo")[:seats])
    serving = serve(for_test(create_app(session)), "127.0.0.1", 0)
    opened = [phone(chromium, serving, seat, 320, ("light", "dark")[seat % 2]) for seat in range(seats)]
    left = list(KINDS[key])
    for action in found.actions:
        kind = type(action).__name__
        if kind in left and action.seat == session.match.state.turn:
            left.remove(kind)
            _tap_this(opened[action.seat][1], session, game.taps(session.match.state, action), f"{key}-{kind}")
            assert session.match.actions[-1] == action
        else:
            session.play(action, "table")
        if not left:
            break
    for context, _ in opened:
        context.close()
    serving.close()
    assert not left


def _tap_this(page: Page, session: Session, taps: Taps, name: str) -> None:
    """Tap these places in this order, and confirm where the page asks for it."""
    before = len(session.match.actions)
    for number, place in enumerate(taps.places):
        link = page.locator(f"[id='tap-{before}-{BETWEEN.join(taps.places[:number])}-{place}']")
        expect(link).to_be_visible()
        if PICTURES:
            page.screenshot(path=Path(PICTURES) / f"{name}-{number}.png", full_page=True)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        box = link.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= LEAST_PX
        link.tap()
        expect(link).to_have_count(0)
    if len(session.match.actions) == before:
        button = page.locator("[id^=tapped-] button").first
        expect(button).to_be_visible()
        if PICTURES:
            page.screenshot(path=Path(PICTURES) / f"{name}-asks.png", full_page=True)
        button.tap()
        expect(page.locator("[id^=tapped-]")).to_have_count(0)


FELT = "window.felt = []; navigator.vibrate = (pattern) => { felt.push(pattern); return true; };"


def test_a_phone_is_felt_when_its_turn_comes_unless_it_is_quiet(chromium: Browser, journal: Journal) -> None:
    session = open_session(journal, RecordingCues(), GAME, 2, Options(), NAMES)
    serving = serve(for_test(create_app(session)), "127.0.0.1", 0)
    context, page = phone(chromium, serving, 1, 320, "light")
    page.add_init_script(FELT)
    page.reload()
    page.locator("#uncover").tap()

    def my_turn_comes() -> None:
        session.play(session.match.state.legal_actions()[0], "table")
        expect(page.locator("#prompt")).to_have_attribute("data-yours", "1")
        page.locator("#board a.place").first.tap()
        expect(page.locator("#prompt")).to_have_attribute("data-yours", "0")

    my_turn_comes()
    assert page.evaluate("felt.length") == 1
    page.locator("#my-seat summary").tap()
    page.locator("#signals").tap()
    my_turn_comes()
    assert page.evaluate("felt.length") == 1
    page.reload()
    page.locator("#uncover").tap()
    page.locator("#my-seat summary").tap()
    expect(page.locator("#signals")).not_to_be_checked()
    page.locator("#signals").tap()
    my_turn_comes()
    assert page.evaluate("felt.length") == 1
    context.close()
    serving.close()


ANSWERED = """() => { window.answered = new Promise(then => document.addEventListener("htmx:afterRequest",
    ({detail}) => { if (detail.requestConfig.elt.id === "live") then(); })); }"""


@pytest.fixture
def hopping(chromium: Browser, journal: Journal) -> Iterator[tuple[Session, Page]]:
    """A match in which one taps a source and then a target, and the phone of its first seat."""
    session = open_session(journal, RecordingCues(), GAME, 2, Options(rules="movers-hoppers"), NAMES)
    serving = serve(for_test(create_app(session)), "127.0.0.1", 0)
    context, page = phone(chromium, serving, 0, 320, "light")
    yield session, page
    context.close()
    serving.close()


def test_a_tap_stays_when_an_older_answer_comes_after_it(hopping: tuple[Session, Page]) -> None:
    session, page = hopping
    late: list[tuple[Route, APIResponse]] = []
    page.route("**/seat/0/now*", lambda route: late.append((route, route.fetch())))
    page.evaluate(ANSWERED)
    with page.expect_request("**/seat/0/now*"):
        session.announce()
    while not late:
        page.evaluate("1")  # what is routed is looked at while the page is
    page.locator("#board a.place").first.tap()
    expect(page.locator("#so-far [name=taps]")).to_have_count(1)
    route, answer = late[0]
    route.fulfill(response=answer)
    page.evaluate("answered")
    expect(page.locator("#so-far [name=taps]")).to_have_count(1)
    page.locator("#board a.place").first.tap()
    expect(page.locator(f"#so-far [name=taps][value*='{BETWEEN}']")).to_have_count(1)


def test_a_tap_that_did_not_reach_the_table_is_sent_again(hopping: tuple[Session, Page]) -> None:
    _, page = hopping
    page.route("**/seat/0/board*", lambda route: route.abort(), times=1)
    page.locator("#board a.place").first.tap()
    expect(page.locator("#so-far [name=taps]")).to_have_count(1)
