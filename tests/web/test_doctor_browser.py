"""The doctor's page in a real browser: it shows what was found by itself, and fits the smallest phone."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, expect

from companion.core.clock import SystemClock
from companion.doctor.finding import Finding
from companion.table.session import Session
from companion.web import create_app
from companion.web.doctor import CHECKUP, Checkup
from tests.web.conftest import for_test
from tests.web.test_browser import (  # noqa: F401 - fixtures
    base,
    chromium,
    complaints,
    new_page,
    opened,
    seated,
    serving,
)
from tests.web.test_doctor import FOUND

pytestmark = pytest.mark.whole

SMALLEST = {"width": 320, "height": 568}
TARGET_PX = 44


@pytest.fixture
def may_end() -> Iterator[threading.Event]:
    event = threading.Event()
    yield event
    event.set()


@pytest.fixture
def app(session: Session, may_end: threading.Event) -> Flask:
    def examine() -> tuple[Finding, ...]:
        may_end.wait()
        return FOUND

    app = for_test(create_app(session, examine=examine, back_up=lambda: b"PK the matches"))
    app.extensions[CHECKUP] = Checkup(examine, SystemClock())
    return app


def test_what_was_found_appears_by_itself(
    may_end: threading.Event,
    chromium: Browser,  # noqa: F811
    opened: list[BrowserContext],  # noqa: F811
    complaints: list[str],  # noqa: F811
    base: str,  # noqa: F811
) -> None:
    ada = seated(0, chromium, opened, complaints, base)
    ada.set_viewport_size(SMALLEST)  # type: ignore[arg-type]
    ada.goto(f"{base}/host")
    ada.get_by_role("button", name="Voir ce qui marche").tap()
    expect(ada.locator("#doctor [role=status]")).to_contain_text("est examinée")
    may_end.set()
    expect(ada.locator(".findings li")).to_have_count(len(FOUND))
    expect(ada.locator(".findings li").first).to_have_class("wrong")
    again = ada.get_by_role("button", name="Examiner encore")
    expect(again).to_be_visible()
    box = again.bounding_box()
    assert box is not None
    assert box["height"] >= TARGET_PX
    assert ada.evaluate("document.documentElement.scrollWidth") <= SMALLEST["width"]


def test_the_backup_is_a_file_that_the_phone_keeps(
    chromium: Browser,  # noqa: F811
    opened: list[BrowserContext],  # noqa: F811
    complaints: list[str],  # noqa: F811
    base: str,  # noqa: F811
) -> None:
    ada = seated(0, chromium, opened, complaints, base)
    ada.set_viewport_size(SMALLEST)  # type: ignore[arg-type]
    ada.goto(f"{base}/host?lang=en")
    button = ada.get_by_role("button", name="Back up the matches that are over")
    box = button.bounding_box()
    assert box is not None
    assert box["height"] >= TARGET_PX
    with ada.expect_download() as waiting:
        button.tap()
    assert waiting.value.suggested_filename.startswith("table-")
    assert waiting.value.path().read_bytes() == b"PK the matches"
    ada.get_by_role("button", name="See what works").tap()
    expect(ada).to_have_url(f"{base}/doctor")
