"""A film in a real browser: made by touch on a small phone while the page says how far it is, played, and erased."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from companion.evening import Evening
from companion.table.folder import FILMS_FOLDER
from companion.web.film_scenes import HOLD_FIRST, HOLD_LAST
from tests.web.evenings import opened
from tests.web.test_browser import chromium  # noqa: F401 - a fixture
from tests.web.test_evening_browser import SMALL, Pages, fits, pages  # noqa: F401 - pages: a fixture
from tests.web.test_looking_back import played, short_match

pytestmark = pytest.mark.whole

PLAYS = """async video => {
    video.muted = true;
    await video.play();
    await new Promise(then => video.ontimeupdate = then);
    return [video.readyState, video.videoWidth, video.videoHeight, video.error, video.duration];
}"""
SEEKS = "async video => { video.currentTime = 20; await new Promise(then => video.onseeked = then); }"
WALL = {"viewport": {"width": 1920, "height": 1080}, "color_scheme": "dark"}


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = opened(tmp_path)
    for key in ("plic-plac", "kaleidoscope"):
        match = short_match(key, seed=5)
        played(evening.setting.journal, match.game, match)
    yield evening
    evening.close()


def test_a_phone_makes_plays_and_erases_a_film(pages: Pages, evening: Evening, tmp_path: Path) -> None:  # noqa: F811
    ada = pages.joined("Ada", **SMALL)
    ada.goto(f"{pages.base}/history/1")
    ada.get_by_role("button", name="Le film de la partie").tap()
    ada.wait_for_url("**/history/1/film/0")
    fits(ada)
    ada.get_by_role("button", name="Faire le film").tap()
    expect(ada.locator("progress")).to_be_visible()
    fits(ada)
    expect(ada.locator("video")).to_be_visible(timeout=120_000)
    fits(ada)
    ready, width, height, error, seconds = ada.locator("video").evaluate(PLAYS)
    assert ready >= 2
    assert (width, height, error) == (1280, 720, None)
    assert seconds == pytest.approx(len(short_match("plic-plac", seed=5).actions) + HOLD_FIRST + HOLD_LAST, abs=1.5)
    ada.locator("video").evaluate(
        "async video => { video.currentTime = 20; await new Promise(f => video.onseeked = f); }"
    )
    with ada.expect_download() as film:
        ada.get_by_role("button", name="Télécharger le film").tap()
    assert film.value.suggested_filename == "plic-plac-1.webm"
    ada.on("dialog", lambda each: each.accept())
    ada.get_by_role("button", name="Effacer le film").tap()
    expect(ada.get_by_role("button", name="Faire le film")).to_be_visible()
    assert list((tmp_path / "data" / FILMS_FOLDER).iterdir()) == []


def test_a_page_that_misses_an_answer_still_hears_of_the_film(pages: Pages) -> None:  # noqa: F811
    ada = pages.joined("Ada", **SMALL)
    missed: list[Route] = []

    def misses_one(route: Route) -> None:
        if missed:
            route.continue_()
        else:
            missed.append(route)
            route.abort()

    ada.route("**/film/0/now?*", misses_one)
    ada.goto(f"{pages.base}/history/1/film/0")
    ada.get_by_role("button", name="Faire le film").tap()
    expect(ada.locator("video")).to_be_visible(timeout=120_000)
    assert missed
    pages.said.clear()  # what a browser says of an answer that did not come


def test_a_wall_screen_offers_the_evenings_film(pages: Pages) -> None:  # noqa: F811
    wall = pages.open("/history/2/film/0?lang=en", **WALL)
    expect(wall.get_by_role("button", name="Make the film")).to_be_visible()
    fits(wall)
