"""The simulated table by keyboard alone, in a real browser: aim, take, push, lay down, turn over, throw."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, expect

from companion.table.session import Session
from companion.web import create_app
from companion.web.simulated import Share, SimulatedTable, Touched
from tests.web.conftest import for_test
from tests.web.table_in_browsers import picture
from tests.web.test_browser import base, chromium, complaints, opened, seated, serving

pytestmark = pytest.mark.whole

__all__ = ["base", "chromium", "complaints", "opened", "serving"]

DIE = 7
"""The number of what lies in the right half of the table."""


@dataclass
class OneDie(SimulatedTable):
    """A table with a die on its right half; it writes down what is done to it."""

    paused: bool | None = None
    done: list[object] = field(default_factory=list)

    def picture_jpeg(self) -> bytes:
        return picture()

    def throw_dice(self) -> None:
        self.done.append("throw")

    def touch(self, at: Share) -> Touched:
        return Touched(DIE, turns=True, leans=True) if at[0] > 0.55 else Touched()

    def drag(self, ident: int, to: Share, *, ends: bool) -> None:
        self.done.append((ident, round(to[0], 2), round(to[1], 2), ends))

    def turn_over(self, ident: int) -> None:
        self.done.append(("turn", ident))

    def lean(self, ident: int) -> None:
        self.done.append(("lean", ident))


@pytest.fixture
def table() -> OneDie:
    return OneDie()


@pytest.fixture
def app(session: Session, table: OneDie) -> Flask:
    return for_test(create_app(session, simulated=table))


def test_all_of_it_by_keyboard(
    chromium: Browser, opened: list[BrowserContext], complaints: list[str], base: str, table: OneDie
) -> None:
    page = seated(0, chromium, opened, complaints, base)
    page.goto(f"{base}/table")
    told, focused = page.locator("#told"), "document.activeElement.id || document.activeElement.dataset.act"

    def tab_to(name: str) -> None:
        for _ in range(20):
            if page.evaluate(focused) == name:
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"the Tab key does not come to {name}")

    tab_to("touched")
    expect(page.locator("#aim")).to_be_visible()
    page.keyboard.press("Enter")
    expect(told).to_have_text("Rien ici.")
    page.keyboard.press("Shift+ArrowRight")  # ten hundredths
    page.keyboard.press("Enter")
    expect(told).to_have_text("Pris : les flèches le poussent, Entrée le pose.")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press(" ")
    expect(told).to_have_text("Posé.")
    tab_to("turn")
    with page.expect_response("**/table/turn/7"):
        page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    with page.expect_response("**/table/cock/7"):
        page.keyboard.press("Enter")
    page.locator("[data-act=throw]").focus()
    with page.expect_response("**/table/throw"):
        page.keyboard.press("Enter")
    assert table.done == [
        (DIE, 0.6, 0.52, False), (DIE, 0.58, 0.52, False), (DIE, 0.58, 0.52, True),
        ("turn", DIE), ("lean", DIE), "throw",
    ]  # fmt: skip
