"""The partner on the pages: a seat is given, its turn is said and drawn, one tap tells that it is done; analysis."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from companion.core.clock import ManualClock
from companion.core.partner_seats import PartnerSeat
from companion.core.text import LANGUAGES
from companion.games.karo import GAME
from companion.games.karo.actions import PlaceDisc
from companion.games.karo.options import Options
from companion.hardware.cues import RecordingCues
from companion.table.analysis import Analyst
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.partner_turns import Partner
from companion.table.session import Session
from companion.web import create_app
from companion.web.room import KEY
from tests.web.conftest import browser, for_test, table_screen
from tests.web.test_words import UNFILLED, shown

NAMES = ("Ada", "Robot")


@pytest.fixture
def karo(tmp_path: Path) -> Session:
    """Ada has put a disc down; Robot is to act."""
    session = open_session(
        Journal(tmp_path / "karo.sqlite", ManualClock(1000.0)), RecordingCues(), GAME, 2, Options(), NAMES
    )
    session.play(PlaceDisc(0, (1, 1)), "seat 0")
    return session


@pytest.fixture
def pages(karo: Session) -> Flask:
    return for_test(create_app(karo))


def step(session: Session) -> None:
    assert Partner(session, ManualClock()).step()


def give(pages: Flask, **form: str) -> int:
    sent = {"seat": "1", "strength": "beginner", "seconds": "", **form}
    return table_screen(pages).post("/partner/give", data=sent).status_code


@pytest.mark.parametrize(("seconds", "time_s"), [("", 1.0), ("7", 7.0)])
def test_a_seat_is_given_on_the_page(pages: Flask, karo: Session, seconds: str, time_s: float) -> None:
    assert give(pages, seconds=seconds) == 303
    assert karo.partner_seats.seats == {1: PartnerSeat("beginner", time_s)}
    html = shown(browser(pages).get("/").text)
    assert "niveau Débutant" in html
    assert table_screen(pages).post("/partner/take/1").status_code == 303
    assert karo.partner_seats.seats == {}


@pytest.mark.parametrize(
    "form", [{"seat": "9"}, {"seat": "x"}, {"strength": "god"}, {"seconds": "0"}, {"seconds": "900"}, {"seconds": "x"}]
)
def test_what_makes_no_sense_is_refused(pages: Flask, karo: Session, form: dict[str, str]) -> None:
    assert give(pages, **form) == 400
    assert karo.partner_seats.seats == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_says_what_is_asked_and_draws_it(pages: Flask, karo: Session, language: str) -> None:
    give(pages)
    asks = {"fr": "Le partenaire demande", "en": "The partner asks"}[language]
    thinks = {"fr": "réfléchit", "en": "is thinking"}[language]
    for path, seat in (("/", None), ("/seat/0", 0)):
        html = browser(pages, seat).get(path, query_string={"lang": language}).text
        assert thinks in shown(html)
        assert 'class="asked"' not in html
        pages.extensions[KEY].phones.free(0)
    step(karo)
    for path, seat in (("/", None), ("/seat/0", 0)):
        html = browser(pages, seat).get(path, query_string={"lang": language}).text
        assert asks in shown(html)
        assert not UNFILLED.search(shown(html))
        assert html.count('class="asked"') == 1
        assert 'name="action"' not in html


def test_one_tap_carries_it_out_and_a_late_one_does_not(pages: Flask, karo: Session) -> None:
    give(pages)
    step(karo)
    asked = karo.partner_seats.request
    assert asked is not None
    phone = browser(pages, 0)
    assert phone.post("/partner/done", data={"length": "0"}).status_code == 409
    assert phone.post("/partner/done", data={"length": "1"}).status_code == 303
    assert karo.match.actions[-1] == asked.action
    assert karo.page(None).story[-1].source == "seat 0"
    assert phone.post("/partner/done", data={"length": "1"}).status_code == 409
    assert phone.post("/partner/done", data={"length": "2"}).status_code == 409


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_analysis_on_request(pages: Flask, karo: Session, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = table_screen(pages)
    before = shown(screen.get("/analysis", query_string={"lang": language}).text)
    assert {"fr": "Personne n’a demandé", "en": "Nobody has asked"}[language] in before
    monkeypatch.setattr("companion.table.analysis.LINE_S", 0.0)
    monkeypatch.setattr(Analyst, "ask", lambda self: self.work(karo.match))  # at once, in this thread
    assert screen.post("/analysis").headers["Location"] == "/analysis"
    for path in ("/analysis", "/analysis/now"):
        html = shown(screen.get(path, query_string={"lang": language}).text)
        assert {"fr": "La meilleure suite", "en": "The best line"}[language] in html
        assert {"fr": "1. Ada pose", "en": "1. Ada puts"}[language] in html
        assert not UNFILLED.search(html)
    karo.undo("table")
    assert shown(screen.get("/analysis", query_string={"lang": language}).text) == before


def test_asking_begins_one_analysis(pages: Flask, karo: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[object] = []
    monkeypatch.setattr(Analyst, "work", lambda self, match: begun.append(match))
    analyst = pages.extensions[KEY].analyst
    analyst.ask()
    analyst.ask()
    assert analyst.latest is not None
    assert not analyst.latest.done
    assert len(begun) <= 1


def test_a_game_that_cannot_play_shows_no_partner(app: Flask, session: Session) -> None:
    assert 'id="partner"' not in browser(app).get("/").text
    assert browser(app).get("/analysis").status_code == 404
    assert table_screen(app).post("/analysis").status_code == 404
    assert give(app) == 400
