"""An evening in a real browser: two phones and a wall screen, by touch alone; no page is reloaded by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect

from companion import catalog
from companion.evening import Evening
from companion.web.room import KEY
from companion.web.serve import open_listener, serve_on
from tests.web.evenings import match_of
from tests.web.test_browser import chromium  # noqa: F401 - a fixture
from tests.web.test_simulated_table_browser import OneDie
from tests.web.whole_evening import Pages

pytestmark = pytest.mark.whole

SMALL = {"viewport": {"width": 320, "height": 568}, "is_mobile": True, "has_touch": True}
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
WALLS = ((1280, 720), (1920, 1080), (3840, 2160))
LEAST_PX = 44
"""Height of what a finger taps."""
TARGETS = "button, summary, main a, input:not([type=hidden]), select"
SHORT = """targets => targets.filter(each => each.checkVisibility() && each.getBoundingClientRect().height < %d)
    .map(each => each.outerHTML)"""
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
TALLER = "document.documentElement.scrollHeight - document.documentElement.clientHeight"


@pytest.fixture
def pages(evening: Evening, chromium: Browser) -> Iterator[Pages]:  # noqa: F811
    serving = serve_on(evening, open_listener("127.0.0.1", 0))
    pages = Pages(chromium, f"http://127.0.0.1:{serving.port}")
    yield pages
    for context in pages.contexts:
        context.close()
    serving.close()
    assert pages.said == []


def fits(page: Page) -> None:
    """Nothing is wider than the phone, and all that is tapped is high enough."""
    assert page.evaluate(WIDER) == 0
    assert page.locator(TARGETS).evaluate_all(SHORT % LEAST_PX) == []


def test_an_evening_by_touch_alone(evening: Evening, pages: Pages) -> None:
    wall = pages.open("/", viewport={"width": 1280, "height": 720})
    ada = pages.joined("Ada", **PHONE)
    expect(wall.locator(".here")).to_contain_text("Ada")
    fits(ada)
    bob = pages.joined("Bartholomé-Alexandre", **SMALL)
    ada.get_by_role("button", name="KARO").tap()
    ada.get_by_text("Choix de la partie").tap()
    ada.get_by_role("button", name="Rouge", exact=True).tap()
    expect(ada.get_by_role("button", name="Rouge", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(bob.locator("#games")).to_contain_text("KARO")
    fits(ada)
    fits(bob)
    for width, height in WALLS:
        wall.set_viewport_size({"width": width, "height": height})
        assert (wall.evaluate(WIDER), wall.evaluate(TALLER)) == (0, 0)
    # begin: every page goes to where its phone belongs
    ada.get_by_role("button", name="Lancer KARO").tap()
    ada.wait_for_url("**/seat/0")
    bob.wait_for_url("**/seat/1")
    expect(wall.locator("#prompt")).to_be_visible()
    assert wall.url.endswith("/wall")
    assert match_of(evening).session.match.options.first == "red"
    mover = (ada, bob)[match_of(evening).session.match.state.actor.seat or 0]
    mover.locator("#board a.place").first.tap()
    expect(wall.locator("#last")).to_contain_text("pose un pion")
    # stop, while one phone sleeps: it is led to the lobby when it wakes
    bob.context.set_offline(True)
    ada.locator("#see-evening summary").tap()
    ada.get_by_role("button", name="Arrêter la partie").tap()
    expect(ada.get_by_role("heading", name="Bonjour Ada")).to_be_visible()
    expect(wall.locator(".wall-people")).to_be_visible()
    bob.context.set_offline(False)
    bob.wait_for_url("**/join")
    pages.said.clear()  # what a browser without a network says
    # what was stopped is taken up, with everyone in their seats
    ada.get_by_text("Reprendre une partie").tap()
    ada.get_by_role("button", name="Reprendre", exact=True).tap()
    bob.wait_for_url("**/seat/1")
    expect(wall.locator("#last")).to_contain_text("pose un pion")


def test_what_somebody_types_stays_while_others_join(pages: Pages) -> None:
    late = pages.open("/join", **SMALL)
    late.get_by_label("Votre prénom").fill("Chl")
    pages.joined("Ada", **PHONE)
    expect(late.locator("#people")).to_contain_text("Ada")
    assert late.get_by_label("Votre prénom").input_value() == "Chl"


def test_who_has_the_simulated_tables_page_open_is_led_on_when_the_match_is_left(
    evening: Evening, pages: Pages
) -> None:
    evening.begin_with(catalog.game("karo"), ("Ada", "Bob"), {}, ())
    app = match_of(evening).app
    app.extensions[KEY] = replace(app.extensions[KEY], simulated=OneDie())
    page = pages.open("/table", **SMALL)
    expect(page.get_by_role("heading", name="La table simulée")).to_be_visible()
    evening.stop(match_of(evening).session.number)
    expect(page.locator(".led")).to_be_visible()
    assert "/join" in page.url
    pages.said.clear()  # that the picture did not come
