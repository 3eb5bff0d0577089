"""Who may what: every address as everyone who may come to it, in both manners, and what an attacker has tried."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any, get_args

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.club.local_link import LocalBroker, LocalLink
from companion.club.tables import Tables
from companion.core.capabilities.buttons import ButtonPress
from companion.core.clock import ManualClock, SystemClock
from companion.core.text import same, typeset
from companion.hardware.cues import RecordingCues
from companion.table.journal import Journal
from companion.table.opening import open_session, resume_session
from companion.table.session import Session
from companion.web import Manner, Phones, create_app, hears_buttons
from companion.web.at_the_table import PRESSES
from companion.web.authority import Act, Declared, Present, Role, declared_of, may, permits
from companion.web.club import club_code, create_club
from companion.web.door import NOT_YOURS, Undeclared, guard
from companion.web.host import Authority
from companion.web.pace import MENDING
from companion.web.recovery import WORDS
from companion.web.room import KEY
from companion.web.seat_requests import ANSWER_S, QUIET_S
from tests.core.toy import TOY, Keep, Options, Throw
from tests.web import evenings
from tests.web.conftest import CROP, NAMES, SEEN, browser, for_test, host_code, table_screen

NOTE = "le mot est lanterne"


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(1000.0)


@pytest.fixture
def opened(session: Session, clock: ManualClock) -> Callable[[Manner], Flask]:
    return lambda manner: for_test(create_app(session, manner=manner, clock=clock))


@pytest.fixture
def app(opened: Callable[[Manner], Flask]) -> Flask:
    """A table at home."""
    return opened("home")


@pytest.fixture
def cafe(opened: Callable[[Manner], Flask]) -> Flask:
    return opened("cafe")


def authority(app: Flask) -> Authority:
    found: Authority = app.extensions[KEY].authority
    return found


def be_host(app: Flask, phone: FlaskClient) -> FlaskClient:
    assert phone.post("/host/claim", data={"code": host_code(app)}).status_code == 303
    return phone


def word_of(phone: FlaskClient, seat: int) -> str:
    found = re.search(r'id="recovery".*?<strong>([a-z-]+)</strong>', phone.get(f"/seat/{seat}").text, re.DOTALL)
    assert found is not None
    return found[1]


def said(app: Flask) -> str:
    """What every page says was done beside playing."""
    return " ".join(re.findall(r'<p class="deed">(.*?)</p>', unescape(browser(app).get("/now").text)))


# Every address -----------------------------------------------------------------------------------------


def test_an_address_of_which_nobody_says_who_may_use_it_stops_the_start(session: Session) -> None:
    app = create_app(session)
    fresh = Flask("fresh")
    fresh.add_url_rule("/secret", view_func=lambda: "secret", endpoint="secret")
    room = app.extensions[KEY]
    with pytest.raises(Undeclared, match="secret"):
        guard(fresh, lambda values: None, room.authority.pace)  # type: ignore[arg-type,return-value]


def test_a_view_that_comes_later_and_says_nothing_is_closed(app: Flask) -> None:
    app.add_url_rule("/late", view_func=lambda: "secret", endpoint="late")
    answer = browser(app, 0).get("/late")
    assert answer.status_code == 403
    assert "secret" not in answer.text


@dataclass
class Visitor:
    """Somebody who comes to an address, and the roles that he has there."""

    client: FlaskClient
    roles: Callable[[int | None], set[Role]]


def visitors(app: Flask, manner: Manner) -> dict[str, Visitor]:
    """One of each, with seat 0 held by the first phone and seat 1 by the second."""
    first, second = browser(app, 0), browser(app, 1)
    stranger = browser(app)
    stranger.set_cookie(app.config["SESSION_COOKIE_NAME"], "0" * 32)
    spectator = browser(app)
    spectator.environ_base["REMOTE_ADDR"] = "127.0.0.1"  # which proves nothing

    def seated(own: int) -> Callable[[int | None], set[Role]]:
        return lambda seat: {Role.SPECTATOR, Role.ANY_SEAT, *({Role.THIS_SEAT} if seat == own else set())}

    found = {
        "seat 1": Visitor(second, seated(1)),
        "spectator": Visitor(spectator, lambda _: {Role.SPECTATOR}),
        "stranger": Visitor(stranger, lambda _: {Role.SPECTATOR}),
        "screen": Visitor(table_screen(app), lambda _: {Role.SPECTATOR, Role.SCREEN}),
    }
    if manner == "home":
        found["seat 0"] = Visitor(first, lambda seat: seated(0)(seat) | {Role.HOST})
    else:
        found["seat 0"] = Visitor(first, seated(0))
        found["host"] = Visitor(be_host(app, browser(app)), lambda _: {Role.SPECTATOR, Role.HOST})
    return found


def addresses(app: Flask) -> Iterator[tuple[str, str, str, int | None]]:
    """Endpoint, method, address and the seat that it names, of everything that there is."""
    with app.test_request_context():
        for rule in app.url_map.iter_rules():
            for number in (0, 1) if rule.arguments else (0,):
                values: dict[str, Any] = dict.fromkeys(rule.arguments, number)
                if rule.endpoint == "static":
                    values = {"filename": "companion.css"}
                for method in sorted((rule.methods or set()) & {"GET", "POST"}):
                    seat = number if "seat" in rule.arguments else None
                    yield rule.endpoint, method, app.url_for(rule.endpoint, **values), seat


def refused(answer: TestResponse) -> bool:
    """Whether the door was shut: its sentence, or the way to where seats are taken."""
    if answer.status_code == 403:
        assert typeset(NOT_YOURS.fr) in unescape(answer.text)
        return True
    return answer.status_code == 303 and answer.headers["Location"] == "/join" and answer.request.method == "GET"


@pytest.mark.parametrize("manner", ["home", "cafe"])
def test_every_address_lets_in_whom_it_names_and_nobody_else(
    manner: Manner, opened: Callable[[Manner], Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The views do nothing here: what counts is who reaches them."""
    app = opened(manner)
    everybody = visitors(app, manner)
    for endpoint, view in app.view_functions.items():
        if endpoint != "static":
            reached = lambda **values: "reached"  # noqa: E731
            reached.declared = view.declared  # type: ignore[attr-defined]
            monkeypatch.setitem(app.view_functions, endpoint, reached)
    monkeypatch.setattr(authority(app).pace, "step", lambda name, limit: None)
    tried = 0
    for endpoint, method, address, seat in list(addresses(app)):
        declared = declared_of(app, endpoint)
        assert declared is not None
        for name, visitor in everybody.items():
            answer = visitor.client.open(address, method=method)
            roles, named = visitor.roles(seat), declared.roles_in(manner)
            if f"{address}/".startswith(f"/history/{app.extensions[KEY].session.number}/") and Role.ANY_SEAT in roles:
                roles.add(Role.OF_MATCH)
            allowed = bool(named & roles)
            if allowed and Role.HOST not in roles & named and declared.act is not None:
                allowed = declared.act in authority(app).granted
            assert refused(answer) is not allowed, (name, method, address)
            tried += 1
    assert tried > 200


