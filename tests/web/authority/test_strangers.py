"""What a phone without a seat has tried, and other attacks."""

from __future__ import annotations

from flask import Flask

from companion.core.text import same
from companion.table.session import Session
from companion.web import create_app
from tests.core.toy import Keep, Throw
from tests.web.authority.conftest import NOTE
from tests.web.conftest import CROP, browser, for_test


def test_a_phone_without_a_seat_takes_nothing_back(app: Flask, session: Session) -> None:
    ada = browser(app, 0)
    outside, before = browser(app), session.match
    for _ in range(23):
        assert outside.post("/undo", data={"length": str(len(session.match.actions))}).status_code == 403
    assert session.match is before
    assert 'action="/undo"' not in outside.get("/").text
    assert 'action="/undo"' in ada.get("/seat/0").text


def test_a_phone_without_a_seat_types_no_dice(app: Flask, session: Session) -> None:
    session.play(Keep(0), "seat 0")
    assert browser(app).post("/chance", data={"length": "2", "face": "2"}).status_code == 403
    assert len(session.match.actions) == 2
    assert 'action="/chance"' not in browser(app).get("/").text


def test_a_phone_without_a_seat_gives_no_seat_to_the_partner(app: Flask, session: Session) -> None:
    browser(app, 1)
    sent = {"seat": "1", "strength": "beginner", "seconds": ""}
    assert browser(app).post("/partner/give", data=sent).status_code == 403
    assert browser(app).post("/partner/take/1").status_code == 403
    assert browser(app).post("/partner/done", data={"length": "1"}).status_code == 403


def test_a_phone_without_a_seat_answers_nothing(app: Flask, session: Session) -> None:
    answers: list[int] = []
    question = session.ask(same("6 / 9"), (same("6"), same("9")), lambda choice, source: answers.append(choice), CROP)
    outside = browser(app)
    assert "6 / 9" in outside.get("/").text
    assert f'action="/answer/{question.id}"' not in outside.get("/").text
    assert outside.post(f"/answer/{question.id}", data={"choice": "1"}).status_code == 403
    assert answers == []
    assert browser(app, 0).post(f"/answer/{question.id}", data={"choice": "1"}).status_code == 303
    assert answers == [1]


def test_a_held_seat_is_neither_freed_nor_joined_nor_read_by_another_phone(app: Flask, session: Session) -> None:
    ada, outside = browser(app, 0), browser(app)
    ada.post("/seat/0/note", data={"words": NOTE})
    assert outside.post("/free/0").status_code == 403
    assert outside.post("/join/0").status_code == 409
    assert outside.get("/seat/0").headers["Location"] == "/join"
    assert browser(app, 1).post("/free/0").status_code == 403
    assert NOTE in ada.get("/seat/0").text


def test_a_reading_is_corrected_from_a_seat_only(app: Flask, session: Session) -> None:
    browser(app, 0)
    page = browser(app).get("/line/0").text
    assert 'action="/line' not in page
    assert "93" in page
    assert browser(app).post("/line/0", data={"at": "", "number": "0", "face": "2"}).status_code == 403
    assert session.match.actions == (Throw((1,)),)


def test_the_simulated_table_is_pushed_from_a_seat(session: Session) -> None:
    class Table:
        paused = False
        thrown = 0

        def throw_dice(self) -> None:
            self.thrown += 1

    table = Table()
    app = for_test(create_app(session, simulated=table))  # type: ignore[arg-type]
    outside = browser(app)
    page = outside.get("/table").text
    assert 'data-act="throw"' not in page
    assert outside.post("/table/throw").status_code == 403
    assert outside.post("/join/1", data={"then": "table"}).headers["Location"] == "/table"
    assert 'data-act="throw"' in outside.get("/table").text
    assert outside.post("/table/throw").status_code == 204
    assert table.thrown == 1
