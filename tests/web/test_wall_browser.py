"""The wall screen's measures, read from the page in a real browser: every game, at its start, middle and end, with a
question open, on the screens of 1280 x 720 to 3840 x 2160."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page

from companion import catalog, rehearsing
from companion.core.clock import ManualClock
from companion.core.game import ChanceAction
from companion.core.kit import random_match
from companion.core.match import Match
from companion.core.text import LANGUAGES, Text, same
from companion.hardware.cues import RecordingCues
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.session import Session
from companion.web import create_app
from companion.web.phones import new_token, phone_of
from companion.web.room import KEY, Room
from companion.web.serve import serve
from tests.rehearsal.test_pictures import SEED
from tests.web.conftest import CROP
from tests.web.test_browser import chromium  # noqa: F401 - a fixture

pytestmark = pytest.mark.whole

NAMES = ("Ada", "Bartholomé-Alexandre", "Cy", "Dan", "Églantine", "Fred", "Guénolé", "Hortense")
"""Also names that are longer than their places."""
SEATS = {"karo": 2, "kaleidoscope": 2, "plic-plac": 6, "leprechauns": 6, "kaplan": 4}
SIZES = ((1280, 720), (1920, 1080), (3840, 2160))
PROMPT_PX, TEXT_PX = 60, 25
"""Least heights of the letters of what is to be done, and of any text, on a screen of 1920 x 1080."""
LEAST_PX = 44
"""Height of what is tapped."""
BOARD_SHARE, BOARD_SHARE_ASKED = 0.45, 0.22
"""Of the screen, for the board; while a question is open it makes room."""
DRAWN_SHARE, DRAWN_SHARE_ASKED, DRAWN_SHARE_OVER = 0.25, 0.08, 0.03
"""Of the screen, for what is drawn in it: a square is as high as the board, Kaléidoscope's columns as broad. At the end
it stands beside the ranking."""
ASKED = Text(
    fr="Quelle est la carte que la caméra voit au milieu de la table ?",
    en="Which card does the camera see in the middle of the table?",
)
PARTS = "#prompt, #tallies, #board, #wall-qr, #seen, #last, #corner, .asks, .answers, .ranking, #wall li, #wall button"
MEASURES = """([least, parts]) => {
  const page = document.documentElement, board = document.querySelector("#board").getBoundingClientRect();
  const size = selector => parseFloat(getComputedStyle(document.querySelector(selector) ?? page).fontSize);
  const box = selector => document.querySelector(selector).getBoundingClientRect();
  const outside = [...document.querySelectorAll(parts)].filter(each => {
    const at = each.getBoundingClientRect();
    return at.left < 0 || at.top < 0 || at.right > innerWidth + 0.5 || at.bottom > innerHeight + 0.5; });
  const drawing = document.querySelector('#board > svg[width="100%"], #board > .pan > svg, ' +
    '.lies > svg[width="100%"], .lies > .pan > svg');
  let drawn = null;
  if (drawing) {
    const place = drawing.getBoundingClientRect(), view = drawing.viewBox.baseVal;
    const scale = Math.min(place.width / view.width, place.height / view.height);
    drawn = scale * scale * view.width * view.height / innerWidth / innerHeight;
  }
  const said = [...document.querySelectorAll("#wall :is(h1, h2, p, li, span, strong, small, button, a)")].filter(each =>
    each.checkVisibility() && !each.closest("svg") && each.innerText.trim());
  return {
    across: page.scrollWidth - page.clientWidth, down: page.scrollHeight - page.clientHeight,
    prompt: size(".wanted"), question: size(".asks"), outside: outside.map(each => each.outerHTML), drawn,
    share: board.width * board.height / innerWidth / innerHeight,
    between: box("#corner").top - box("#tallies").bottom,
    smallest: Math.min(...said.map(each => parseFloat(getComputedStyle(each).fontSize))),
    cut: [...document.querySelectorAll(".answers")].map(each => each.scrollHeight - each.clientHeight),
    numbers: [...document.querySelectorAll(".numbers strong")].map(each => parseFloat(getComputedStyle(each).fontSize)),
    low: [...document.querySelectorAll("#wall :is(button, [role=button])")].filter(each => each.checkVisibility()
      && each.getBoundingClientRect().height < least).map(each => each.outerHTML),
  };
}"""


class Wall:
    """A wall screen, paired with tables one after the other."""

    def __init__(self, browser: Browser, scheme: str) -> None:
        self._context: BrowserContext = browser.new_context(color_scheme=scheme)  # type: ignore[arg-type]
        self.page: Page = self._context.new_page()
        self.said: list[str] = []
        self.page.on("console", lambda each: self.said.append(each.text) if each.type == "error" else None)
        self.page.on("pageerror", lambda error: self.said.append(str(error)))

    @contextmanager
    def shows(self, session: Session, *, paired: bool = True) -> Iterator[Page]:
        with self.shows_app(create_app(session), paired=paired) as page:
            yield page

    @contextmanager
    def shows_app(self, app: Flask, *, paired: bool = True) -> Iterator[Page]:
        room, token = app.extensions[KEY], new_token()
        assert isinstance(room, Room)
        if paired:
            room.phones.add_screen(phone_of(token))
        serving = serve(app, "127.0.0.1", 0)
        base = f"http://127.0.0.1:{serving.port}"
        self._context.add_cookies([{"name": app.config["SESSION_COOKIE_NAME"], "value": token, "url": base}])
        try:
            self.page.goto(f"{base}/wall")
            yield self.page
        finally:
            self.page.goto("about:blank")  # its stream would complain about the server's end
            serving.close()

    def close(self) -> None:
        self._context.close()
        assert self.said == [], self.said


@pytest.fixture(params=["light", "dark"])
def wall(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Wall]:  # noqa: F811
    wall = Wall(chromium, request.param)
    yield wall
    wall.close()


@pytest.fixture(scope="module")
def matches() -> dict[str, Match]:
    return {key: random_match(catalog.game(key), seats, seed=SEED) for key, seats in SEATS.items()}


def at(journal: Journal, match: Match, actions: int) -> Session:
    """The match so far, with a picture of the camera."""
    cues, names = RecordingCues(), NAMES[: match.seats]
    session = open_session(journal, cues, match.game, match.seats, match.options, names)
    for action in match.actions[:actions]:
        session.play(action, "camera" if isinstance(action, ChanceAction) else f"seat {action.seat}")  # type: ignore[attr-defined]
    session._live = replace(session._live, picture_jpeg=CROP, picture_number=1)
    return session


def check(page: Page, *, asked: bool, over: bool) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate(MEASURES, [LEAST_PX, PARTS])
        said, share = (width, height, found), width / 1920
        assert (found["across"], found["down"]) == (0, 0), said
        assert found["outside"] == [], said
        assert found["prompt"] >= PROMPT_PX * share, said
        assert not asked or found["question"] >= found["prompt"], said
        assert found["smallest"] >= TEXT_PX * share, said
        assert found["share"] >= (BOARD_SHARE_ASKED if asked else BOARD_SHARE), said
        least = DRAWN_SHARE_OVER if over else DRAWN_SHARE_ASKED if asked else DRAWN_SHARE
        assert found["drawn"] is None or found["drawn"] >= least, said
        assert all(each <= 1 for each in found["cut"]), said
        if over:
            assert found["numbers"], said
            assert min(found["numbers"]) >= PROMPT_PX * share * 0.9, said  # a long word is a little smaller
        assert found["between"] >= 0, said
        assert found["low"] == [], said


@pytest.mark.parametrize("key", sorted(SEATS))
def test_all_is_seen_without_scrolling(journal: Journal, matches: dict[str, Match], wall: Wall, key: str) -> None:
    match = matches[key]
    moments = (1, len(match.actions) // 2, len(match.actions))
    for actions in moments:
        with wall.shows(at(journal, match, actions)) as page:
            check(page, asked=False, over=actions == moments[-1])
    session = at(journal, match, moments[1])
    session.ask(ASKED, tuple(same(f"carte rouge {each}") for each in range(12)), lambda choice, source: None, CROP)
    with wall.shows(session) as page:
        check(page, asked=True, over=False)


def test_a_question_leaves_room_for_all_scores_on_a_screen_that_is_not_paired(
    journal: Journal, matches: dict[str, Match], wall: Wall
) -> None:
    match = matches["leprechauns"]
    session = at(journal, match, len(match.actions) // 2)
    session.ask(ASKED, tuple(same(f"carte rouge {each}") for each in range(12)), lambda choice, source: None, CROP)
    with wall.shows(session, paired=False) as page:
        check(page, asked=True, over=False)
        assert page.get_by_role("button", name="Associer cet écran").is_visible()


def test_a_demo_says_that_it_is_one_in_a_line_of_its_own(wall: Wall, tmp_path: Path) -> None:
    seats = catalog.game("kaplan").seats[-1]
    demo = rehearsing.rehearse("kaplan", "rendered://", tmp_path, ManualClock(), seed=1, seats=seats)
    with wall.shows_app(demo.app) as page:
        for language in LANGUAGES:
            page.goto(f"{page.url}?lang={language}")
            check(page, asked=False, over=False)
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                line, corner = (page.locator(each).bounding_box() for each in ("#corner .demo", "#corner"))
                assert line is not None
                assert corner is not None
                letters_px = page.locator("#corner .demo").evaluate(
                    "each => parseFloat(getComputedStyle(each).fontSize)"
                )
                assert line["height"] < 2 * letters_px, (language, width)
                assert abs(line["width"] - corner["width"]) < 1, (language, width)
            page.goto(page.url.partition("?")[0])
    demo.source.close()
    demo.journal.close()


def test_the_wall_follows_and_its_buttons_work(journal: Journal, matches: dict[str, Match], wall: Wall) -> None:
    match = matches["karo"]
    session = at(journal, match, 3)
    with wall.shows(session) as page:
        page.set_viewport_size({"width": 1280, "height": 720})
        page.evaluate("window.stayed = true")
        before = page.locator("#last").inner_text()
        session.play(match.actions[3], "table")
        page.wait_for_function("before => document.querySelector('#last').innerText !== before", arg=before)
        assert page.evaluate("window.stayed") is True
        sound = page.get_by_role("button", name="Son")
        assert sound.get_attribute("aria-pressed") == "false"  # no browser gives a sound before it is touched
        sound.click()
        assert sound.get_attribute("aria-pressed") == "true"
        sound.click()
        assert page.evaluate("document.body.dataset.muted") == "on"
        page.reload()
        assert page.evaluate("document.body.dataset.muted") == "on"
        page.get_by_role("button", name="Plein écran").click()
        page.wait_for_function("document.fullscreenElement !== null")


def test_a_browser_that_cannot_keep_the_screen_on_says_what_to_do(
    journal: Journal, matches: dict[str, Match], wall: Wall
) -> None:
    wall.page.add_init_script("Object.defineProperty(navigator, 'wakeLock', {value: undefined})")
    with wall.shows(at(journal, matches["karo"], 3)) as page:
        sentence = page.get_by_text("Ce navigateur ne peut pas garder l’écran allumé")
        sentence.wait_for()
        check(page, asked=False, over=False)
        page.get_by_role("button", name="Compris").click()
        sentence.wait_for(state="hidden")
        page.reload()
        page.wait_for_function("document.readyState === 'complete'")
        assert not sentence.is_visible()