def in_words(declared: Declared) -> str:
    """Who may, as the page has it."""
    home, cafe = (
        ", ".join(role.value for role in Role if role in declared.roles_in(manner)) for manner in get_args(Manner)
    )
    return home if home == cafe else f"{home}; in a café: {cafe}"


def test_what_is_declared_is_what_is_written(app: Flask) -> None:
    """`docs/authority.md` has the whole table: an address that is added or opened further is added there."""
    page = (Path(__file__).resolve().parents[2] / "docs" / "authority.md").read_text(encoding="utf-8")
    written = dict(re.findall(r"^\| `(\S+ /\S*)` \| ([^|]+) \|$", page, re.MULTILINE))
    declared = {}
    for rule in app.url_map.iter_rules():
        found = declared_of(app, rule.endpoint)
        assert found is not None
        path = re.sub("<(?:[a-z]+:)?([a-z]+)>", r"<\1>", rule.rule)
        for method in (rule.methods or set()) & {"GET", "POST"}:
            act = "" if found.act is None else f" ({found.act.value})"
            declared[f"{method} {path}"] = in_words(found) + act
    assert written == declared


def test_the_lobbys_addresses_are_written_too(tmp_path: Path) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "authority.md").read_text(encoding="utf-8")
    written = dict(re.findall(r"^\| lobby `(\S+ /\S*)` \| ([^|]+) \|$", page, re.MULTILINE))
    evening = evenings.opened(tmp_path)
    declared = {}
    for rule in evening.lobby.url_map.iter_rules():
        found = declared_of(evening.lobby, rule.endpoint)
        assert found is not None
        path = re.sub("<(?:[a-z]+:)?([a-z]+)>", r"<\1>", rule.rule)
        for method in (rule.methods or set()) & {"GET", "POST"}:
            declared[f"{method} {path}"] = in_words(found)
    evening.close()
    assert written == declared


