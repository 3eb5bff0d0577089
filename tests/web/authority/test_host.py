"""Who becomes host, at home and in a café, and what hosts may do."""

from __future__ import annotations

from html import unescape
from pathlib import Path

from flask import Flask

from companion.core.capabilities.buttons import ButtonPress
from companion.core.clock import ManualClock
from companion.table.session import Session
from companion.web import Phones, create_app, hears_buttons
from companion.web.at_the_table import PRESSES
from companion.web.authority import Act
from companion.web.seat_requests import ANSWER_S
from tests.web.authority.conftest import authority, be_host, said
from tests.web.conftest import browser, for_test, host_code


def test_at_home_the_first_phone_that_sits_down_is_host_and_hands_over(app: Flask) -> None:
    ada, bob = browser(app, 0), browser(app, 1)
    assert "Vous êtes l’hôte" in unescape(ada.get("/host").text)
    assert "Vous êtes l’hôte" not in unescape(bob.get("/host").text)
    assert bob.post("/host/hand-over", data={"to": "1"}).status_code == 403
    assert ada.post("/host/hand-over", data={"to": "1"}).status_code == 303
    assert "L’hôte de cette table est maintenant Bob." in said(app)
    assert bob.post("/free/0").status_code == 303
    assert ada.post("/free/1").status_code == 403


def test_at_home_a_stranger_reads_who_is_host_now(app: Flask) -> None:
    stranger = browser(app)
    assert "Cette table n’a pas encore d’hôte" in unescape(stranger.get("/host").text)
    ada, _ = browser(app, 0), browser(app, 1)
    assert "L’hôte est le téléphone d’Ada ;" in unescape(stranger.get("/host").text)
    ada.post("/host/hand-over", data={"to": "1"})
    assert "L’hôte est le téléphone de Bob ;" in unescape(stranger.get("/host/now").text)
    assert "The host is the phone of Bob;" in unescape(stranger.get("/host/now?lang=en").text)


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
