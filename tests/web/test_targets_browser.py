"""What fingers tap on each game's seat page in the middle of a match, on the smallest phone, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.web.every_page import LOOKS
from tests.web.table_in_browsers import SEATS, Table, show_all, table
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
    check(at.see(LOOKS[0]))
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
