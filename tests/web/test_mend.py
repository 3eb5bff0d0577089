"""Questions, corrected readings, actions taken back, and chance told by people."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.core.text import Text, same, seat_name
from companion.table.session import Session
from tests.core.toy import Keep, Throw
from tests.web.conftest import CROP, browser, table_screen


def test_a_question_is_shown_with_its_crop_and_answered_once(app: Flask, session: Session) -> None:
    answers: list[tuple[int, str]] = []
    words = seat_name(1) + Text(fr=", 6 ou 9 ?", en=", 6 or 9?")
    question = session.ask(words, (same("6"), same("9")), lambda choice, source: answers.append((choice, source)), CROP)
    screen = table_screen(app)
    assert "Bob, 6 ou 9 ?" in screen.get("/").text
    assert "Bob, 6 or 9?" in screen.get("/now?lang=en").text
    assert screen.get(f"/question/{question.id}.jpg").data == CROP
    assert browser(app, 1).post(f"/answer/{question.id}", data={"choice": "1"}).headers["Location"] == "/seat/1"
    assert screen.post(f"/answer/{question.id}", data={"choice": "0"}).status_code == 400
    assert answers == [(1, "seat 1")]
    assert screen.get(f"/question/{question.id}.jpg").status_code == 404


def test_a_reading_is_looked_at_and_corrected(app: Flask, session: Session) -> None:
    session.play(Keep(0), "seat 0")
    screen = table_screen(app)
    assert 'href="/line/0"' in screen.get("/").text
    page = screen.get("/line/0").text
    assert page.count('name="face"') == 12
    assert "sûr à 93 %" in page
    assert screen.get("/seen/0/0.jpg").data == CROP
    mark = page.split('name="at" value="', 1)[1].split('"', 1)[0]
    asked = screen.post("/line/0", data={"at": mark, "number": "0", "face": "2"}).text
    assert "Remettre comme avant" in asked
    assert session.match.actions[0] == Throw((1,)), "nothing is done before somebody is sure"
    answer = screen.post("/line/0", data={"at": mark, "number": "0", "face": "2", "sure": "2"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert session.match.actions == (Throw((2,)), Keep(0))
    assert session.page(0).state["players"][0]["score"] == 2
    assert session.page(None).story[0].faces == ("2",)


def test_undo_takes_back_what_the_person_saw(app: Flask, session: Session) -> None:
    screen = table_screen(app)
    session.play(Keep(0), "seat 0")
    assert screen.post("/undo", data={"length": "1"}).status_code == 409
    assert screen.post("/undo", data={"length": "2"}).status_code == 303
    assert screen.post("/undo", data={"length": "2"}).status_code == 409
    assert session.match.actions == (Throw((1,)),)


def test_dice_can_be_typed_in(app: Flask, session: Session) -> None:
    screen = table_screen(app)
    assert 'action="/chance"' not in screen.get("/").text
    session.play(Keep(0), "seat 0")
    page = screen.get("/").text
    assert page.count('<select name="face"') == 1
    assert screen.post("/chance", data={"length": "2", "face": "12"}).status_code == 409
    assert screen.post("/chance", data={"length": "2", "face": "13"}).status_code == 400
    assert screen.post("/chance", data={"length": "1", "face": "2"}).status_code == 409
    assert screen.post("/chance", data={"length": "2", "face": "2"}).status_code == 303
    assert session.match.actions[-1] == Throw((2,))
    assert session.page(None).story[-1].source == "table"


@pytest.mark.parametrize("outcome", [0, 1])
def test_what_no_camera_sees_is_a_button(
    app: Flask, session: Session, monkeypatch: pytest.MonkeyPatch, outcome: int
) -> None:
    session.undo("table")
    monkeypatch.setattr(type(session.game), "explanations", lambda game, state, seen: ())
    screen = table_screen(app)
    page = screen.get("/now").text
    assert page.count('name="outcome"') == 2
    assert "Pièce : 2" in page
    assert screen.post("/chance", data={"length": "0", "outcome": "2"}).status_code == 400
    screen.post("/chance", data={"length": "0", "outcome": str(outcome)})
    assert session.match.actions == (Throw((outcome + 1,)),)
