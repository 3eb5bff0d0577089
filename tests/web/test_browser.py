"""Two phones and the shared screen in a real browser: they follow the table by themselves and keep what is typed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Dialog, Page, expect, sync_playwright

from companion.core.text import Text, same
from companion.table.session import Session
from companion.web.room import KEY, Room
from companion.web.serve import Serving, serve
from tests.core.toy import Keep, Throw, Wish
from tests.web.conftest import CROP

pytestmark = pytest.mark.whole

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
PATIENCE_MS = 15_000
"""How long a page may take on a busy machine; a page that follows needs a tenth of a second."""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        if os.environ.get("COMPANION_REQUIRE_BROWSER"):
            pytest.fail(f"{CHROMIUM} is required here and absent")
        pytest.skip(f"{CHROMIUM} is absent: install Debian's package chromium to run the tests in a browser")
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def serving(app: Flask) -> Iterator[Serving]:
    serving = serve(app, "127.0.0.1", 0)
    yield serving
    serving.close()


@pytest.fixture
def base(serving: Serving) -> str:
    return f"http://127.0.0.1:{serving.port}"


@pytest.fixture
def complaints() -> Iterator[list[str]]:
    """What the browser's console says; a page that breaks its own security policy says so there."""
    said: list[str] = []
    yield said
    assert said == []


@pytest.fixture
def opened(complaints: list[str], serving: Serving) -> Iterator[list[BrowserContext]]:
    """Closed before the server is, whose end they would complain about."""
    contexts: list[BrowserContext] = []
    yield contexts
    for context in contexts:
        context.close()


def new_page(chromium: Browser, opened: list[BrowserContext], complaints: list[str], **options: object) -> Page:
    context = chromium.new_context(**options)  # type: ignore[arg-type]
    opened.append(context)
    page = context.new_page()
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    return page


def seated(seat: int, chromium: Browser, opened: list[BrowserContext], complaints: list[str], base: str) -> Page:
    page = new_page(chromium, opened, complaints, **PHONE)
    page.goto(f"{base}/join")
    page.locator(f"form[action='/join/{seat}'] button").tap()
    page.wait_for_url(f"{base}/seat/{seat}")
    return page


@pytest.fixture
def ada(chromium: Browser, opened: list[BrowserContext], complaints: list[str], base: str) -> Page:
    """Her phone, at seat 0, whose turn it is."""
    return seated(0, chromium, opened, complaints, base)


@pytest.fixture
def bob(chromium: Browser, opened: list[BrowserContext], complaints: list[str], base: str) -> Page:
    """His phone, at seat 1."""
    return seated(1, chromium, opened, complaints, base)


@pytest.fixture
def screen(app: Flask, chromium: Browser, opened: list[BrowserContext], complaints: list[str], base: str) -> Page:
    """The table's own, paired as people would: it shows a code, and somebody who sits there types it."""
    page = new_page(chromium, opened, complaints)
    page.goto(f"{base}/?lang=en")
    page.get_by_role("button", name="This is the table’s screen").click()
    code = page.locator(".code").inner_text()
    room: Room = app.extensions[KEY]
    phone = room.authority.pairings.use(code)
    assert phone is not None
    room.phones.add_screen(phone)
    room.session.announce()
    page.wait_for_url(f"{base}/")
    return page


def stay(*pages: Page) -> None:
    """Mark the pages, so that a reload would be noticed."""
    for page in pages:
        page.evaluate("window.stayed = true")


def stayed(*pages: Page) -> bool:
    return all(page.evaluate("window.stayed === true") for page in pages)


def test_phones_and_screen_follow_without_reload(ada: Page, bob: Page, screen: Page, session: Session) -> None:
    stay(ada, bob, screen)
    expect(screen.locator("#prompt .wanted")).to_have_text("Ada, your turn.")
    ada.get_by_role("button", name="Ada garde").tap()
    for page, words in ((ada, "Lancez la pièce."), (bob, "Lancez la pièce."), (screen, "Throw the coin.")):
        expect(page.locator("#prompt .wanted")).to_have_text(words)
    expect(screen.locator(".story li").first).to_contain_text("Ada keeps")
    session.play(Throw((2,)), "camera")
    expect(bob.get_by_role("button", name="Bob passe")).to_be_visible()
    expect(bob.locator("#prompt")).to_have_class("mine")
    bob.get_by_role("button", name="Bob passe").tap()
    expect(screen.locator(".story li").first).to_contain_text("Bob passes")
    assert session.match.actions[0:2] == (Throw((1,)), Keep(0))
    assert stayed(ada, bob, screen)


