"""The café's standings and tournaments, as pages and for spreadsheets."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.club.keeper import Keeper
from companion.club.local_link import LocalBroker, LocalLink
from companion.club.results import MatchResult, Results
from companion.club.score_book import ScoreBook
from companion.club.tables import Tables
from companion.core.clock import ManualClock
from companion.core.errors import NotSaved
from companion.core.text import same
from companion.web.authority import Role, declared_of
from companion.web.club import club_code, create_club
from companion.web.club_scores import Scoring
from tests.web.conftest import browser, for_test

NOW_S = 1_800_000_000.0
DAY_S = 24 * 3600
FORM = {"name": "Cup", "game": "karo", "size": "2", "kind": "standings", "entrants": "Ada\nBob, Cy\n\nDi\n"}


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOW_S)


@pytest.fixture
def book(tmp_path: Path, clock: ManualClock) -> Iterator[ScoreBook]:
    book = ScoreBook(f"sqlite:///{tmp_path}/club.sqlite", clock)
    yield book
    book.close()


@pytest.fixture
def club(book: ScoreBook) -> Iterator[Flask]:
    keeper = Keeper(book, lambda: None)
    yield for_test(create_club(Tables(LocalLink(LocalBroker())), Scoring(book, keeper, "beaten")))
    keeper.close()


@pytest.fixture
def host(club: Flask) -> FlaskClient:
    page = browser(club)
    assert page.post("/host", data={"code": club_code(club)}).status_code == 303
    return page


def plays(book: ScoreBook, ident: int, names: str, *scores: float, game: str = "karo", begun_s: float = NOW_S) -> None:
    told = MatchResult(
        match=f"{ident:016x}", written=1, over=True, game=game, title=same(game.upper()), players=tuple(names.split()),
        scores=scores, begun_s=begun_s,
    )  # fmt: skip
    assert book.take(Results(table="Window", matches=(told,)))


def rows(page: FlaskClient, address: str) -> list[list[str]]:
    answer = page.get(address)
    assert answer.headers["Content-Type"].startswith("text/csv")
    return list(csv.reader(StringIO(answer.get_data(as_text=True).removeprefix("\ufeff"))))


def test_without_results_the_page_says_how_they_come(club: Flask) -> None:
    words = browser(club).get("/standings").text
    assert "results = true" in words
    assert "results = true" in browser(club).get("/standings?lang=en").text


def test_standings_over_tables_and_evenings(club: Flask, book: ScoreBook) -> None:
    plays(book, 1, "Ada Bob", 3, 1)
    plays(book, 2, "Bob Ada Cy", 2.5, 1, 1, game="toy", begun_s=NOW_S - 3 * DAY_S)
    page, evening = browser(club), book.matches()[0].evening
    assert rows(page, "/standings.csv?lang=en") == [
        ["place", "name", "points", "matches", "won"],
        ["1", "Bob", "4", "2", "1"], ["2", "Ada", "3", "2", "1"], ["3", "Cy", "1", "1", "0"],
    ]  # fmt: skip
    of_evening = rows(page, f"/standings.csv?evening={evening}")
    assert of_evening[1:] == [["1", "Ada", "2", "1", "1"], ["2", "Bob", "0", "1", "0"]]
    assert rows(page, "/standings.csv?game=toy")[1][1] == "Bob"
    words = page.get(f"/standings?evening={evening}&game=karo&lang=en").text
    assert "2 points for each opponent beaten" in words
    assert "Cy" not in words
    assert f'value="{evening}" selected' in words
    assert page.get("/standings?evening=nonsense&game=<x>").status_code == 200


def test_names_are_no_markup_and_no_formula(club: Flask, book: ScoreBook) -> None:
    plays(book, 1, "<b>x</b> =1+1", 1, 0)
    assert "<b>x</b>" not in browser(club).get("/standings").text
    assert rows(browser(club), "/standings.csv")[2][1] == "'=1+1"


def test_a_tournament_from_its_beginning_to_the_second_round(
    club: Flask, host: FlaskClient, book: ScoreBook, clock: ManualClock
) -> None:
    assert "Nouveau tournoi" in host.get("/tournaments").text
    address = host.post("/tournaments", data=FORM).headers["Location"]
    assert host.post(f"{address}/round", data={"rounds": "0"}).status_code == 303
    assert host.post(f"{address}/round", data={"rounds": "0"}).status_code == 303, "a second tap"
    assert len(book.tournaments()[0].rounds) == 1
    clock.wait_s(60.0)
    plays(book, 1, "Bob Ada", 1, 0)
    words = browser(club).get(f"{address}?lang=en").text
    assert "Window" in words
    assert "not played yet" in words
    assert "Draw the next round" not in words, "that is the host's"
    assert "Draw the next round" in host.get(f"{address}?lang=en").text
    assert "Tables without a result yet: 1" in host.get(f"{address}?lang=en").text.replace("\n", " ")
    host.post(f"{address}/round", data={"rounds": "1"})
    found = rows(host, f"{address}.csv?lang=en")
    assert found[0] == ["place", "name", "points", "matches", "won"]
    assert found[1] == ["1", "Bob", "2", "1", "1"]
    rounds = found[found.index([]) + 1 :]
    assert rounds[0] == ["round", "table", "name", "score", "points"]
    assert rounds[1:3] == [["1", "1", "Ada", "0", "0"], ["1", "1", "Bob", "1", "2"]]
    assert {each[0] for each in rounds[1:]} == {"1", "2"}
    second = [each[2] for each in rounds if each[0] == "2"]
    assert {frozenset(second[:2]), frozenset(second[2:])} != {frozenset(("Ada", "Bob")), frozenset(("Cy", "Di"))}
    assert host.post(f"{address}/erase").status_code == 303
    assert host.get(address).status_code == 404
    assert len(book.matches()) == 1


def test_everyone_meets_everyone_in_rounds_that_are_drawn_at_once(host: FlaskClient, book: ScoreBook) -> None:
    address = host.post("/tournaments", data={**FORM, "kind": "everyone"}).headers["Location"]
    host.post(f"{address}/round", data={"rounds": "0"})
    assert len(book.tournaments()[0].rounds) == 3
    assert host.post(f"{address}/round", data={"rounds": "3"}).status_code == 409


@pytest.mark.parametrize(
    "other",
    [{"kind": "everyone", "size": "3", "game": "kaplan"}, {"size": "1"}, {"size": "99"}, {"size": "x"}, {"size": "4"},
     {"size": "9" * 5000}, {"game": "chess"}, {"kind": "x"},
     {"entrants": "Ada\nBob"}, {"entrants": "Ada\nada\nBob"}, {"name": " "},
     {"entrants": "\n".join(map(str, range(200)))}],
)  # fmt: skip
def test_a_tournament_that_makes_no_sense_is_refused_in_a_sentence(
    host: FlaskClient, book: ScoreBook, other: dict[str, str]
) -> None:
    answer = host.post("/tournaments", data={**FORM, **other})
    assert answer.status_code in (400, 409)
    assert "sorry" in answer.text
    assert book.tournaments() == ()


def test_only_the_host_begins_draws_and_erases(club: Flask, host: FlaskClient, book: ScoreBook) -> None:
    address, stranger = host.post("/tournaments", data=FORM).headers["Location"], browser(club)
    for place in ("/tournaments", f"{address}/round", f"{address}/erase"):
        assert stranger.post(place, data=FORM).status_code == 403
    assert "Nouveau tournoi" not in stranger.get("/tournaments").text
    assert len(book.tournaments()) == 1


def test_a_tournament_that_is_none(club: Flask) -> None:
    club.testing = False
    assert browser(club).get("/tournaments/7").status_code == 404
    assert browser(club).get("/tournaments/7.csv").status_code == 404


def test_a_book_that_does_not_answer_is_said(club: Flask, book: ScoreBook, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise NotSaved("club.book", same("The database of results does not answer."))

    monkeypatch.setattr(book, "matches", away)
    answer = browser(club).get("/standings?lang=en")
    assert answer.status_code == 409
    assert "does not answer" in answer.text
    assert browser(club).get("/").status_code == 200, "the tables are shown all the same"


def test_a_table_that_needs_help_says_so(club: Flask) -> None:
    from tests.club.test_tables import told

    broker = LocalBroker()
    tables, link = Tables(LocalLink(broker)), LocalLink(broker)
    tables.open()
    broker.join(link)
    for name, needs in (("a", True), ("b", False)):
        link.publish(f"table-companion/{name}/state", told(name, needs_help=needs))
        link.publish(f"table-companion/{name}/online", b"online")
    assert browser(for_test(create_club(tables))).get("/?lang=en").text.count("Needs help") == 1


def test_the_cafes_addresses_are_written_in_the_documentation(club: Flask) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "authority.md").read_text(encoding="utf-8")
    written = dict(re.findall(r"^\| café `(\S+ /\S*)` \| ([^|]+) \|$", page, re.MULTILINE))
    words = {frozenset({Role.SPECTATOR}): "anybody", frozenset({Role.HOST}): "host"}
    declared = {}
    for rule in club.url_map.iter_rules():
        found = declared_of(club, rule.endpoint)
        assert found is not None
        path = re.sub("<(?:[a-z]+:)?([a-z]+)>", r"<\1>", rule.rule)
        for method in (rule.methods or set()) & {"GET", "POST"}:
            declared[f"{method} {path}"] = words[found.roles]
    assert written == declared
