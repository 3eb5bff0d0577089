"""What a phone receives, a seat's and a watcher's, read from the browser over its debugging protocol: the first load
with nothing kept, and what each action brings; every game at its start, middle and end. Nothing is asked of anybody but
the table."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from companion.perception.overlay import jpeg
from tests.web.every_page import Moment, Who
from tests.web.table_in_browsers import OPENED_MS, SEATS, SIZES, Table, play_on, played, show_all, table, up_to, watch
from tests.web.test_browser import PATIENCE_MS, chromium  # noqa: F401 - a fixture

pytestmark = pytest.mark.whole

LOAD_BYTES, ACTION_BYTES = 150_000, 15_000
"""At most, headers included, for a first load and for what one action brings."""
FRAME_BYTES = len("event: \nid: \ndata: \n\n")
ACTIONS = 8
"""From each of the moments on."""
COMING = """() => new Promise((drawn) => {
  requestAnimationFrame(() => requestAnimationFrame(() => drawn(typeof coming !== "undefined" && coming !== 0)));
})"""
"""Whether the page has heard of a change and is about to fetch it (`coming` of follow.js). It answers when it has been
drawn twice: pictures that load lazily are asked for then."""
MOMENTS: tuple[Moment, ...] = ("start", "middle", "end")


@cache
def busy() -> bytes:
    """A picture of a table full of things, 960 px wide: as heavy as the heaviest of the simulated tables, 64 kB."""
    noise = np.random.default_rng(1).integers(0, 255, (720, 960, 3), np.uint8)
    soft = cv2.normalize(cv2.GaussianBlur(noise, (0, 0), 9), np.empty_like(noise), 0, 255, cv2.NORM_MINMAX)
    made = jpeg(np.asarray(soft, np.uint8))
    assert len(made) > 64_000
    return made


class Wire:
    """Counts what comes to a page over the network."""

    def __init__(self, page: Page) -> None:
        self.bytes, self._under_way = 0, dict[str, str]()
        self._page = page
        session = page.context.new_cdp_session(page)
        session.on("Network.requestWillBeSent", self._sent)
        session.on("Network.eventSourceMessageReceived", self._told)
        session.on("Network.loadingFinished", self._finished)
        session.on("Network.loadingFailed", lambda each: self._under_way.pop(each["requestId"], None))
        session.send("Network.enable")

    def _sent(self, event: dict[str, Any]) -> None:
        if event.get("type") != "EventSource":
            self._under_way[event["requestId"]] = event["request"]["url"]

    def _told(self, event: dict[str, Any]) -> None:
        self.bytes += sum(len(event[each]) for each in ("data", "eventId", "eventName")) + FRAME_BYTES

    def _finished(self, event: dict[str, Any]) -> None:
        self._under_way.pop(event["requestId"], None)
        self.bytes += int(event["encodedDataLength"])

    def settled(self) -> int:
        """All bytes so far, once nothing is under way any more, or about to be fetched."""
        until = time.monotonic() + PATIENCE_MS / 1000
        while (self._page.evaluate(COMING) or self._under_way) and time.monotonic() < until:
            self._page.wait_for_timeout(20)
        assert not self._under_way, self._under_way
        return self.bytes


@pytest.fixture
def at(chromium: Browser, tmp_path: Path) -> Iterator[Table]:  # noqa: F811
    with table(chromium, tmp_path) as at:
        yield at
        assert at.said == []
        assert at.elsewhere == []


def fresh(chromium: Browser, at: Table, who: Who) -> BrowserContext:  # noqa: F811
    """A browser with the cookies that it has, and nothing kept of any page."""
    context = chromium.new_context(**SIZES[who])
    context.set_default_timeout(OPENED_MS)
    context.add_cookies(at.contexts[who].cookies())  # type: ignore[arg-type]
    return context


@pytest.mark.parametrize(("who", "address"), [("holder", "/seat/0"), ("stranger", "/")])
@pytest.mark.parametrize("key", sorted(SEATS))
def test_a_phone_gets_little_and_with_an_action_less(
    chromium: Browser,  # noqa: F811
    at: Table,
    key: str,
    who: Who,
    address: str,
) -> None:
    at.begin(key)
    length = len(played(key).actions)
    for moment in MOMENTS:
        begin = max(len(at.session.match.actions), min(up_to(played(key), moment), length - ACTIONS))
        play_on(at.session, begin)
        with fresh(chromium, at, who) as context:
            page = context.new_page()
            watch(page, at.base, at.said, at.elsewhere)
            wire = Wire(page)
            page.goto(at.base + address, wait_until="load")
            show_all(page)
            loaded = wire.settled()
            assert 0 < loaded <= LOAD_BYTES, (moment, loaded)
            print(f"{key} {who} {moment}: first load {loaded / 1000:.1f} kB", end="")
            most = 0
            for actions in range(begin + 1, min(begin + ACTIONS, length) + 1):
                before = wire.settled()
                with at.session._changed:  # pages hear of both at once, however busy the machine is
                    play_on(at.session, actions)
                    at.session.show(busy())
                lines = len(at.session.page(0 if who == "holder" else None).story)
                page.wait_for_function(
                    "lines => Number(document.getElementById('prompt').dataset.read) >= lines", arg=lines
                )
                brought = wire.settled() - before
                most = max(most, brought)
                assert 0 < brought <= ACTION_BYTES, (moment, actions, brought)
            print(f", an action at most {most / 1000:.1f} kB")
            page.goto("about:blank")
