"""How pages travel: compressed for who reads that, and kept by the browser while they hold the same."""

from __future__ import annotations

import gzip
import re

from flask import Flask

from companion.table.session import Session
from companion.web import create_app
from companion.web.delivery import FOR_EVER
from companion.web.phones import Phones
from companion.web.taps import Taps
from tests.web.conftest import browser, for_test


def test_text_is_compressed_for_who_reads_that(app: Flask) -> None:
    client = app.test_client()
    plain, small = client.get("/now"), client.get("/now", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in plain.headers
    assert small.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(small.data) == plain.data
    assert len(small.data) < len(plain.data) * 0.6
    assert [each.headers["Vary"] for each in (plain, small)] == ["Accept-Encoding"] * 2


def test_pictures_and_streams_are_not(app: Flask) -> None:
    for path in ("/seen/0/0.jpg", "/events"):
        assert "Content-Encoding" not in app.test_client().get(path, headers={"Accept-Encoding": "gzip"}).headers


def test_what_a_page_links_is_kept_until_it_changes(app: Flask) -> None:
    client = app.test_client()
    linked = re.findall(r'(?:href|src)="(/static/[^"]+)"', client.get("/").text)
    assert len(linked) >= 6
    for address in linked:
        answer = client.get(address, headers={"Accept-Encoding": "gzip"})
        assert answer.headers["Cache-Control"] == FOR_EVER, address
        assert client.get(address.replace("?v=", "?v=0")).headers["Cache-Control"] == "no-cache", address
    assert client.get("/static/nothing.js?v=None").status_code == 404
    assert client.get("/now").headers["Cache-Control"] == "no-store"


def test_two_tables_on_one_machine_keep_their_phones(session: Session) -> None:
    tables = [for_test(create_app(session, phones=Phones())) for _ in range(2)]
    first, second = (each.config["SESSION_COOKIE_NAME"] for each in tables)
    assert first != second
    kept = browser(tables[0], 0).get_cookie(first)
    phone = browser(tables[1])
    assert kept is not None
    phone.set_cookie(first, kept.value)
    phone.post("/join/1")
    still = phone.get_cookie(first)
    assert still is not None
    assert still.value == kept.value
    assert phone.get_cookie(second) is not None


def test_a_table_keeps_the_name_of_its_cookie(session: Session) -> None:
    phones = Phones()
    names = {create_app(session, phones=phones).config["SESSION_COOKIE_NAME"] for _ in range(2)}
    assert len(names) == 1


def test_an_act_that_is_sent_twice_counts_once(app: Flask, session: Session) -> None:
    phone = browser(app, 0)
    act = {"action": '{"do": "Keep", "seat": 0}'}
    for _ in range(2):
        answer = phone.post("/seat/0/play", data=act, headers={"Tap": "one", "HX-Request": "true"})
        assert (answer.status_code, answer.headers["HX-Trigger"]) == (204, "changed")
    assert len(session.match.actions) == 2
    assert phone.post("/seat/0/play", data=act, headers={"Tap": "two", "HX-Request": "true"}).status_code == 409


def test_an_act_that_was_refused_may_be_tried_again() -> None:
    taps = Taps(most=2)
    assert taps.begin("a")
    taps.end("a", False)
    assert taps.begin("a")
    taps.end("a", True)
    assert not taps.begin("a")
    for other in "bc":
        assert taps.begin(other)
        taps.end(other, True)
    assert taps.begin("a"), "it is forgotten in the end"
