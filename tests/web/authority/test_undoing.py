"""Undo, corrections and typed readings: said with who did them, put back, limited in rate."""

from __future__ import annotations

from html import unescape

from flask import Flask

from companion.core.clock import ManualClock
from companion.hardware.cues import RecordingCues
from companion.table.journal import Journal
from companion.table.opening import resume_session
from companion.table.session import Session
from companion.web.pace import MENDING
from tests.core.toy import TOY, Keep, Throw
from tests.web.authority.conftest import said
from tests.web.conftest import SEEN, browser


def test_an_undo_is_said_with_who_did_it_outlives_what_the_camera_reads_and_can_be_put_back(
    app: Flask, session: Session
) -> None:
    ada, bob = browser(app, 0), browser(app, 1)
    session.play(Keep(0), "seat 0")
    whole = session.match
    bob.post("/undo", data={"length": "2"})
    assert "Repris par Bob : Ada garde." in said(app)
    assert session.match.actions == (Throw((1,)),)
    page = ada.get("/seat/0/now").text
    assert 'action="/put-back"' in page
    assert 'action="/put-back"' not in browser(app).get("/now").text
    assert ada.post("/put-back", data={"count": "2"}).status_code == 409
    assert ada.post("/put-back", data={"count": "1"}).status_code == 303
    assert session.match == whole
    assert session.page(None).story[1].source == "seat 0"
    assert "Remis par Ada" in said(app)
    assert ada.post("/put-back", data={"count": "1"}).status_code == 409
    session.play(Throw((2,)), "camera", SEEN)
    assert "Repris par Bob" in said(app)


def test_several_undos_and_a_correction_are_put_back_one_by_one(app: Flask, session: Session) -> None:
    ada = browser(app, 0)
    session.play(Keep(0), "seat 0")
    before = [session.match]
    session.correct_reading(0, 0, "2", "seat 1")
    assert "Corrigé par Bob : « Pièce : 1 » devient « Pièce : 2 »." in said(app)
    for _ in range(2):
        before.append(session.match)
        session.undo("seat 1")
    assert session.match.actions == ()
    for count in (3, 2, 1):
        assert session.to_put_back == count
        ada.post("/put-back", data={"count": str(count)})
        assert session.match == before.pop()
    assert session.to_put_back == 0


def test_what_was_put_back_is_so_after_a_restart(session: Session, journal: Journal) -> None:
    session.play(Keep(0), "seat 0")
    session.undo("seat 1")
    session.undo("seat 1")
    session.put_back("seat 0", 2)
    again = resume_session(journal, RecordingCues(), TOY)
    assert again is not None
    assert again.state == session.state
    again.put_back("seat 0", 1)
    assert again.match.actions == (Throw((1,)), Keep(0))


def test_what_was_played_since_stands(app: Flask, session: Session) -> None:
    session.undo("seat 0")
    session.play(Throw((2,)), "camera")
    assert session.to_put_back == 0
    assert browser(app, 0).post("/put-back", data={"count": "0"}).status_code == 409
    assert session.match.actions == (Throw((2,)),)


def test_typed_dice_are_said_with_who_typed_them(app: Flask, session: Session) -> None:
    bob = browser(app, 1)
    session.play(Keep(0), "seat 0")
    bob.post("/chance", data={"length": "2", "face": "2"})
    assert "Saisi à la main par Bob : Pièce : 2." in said(app)
    assert session.page(None).story[-1].source == "seat 1"


def test_undos_are_limited_in_rate(app: Flask, session: Session, clock: ManualClock) -> None:
    bob = browser(app, 1)
    for act in (Keep(0), Throw((1,)), Keep(1)):
        session.play(act, "table")
    length = len(session.match.actions)
    limit = MENDING.times
    answers = []
    for _ in range(limit + 2):
        answers.append(bob.post("/undo", data={"length": str(len(session.match.actions))}))
        session.put_back("table", 1) if answers[-1].status_code == 303 else None
    assert [answer.status_code for answer in answers] == [303] * limit + [409] * 2
    assert "C’est trop rapide" in unescape(answers[-1].text)
    assert len(session.match.actions) == length
    assert browser(app, 0).post("/undo", data={"length": str(length)}).status_code == 303  # each seat has its own
    clock.wait_s(MENDING.seconds_s)
    assert bob.post("/undo", data={"length": str(length - 1)}).status_code == 303


def test_a_phone_with_two_seats_acts_from_the_one_whose_page_it_shows(app: Flask, session: Session) -> None:
    both = browser(app, 0)
    both.post("/join/1")
    session.play(Keep(0), "seat 0")
    assert session.match.actions
    both.post("/undo", data={"length": "2"}, headers={"Referer": "http://localhost/seat/1"})
    assert "Repris par Bob" in said(app)
    for seat in (0, 1):
        page = both.get(f"/seat/{seat}").text
        assert f'href="/seat/{1 - seat}"' in page
        assert 'aria-current="page"' in page
    assert 'class="narrow switcher"' not in browser(app).get("/").text
