"""The lobby on a wall, in a real browser: no scrolling, no empty half, letters that are read from three metres."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from companion import catalog
from companion.evening import Evening
from companion.web.serve import open_listener, serve_on
from tests.web.evenings import Phone
from tests.web.test_browser import chromium, new_page  # noqa: F401 - a fixture
from tests.web.test_wall_browser import LEAST_PX, NAMES, PROMPT_PX, SIZES, TEXT_PX

pytestmark = pytest.mark.whole

QR_SHARE = 0.3
"""Of the screen's height: a phone reads it from where people sit."""
REACHES = 0.85
"""Of the screen's height: below it is only the margin."""
MEASURES = """() => {
  const page = document.documentElement, live = document.getElementById("live");
  const said = [...document.querySelectorAll(".top :is(a, .heading), #live :is(h1, h2, p, li, strong, small)")]
    .filter(each => each.checkVisibility() && each.innerText.trim());
  const shown = [...live.querySelectorAll("img, figcaption, h2, p, .qr")].filter(each => each.checkVisibility());
  const boxes = shown.map(each => each.getBoundingClientRect());
  return {
    over: [page.scrollWidth - page.clientWidth, page.scrollHeight - page.clientHeight],
    heading: parseFloat(getComputedStyle(document.querySelector(".heading")).fontSize),
    smallest: Math.min(...said.map(each => parseFloat(getComputedStyle(each).fontSize))),
    qr: document.querySelector(".qr").getBoundingClientRect().height,
    reaches: Math.max(...boxes.map(each => each.bottom)),
    outside: shown.filter(each => each.getBoundingClientRect().bottom > innerHeight + 0.5
      || each.getBoundingClientRect().right > innerWidth + 0.5).map(each => each.outerHTML),
    pictures: Math.min(...[...live.querySelectorAll("img")].map(each => each.getBoundingClientRect().height)),
    low: [...document.querySelectorAll(".top button")].filter(each => each.checkVisibility())
      .map(each => each.getBoundingClientRect().height),
  };
}"""


@pytest.fixture
def wall(evening: Evening, chromium: Browser) -> Iterator[Page]:  # noqa: F811
    serving = serve_on(evening, open_listener("127.0.0.1", 0))
    contexts, said = [], []  # type: ignore[var-annotated]
    page = new_page(chromium, contexts, said)
    page.goto(f"http://127.0.0.1:{serving.port}/wall")
    yield page
    contexts[0].close()
    serving.close()
    assert said == []


def check(page: Page) -> None:
    page.reload()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate(MEASURES)
        said, share = (width, height, found), width / 1920
        assert found["over"] == [0, 0], said
        assert found["outside"] == [], said
        assert found["heading"] >= PROMPT_PX * share, said
        assert found["smallest"] >= TEXT_PX * share, said
        assert found["qr"] >= QR_SHARE * height, said
        assert found["reaches"] >= REACHES * height, said
        assert found["pictures"] >= 0.1 * height, said
        assert all(each >= LEAST_PX for each in found["low"]), said


def test_the_lobby_fills_a_wall(evening: Evening, wall: Page) -> None:
    check(wall)
    for name in NAMES:
        Phone(evening, name)
    check(wall)
    for key in catalog.game_keys():
        evening.choose(catalog.game(key), {})
        check(wall)


def test_the_lobbys_wall_fills_the_screen_and_says_where_the_browser_cannot_keep_it_on(wall: Page) -> None:
    wall.set_viewport_size({"width": 1280, "height": 720})
    wall.add_init_script("Object.defineProperty(navigator, 'wakeLock', {value: undefined})")
    wall.reload()
    wall.get_by_text("Ce navigateur ne peut pas garder l’écran allumé").wait_for()
    wall.get_by_role("button", name="Compris").click()
    wall.get_by_role("button", name="Plein écran").click()
    wall.wait_for_function("document.fullscreenElement !== null")
