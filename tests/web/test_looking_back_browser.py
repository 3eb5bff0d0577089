"""Looking back in a real browser: by touch on a small phone, by arrow keys on a wall screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from companion import catalog
from companion.core.evidence import SeenThing
from companion.core.kit import random_match
from companion.core.scene import Thing
from companion.evening import Evening
from companion.hardware.cues import RecordingCues
from companion.table.journal import Journal
from companion.table.opening import open_session
from tests.web.evenings import opened
from tests.web.test_browser import chromium  # noqa: F401 - a fixture
from tests.web.test_evening_browser import SMALL, WIDER, Pages, fits, pages  # noqa: F401 - pages: a fixture

pytestmark = pytest.mark.whole

NAMES = ("Ada", "Barthélemy de la Tour-Saint-Étienne", "Zoë", "Max")
WALL = {"viewport": {"width": 1920, "height": 1080}}


def fill(journal: Journal) -> None:
    """A finished match of each game; the camera saw the first action of each."""
    crop = cv2.imencode(".jpg", np.full((64, 64, 3), 200, np.uint8))[1].tobytes()
    for game in catalog.games().values():
        match = random_match(game, game.seats[0], seed=5)
        session = open_session(journal, RecordingCues(), game, match.seats, match.options, NAMES[: match.seats])
        for number, action in enumerate(match.actions):
            seen = () if number else (SeenThing(Thing("die", "5"), 0.93, crop),)
            session.play(action, "table" if number else "camera", seen)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = opened(tmp_path)
    fill(evening.setting.journal)
    yield evening
    evening.close()


def test_a_small_phone_looks_back_by_touch(pages: Pages) -> None:  # noqa: F811
    ada = pages.joined("Ada", **SMALL)
    fits(ada)
    ada.get_by_role("button", name="Parties finies").tap()
    ada.wait_for_url("**/history")
    fits(ada)
    ada.get_by_role("link", name="Leprechauns").tap()
    ada.wait_for_url("**/history/4")
    expect(ada.locator("#result")).to_have_js_property("complete", True)
    assert ada.locator("#result").evaluate("each => each.naturalWidth") == 1080
    expect(ada.locator("#share")).to_be_hidden()  # plain HTTP: browsers do not share there
    fits(ada)
    with ada.expect_download() as picture:
        ada.get_by_role("button", name="Télécharger l’image").tap()
    assert picture.value.suggested_filename == "leprechauns-4.png"
    ada.get_by_role("button", name="Revoir la partie").tap()
    ada.wait_for_url("**/history/4/0")
    before = ada.locator(".steps").bounding_box()
    for step in (1, 2, 3):
        ada.get_by_role("button", name="Une étape en avant").tap()
        ada.wait_for_url(f"**/history/4/{step}")
        expect(ada.locator(".steps")).to_contain_text(f"{step}/")
        fits(ada)
        assert ada.locator(".steps").bounding_box() == before  # the thumb stays where it is
        if step == 1:
            expect(ada.locator(".reading img")).to_have_js_property("naturalWidth", 64)
            expect(ada.locator(".reading")).to_contain_text("93")


@pytest.mark.parametrize("options", [SMALL, WALL], ids=["320", "1920"])
def test_every_games_boards_of_old_fit(pages: Pages, evening: Evening, options: dict[str, object]) -> None:  # noqa: F811
    page = pages.open("/history", **options)
    for match in evening.looking_back.past.finished():
        for step in (0, match.actions // 2, match.actions):
            page.goto(f"{pages.base}/history/{match.number}/{step}")
            assert page.evaluate(WIDER) == 0, (match.game, step)
            fits(page)
    page.goto(f"{pages.base}/statistics")
    fits(page)


def test_a_wall_screen_steps_by_arrow_keys(pages: Pages) -> None:  # noqa: F811
    wall = pages.open("/history/4/0", **WALL)
    for key, address in (("ArrowRight", "/1"), ("ArrowRight", "/2"), ("ArrowLeft", "/1"), ("Home", "/0")):
        wall.keyboard.press(key)
        wall.wait_for_url(f"**/history/4{address}")
    wall.keyboard.press("ArrowLeft")  # there is no step before the first
    wall.keyboard.press("End")
    expect(wall.locator(".steps a[rel=next]")).to_have_count(0)


def test_the_host_erases_the_statistics_with_one_tap(pages: Pages) -> None:  # noqa: F811
    ada = pages.joined("Ada", **SMALL)
    ada.get_by_role("button", name="Statistiques").tap()
    expect(ada.get_by_role("heading", name="Ada")).to_be_visible()
    ada.get_by_role("button", name="Effacer les statistiques").tap()
    expect(ada.locator("main")).to_contain_text("Rien à compter encore")