def test_what_is_typed_survives_an_update(bob: Page, session: Session) -> None:
    stay(bob)
    word, note = bob.locator("input[name=words]"), bob.locator("#note")
    bob.locator("#my-notes summary").tap()
    session.undo("table")
    bob.locator("#by-hand summary").tap()
    bob.locator("select[name=face]").select_option("7")
    word.fill("la lu")
    session.show(CROP)
    expect(bob.locator("#seen img")).to_have_count(1)
    expect(bob.locator("select[name=face]")).to_have_value("7")
    session.play(Throw((1,)), "camera")
    note.fill("un début")
    note.press("End")
    session.play(Keep(0), "seat 0")
    session.play(Throw((2,)), "camera")
    expect(bob.get_by_role("button", name="Bob garde")).to_be_visible()
    expect(word).to_have_value("la lu")
    expect(note).to_be_focused()
    note.press_sequentially(" et une fin")
    expect(note).to_have_value("un début et une fin")
    expect(bob.locator("#saved")).to_have_text("Enregistré")
    assert session.page(1).note == "un début et une fin"
    word.press("End")
    word.press_sequentially("ne")
    bob.locator("form", has=word).get_by_role("button").tap()
    expect(word).to_have_count(0)
    assert session.match.actions[-1] == Wish(1, "la lune")
    assert stayed(bob)


def test_an_opened_part_stays_open_and_the_page_does_not_jump(bob: Page, session: Session) -> None:
    bob.locator("#see-story summary").tap()
    bob.locator("#my-notes summary").tap()
    bob.locator("#note").scroll_into_view_if_needed()
    before = bob.evaluate("window.scrollY")
    session.play(Keep(0), "seat 0")
    expect(bob.locator(".story li").first).to_contain_text("Ada garde")
    expect(bob.locator("#see-story")).to_have_attribute("open", "")
    assert abs(bob.evaluate("window.scrollY") - before) < bob.locator(".story li").first.bounding_box()["height"] + 2  # type: ignore[index]


def test_a_question_is_answered_with_one_tap(bob: Page, screen: Page, session: Session) -> None:
    answers: list[int] = []
    session.ask(
        Text(fr="6 ou 9 ?", en="6 or 9?"), (same("6"), same("9")), lambda choice, source: answers.append(choice)
    )
    expect(screen.get_by_text("6 or 9?")).to_be_visible()
    bob.get_by_role("button", name="9").tap()
    expect(screen.get_by_text("6 or 9?")).to_have_count(0)
    assert answers == [1]


def test_a_refusal_is_a_sentence_on_the_page(bob: Page, session: Session, complaints: list[str]) -> None:
    word = bob.locator("input[name=words]")
    word.fill(" ")
    bob.locator("form", has=word).get_by_role("button").tap()
    expect(bob.locator("#said")).to_have_text("Pas maintenant ; attendez votre tour.")
    bob.locator("#said p").tap()
    expect(bob.locator("#said")).to_have_text("")
    complaints[:] = [each for each in complaints if "409" not in each]  # Chromium logs every refusal