def test_only_whoever_an_act_was_granted_to_may_do_it() -> None:
    @may(Role.ANY_SEAT, Role.HOST, act=Act.UNDO)
    def view() -> None: ...

    declared = view.declared  # type: ignore[attr-defined]
    seat, host = frozenset({Role.ANY_SEAT}), frozenset({Role.HOST})
    assert permits(declared, Present(seat, frozenset({Act.UNDO})))
    assert not permits(declared, Present(seat, frozenset({Act.CORRECT})))
    assert permits(declared, Present(host, frozenset()))
    assert not permits(declared, Present(frozenset({Role.SCREEN}), frozenset(Act)))
    assert not permits(None, Present(frozenset(Role), frozenset(Act)))


# What an attacker has tried ----------------------------------------------------------------------------


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


# Undo, correction, typed readings ----------------------------------------------------------------------


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


# Seats that change hands -------------------------------------------------------------------------------


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


def test_the_holder_comes_back_with_the_recovery_word_and_is_still_host(app: Flask, session: Session) -> None:
    ada, again = browser(app, 0), browser(app)
    word = word_of(ada, 0)
    assert set(word.split("-")) <= set(WORDS)
    assert word not in ada.get("/seat/0").text, "it is shown once"
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


# The host ----------------------------------------------------------------------------------------------


def test_at_home_the_first_phone_that_sits_down_is_host_and_hands_over(app: Flask) -> None:
    ada, bob = browser(app, 0), browser(app, 1)
    assert "Vous êtes l’hôte" in unescape(ada.get("/host").text)
    assert "Vous êtes l’hôte" not in unescape(bob.get("/host").text)
    assert bob.post("/host/hand-over", data={"to": "1"}).status_code == 403
    assert ada.post("/host/hand-over", data={"to": "1"}).status_code == 303
    assert "L’hôte de cette table est maintenant Bob." in said(app)
    assert bob.post("/free/0").status_code == 303
    assert ada.post("/free/1").status_code == 403


def test_at_home_a_host_who_leaves_is_followed_by_who_sits_longest(app: Flask) -> None:
    ada, bob = browser(app, 0), browser(app, 1)
    ada.post("/free/0")
    assert "Vous êtes l’hôte" in unescape(bob.get("/host").text)
    bob.post("/free/1")
    assert "Vous êtes l’hôte" in unescape(browser(app, 1).get("/host").text)


def test_being_host_is_not_got_by_waiting_for_the_hosts_seat(app: Flask, clock: ManualClock) -> None:
    browser(app, 0)
    bob, other = browser(app, 1), browser(app)
    other.post("/join/0/ask")
    clock.wait_s(ANSWER_S)
    assert other.get("/seat/0").status_code == 200
    assert "Vous êtes l’hôte" not in unescape(other.get("/host").text)
    assert "Vous êtes l’hôte" in unescape(bob.get("/host").text)


def test_at_home_no_code_makes_a_host(app: Flask) -> None:
    browser(app, 0)
    assert host_code(app) is None
    assert browser(app).post("/host/claim", data={"code": ""}).status_code == 409


def test_in_a_cafe_the_code_makes_a_host_once(cafe: Flask) -> None:
    ada, code = browser(cafe, 0), host_code(cafe)
    assert code is not None
    assert ada.post("/host/claim", data={"code": "AAAA-AAAA"}).status_code == 409
    assert ada.post("/host/claim", data={"code": code.lower().replace("-", " ")}).status_code == 303
    assert "nouvel hôte" in said(cafe)
    assert host_code(cafe) is None
    assert browser(cafe).post("/host/claim", data={"code": code}).status_code == 409
    assert "Vous êtes l’hôte" in unescape(ada.get("/host").text)


def test_a_cafes_host_is_still_host_after_a_restart_and_the_terminal_has_another_code(
    session: Session, tmp_path: Path
) -> None:
    path = tmp_path / "phones.json"
    first = for_test(create_app(session, phones=Phones(path), manner="cafe"))
    phone, code = browser(first), host_code(first)
    be_host(first, phone)
    phone.post("/host/switch", data={"act": "undo", "on": "1"})
    again = for_test(create_app(session, phones=Phones(path), manner="cafe"))
    kept = phone.get_cookie(first.config["SESSION_COOKIE_NAME"])
    assert kept is not None
    same_phone = browser(again)
    same_phone.set_cookie(again.config["SESSION_COOKIE_NAME"], kept.value)
    assert "Vous êtes l’hôte" in unescape(same_phone.get("/host").text)
    assert Act.UNDO in authority(again).granted
    assert host_code(again) not in (None, code)


