"""Screens that are paired with the table."""

from __future__ import annotations

import re

from flask import Flask

from companion.core.clock import ManualClock
from companion.table.session import Session
from tests.web.authority.conftest import be_host, said
from tests.web.conftest import browser, host_code, table_screen


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