def test_undo_asks_first(screen: Page, session: Session) -> None:
    asked: list[str] = []

    def refuse(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    screen.once("dialog", refuse)
    screen.get_by_role("button", name="Take the last action back").click()
    assert asked == ["Take the last action back?"]
    assert len(session.match.actions) == 1
    screen.once("dialog", lambda dialog: dialog.accept())
    screen.get_by_role("button", name="Take the last action back").click()
    expect(screen.locator("#prompt .wanted")).to_have_text("Throw the coin.")
    assert session.match.actions == ()


def test_a_reading_is_corrected_by_tapping_it(screen: Page, session: Session) -> None:
    session.show(CROP)
    screen.locator(".story .faces").click()
    screen.get_by_role("button", name="2", exact=True).click()
    expect(screen.locator(".story li").first).to_contain_text("Coin: 2")
    assert session.match.actions == (Throw((2,)),)


def test_a_page_tells_that_the_table_is_away_and_comes_back(
    app: Flask, serving: Serving, ada: Page, session: Session, complaints: list[str]
) -> None:
    stay(ada)
    expect(ada.locator("#away")).to_be_hidden()
    serving.close()
    expect(ada.locator("#away")).to_be_visible()
    session.play(Keep(0), "seat 0")
    again = serve(app, "127.0.0.1", serving.port)
    try:
        expect(ada.locator("#prompt .wanted")).to_have_text("Lancez la pièce.")
        expect(ada.locator("#away")).to_be_hidden()
        assert stayed(ada)
        ada.close()
    finally:
        again.close()
    complaints.clear()  # htmx and Chromium log the connection's end


@pytest.mark.parametrize("width", [320, 390])
def test_pages_fit_a_phone(
    chromium: Browser, opened: list[BrowserContext], complaints: list[str], base: str, session: Session, width: int
) -> None:
    session.ask(same("6 / 9"), (same("6"), same("9")), lambda choice, source: None)
    page = new_page(chromium, opened, complaints, viewport={"width": width, "height": 700})
    page.goto(f"{base}/join")
    page.locator("form[action='/join/0'] button").click()
    for path in ("/", "/join", "/seat/0", "/story", "/line/0", "/host"):
        page.goto(base + path)
        page.evaluate("delete document.documentElement.dataset.covered")
        page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true })")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_a_seat_is_asked_for_given_and_both_phones_follow_by_themselves(
    ada: Page, chromium: Browser, opened: list[BrowserContext], complaints: list[str], base: str
) -> None:
    expect(ada.locator("#recovery strong")).to_contain_text("-")
    other = new_page(chromium, opened, complaints, **PHONE)
    other.goto(f"{base}/join")
    other.locator("form[action='/join/0/ask'] button").tap()
    other.wait_for_url(f"{base}/join/0/wait")
    ada.get_by_role("button", name="La donner, avec les notes").tap()
    other.wait_for_url(f"{base}/seat/0")
    ada.wait_for_url(f"{base}/join")
    expect(ada.locator(".notice")).to_have_text("Ce téléphone n’a plus la place d’Ada (donnée par qui la tenait).")


def test_a_page_that_is_opened_anew_is_covered_until_its_player_says_so(ada: Page) -> None:
    expect(ada.locator("#mine")).to_be_visible()
    ada.reload()
    expect(ada.locator("#mine")).to_be_hidden()
    expect(ada.locator("#cover")).to_contain_text("Cette page est celle d’Ada.")
    ada.locator("#uncover").tap()
    expect(ada.locator("#mine")).to_be_visible()


def test_a_page_is_covered_after_sleep_and_not_after_a_glance_elsewhere(ada: Page) -> None:
    sleeps = """(ms) => {
      const turn = (hidden) => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
        document.dispatchEvent(new Event("visibilitychange"));
      };
      turn(true);
      const real = Date.now;
      Date.now = () => real() + ms;
      turn(false);
      Date.now = real;
    }"""
    ada.evaluate(sleeps, 5_000)
    expect(ada.locator("#mine")).to_be_visible()
    ada.evaluate(sleeps, 60_000)
    expect(ada.locator("#mine")).to_be_hidden()


def test_a_recovery_word_is_under_the_cover_and_goes_by_itself_after_its_minute(ada: Page) -> None:
    expect(ada.locator("#recovery")).to_be_visible()
    ada.reload()
    expect(ada.locator("#cover")).to_be_visible()
    expect(ada.locator("#recovery")).to_be_hidden()
    ada.clock.install()
    ada.reload()  # with a clock of the test's, which knows nothing of navigation: this time no cover comes up
    expect(ada.locator("#recovery")).to_be_visible()
    left_s = float(ada.locator("#recovery").get_attribute("data-left") or 0)
    assert 0 < left_s < 60
    ada.clock.run_for(left_s * 1000 - 5_000)
    expect(ada.locator("#recovery")).to_be_visible()
    ada.clock.run_for(6_000)
    expect(ada.locator("#recovery")).to_have_count(0)
