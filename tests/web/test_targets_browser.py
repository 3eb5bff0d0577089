"""What fingers tap on the smallest phone, in a real browser: each game's pages in a match, and the lobby."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.core.game import legal_for
from companion.games.plic_plac.actions import TakeSecret, TurnUp
from tests.web.every_page import LOBBY_LOOKS, LOOKS, Look
from tests.web.table_in_browsers import SEATS, Table, play_on, played, show_all, table
from tests.web.test_browser import chromium  # noqa: F401 - a fixture
from tests.web.test_evening_browser import LEAST_PX, WIDER

pytestmark = pytest.mark.whole

SMALL = {"width": 320, "height": 568}
LEAST_PLACE_PX = 34
"""Of a place on a drawn board: KARO's board of eight columns and Kaléidoscope's nine, whole on the screen. A list under
it has the same as buttons."""
LISTED = "details:has(> summary:text-is('En liste')) button, details[id^=kind-] button"
TARGETS = "button, summary, main a, input:not([type=hidden]), select, label:has(input)"
SHORT = """(targets, least) => targets.filter(each => each.checkVisibility() && !each.closest("svg")
    && (each.closest("label") ?? each).getBoundingClientRect().height < least)
    .map(each => each.outerHTML.slice(0, 120))"""
LEAST_BETWEEN_PX = 6
TOUCHING = """(buttons, least) => {
  const boxes = buttons.filter(each => each.checkVisibility()).map(each => [each, each.getBoundingClientRect()]);
  const gap = (a, b) => Math.max(b.left - a.right, a.left - b.right, b.top - a.bottom, a.top - b.bottom);
  return boxes.flatMap(([each, a], place) => boxes.slice(place + 1).filter(([, b]) => gap(a, b) < least)
    .map(([other]) => `${each.textContent.trim()} | ${other.textContent.trim()}`));
}"""
PLACES = """places => places.map(each => (each.querySelector(".onward") ?? each).getBoundingClientRect())
    .map(each => Math.min(each.width, each.height))"""


@pytest.fixture
def at(chromium: Browser, tmp_path: Path) -> Iterator[Table]:  # noqa: F811
    with table(chromium, tmp_path) as at:
        yield at


def check(page: Page) -> None:
    page.set_viewport_size(SMALL)  # type: ignore[arg-type]
    assert page.evaluate(WIDER) == 0
    assert page.locator(TARGETS).evaluate_all(SHORT, LEAST_PX) == []
    places = page.locator("#board svg a.place").evaluate_all(PLACES)
    if places and min(places) < LEAST_PX:
        assert min(places) >= LEAST_PLACE_PX
        assert page.locator(LISTED).count()


@pytest.mark.parametrize("key", sorted(SEATS))
def test_all_that_is_tapped_is_high_enough_in_the_middle_of_a_match(at: Table, key: str) -> None:
    at.begin(key)
    at.come_to("middle")
    for look in LOOKS[:2]:
        check(at.see(look))
    tapped = at.tapped_page()
    if tapped is not None:
        check(tapped)


def test_a_card_of_plic_plac_is_told_by_buttons_as_wide_as_a_finger(at: Table) -> None:
    at.begin("plic-plac")
    at.come_to("middle")
    page = at.see(LOOKS[0])
    page.set_viewport_size(SMALL)  # type: ignore[arg-type]
    show_all(page)
    assert page.evaluate(WIDER) == 0
    sizes = page.locator("#tell-card .grid button").evaluate_all(PLACES)
    assert len(sizes) == 36
    assert min(sizes) >= LEAST_PX


def test_the_places_of_plic_plac_are_as_high_as_a_finger(at: Table) -> None:
    at.begin("plic-plac")
    states = played("plic-plac").states
    play_on(
        at.session,
        next(
            n
            for n, state in enumerate(states)
            if any(isinstance(each, TurnUp | TakeSecret) for each in legal_for(state, 0))
        ),
    )
    page = at.see(LOOKS[0])
    page.set_viewport_size(SMALL)  # type: ignore[arg-type]
    sizes = page.locator("#tell-place .grid button").evaluate_all(PLACES)
    assert len(sizes) == 36
    assert min(sizes) >= LEAST_PX


@pytest.mark.parametrize("look", LOBBY_LOOKS[:2])
def test_no_two_buttons_of_the_lobby_touch(at: Table, look: Look) -> None:
    page = at.see(look)
    page.set_viewport_size(SMALL)  # type: ignore[arg-type]
    assert page.locator("button").count() > 0
    assert page.locator("button").evaluate_all(TOUCHING, LEAST_BETWEEN_PX) == []


@pytest.mark.parametrize("width", [320, 390])
def test_all_nine_columns_of_kaleidoscope_are_on_a_phone_at_once(at: Table, width: int) -> None:
    at.begin("kaleidoscope")
    at.come_to("middle")
    page = at.see(LOOKS[0])
    page.set_viewport_size({"width": width, "height": 844})
    board = page.get_by_role("region", name="Les colonnes")
    numbers = [box for box in (each.bounding_box() for each in board.locator("svg > text").all()) if box]
    assert len(numbers) == 9
    assert min(box["x"] for box in numbers) >= 0
    assert max(box["x"] + box["width"] for box in numbers) <= width
    assert board.evaluate("pan => pan.scrollWidth - pan.clientWidth") == 0
