"""What is lost on the way to a page comes back by itself; what is lost on the way to the table is said."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, Request, Route, expect

from companion.table.session import Session
from companion.web.serve import Serving, serve
from tests.core.toy import Keep, Throw
from tests.web.conftest import CROP
from tests.web.test_browser import ada, base, bob, chromium, complaints, opened, screen, serving, stay, stayed

pytestmark = pytest.mark.whole

__all__ = ["ada", "base", "bob", "chromium", "complaints", "opened", "screen", "serving"]


@pytest.fixture(autouse=True)
def network_faults(complaints: list[str]) -> Iterator[None]:
    """htmx and Chromium log every connection that is lost here."""
    yield
    complaints[:] = [each for each in complaints if "ERR_" not in each and "htmx:" not in each and "503" not in each]


def test_a_fetch_that_is_lost_is_made_again(bob: Page, session: Session) -> None:
    stay(bob)
    lost: list[str] = []

    def lose_once(route: Route) -> None:
        lost.append(route.request.url)
        if len(lost) == 1:
            route.abort("connectionreset")
        else:
            route.continue_()

    bob.route("**/seat/1/now", lose_once)
    session.play(Keep(0), "seat 0")
    expect(bob.locator("#prompt .wanted")).to_have_text("Lancez la pièce.")
    assert len(lost) >= 2
    assert stayed(bob)


def test_a_fetch_that_is_refused_is_made_again(bob: Page, session: Session) -> None:
    refused: list[str] = []

    def refuse_once(route: Route) -> None:
        refused.append(route.request.url)
        if len(refused) == 1:
            route.fulfill(status=503, body="<p>Trop de monde.</p>")
        else:
            route.continue_()

    bob.route("**/seat/1/now", refuse_once)
    session.play(Keep(0), "seat 0")
    expect(bob.locator("#prompt .wanted")).to_have_text("Lancez la pièce.")


def test_a_stream_that_falls_silent_is_opened_anew(
    app: Flask, chromium: Browser, opened: list[BrowserContext], session: Session, serving: Serving
) -> None:
    """As when a phone changes from one radio to another: nothing comes, and nobody says that nothing will."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        page = chromium.new_context()
        opened.append(page)
        shown = page.new_page()
        asked: list[str] = []

        def lead_astray(route: Route) -> None:
            asked.append(route.request.url)
            if len(asked) == 1:  # is accepted, and never answered
                route.continue_(url=f"http://127.0.0.1:{silent.getsockname()[1]}/events")
            else:
                route.continue_()

        shown.route("**/events?**", lead_astray)
        shown.goto(f"http://127.0.0.1:{serving.port}/?lang=en")
        session.play(Keep(0), "seat 0")
        expect(shown.locator("#prompt .wanted")).to_have_text("Throw the coin.")
        assert len(asked) == 2


def test_a_tap_that_does_not_arrive_is_offered_again(app: Flask, serving: Serving, ada: Page, session: Session) -> None:
    stay(ada)
    serving.close()
    ada.get_by_role("button", name="Ada garde").tap()
    again = ada.get_by_role("button", name="Envoyer encore")
    expect(again).to_be_visible()
    assert session.match.actions == (Throw((1,)),)
    again.tap()  # the table is still away, so it is offered once more
    expect(again).to_be_visible()
    back = serve(app, "127.0.0.1", serving.port)
    try:
        again.tap()
        expect(ada.locator("#prompt .wanted")).to_have_text("Lancez la pièce.")
        expect(ada.locator("#said")).to_have_text("")
        assert session.match.actions == (Throw((1,)), Keep(0))
        assert stayed(ada)
        ada.close()
    finally:
        back.close()


def test_an_act_whose_answer_is_lost_counts_once(ada: Page, session: Session) -> None:
    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort("connectionreset")

    ada.route("**/seat/0/play", lose_the_answer, times=1)
    ada.get_by_role("button", name="Ada garde").tap()
    ada.get_by_role("button", name="Envoyer encore").tap()
    expect(ada.locator("#said")).to_have_text("")
    expect(ada.locator("#prompt .wanted")).to_have_text("Lancez la pièce.")
    assert session.match.actions == (Throw((1,)), Keep(0))


def test_only_pages_that_show_the_table_fetch_its_picture(bob: Page, screen: Page, session: Session) -> None:
    fetched: dict[str, int] = {"bob": 0, "screen": 0}

    def count(page: Page, name: str) -> None:
        def note(request: Request) -> None:
            fetched[name] += "/picture.jpg" in request.url

        page.on("request", note)

    count(bob, "bob")
    count(screen, "screen")
    session.show(CROP)
    expect(screen.locator("#seen img")).to_be_visible()
    expect(bob.locator("#seen img")).to_have_count(1)
    with bob.expect_request("**/picture.jpg*"):
        assert fetched == {"bob": 0, "screen": 1}
        bob.locator("#see-table summary").tap()
        bob.locator("#seen img").scroll_into_view_if_needed()
