"""Looking back: what the pages show of matches that are over, to whom, and that a match that runs is not among them."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from html import unescape
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from companion import catalog
from companion.core.clock import RELEASED_S, ManualClock
from companion.core.evidence import Evidence, SeenThing
from companion.core.game import Game
from companion.core.kit import random_match
from companion.core.match import Match
from companion.core.scene import Thing
from companion.core.views import open_view
from companion.hardware.cues import RecordingCues
from companion.table.journal import Journal
from companion.table.opening import open_session, resume_session
from companion.table.past import Past
from companion.table.session import Session
from companion.table.statistics import STATISTICS_FILE, Statistics
from companion.web import LookingBack, Manner, create_app
from companion.web.statistics import guarded
from tests.web import evenings
from tests.web.conftest import browser, for_test, host_code, table_screen

NAMES = ("Ada", "=SUM(A1)", "Zoë", "+33", "@Bob", "-1", "Eve", "Max")
CROP = b"\xff\xd8 a crop"
SEEN: Evidence = (SeenThing(Thing("die", "5"), 0.93, CROP),)
MOST_BYTES = 200_000
"""Of a result's picture, which goes through messengers."""
DAY_S = 86_400.0


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(RELEASED_S + 30 * DAY_S)


@pytest.fixture
def journal(tmp_path: Path, clock: ManualClock) -> Iterator[Journal]:
    journal = Journal(tmp_path / "journal.sqlite", clock)
    yield journal
    journal.close()


def played(journal: Journal, game: Game, match: Match, upto: int | None = None) -> Session:
    """The match as it was played at a table, up to an action; the camera saw the first."""
    session = open_session(journal, RecordingCues(), game, match.seats, match.options, NAMES[: match.seats])
    for number, action in enumerate(match.actions[:upto]):
        session.play(action, "camera" if number == 0 else "table", SEEN if number == 0 else ())
    return session


def app_for(journal: Journal, session: Session, folder: Path, clock: ManualClock, manner: Manner = "home") -> Flask:
    past = Past(journal, clock)
    looking_back = LookingBack(past, Statistics(past, folder / STATISTICS_FILE))
    return for_test(create_app(session, manner=manner, clock=clock, looking_back=looking_back))


def short_match(key: str = "leprechauns", seed: int = 3) -> Match:
    game = catalog.game(key)
    return random_match(game, game.seats[0], seed=seed)


@pytest.fixture
def running(journal: Journal) -> Session:
    """One finished match of Leprechauns, and the match at the table, in which something has been played."""
    match = short_match()
    played(journal, match.game, match)
    return played(journal, match.game, match, upto=3)


@pytest.fixture
def app(journal: Journal, running: Session, tmp_path: Path, clock: ManualClock) -> Flask:
    return app_for(journal, running, tmp_path, clock)


