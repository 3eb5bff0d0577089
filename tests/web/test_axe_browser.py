"""Every page in a real browser, light and dark, every game, at its start, middle and end and with a question open: axe
finds nothing serious, all text stands out, each page has one heading of the first level, what changes is spoken, and
nothing is wider than the smallest phone. Whoever cannot see, cannot hear or has no mouse plays too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from companion.core.text import Text
from companion.table.journal import Journal
from companion.web import create_app
from tests.web.contrast import faint
from tests.web.every_page import CLUB_LOOKS, LOBBY_LOOKS, LOOKS
from tests.web.table_in_browsers import SEATS, SIZES, Table, club, picture, played, served, show_all, simulated, table
from tests.web.test_browser import chromium  # noqa: F401 - a fixture
from tests.web.test_wall_browser import at as match_at

pytestmark = pytest.mark.whole

AXE = Axe()
GRAVE = ("serious", "critical")
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"], "resultTypes": ["violations"]}
"""For the dark theme, which differs from the light one in colours alone."""
LATER = "li:nth-child(n + 25)"
"""Lines of long lists, which are alike, are looked at no further."""
SMALLEST = {"width": 320, "height": 568}
LEAST_PX = 44
"""Height of what a finger taps."""
HEADINGS = "[...document.querySelectorAll('h1')].filter(each => each.checkVisibility()).length"
MOVES = """() => document.getAnimations().length + [...document.querySelectorAll("body *")].filter(each =>
  getComputedStyle(each).transitionDuration.split(",").some(time => parseFloat(time) > 0.01)).length"""
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
LOW = """least => [...document.querySelectorAll("button, summary, [role=button], input:not([type=hidden]), select")]
  .filter(each => each.checkVisibility() && (each.closest("label") ?? each).getBoundingClientRect().height < least)
  .map(each => each.outerHTML.slice(0, 120))"""
SPOKEN = "each => each.closest('[role=status], [role=alert], [aria-live]') !== null"


def grave(page: Page, options: dict[str, Any]) -> list[Any]:
    """What axe finds that is serious or critical."""
    found = AXE.run(page, {"exclude": [[LATER]]}, options).response["violations"]
    return [
        (each["id"], node["html"][:160], node["failureSummary"][:200])
        for each in found
        if each["impact"] in GRAVE
        for node in each["nodes"]
    ]


def faults(page: Page) -> dict[str, Any]:
    """All that is wrong with a page as it is shown, in both themes; it is left in the light one."""
    found: dict[str, Any] = {}
    for scheme, options in (("dark", COLOURS), ("light", {"resultTypes": ["violations"]})):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found[f"axe, {scheme}"] = grave(page, options)
        found[f"faint, {scheme}"] = faint(page)
    headings = page.evaluate(HEADINGS)
    found["headings"] = [] if headings == 1 else [headings]
    found["moves"] = page.evaluate(MOVES) or []
    before = page.viewport_size
    if before is not None and before["width"] < LEAST_PX * 10:
        page.set_viewport_size(SMALLEST)  # type: ignore[arg-type]
        found["wider"] = page.evaluate(WIDER) or []
        found["low"] = page.evaluate(LOW, LEAST_PX)
        page.set_viewport_size(before)
    return {what: each for what, each in found.items() if each}


@pytest.fixture(scope="module")
def at(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:  # noqa: F811
    with table(chromium, tmp_path_factory.mktemp("axe")) as at:
        yield at


@pytest.fixture(autouse=True)
def quiet(at: Table) -> Iterator[None]:
    """Consoles say nothing, and nothing is asked of anybody but the table."""
    yield
    said, elsewhere = list(at.said), list(at.elsewhere)
    at.said.clear()
    at.elsewhere.clear()
    assert (said, elsewhere) == ([], [])


def test_the_lobby(at: Table) -> None:
    wrong = {look.name: faults(at.see(look)) for look in LOBBY_LOOKS}
    assert not any(wrong.values()), wrong


@pytest.mark.parametrize("key", list(SEATS))
def test_a_game(at: Table, key: str) -> None:
    wrong = {name: faults(page) for name, page in at.of_match(key, first=key == next(iter(SEATS)))}
    assert not any(wrong.values()), {name: each for name, each in wrong.items() if each}


def test_a_seat_that_is_covered(at: Table) -> None:
    page = at.see(LOOKS[0])
    page.evaluate("document.documentElement.dataset.covered = ''")
    assert faults(page) == {}


def test_a_cafe_and_its_host(chromium: Browser, tmp_path: Path, journal: Journal, at: Table) -> None:  # noqa: F811
    with club(tmp_path) as app, served(chromium, app, reduced_motion="reduce") as (see, said):
        wrong = {look.name: faults(see(look.address)) for look in CLUB_LOOKS}
        assert not any(wrong.values()), wrong
        assert said == []
    cafe = create_app(match_at(journal, played("karo"), 3), manner="cafe")
    with served(chromium, cafe, reduced_motion="reduce", viewport={"width": 390, "height": 844}) as (see, said):
        for address in ("/host", "/join", "/"):
            page = see(address)
            show_all(page)
            assert faults(page) == {}, address
        assert said == []


def test_what_changes_is_spoken_and_nothing_else(at: Table) -> None:
    at.begin("karo")
    at.come_to("middle")
    page, session = at.see(LOOKS[0]), at.session
    for part in ("#prompt .wanted", "#said", "#away", "#saved"):
        assert page.locator(part).first.evaluate(SPOKEN), part
    page.evaluate("""() => {
      window.spoken = [];
      const told = new MutationObserver(all => { window.spoken.push(...all.map(each => each.target.textContent)); });
      for (const each of document.querySelectorAll("[role=status], [role=alert], [aria-live]"))
        told.observe(each, { childList: true, characterData: true, subtree: true });
    }""")
    before = page.locator("#seen img").get_attribute("src")
    session.show(picture(30))
    expect(page.locator("#seen img")).not_to_have_attribute("src", before or "")
    assert page.evaluate("window.spoken") == [], "a new picture is no news"
    session.say(Text(fr="La place est prise.", en="The seat is taken."))
    expect(page.locator("#prompt .deed")).to_have_text("La place est prise.")
    assert any("La place est prise." in each for each in page.evaluate("window.spoken"))
    at.come_to("question")
    asked = page.locator(".question [role=alert]")
    expect(asked).to_have_count(1)
    assert not asked.locator("button").count(), "the question is spoken, not its dozen answers"


def test_the_simulated_table(chromium: Browser, tmp_path: Path) -> None:  # noqa: F811
    simulation = simulated("kaplan", tmp_path)
    with served(chromium, simulation.app, reduced_motion="reduce", **SIZES["holder"]) as (see, said):
        assert faults(see("/table")) == {}
        page = see("/join")
        page.click("form[action='/join/0'] button")
        page.wait_for_url("**/seat/0")
        assert faults(see("/table")) == {}
        assert said == []
    simulation.journal.close()