def test_in_a_cafe_the_host_decides_what_seats_may_do(cafe: Flask, session: Session) -> None:
    ada, host = browser(cafe, 0), be_host(cafe, browser(cafe))
    assert ada.post("/undo", data={"length": "1"}).status_code == 403
    assert 'action="/undo"' not in ada.get("/seat/0").text
    assert ada.post("/host/switch", data={"act": "undo", "on": "1"}).status_code == 403
    host.post("/host/switch", data={"act": "undo", "on": "1"})
    assert 'action="/undo"' in ada.get("/seat/0").text
    assert ada.post("/undo", data={"length": "1"}).status_code == 303
    host.post("/host/switch", data={"act": "type-in", "on": "0"})
    assert ada.post("/chance", data={"length": "0", "face": "1"}).status_code == 403
    assert host.post("/chance", data={"length": "0", "face": "1"}).status_code == 303
    assert "Saisi à la main par l’hôte" in said(cafe)
    assert host.post("/host/switch", data={"act": "everything", "on": "1"}).status_code == 400


def test_in_a_cafe_sitting_down_makes_nobody_host(cafe: Flask) -> None:
    ada = browser(cafe, 0)
    assert "Devenir l’hôte" in unescape(ada.get("/host").text)
    assert ada.post("/free/1").status_code == 403


def test_a_cafes_host_keeps_that_when_he_gives_a_seat_back(cafe: Flask) -> None:
    host = be_host(cafe, browser(cafe, 0))
    host.post("/host/hand-over", data={"to": "0"})
    browser(cafe, 1)
    host.post("/free/0")
    assert "Vous êtes l’hôte" in unescape(host.get("/host").text)


def press_fast(app: Flask, clock: ManualClock, seat: int = 0, every_s: float = 0.4) -> None:
    hear = hears_buttons(app)
    for _ in range(PRESSES):
        clock.wait_s(every_s)
        hear(ButtonPress(seat, clock.now_s()))


def test_a_button_at_the_table_makes_the_one_phone_host_that_waits_for_it(cafe: Flask, clock: ManualClock) -> None:
    phone = browser(cafe)
    press_fast(cafe, clock)
    assert "Vous êtes l’hôte" not in unescape(phone.get("/host").text), "nobody waited for it"
    phone.post("/host/button")
    assert "sept fois" in phone.get("/host").text
    press_fast(cafe, clock, every_s=1.0)
    assert "Vous êtes l’hôte" not in unescape(phone.get("/host").text), "that is how people play"
    press_fast(cafe, clock)
    assert "Vous êtes l’hôte" in unescape(phone.get("/host").text)
    assert "nouvel hôte" in said(cafe)


def test_where_two_phones_wait_for_the_button_neither_becomes_host(cafe: Flask, clock: ManualClock) -> None:
    phones = [browser(cafe), browser(cafe)]
    for phone in phones:
        phone.post("/host/button")
    press_fast(cafe, clock)
    assert all("Vous êtes l’hôte" not in unescape(phone.get("/host").text) for phone in phones)


def test_a_phone_that_waited_a_minute_ago_is_not_made_host(cafe: Flask, clock: ManualClock) -> None:
    phone = browser(cafe)
    phone.post("/host/button")
    clock.wait_s(61.0)
    press_fast(cafe, clock)
    assert "Vous êtes l’hôte" not in unescape(phone.get("/host").text)


def test_at_home_a_button_makes_nobody_host(app: Flask, clock: ManualClock) -> None:
    phone = browser(app)
    phone.post("/host/button")
    press_fast(app, clock)
    assert "Vous êtes l’hôte" not in unescape(phone.get("/host").text)


# Screens -----------------------------------------------------------------------------------------------


def test_a_seat_pairs_the_screen_that_shows_the_code(app: Flask, session: Session) -> None:
    ada, wall = browser(app, 0), browser(app)
    assert 'action="/undo"' not in wall.get("/").text
    assert wall.post("/screen").headers["Location"] == "/screen"
    found = re.search(r'<p class="code">(\d{4})</p>', wall.get("/screen").text)
    assert found is not None
    other = "0000" if found[1] != "0000" else "1111"
    assert wall.post("/screen/pair", data={"code": found[1]}).status_code == 403, "not by itself"
    assert ada.post("/screen/pair", data={"code": other}).status_code == 409
    assert ada.post("/screen/pair", data={"code": found[1]}).headers["Location"] == "/seat/0"
    assert wall.get("/screen").headers["Location"] == "/"
    assert 'action="/undo"' in wall.get("/").text
    assert wall.post("/undo", data={"length": "1"}).status_code == 303
    assert "Repris par l’écran commun" in said(app)
    assert ada.post("/screen/pair", data={"code": found[1]}).status_code == 409, "it serves once"
    assert wall.post("/screen/leave").status_code == 303
    assert wall.post("/undo", data={"length": "0"}).status_code == 403