@pytest.mark.parametrize("key", catalog.game_keys())
def test_every_game_is_looked_back_on(key: str, journal: Journal, tmp_path: Path, clock: ManualClock) -> None:
    """List, result, picture, and the first, some middle and the last step; on each step the board of that moment."""
    game = catalog.game(key)
    match = random_match(game, game.seats[0], seed=5)
    app = app_for(journal, played(journal, game, match), tmp_path, clock)
    phone = browser(app)
    assert 'href="/history/1"' in phone.get("/history").text
    result = phone.get("/history/1").text
    for name in NAMES[: match.seats]:
        assert name in unescape(result)
    past = Past(journal, clock).match(1)
    assert past is not None
    for step in sorted({0, 1, len(match.actions) // 2, len(match.actions)}):
        page = phone.get(f"/history/1/{step}")
        assert page.status_code == 200
        assert f"<span>{step}/{len(match.actions)}</span>" in page.text
        assert 'id="board"' in page.text
        assert past.at(step).match.states == match.states[: step + 1]
        assert past.page(step).state == open_view(match.states[step])
    png = phone.get("/history/1/result.png")
    assert png.mimetype == "image/png"
    assert len(png.data) <= MOST_BYTES
    width, height = Image.open(BytesIO(png.data)).size
    assert f'width="{width}" height="{height}"' in result
    assert width == 1080 >= height
    assert phone.get(f"/history/1/{len(match.actions) + 1}").status_code == 404


def test_every_step_is_the_state_of_the_match_then(journal: Journal, clock: ManualClock) -> None:
    match = short_match("kaplan", seed=2)
    played(journal, match.game, match)
    past = Past(journal, clock).match(1)
    assert past is not None
    assert past.steps == len(match.actions)
    for step, state in enumerate(match.states):
        assert past.at(step).match.state == state
        assert len(past.at(step).lines) == step


def test_a_match_that_runs_is_not_found_whoever_asks(app: Flask, running: Session) -> None:
    number = running.number
    for phone in (browser(app, 0), browser(app), table_screen(app)):
        assert f"/history/{number}" not in phone.get("/history").text
        for address in ("", "/0", "/3", "/1/0.jpg", "/result.png"):
            answer = phone.get(f"/history/{number}{address}")
            assert answer.status_code == 404
            assert "a crop" not in answer.text
    assert browser(app).get("/history/1/1/0.jpg").data == CROP
    assert browser(app).get("/history/99").status_code == 404


def test_a_match_that_was_taken_back_from_its_end_is_closed_again(
    journal: Journal, tmp_path: Path, clock: ManualClock
) -> None:
    match = short_match()
    session = played(journal, match.game, match)
    phone = browser(app_for(journal, session, tmp_path, clock))
    assert phone.get("/history/1/0").status_code == 200
    session.undo("table")
    assert phone.get("/history/1/0").status_code == 404
    session.play(match.actions[-1], "table")
    assert phone.get("/history/1/0").status_code == 200


def test_a_match_that_was_cut_short_and_taken_up_is_closed(journal: Journal, clock: ManualClock) -> None:
    """Its row still says that it is over."""
    match = short_match()
    played(journal, match.game, match)
    journal.cut(1, 4)
    assert Past(journal, clock).match(1) is None


def test_a_finished_match_whose_end_is_damaged_is_closed_once_it_is_taken_up(
    journal: Journal, clock: ManualClock
) -> None:
    match, past = short_match(), Past(journal, clock)
    played(journal, match.game, match)
    with journal._writing() as file:
        file.execute("UPDATE entries SET body = '{' WHERE match = 1 AND place = 6")
    assert [each.number for each in past.finished()] == [1]
    session = resume_session(journal, RecordingCues(), match.game)
    assert session is not None
    assert len(session.match.actions) == 6
    assert past.finished() == ()
    assert past.match(1) is None


def test_a_broken_entry_shows_what_was_good_and_says_so(journal: Journal, tmp_path: Path, clock: ManualClock) -> None:
    match = short_match()
    session = played(journal, match.game, match)
    with journal._writing() as file:
        file.execute("UPDATE entries SET body = '{' WHERE match = 1 AND place = 6")
    phone = browser(app_for(journal, session, tmp_path, clock))
    page = unescape(phone.get("/history/1").text)
    assert "jusqu’à l’entrée 6 sur" in page
    assert "<span>6/6</span>" in phone.get("/history/1/6").text
    assert phone.get("/history/1/7").status_code == 404
    assert phone.get("/history/1/result.png").status_code == 404
    assert Statistics(Past(journal, clock), tmp_path / "none.json").players() == ()


def test_the_date_is_said_only_where_the_clock_was_set(journal: Journal, tmp_path: Path, clock: ManualClock) -> None:
    match = short_match()
    phone = browser(app_for(journal, played(journal, match.game, match), tmp_path, clock))
    assert re.search(r"\d\d/1[12]/2026", phone.get("/history").text)
    with journal._writing() as file:
        file.execute("UPDATE matches SET begun_s = 86400.0")
    assert not re.search(r"\d\d/\d\d/\d{4}", phone.get("/history").text + phone.get("/history/1").text)


def test_the_list_goes_on_on_further_pages(journal: Journal, tmp_path: Path, clock: ManualClock) -> None:
    match = short_match("plic-plac", seed=1)
    for _ in range(21):
        session = played(journal, match.game, match)
    phone = browser(app_for(journal, session, tmp_path, clock))
    first, second = phone.get("/history").text, phone.get("/history?page=2").text
    assert 'href="/history/21"' in first
    assert 'href="/history/1"' not in first
    assert 'href="/history/1"' in second
    assert phone.get("/history?page=x").status_code == 200


# Who may ---------------------------------------------------------------------------------------------


def test_a_cafe_shows_old_matches_to_its_host_and_screens_alone(
    journal: Journal, tmp_path: Path, clock: ManualClock
) -> None:
    match = short_match()
    played(journal, match.game, match)
    app = app_for(journal, played(journal, match.game, match), tmp_path, clock, "cafe")
    seat, host, outside = browser(app, 0), browser(app), browser(app)
    host.post("/host/claim", data={"code": host_code(app)})
    for address in ("/history", "/history/1", "/history/1/1", "/history/1/1/0.jpg", "/history/1/result.png",
                    "/statistics", "/statistics.csv"):  # fmt: skip
        assert host.get(address).status_code == 200
        assert table_screen(app).get(address).status_code == 200
        assert seat.get(address).status_code == 403
        assert outside.get(address).status_code == 403
    assert seat.get("/history/2/1").status_code == 200  # the seat's own
    assert outside.get("/history/2/1").status_code == 403
    assert 'href="/history/2"' in seat.get("/seat/0").text
    assert 'href="/history/2"' not in outside.get("/").text


def test_pages_without_a_journal_to_look_back_on_are_not_there(running: Session) -> None:
    app = for_test(create_app(running))
    assert [browser(app).get(each).status_code for each in ("/history", "/statistics", "/statistics.csv")] == [404] * 3


# Statistics ------------------------------------------------------------------------------------------


def rows_of(phone: FlaskClient) -> list[list[str]]:
    answer = phone.get("/statistics.csv?lang=en")
    assert answer.content_type.startswith("text/csv; charset=utf-8")
    assert answer.data.startswith("\ufeff".encode())
    return list(csv.reader(StringIO(answer.data.decode("utf-8-sig"))))


def test_the_table_for_spreadsheets_has_a_header_and_calculates_nothing(app: Flask) -> None:
    header, *rows = rows_of(browser(app))
    assert header == ["player", "game", "matches", "wins", "record", "value"]
    assert {row[0] for row in rows} == {"Ada", "'=SUM(A1)"}
    assert all(row[1] == "Leprechauns" and row[2] == "1" for row in rows)
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row)


@pytest.mark.parametrize("words", ["=1", "+33", "-1", "@Bob", "\tx", "\rx", "＝1"])
def test_no_cell_is_a_formula(words: str) -> None:
    assert guarded(words) == "'" + words
    assert guarded("Ada=1") == "Ada=1"


def test_the_host_erases_the_statistics_and_the_matches_stay(
    app: Flask, journal: Journal, tmp_path: Path, clock: ManualClock, running: Session
) -> None:
    host, guest = browser(app, 0), browser(app, 1)
    assert "Ada" in guest.get("/statistics").text
    assert 'action="/statistics/erase"' not in guest.get("/statistics").text
    assert 'hx-confirm="' in host.get("/statistics").text
    assert guest.post("/statistics/erase").status_code == 403
    assert len(rows_of(host)) > 1
    assert host.post("/statistics/erase").status_code == 303
    assert len(rows_of(host)) == 1
    assert "Ada" not in (tmp_path / STATISTICS_FILE).read_text(encoding="utf-8")
    assert host.get("/history/1").status_code == 200
    assert "des parties finies, le partenaire tenait toutes les places" in unescape(
        host.get("/statistics?lang=fr").text
    )
    assert "in the finished matches the partner had all of the seats" in unescape(host.get("/statistics?lang=en").text)
    again = browser(app_for(journal, running, tmp_path, clock))  # after a restart
    assert len(rows_of(again)) == 1
    for action in short_match().actions[3:]:
        running.play(action, "table")
    assert {row[2] for row in rows_of(again)[1:]} == {"1"}


# The lobby -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", catalog.game_keys())
def test_boards_of_every_game_are_shown_in_the_lobby(key: str, tmp_path: Path) -> None:
    evening = evenings.opened(tmp_path)
    game = catalog.game(key)
    match = random_match(game, game.seats[0], seed=5)
    played(evening.setting.journal, game, match)
    phone = evenings.Phone(evening)
    for step in range(0, len(match.actions), 7):
        assert 'id="board"' in phone.go(f"/history/1/{step}")
    assert 'id="board"' in phone.go(f"/history/1/{len(match.actions)}")
    evening.close()


def test_the_lobby_leads_to_finished_matches_and_says_what_is_none(tmp_path: Path) -> None:
    evening = evenings.opened(tmp_path)
    phone = evenings.Phone(evening, "Ada")
    assert 'href="/history"' in phone.go("/join")
    assert "Rien à compter encore" in phone.go("/statistics")
    match = short_match()
    played(evening.setting.journal, match.game, match)
    assert 'href="/history/1"' in phone.go("/history")
    assert 'id="board"' in phone.go("/history/1/4")
    assert phone.get("/history/style/leprechauns.css").status_code == 200
    assert phone.get("/history/7").status_code == 404
    assert "Ada" in phone.go("/statistics")
    assert phone.tap("/statistics/erase").status_code == 204
    assert "des parties finies, le partenaire tenait toutes les places" in phone.go("/statistics")
    evening.close()
