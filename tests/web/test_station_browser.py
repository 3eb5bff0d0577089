"""The sorting station in a real browser: colour and counts follow every card, and sound is heard once it is allowed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, expect

from companion.core.clock import ManualClock
from companion.core.scene import Thing
from companion.games.kaplan.actions import DrawColour, DrawSymbol, SortedByHand
from companion.games.kaplan.deck import deck
from companion.perception.eyes import Eyes
from companion.table.journal import Journal
from companion.table.session import Session
from companion.table.watchers.sorting_station import SortingStationWatcher
from companion.web import create_app
from tests.web.conftest import for_test
from tests.web.test_browser import base, chromium, complaints, new_page, opened, serving
from tests.web.test_station import DRAWS, draw_side, kaplan, look

pytestmark = pytest.mark.whole

__all__ = ["base", "chromium", "complaints", "opened", "serving"]

DRAW = DRAWS[0]
COUNT_TONES = """
  window.tones = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (at) {
    window.tones.push(this.frequency.value);
    document.documentElement.dataset.tones = window.tones.length;
    return start.call(this, at);
  };
"""


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    journal = Journal(tmp_path / "journal.sqlite", ManualClock(1000.0))
    session = kaplan(journal)
    session.play(DrawColour(DRAW.colour, DRAW.position), "table")
    yield session
    journal.close()


@pytest.fixture
def app(session: Session) -> Flask:
    return for_test(create_app(session))


def test_every_card_is_seen_and_heard(
    chromium: Browser, opened: list[BrowserContext], complaints: list[str], base: str, session: Session
) -> None:
    page = new_page(chromium, opened, complaints, viewport={"width": 1100, "height": 900})
    page.add_init_script(COUNT_TONES)
    page.goto(base)
    station = page.locator("#station")
    expect(station).to_have_class("ready")
    keeps = [card.ident for card in deck().cards if card.has(DRAW.colour, DRAW.position)]
    discards = [card.ident for card in deck().cards if not card.has(DRAW.colour, DRAW.position)]
    sorting = SortingStationWatcher(session, Eyes({}))
    look(session, sorting, (draw_side(keeps[0]),))
    expect(station).to_have_class("keep")
    expect(page.locator("#sort .kept strong")).to_have_text("1")
    assert page.evaluate("window.tones") == []  # nobody has allowed sound yet
    page.locator("#sound").click()
    expect(page.locator("#sound")).to_be_hidden()
    assert page.evaluate("window.tones") == [988]
    look(session, sorting, (draw_side(keeps[1]), *(draw_side(ident) for ident in discards[:2])))
    expect(page.locator("#sort .discarded strong")).to_have_text("2")
    expect(station).to_have_class("discard")
    expect(page.locator("html")).to_have_attribute("data-tones", "4")
    assert sorted(page.evaluate("window.tones.slice(1)")) == [262, 262, 988]
    look(session, sorting, (Thing("card", "read", ""),))
    expect(station).to_have_class("alarm")
    expect(page.locator("#prompt .notice")).to_contain_text("Retournez-la sans la lire.")
    expect(page.locator("html")).to_have_attribute("data-tones", "9")


def test_the_dial_fills_up(
    chromium: Browser, opened: list[BrowserContext], complaints: list[str], base: str, session: Session
) -> None:
    pawn = DrawSymbol(DRAW.symbol.shape, DRAW.symbol.fill)
    for action in (SortedByHand(), pawn, SortedByHand()):
        session.play(action, "table")
    page = new_page(chromium, opened, complaints, viewport={"width": 390, "height": 844})
    page.goto(base)
    expect(page.locator("#laying .empty")).to_have_count(18)
    stock = session.game.stock(session.match.state)  # type: ignore[attr-defined]
    things = [Thing("card", "draw", each.name, each.xy_mm) for each in stock]
    look(session, SortingStationWatcher(session, Eyes({})), tuple(things[:7]))
    expect(page.locator("#laying .right")).to_have_count(7)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
