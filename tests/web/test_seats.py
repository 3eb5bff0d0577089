"""One phone a seat: taking it, keeping it, losing it, acting from it."""

from __future__ import annotations

import json
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.core.errors import Unreadable
from companion.table.session import Session
from companion.web import Phones, create_app
from companion.web.phones import phone_of
from companion.web.room import KEY
from tests.core.toy import Keep, Wish
from tests.web.conftest import browser, for_test


def action(kind: str, seat: int, **more: Any) -> str:
    return json.dumps({"do": kind, "seat": seat, **more})


def test_a_stranger_is_sent_to_take_a_seat(app: Flask) -> None:
    phone = browser(app)
    for path in ("/seat/0", "/seat/0/now", "/seat/0/story"):
        answer = phone.get(path)
        assert (answer.status_code, answer.headers["Location"]) == (303, "/join")
    for path in ("/seat/0/play", "/seat/0/note"):
        answer = phone.post(path, data={"action": action("Keep", 0), "words": "mine"})
        assert answer.status_code == 403
        assert "prenez d’abord une place" in unescape(answer.text)


def test_a_seat_has_one_phone(app: Flask) -> None:
    first, second = browser(app, 0), browser(app)
    refused = second.post("/join/0")
    assert refused.status_code == 409
    assert "La place d’Ada est déjà tenue" in unescape(refused.text)
    assert second.get("/seat/0").status_code == 303
    assert first.get("/seat/0").status_code == 200
    assert first.post("/join/0").headers["Location"] == "/seat/0"  # its own seat is not refused


def test_a_phone_of_another_seat_is_a_stranger(app: Flask) -> None:
    browser(app, 0)
    assert browser(app, 1).get("/seat/0").headers["Location"] == "/join"


def test_a_freed_seat_is_lost_to_its_phone(app: Flask) -> None:
    first = browser(app, 0)
    app.extensions[KEY].phones.free(0)
    assert first.get("/seat/0").headers["Location"] == "/join"
    live = first.get("/seat/0/now", headers={"HX-Request": "true"})
    assert (live.status_code, live.headers["HX-Redirect"]) == (204, "/join")
    browser(app, 0)
    assert first.get("/seat/0").status_code == 303


def test_a_forged_cookie_opens_nothing(app: Flask) -> None:
    browser(app, 0)
    stranger = browser(app)
    for forged in ("", "x" * 32, phone_of("x"), *(held.phone for held in app.extensions[KEY].phones.seats.values())):
        stranger.set_cookie(app.config["SESSION_COOKIE_NAME"], forged)
        assert stranger.get("/seat/0").status_code == 303
        assert stranger.get("/seat/1").status_code == 303


def test_a_secret_that_somebody_else_chose_is_not_taken(app: Flask) -> None:
    """A page at another port of this machine may set cookies of ours: a seat must not become its own by that."""
    phone = browser(app)
    phone.set_cookie(app.config["SESSION_COOKIE_NAME"], "f" * 32)
    phone.post("/join/0")
    planter = browser(app)
    planter.set_cookie(app.config["SESSION_COOKIE_NAME"], "f" * 32)
    assert phone.get("/seat/0").status_code == 200
    assert planter.get("/seat/0").status_code == 303


def test_seats_outlive_a_restart(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "data" / "phones.json"
    phone = browser(for_test(create_app(session, phones=Phones(path))), 1)
    kept = phone.get_cookie(phone.application.config["SESSION_COOKIE_NAME"])
    assert kept is not None
    again = for_test(create_app(session, phones=Phones(path)))
    same_phone = again.test_client()
    same_phone.set_cookie(kept.key, kept.value)
    assert same_phone.get("/seat/1").status_code == 200
    assert browser(again).post("/join/1").status_code == 409
    assert path.stat().st_mode & 0o077 == 0
    assert kept.value not in path.read_text()


@pytest.mark.parametrize(
    "words",
    ["", "[]", "{}", '{"key": "k", "seats": {"x": 1}}', '{"key": "k", "seats": 3}', '{"version": 3, "salt": "s"}'],
)
def test_a_broken_file_of_phones_is_refused_and_kept(tmp_path: Path, words: str) -> None:
    path = tmp_path / "phones.json"
    path.write_text(words)
    with pytest.raises(Unreadable, match=r"phones\.json"):
        Phones(path)
    assert path.read_text() == words


def test_a_choice_is_played(app: Flask, session: Session) -> None:
    answer = browser(app, 0).post("/seat/0/play", data={"action": action("Keep", 0)})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/seat/0")
    assert session.match.actions[-1] == Keep(0)
    assert session.page(None).story[-1].source == "seat 0"


def test_htmx_is_told_to_look_again(app: Flask) -> None:
    answer = browser(app, 0).post("/seat/0/play", data={"action": action("Keep", 0)}, headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["HX-Trigger"], answer.data) == (204, "changed", b"")


def test_an_open_field_is_filled_in(app: Flask, session: Session) -> None:
    page = browser(app, 1)
    assert 'name="words"' in page.get("/seat/1").text
    page.post("/seat/1/play", data={"action": action("Wish", 1, words="gold"), "words": "  la lune  "})
    assert session.match.actions[-1] == Wish(1, "la lune")


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (action("Keep", 1), 409),  # not that seat's turn
        (action("Keep", 0), 409),  # another seat's choice
        (json.dumps({"do": "Throw", "values": [1]}), 409),  # chance is no player
        (json.dumps({"do": "Nothing"}), 400),
        ("{", 400),
        ("[]", 400),
        ("3", 400),
    ],
)
def test_what_is_not_offered_is_refused(app: Flask, session: Session, sent: str, status: int) -> None:
    before = session.match
    answer = browser(app, 1).post("/seat/1/play", data={"action": sent}, headers={"HX-Request": "true"})
    assert answer.status_code == status
    assert answer.text.startswith('<p class="sorry"')
    assert session.match == before


def test_the_rules_may_refuse_what_was_written(app: Flask, session: Session) -> None:
    before = session.match
    answer = browser(app, 1).post("/seat/1/play", data={"action": action("Wish", 1, words="gold"), "words": " "})
    assert answer.status_code == 409
    assert "Pas maintenant" in answer.text
    assert session.match == before


def test_a_note_is_kept_for_its_seat_only(app: Flask, session: Session) -> None:
    phone = browser(app, 0)
    answer = phone.post("/seat/0/note", data={"words": "un <mot>\r\ndeux"}, headers={"HX-Request": "true"})
    assert answer.text.strip() == "Enregistré"
    assert session.page(0).note == "un <mot>\ndeux"
    assert "un &lt;mot&gt;" in phone.get("/seat/0").text


def test_a_note_that_is_too_long_is_refused_whole(app: Flask, session: Session) -> None:
    phone = browser(app, 0)
    phone.post("/seat/0/note", data={"words": "kept"})
    assert phone.post("/seat/0/note", data={"words": "x" * 8001}).status_code == 413
    assert phone.post("/seat/0/note", data={"words": "x" * 70_000}).status_code == 413
    assert session.page(0).note == "kept"
