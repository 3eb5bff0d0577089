"""The café's page: all tables, in either language, and it follows by itself."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.club.link import Subscription
from companion.club.local_link import LocalBroker, LocalLink
from companion.club.tables import Tables
from companion.core.clock import ManualClock
from companion.core.text import Text
from companion.web.club import club_code, create_club
from tests.club.test_tables import told
from tests.web.conftest import browser, for_test


@pytest.fixture
def link() -> LocalLink:
    link = LocalLink(LocalBroker())
    link.open(Subscription())
    return link


@pytest.fixture
def tables(link: LocalLink) -> Tables:
    tables = Tables(LocalLink(link._broker))
    tables.open()
    return tables


@pytest.fixture
def club(tables: Tables) -> Flask:
    return for_test(create_club(tables))


def open_table(link: LocalLink, name: str, online: bytes = b"online", **other: object) -> None:
    link.publish(f"table-companion/{name}/state", told(name, **other))
    link.publish(f"table-companion/{name}/online", online)


def test_without_tables_the_page_says_how_one_comes(club: Flask) -> None:
    words = browser(club).get("/").text
    assert "Aucune table" in words
    assert "--broker" in words


def test_each_table_says_what_is_going_on(club: Flask, link: LocalLink) -> None:
    open_table(link, "a", asks=1, notice=Text(fr="Une tuile manque.", en="A tile is missing."))
    open_table(link, "b", scores=(3.0, 5.5), over=True, turn=None)
    french, english = browser(club).get("/").text, browser(club).get("/?lang=en").text
    for words in ("À Ada.", "Une tuile manque.", "pose une question", "5,5", 'href="http://a/"'):
        assert words in french
    for words in ("Ada’s turn.", "A tile is missing.", "asks something", "5.5"):
        assert words in english
    assert french.index("5,5") < french.index("<strong>3</strong>"), "the best first"


def test_a_closed_table_asks_nothing_and_is_taken_away(club: Flask, link: LocalLink, tables: Tables) -> None:
    open_table(link, "a", b"offline", asks=1)
    page = browser(club)
    words = page.get("/").text
    assert "Fermée" in words
    assert "pose une question" not in words
    assert "http://a/" not in words, "nobody answers there"
    assert page.post("/forget/a").status_code == 403
    assert page.post("/host", data={"code": "AAAA-AAAA"}).status_code == 409
    code = club_code(club)
    assert page.post("/host", data={"code": code}).status_code == 303
    assert club_code(club) is None
    assert "Retirer" in page.get("/").text
    assert page.post("/forget/a").status_code == 303
    assert tables.all == ()


def test_a_table_of_another_version_is_told_of(club: Flask, link: LocalLink) -> None:
    link.publish("table-companion/a/state", b"{}")
    link.publish("table-companion/a/online", b"online")
    assert "autre version" in browser(club).get("/").text


def test_what_a_table_says_is_no_markup(club: Flask, link: LocalLink) -> None:
    bad = "<script>alert(1)</script>"
    open_table(link, "a", table=bad, players=(bad,), prompt=Text(fr=bad, en=bad), title=Text(fr=bad, en=bad))
    assert bad not in browser(club).get("/").text


def test_foreign_pages_take_nothing_away(club: Flask, link: LocalLink, tables: Tables) -> None:
    open_table(link, "a", b"offline")
    foreign = club.test_client()
    assert foreign.post("/forget/a", headers={"Origin": "http://evil.example"}).status_code == 403
    assert [table.id for table in tables.all] == ["a"]


def test_the_page_hears_of_every_change(club: Flask, link: LocalLink, tables: Tables) -> None:
    known = browser(club).get("/").text.split('data-events="', 1)[1].split('"', 1)[0]
    assert "event" not in browser(club).get(known).text
    open_table(link, "a")
    assert f"data: {tables.revision}\n" in browser(club).get(known).text
    assert "À Ada." in browser(club).get("/now").text


def test_a_broker_that_is_lost_is_said(club: Flask, tables: Tables) -> None:
    own = tables._link
    assert isinstance(own, LocalLink)
    own.cut()
    assert "courtier" in browser(club).get("/now").text


def test_an_address_that_is_none_leads_back(club: Flask) -> None:
    club.testing = False
    answer = browser(club).get("/nothing")
    assert answer.status_code == 404
    assert 'href="/"' in answer.text


def test_a_table_says_how_long_ago_it_was_heard_and_the_first_time_nothing(link: LocalLink) -> None:
    """What the broker kept may be days old; a clock of the machine that was set says nothing about it."""
    clock = ManualClock(1000.0)
    tables = Tables(LocalLink(link._broker), clock)
    open_table(link, "a", asks=0)
    tables.open()
    club = for_test(create_club(tables))
    assert "il y a" not in browser(club).get("/").text
    open_table(link, "a", asks=1)
    clock.wait_s(3 * 60 + 1)
    assert "il y a 3 min" in browser(club).get("/").text
