"""A line is put right by touch: three taps at most, targets of 44 px, nothing wider than a phone of 320 px."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect, sync_playwright

from companion.table.journal import Journal
from companion.table.session import Session
from companion.web import create_app
from companion.web.serve import Serving, serve
from tests.web.conftest import for_test
from tests.web.test_browser import CHROMIUM, FLAGS, PATIENCE_MS
from tests.web.test_correcting import played

pytestmark = pytest.mark.whole

SMALL = {"viewport": {"width": 320, "height": 640}, "is_mobile": True, "has_touch": True}
TARGET_PX = 44
PICTURES = os.environ.get("COMPANION_PAGE_PICTURES")
"""A folder for pictures of the pages, for people who look at them."""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip(f"{CHROMIUM} is absent: install Debian's package chromium to run the tests in a browser")
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(params=["karo", "plic-plac", "kaplan", "kaleidoscope", "leprechauns"])
def session(journal: Journal, request: pytest.FixtureRequest) -> Session:
    return played(journal, request.param, seed=1, most=60)


@pytest.fixture
def serving(session: Session) -> Iterator[Serving]:
    app: Flask = for_test(create_app(session))
    serving = serve(app, "127.0.0.1", 0)
    yield serving
    serving.close()


def measured(page: Page, name: str) -> None:
    """The page is no wider than the phone, and every link and button of the content is large enough."""
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    small = page.evaluate(
        """(px) => [...document.querySelectorAll("#correct button, #correct a, .story a.line, #last-reading a")]
          .filter(each => each.offsetParent && each.getBoundingClientRect().height < px)
          .map(each => each.textContent.trim())""",
        TARGET_PX,
    )
    assert small == []
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


def test_a_line_is_put_right_by_touch(chromium: Browser, session: Session, serving: Serving) -> None:
    key, base = session.game.key, f"http://127.0.0.1:{serving.port}"
    page = chromium.new_context(**SMALL).new_page()  # type: ignore[arg-type]
    page.goto(f"{base}/join")
    page.locator("form[action='/join/0'] button").tap()
    page.locator("#last-reading a").tap()
    page.locator("#correct").wait_for()
    measured(page, f"{key}-last")
    before = len(session.match.actions)
    page.goto(f"{base}/seat/0/story")
    measured(page, f"{key}-story")
    page.locator("a.line").nth(3).tap()
    page.locator("#correct").wait_for()
    measured(page, f"{key}-line")
    page.emulate_media(color_scheme="dark")
    page.locator("button[name='choice'][value='-1']").tap()
    page.locator("#prompt, button[name='sure']").first.wait_for(state="attached")
    if page.locator("button[name='sure']").count():
        measured(page, f"{key}-sure")
        page.locator("button[name='sure']").tap()
    page.locator("#prompt").wait_for(state="attached")
    assert len(session.match.actions) < before
    if page.locator("#uncover").is_visible():
        page.locator("#uncover").tap()
    measured(page, f"{key}-after")
    page.context.close()