def test_a_screens_code_counts_for_a_while_and_is_not_found_by_trying(app: Flask, clock: ManualClock) -> None:
    ada, wall = browser(app, 0), browser(app)
    wall.post("/screen")
    found = re.search(r'<p class="code">(\d{4})</p>', wall.get("/screen").text)
    assert found is not None
    for _ in range(5):
        ada.post("/screen/pair", data={"code": "none"})
    assert ada.post("/screen/pair", data={"code": found[1]}).status_code == 409
    clock.wait_s(600.0)
    assert ada.post("/screen/pair", data={"code": found[1]}).status_code == 409
    assert wall.get("/screen").headers["Location"] == "/"


def test_the_hosts_code_is_on_the_tables_screen_until_there_is_a_host(cafe: Flask) -> None:
    wall, code = table_screen(cafe), host_code(cafe)
    assert code is not None
    assert code in wall.get("/").text
    assert code not in browser(cafe).get("/").text
    assert code not in browser(cafe, 0).get("/").text
    be_host(cafe, browser(cafe))
    assert 'class="code"' not in wall.get("/").text


def test_the_host_unpairs_the_screens(app: Flask) -> None:
    ada, wall = browser(app, 0), table_screen(app)
    assert browser(app, 1).post("/screens/drop").status_code == 403
    ada.post("/screens/drop")
    assert wall.post("/undo", data={"length": "1"}).status_code == 403


# The café's page ---------------------------------------------------------------------------------------


def test_every_address_of_the_clubs_page_says_who_may_use_it() -> None:
    tables = Tables(LocalLink(LocalBroker()))
    tables.open()
    club = for_test(create_club(tables))
    assert club_code(club) is not None
    for _, method, address, _ in list(addresses(club)):
        answer = browser(club).open(address, method=method, data={"code": ""})
        assert refused(answer) is address.startswith("/forget"), address


# No decision from the wall clock -----------------------------------------------------------------------


@pytest.mark.parametrize("jump_s", [-3600.0, 40 * 24 * 3600.0, -50 * 365 * 24 * 3600.0])
def test_no_phone_is_thrown_out_when_the_clock_is_set(
    app: Flask, session: Session, monkeypatch: pytest.MonkeyPatch, jump_s: float
) -> None:
    phones = [browser(app, 0), browser(app, 1), table_screen(app)]
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + jump_s)
    for path, phone in zip(("/seat/0", "/seat/1", "/"), phones, strict=True):
        assert phone.get(path).status_code == 200
    assert "Vous êtes l’hôte" in unescape(phones[0].get("/host").text)
    assert phones[2].post("/undo", data={"length": "1"}).status_code == 303


def test_the_cookie_says_how_long_it_is_kept_and_not_until_when(app: Flask) -> None:
    cookie = browser(app).post("/join/0").headers["Set-Cookie"]
    assert "Max-Age=31536000" in cookie
    assert "Expires" not in cookie


def test_times_on_pages_run_on_when_the_clock_is_set_and_are_not_made_up_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    walls, steady = [1_800_000_000.0], [100.0]
    monkeypatch.setattr(time, "time", lambda: walls[0])
    monkeypatch.setattr(time, "monotonic", lambda: steady[0])
    journal = Journal(tmp_path / "journal.sqlite", SystemClock())
    session = open_session(journal, RecordingCues(), TOY, 2, Options(), NAMES)
    session.play(Throw((1,)), "camera")
    for jump_s in (-3600.0, 40 * 24 * 3600.0):
        walls[0] += jump_s
        steady[0] += 120.0
        session.announce()
        page = browser(for_test(create_app(session))).get("/story").text
        assert f"il y a {round((steady[0] - 100.0) / 60)} min" in page
    journal.close()
    walls[0] -= 39 * 24 * 3600.0
    again = resume_session(Journal(tmp_path / "journal.sqlite", SystemClock()), RecordingCues(), TOY)
    assert again is not None
    again.play(Keep(0), "seat 0")
    page = unescape(browser(for_test(create_app(again))).get("/story").text)
    assert "avant le redémarrage" in page
    assert "à l’instant" in page


def test_the_first_version_of_the_file_lets_everyone_sit_down_again(tmp_path: Path) -> None:
    path = tmp_path / "phones.json"
    path.write_text(json.dumps({"key": "k", "seats": {"0": "token"}}))
    assert Phones(path).taken == frozenset()
