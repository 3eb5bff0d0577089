"""The sorting station's page: verdict, counts, dial; and, for a sample of draws, no secret in any answer or log."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from flask import Flask

from companion import catalog
from companion.core.capabilities.sorting_station import station_of
from companion.core.clock import ManualClock
from companion.core.scene import Thing
from companion.core.text import LANGUAGES
from companion.games.kaplan.actions import CardPassed, ChooseFamily, CoverCards, DrawColour, DrawSymbol, SortedByHand
from companion.games.kaplan.deck import Deck, Draw, deck
from companion.games.kaplan.pieces import Family
from companion.hardware.cues import RecordingCues
from companion.perception.eyes import Eyes, Sighting
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.session import Session
from companion.table.watchers.sorting_station import SortingStationWatcher
from companion.web import create_app
from tests.games.kaplan.other_deck import played_with, twins
from tests.web.conftest import browser, for_test, table_screen
from tests.web.test_words import UNFILLED, shown

pytestmark = pytest.mark.whole

NAMES = ("Ada", "Bob")
DRAWS = tuple(deck().words)
PICTURE = np.full((240, 320, 3), 90, np.uint8)
PER_ROW = 6


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    journal = Journal(tmp_path / "journal.sqlite", ManualClock(1000.0))
    yield kaplan(journal)
    journal.close()


@pytest.fixture
def app(session: Session) -> Flask:
    return for_test(create_app(session))


def kaplan(journal: Journal) -> Session:
    game = catalog.game("kaplan")
    return open_session(journal, RecordingCues(), game, len(NAMES), game.options(), NAMES)


def lying(things: tuple[Thing, ...]) -> tuple[Sighting, ...]:
    return tuple(
        Sighting(thing, 0.99, (40.0 * (n % PER_ROW) + 30, 40.0 * (n // PER_ROW) + 30), 18.0, ("draw", "read"))
        for n, thing in enumerate(things)
    )


def look(session: Session, sorting: SortingStationWatcher, things: tuple[Thing, ...]) -> None:
    """The station looks at things that have just been laid there."""
    station = station_of(session.game, session.match.state)
    assert station is not None

    def ask(words, choices, crop, then):  # type: ignore[no-untyped-def]
        session.withdraw_questions()
        session.ask(words, choices, then, crop)

    sorting.judge(station, PICTURE, lying(things), [(0, 0, 320, 240)], ask)


def draw_side(ident: int) -> Thing:
    return Thing("card", "draw", str(ident))


def test_the_page_shows_verdict_and_counts(app: Flask, session: Session) -> None:
    screen, sorting = browser(app), SortingStationWatcher(session, Eyes({}))
    draw = DRAWS[0]
    assert 'id="station"' not in screen.get("/now").text
    session.play(DrawColour(draw.colour, draw.position), "table")
    page = screen.get("/now").text
    assert 'id="station" class="ready"' in page
    assert 'id="sound"' in page
    keep = next(card.ident for card in deck().cards if card.has(draw.colour, draw.position))
    discard = next(card.ident for card in deck().cards if not card.has(draw.colour, draw.position))
    look(session, sorting, (draw_side(keep),))
    page = screen.get("/now").text
    assert 'id="station" class="keep" data-keep="1" data-discard="0"' in page
    assert "À garder" in page
    assert "<strong>1</strong> / 30" in page
    look(session, sorting, (draw_side(discard),))
    page = screen.get("/now?lang=en").text
    assert 'class="discard"' in page
    assert "<strong>1</strong> discarded" in page
    assert "118 cards to pass" in page
    look(session, sorting, (Thing("card", "read", ""),))
    page = screen.get("/now").text
    assert 'class="alarm"' in page
    assert "Turn it over without reading it." in page


def test_the_dial_shows_each_spot(app: Flask, session: Session) -> None:
    draw = DRAWS[0]
    for action in (
        DrawColour(draw.colour, draw.position),
        SortedByHand(),
        DrawSymbol(draw.symbol.shape, draw.symbol.fill),
        SortedByHand(),
    ):
        session.play(action, "table")
    game = session.game
    stock = [replace(thing, face="draw") for thing in game.stock(session.match.state)]  # type: ignore[attr-defined]
    swapped = (replace(stock[0], xy_mm=stock[3].xy_mm), *stock[1:3])
    look(session, SortingStationWatcher(session, Eyes({})), swapped)
    page = browser(app).get("/now").text
    assert page.count('class="right" transform') == 2
    assert page.count('class="wrong" transform') == 1
    assert page.count('class="empty" transform') == 15
    assert 'id="spot-4" class="wrong"' in page
    assert "elle porte le 1 : posez-la à la place 1" in page.lower()


def test_people_can_say_on_the_page_that_it_is_done_by_hand(app: Flask, session: Session) -> None:
    session.play(DrawColour(DRAWS[0].colour, DRAWS[0].position), "table")
    screen = table_screen(app)
    page = screen.get("/now").text
    assert page.count('name="outcome"') == 1
    assert "Le tri est fait à la main : 30 cartes" in page
    assert screen.post("/chance", data={"length": "1", "outcome": "0"}).status_code == 303
    assert session.page(None).state["phase"] == "symbol"


def test_a_verdict_is_corrected_and_no_page_names_the_card(app: Flask, session: Session) -> None:
    draw = DRAWS[0]
    session.play(DrawColour(draw.colour, draw.position), "table")
    keep = next(card.ident for card in deck().cards if card.has(draw.colour, draw.position))
    look(session, SortingStationWatcher(session, Eyes({})), (draw_side(keep),))
    screen = table_screen(app)
    assert session.page(None).story[1].faces == ()
    page = screen.get("/line/1").text
    assert f">{keep}<" not in page
    assert 'name="face"' not in page
    mark = page.split('name="at" value="', 1)[1].split('"', 1)[0]
    assert screen.post("/line/1", data={"at": mark, "choice": "0"}).status_code == 303
    assert session.match.actions[-1] == CardPassed(keep=False)
    assert session.page(None).state["kept"] == 0


def all_pages(draw: Draw, number: dict[int, int], folder: Path) -> list[str]:
    """Every answer of the set-up after `draw`, from a session of its own, and the log beside it."""
    journal = Journal(folder / "journal.sqlite", ManualClock(1000.0))
    session = kaplan(journal)
    app = for_test(create_app(session))
    clients = [table_screen(app), browser(app, 0), browser(app, 1)]
    sorting, answers = SortingStationWatcher(session, Eyes({})), []

    def fetch() -> None:
        for language in LANGUAGES:
            for viewer, client in zip((None, 0, 1), clients, strict=True):
                paths = ("/now", "/story") if viewer is None else (f"/seat/{viewer}/now", f"/seat/{viewer}/story")
                for path in paths:
                    answer = client.get(f"{path}?lang={language}").text
                    assert not UNFILLED.search(shown(answer))
                    answers.append(answer)
        told = clients[0].get("/events").text
        answers.append(re.sub(r"retry: \d+|id: \w+-", "", told))  # drawn, and each server's run has a name of its own
        answers.append(clients[0].post("/chance", data={"length": "9999", "outcome": "0"}).text)

    cards = sorted(deck_card.ident for deck_card in twins().printed.cards)
    keeps = [c for c in cards if twins().printed.card(c).has(draw.colour, draw.position)]
    others = [c for c in cards if c not in keeps]
    session.play(DrawColour(draw.colour, draw.position), "table")
    look(session, sorting, tuple(draw_side(number[c]) for c in cards[:9]))
    look(session, sorting, (draw_side(number[5]), draw_side(number[5]), Thing("card", "read", ""), draw_side(999)))
    fetch()
    look(session, sorting, (Thing("card", "draw", ""),))
    for c in [c for c in keeps[:-2] if c not in cards[:9]]:
        session.play(CardPassed(True, number[c]), "camera")
    fetch()
    session.play(SortedByHand(), "table")
    session.play(DrawSymbol(draw.symbol.shape, draw.symbol.fill), "table")
    look(session, sorting, tuple(draw_side(number[c]) for c in (*keeps[:12], others[0])))
    fetch()
    session.play(SortedByHand(), "table")
    stock = session.game.stock(session.match.state)  # type: ignore[attr-defined]
    things = [replace(thing, face="draw") for thing in stock]
    look(session, sorting, (*things[:5], replace(things[6], xy_mm=things[7].xy_mm), things[12]))
    fetch()
    look(session, sorting, (*things[:12], *sorted(things[12:], key=lambda each: str(each.xy_mm))))
    fetch()
    for action in (CoverCards(0), ChooseFamily(1, Family.STAR)):
        session.play(action, "seat 0")
        fetch()
    journal.close()
    return answers


def everything(chosen: Deck, draw: Draw, number: dict[int, int], folder: Path, log: pytest.LogCaptureFixture) -> str:
    folder.mkdir()
    log.clear()
    with played_with(chosen), log.at_level(logging.DEBUG):
        pages = all_pages(draw, number, folder)
    said = [record.getMessage() for record in log.records]
    return "\n".join((*pages, *said))


@pytest.mark.parametrize("draw", DRAWS[::96])
def test_no_page_event_or_log_tells_letters_clues_or_card_numbers(
    draw: Draw, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """As `test_setup_secrets` proves for all draws, with a deck that only looks the same: here for what is served."""
    same = {card.ident: card.ident for card in deck().cards}
    printed = everything(twins().printed, draw, same, tmp_path / "printed", caplog)
    other = everything(twins().twin, draw, twins().number, tmp_path / "twin", caplog)
    assert printed == other
    assert "La carte est bonne" in printed or "la carte est bonne" in printed
