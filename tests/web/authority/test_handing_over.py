"""Seats that change hands: asked for, given, taken over, found again with a recovery word."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import pytest
from flask import Flask

from companion.core.clock import ManualClock
from companion.table.session import Session
from companion.web import Phones, create_app
from companion.web.recovery import SHOWN_S, WORDS
from companion.web.seat_requests import ANSWER_S, QUIET_S
from tests.web.authority.conftest import NOTE, said, word_of
from tests.web.conftest import browser, for_test


def test_the_holder_is_asked_and_gives_the_seat_with_its_notes(app: Flask, session: Session) -> None:
    ada, other = browser(app, 0), browser(app)
    ada.post("/seat/0/note", data={"words": NOTE})
    assert other.post("/join/0/ask").headers["Location"] == "/join/0/wait"
    assert "Sans réponse dans 30 s" in other.get("/join/0/wait").text
    assert "Un autre téléphone demande la place d’Ada." in unescape(ada.get("/seat/0/now").text)
    assert 'action="/seat/0/asked"' not in browser(app, 1).get("/seat/1/now").text
    assert other.post("/seat/0/asked", data={"choice": "give"}).status_code == 403
    ada.post("/seat/0/asked", data={"choice": "give"})
    led = other.get("/join/0/wait", headers={"HX-Request": "true"})
    assert (led.status_code, led.headers["HX-Redirect"]) == (204, "/seat/0")
    assert NOTE in other.get("/seat/0").text
    assert "La place d’Ada est à un autre téléphone (donnée par qui la tenait)." in said(app)
    lost = ada.get("/seat/0/now", headers={"HX-Request": "true"})
    assert (lost.status_code, lost.headers["HX-Redirect"]) == (204, "/join")
    assert "Ce téléphone n’a plus la place d’Ada (donnée par qui la tenait)" in unescape(ada.get("/join").text)


def test_the_holder_keeps_the_seat_and_is_left_in_peace(app: Flask, clock: ManualClock) -> None:
    ada, other = browser(app, 0), browser(app)
    other.post("/join/0/ask")
    ada.post("/seat/0/asked", data={"choice": "keep"})
    led = other.get("/join/0/wait", headers={"HX-Request": "true"})
    assert (led.status_code, led.headers["HX-Redirect"]) == (204, "/join")
    assert "vient d’être gardée" in unescape(other.get("/join").text)
    assert browser(app).post("/join/0/ask").status_code == 409
    clock.wait_s(ANSWER_S)
    assert ada.get("/seat/0").status_code == 200
    clock.wait_s(QUIET_S)
    assert browser(app).post("/join/0/ask").status_code == 303


def test_unanswered_the_seat_is_given_after_half_a_minute_without_its_notes(
    app: Flask, session: Session, clock: ManualClock
) -> None:
    ada, other = browser(app, 0), browser(app)
    ada.post("/seat/0/note", data={"words": NOTE})
    other.post("/join/0/ask")
    clock.wait_s(ANSWER_S - 0.1)
    assert ada.get("/seat/0").status_code == 200
    assert other.get("/join/0/wait").status_code == 200
    clock.wait_s(0.1)
    assert other.get("/join/0/wait").headers["Location"] == "/seat/0"
    page = other.get("/seat/0").text
    assert NOTE not in page
    assert "restent fermées" in page
    assert "unanswered" in browser(app).get("/now?lang=en").text
    assert "30 s sans réponse" in unescape(ada.get("/join").text)
    assert other.post("/seat/0/note", data={"words": "mine"}).status_code == 409
    assert session.page(0).note == NOTE
    other.post("/seat/0/new-notes")
    assert other.post("/seat/0/note", data={"words": "mine"}).status_code == 303
    assert NOTE not in other.get("/seat/0").text


def test_a_holder_who_was_away_comes_back_with_his_word_and_finds_his_notes(app: Flask, clock: ManualClock) -> None:
    ada, other = browser(app, 0), browser(app)
    word = word_of(ada, 0)
    ada.post("/seat/0/note", data={"words": NOTE})
    other.post("/join/0/ask")
    clock.wait_s(ANSWER_S)
    assert other.get("/seat/0").status_code == 200
    assert ada.post("/join/word", data={"seat": "0", "word": word}).headers["Location"] == "/seat/0"
    assert NOTE in ada.get("/seat/0").text
    assert other.get("/seat/0").headers["Location"] == "/join"


def test_only_one_phone_at_a_time_asks_and_a_second_time_changes_nothing(app: Flask, clock: ManualClock) -> None:
    browser(app, 0)
    other = browser(app)
    other.post("/join/0/ask")
    clock.wait_s(10.0)
    assert other.post("/join/0/ask").status_code == 303
    assert "dans 20 s" in other.get("/join/0/wait").text
    assert browser(app).post("/join/0/ask").status_code == 409


def test_a_free_seat_that_is_asked_for_is_taken(app: Flask) -> None:
    assert browser(app).post("/join/0/ask").headers["Location"] == "/seat/0"


def test_a_seat_given_back_while_it_is_asked_for_goes_to_nobody_by_surprise(app: Flask) -> None:
    ada, other = browser(app, 0), browser(app)
    other.post("/join/0/ask")
    ada.post("/free/0")
    assert other.get("/join/0/wait").headers["Location"] == "/join"
    assert other.post("/join/0").headers["Location"] == "/seat/0"


def test_the_host_confirms_a_seat_and_frees_one(app: Flask) -> None:
    ada, bob, other = browser(app, 0), browser(app, 1), browser(app)
    other.post("/join/1/ask")
    assert 'action="/seat/1/asked"' in ada.get("/seat/0/now").text
    assert ada.post("/seat/1/asked", data={"choice": "give"}).headers["Location"] == "/host"
    assert other.get("/seat/1").status_code == 200
    assert "l’hôte l’a confirmé" in said(app)
    assert "l’hôte l’a confirmé" in unescape(bob.get("/join").text)
    assert ada.post("/free/1").headers["Location"] == "/host"
    assert other.get("/seat/1").status_code == 303
    assert "La place de Bob est libre : rendue par Ada." in said(app)
    assert "a été libérée par Ada" in unescape(other.get("/join").text)


def test_the_holder_comes_back_with_the_recovery_word_and_is_still_host(
    app: Flask, session: Session, clock: ManualClock
) -> None:
    ada, again = browser(app, 0), browser(app)
    clock.wait_s(600)  # the minute begins when the page is seen
    word = word_of(ada, 0)
    assert set(word.split("-")) <= set(WORDS)
    clock.wait_s(SHOWN_S)
    assert word in ada.get("/seat/0").text, "a phone may open the page twice"
    clock.wait_s(1)
    assert word not in ada.get("/seat/0").text, "it is shown for a minute"
    assert 'id="recovery"' not in ada.get("/seat/0").text
    ada.post("/seat/0/note", data={"words": NOTE})
    assert again.post("/join/word", data={"seat": "0", "word": "tango-tango-tango"}).status_code == 409
    spoken = f"  {word.upper().replace('-', ' ')} "
    assert again.post("/join/word", data={"seat": "0", "word": spoken}).headers["Location"] == "/seat/0"
    assert NOTE in again.get("/seat/0").text
    assert "Vous êtes l’hôte" in unescape(again.get("/host").text)
    assert "reprise avec son mot de retour" in said(app)
    assert ada.get("/seat/0").status_code == 303
    assert browser(app).post("/join/word", data={"seat": "0", "word": word}).status_code == 409, "it serves once"


def test_a_recovery_word_is_not_found_by_trying(app: Flask, clock: ManualClock) -> None:
    word = word_of(browser(app, 0), 0)
    thief = browser(app)
    for _ in range(5):
        thief.post("/join/word", data={"seat": "0", "word": "tango-tango-tango"})
    assert browser(app).post("/join/word", data={"seat": "0", "word": word}).status_code == 409
    clock.wait_s(60.0)
    assert browser(app).post("/join/word", data={"seat": "0", "word": word}).status_code == 303


def test_another_recovery_word_makes_the_first_void(app: Flask) -> None:
    ada = browser(app, 0)
    first = word_of(ada, 0)
    ada.post("/seat/0/word")
    second = word_of(ada, 0)
    assert browser(app).post("/join/word", data={"seat": "0", "word": first}).status_code == 409
    assert browser(app).post("/join/word", data={"seat": "0", "word": second}).status_code == 303


@pytest.mark.parametrize("seat", ["-1", "2", "x"])
def test_a_recovery_word_for_no_seat_is_refused(app: Flask, seat: str) -> None:
    assert browser(app).post("/join/word", data={"seat": seat, "word": "tango"}).status_code == 400


def test_nothing_that_gives_a_seat_lies_on_disk(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "phones.json"
    app = for_test(create_app(session, phones=Phones(path)))
    ada = browser(app, 0)
    word = word_of(ada, 0)
    kept = path.read_text()
    secret = ada.get_cookie(app.config["SESSION_COOKIE_NAME"])
    assert secret is not None
    assert secret.value not in kept
    assert word not in kept


def test_a_seat_that_cannot_be_written_down_is_not_taken(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    phones = Phones(tmp_path / "phones.json")
    app = for_test(create_app(session, phones=phones))

    def full(path: Path, data: bytes, mode: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.web.phones.write_whole", full)
    answer = browser(app).post("/join/0")
    assert answer.status_code == 409
    assert "la partie attend" in unescape(answer.text)
    assert phones.taken == frozenset()
    assert phones.host is None
