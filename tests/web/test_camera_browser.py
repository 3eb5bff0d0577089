"""The aiming page in a real browser: its picture and sentence follow by themselves, and it fits every screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from companion.evening import Evening
from companion.simulator.lamp import Lamp
from companion.web.serve import Serving, open_listener, serve_on
from tests.web.test_browser import chromium, complaints, new_page, opened  # noqa: F401 - fixtures
from tests.web.test_camera_page import Table

pytestmark = pytest.mark.whole

TARGET_PX = 44
LOOKS_MS = 30_000
"""Until a drawn table has been looked at on a busy machine."""


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    table = Table(tmp_path, monkeypatch)
    yield table
    table.evening.close()


@pytest.fixture
def app(table: Table) -> Evening:
    return table.evening


@pytest.fixture
def serving(app: Evening) -> Iterator[Serving]:
    with open_listener("127.0.0.1", 0) as listener:
        serving = serve_on(app, listener)
        yield serving
        serving.close()


def test_the_host_gets_there_from_the_lobby_and_the_page_follows(
    table: Table,
    serving: Serving,
    chromium: Browser,  # noqa: F811
    opened: list[BrowserContext],  # noqa: F811
    complaints: list[str],  # noqa: F811
) -> None:
    base = f"http://127.0.0.1:{serving.port}"
    host = new_page(chromium, opened, complaints, viewport={"width": 320, "height": 568}, locale="en")
    host.goto(f"{base}/join?lang=en")
    host.get_by_label("Your name").fill("Ada")
    host.get_by_role("button", name="Here I am").click()
    link = host.get_by_role("link", name="Aim the camera")
    box = link.bounding_box()
    assert box is not None
    assert box["height"] >= TARGET_PX
    link.click()
    expect(host.locator("#aimed")).to_be_visible(timeout=LOOKS_MS)
    expect(host.locator(".advice")).to_have_attribute("data-advice", "larger-picture")
    first = host.locator("#aimed").get_attribute("src")
    table.world.switch_lamp(Lamp(light=0.2))
    expect(host.locator(".advice")).to_have_attribute("data-advice", "too-dark", timeout=LOOKS_MS)
    assert host.locator("#aimed").get_attribute("src") != first
    host.get_by_text("Which camera is it?").click()
    for width in (320, 390, 1920):
        host.set_viewport_size({"width": width, "height": 900})
        assert host.evaluate("document.documentElement.scrollWidth") <= width
    host.get_by_label("The lens").select_option("hq-6mm")
    host.get_by_role("button", name="Take this one").click()
    expect(host.locator("[data-figure=height] span")).to_have_text("91 cm", timeout=LOOKS_MS)
    host.goto("about:blank")  # what was under way is given up, and htmx says so
    complaints[:] = [said for said in complaints if not said.startswith(("htmx:afterRequest", "htmx:sendAbort"))]
