"""The café's book in SQLite, and in PostgreSQL where it is installed: each match once, whatever arrives how often."""

from __future__ import annotations

import importlib.util
import os
import shutil
import socket
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy

from companion.club.keeper import Keeper
from companion.club.points import standings
from companion.club.results import MatchResult, Results
from companion.club.score_book import ScoreBook
from companion.club.tournament import drawn, sheet_of
from companion.core.clock import ManualClock
from companion.core.errors import NotSaved, Unreadable
from companion.core.text import Text, same
from tests.club.conftest import PATIENCE_S

NOW_S = 1_800_000_000.0
PROGRAMS = ("/usr/lib/postgresql", "/usr/local/pgsql")
ACCOUNT = "postgres"
"""PostgreSQL refuses to run as root; its package makes this account."""


def result(match: str = "a", written: int = 5, **other: object) -> MatchResult:
    of: dict[str, object] = {
        "match": (match * 16)[:16], "written": written, "over": True, "game": "toy", "title": same("Toy"),
        "players": ("Ada", "Bob"), "scores": (3.0, 1.0), "begun_s": NOW_S - 60,
    }  # fmt: skip
    return MatchResult.model_validate({**of, **other})


def told(*matches: MatchResult, table: str = "Window") -> Results:
    return Results(table=table, matches=matches)


class Postgres:
    """A server of the test's own on the loopback, which can be stopped and started."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self._folder, self._programs, self._made = folder, programs, 0
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        if os.geteuid() == 0:
            shutil.chown(folder, ACCOUNT)
        self._run("initdb", "-D", folder / "data", "-U", "cafe", "--auth=trust", "--no-sync")

    def fresh(self) -> str:
        """The address of a database of this server in which nothing is."""
        engine = sqlalchemy.create_engine(self._address("postgres"), isolation_level="AUTOCOMMIT")
        self._made += 1
        with engine.connect() as server:
            server.execute(sqlalchemy.text(f"CREATE DATABASE cafe{self._made}"))
        engine.dispose()
        return self._address(f"cafe{self._made}")

    def _address(self, database: str) -> str:
        return f"postgresql+pg8000://cafe:geheim@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        options = f"-c listen_addresses=127.0.0.1 -c port={self.port} -c unix_socket_directories='' -c fsync=off"
        self._run("pg_ctl", "-D", self._folder / "data", "-o", options, "-l", self._folder / "log", "-w", "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", self._folder / "data", "-m", "immediate", "-w", "stop")

    def _run(self, program: str, *words: object) -> None:
        other = ["setpriv", f"--reuid={ACCOUNT}", f"--regid={ACCOUNT}", "--clear-groups"]
        call = [*(other if os.geteuid() == 0 else []), str(self._programs / program), *map(str, words)]
        subprocess.run(call, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    found = [initdb.parent for place in PROGRAMS for initdb in Path(place).glob("**/bin/initdb")]
    if not found:
        pytest.skip("PostgreSQL is not installed: Debian's package postgresql has it")
    if importlib.util.find_spec("pg8000") is None:
        pytest.skip("pg8000 is not installed: it reaches PostgreSQL")
    # not tmp_path: other accounts than the one that runs the tests may not look into it
    with tempfile.TemporaryDirectory(prefix="cafe-") as folder:
        server = Postgres(Path(folder), found[-1])
        server.start()
        yield server
        server.stop()


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/folder/club.sqlite"
    server: Postgres = request.getfixturevalue("postgres")
    return server.fresh()


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOW_S)


@pytest.fixture
def book(address: str, clock: ManualClock) -> Iterator[ScoreBook]:
    book = ScoreBook(address, clock)
    yield book
    book.close()


def test_a_match_counts_once_however_often_it_is_told(book: ScoreBook, address: str, clock: ManualClock) -> None:
    assert book.take(told(result())) is True
    clock.wait_s(100.0)
    assert book.take(told(result(), table="Another name")) is False
    again = ScoreBook(address, clock)  # the café's page was started anew, and the broker tells it all once more
    assert again.take(told(result())) is False
    (match,) = again.matches()
    again.close()
    assert (match.names, match.scores, match.table, match.heard_s) == (("Ada", "Bob"), (3.0, 1.0), "Window", NOW_S)
    assert (match.title, match.begun_s) == (same("Toy"), NOW_S - 60)
    assert [(each.name, each.matches) for each in standings(book.matches(), "beaten")] == [("Ada", 1), ("Bob", 1)]


def test_all_of_it_is_kept_as_it_was_told(book: ScoreBook, clock: ManualClock) -> None:
    names = ("Élise 👩‍🚀", "O'Hara; --", "x" * 40, "名前")
    scores = (0.1, -3.5, 1e6, 2 / 3)
    book.take(told(result(players=names, scores=scores, begun_s=None, title=Text(fr="Jeu d'été", en="Summer’s"))))
    (match,) = book.matches()
    assert (match.names, match.scores, match.begun_s) == (names, scores, NOW_S)
    assert match.title == Text(fr="Jeu d'été", en="Summer’s")


def test_a_correction_replaces_and_an_end_that_is_taken_back_withdraws(book: ScoreBook) -> None:
    book.take(told(result(written=5), result("b", 3)))
    book.take(told(result(written=7, scores=(0.0, 1.0), players=("Ada", "Cy")), result("b", 4, over=False)))
    (match,) = book.matches()
    assert (match.names, match.scores) == (("Ada", "Cy"), (0.0, 1.0))
    book.take(told(result(written=5)))
    book.take(told(result("b", 3)))
    assert book.matches() == (match,), "what is older changes nothing"
    book.take(told(result("b", 6)))
    assert len(book.matches()) == 2, "it has ended after all"


def test_a_match_that_goes_on_is_not_written_down(book: ScoreBook) -> None:
    assert book.take(told(MatchResult(match="a" * 16, written=1, over=False))) is False
    assert book.matches() == ()


def test_a_tournament_is_there_after_a_restart(book: ScoreBook, address: str, clock: ManualClock) -> None:
    cup = book.begin("Cup", "toy", 2, "standings", ("Ada", "Bob", "Cy", "Di"))
    groups = drawn(sheet_of(cup, (), "beaten"))
    book.draw(cup, groups)
    book.draw(cup, groups)  # a second tap
    other = book.begin("Other", "toy", 2, "everyone", ("Ada", "Bob", "Cy"))
    book.draw(other, drawn(sheet_of(other, (), "beaten")))
    again = ScoreBook(address, clock)
    newest, oldest = again.tournaments()
    assert (oldest.name, oldest.entrants, [each.groups for each in oldest.rounds]) == (
        "Cup",
        cup.entrants,
        list(groups),
    )
    assert len(newest.rounds) == 3
    again.erase(oldest.number)
    assert [each.name for each in again.tournaments()] == ["Other"]
    again.close()


def test_the_files_are_the_owners_alone(tmp_path: Path, clock: ManualClock) -> None:
    ScoreBook(f"sqlite:///{tmp_path}/club.sqlite", clock).close()
    assert (tmp_path / "club.sqlite").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("address", ["nonsense", "oracle+nothing://ada:geheim@host/x", "://"])
def test_an_address_that_makes_no_sense_is_refused_without_repeating_it(address: str, clock: ManualClock) -> None:
    with pytest.raises(Unreadable) as refused:
        ScoreBook(address, clock)
    assert "“standings”" in refused.value.what.en
    assert "geheim" not in str(refused.value)


def test_a_folder_where_nothing_can_be_written(tmp_path: Path, clock: ManualClock) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Unreadable, match="cannot be written"):
        ScoreBook(f"sqlite:///{tmp_path}/file/club.sqlite", clock)


def test_a_book_of_a_later_version_is_refused(tmp_path: Path, clock: ManualClock) -> None:
    address = f"sqlite:///{tmp_path}/club.sqlite"
    book = ScoreBook(address, clock)
    book.matches()
    with book._engine.begin() as written:
        written.execute(sqlalchemy.text("UPDATE club_book SET version = 99"))
    book.close()
    with pytest.raises(Unreadable, match="later version"):
        ScoreBook(address, clock).matches()


@pytest.mark.whole
def test_a_database_that_is_away_is_said_and_loses_nothing(postgres: Postgres, clock: ManualClock) -> None:
    book, changes = ScoreBook(postgres.fresh(), clock), threading.Semaphore(0)
    book.take(told(result("b", 3)))
    postgres.stop()
    with pytest.raises(NotSaved) as away:
        book.matches()
    assert "does not answer" in away.value.what.en
    assert "geheim" not in str(away.value)
    keeper = Keeper(book, changes.release)
    keeper.hear("window", told(result(), result("b", 4, over=False)).to_json())
    assert changes.acquire(timeout=PATIENCE_S)
    assert keeper.trouble == away.value.what
    postgres.start()
    assert changes.acquire(timeout=PATIENCE_S)
    assert keeper.trouble is None
    keeper.close()
    assert [each.match for each in book.matches()] == ["a" * 16]
    book.close()


class Slow:
    """A book that fails, or waits until it may write."""

    def __init__(self) -> None:
        self.may, self.taken = threading.Event(), list[Results]()
        self.fails = 0

    def take(self, told: Results) -> bool:
        assert self.may.wait(PATIENCE_S)
        if self.fails:
            self.fails -= 1
            raise ZeroDivisionError
        self.taken.append(told)
        return True


@pytest.fixture
def kept() -> Iterator[tuple[Slow, Keeper]]:
    slow = Slow()
    keeper = Keeper(slow, lambda: None)
    yield slow, keeper
    slow.may.set()
    keeper.close()


def test_of_each_table_the_newest_message_waits(kept: tuple[Slow, Keeper]) -> None:
    slow, keeper = kept
    for written in range(1, 50):
        for table in ("a", "b"):
            keeper.hear(table, told(result(table, written), table=table).to_json())
    slow.may.set()
    keeper.close()
    assert len(slow.taken) <= 4
    assert {each.table: each.matches[0].written for each in slow.taken} == {"a": 49, "b": 49}


def test_what_fails_and_what_makes_no_sense_ends_nothing(
    kept: tuple[Slow, Keeper], caplog: pytest.LogCaptureFixture
) -> None:
    slow, keeper = kept
    slow.fails = 1
    keeper.hear("a", told(result()).to_json())
    bad = (
        result(scores=(float("nan"), 1.0)), result(players=("Ada", "ada")), result(players=("A\u202e", "B")),
        result(scores=(1.0,)), result(players=("Ada",), scores=(1.0,)),
    )  # fmt: skip
    for payload in (b"", b"{", b"null", b"x" * 300_000, *(told(each).to_json() for each in bad)):
        keeper.hear("b", payload)
    keeper.hear("c", told(result()).to_json())
    slow.may.set()
    keeper.close()
    assert [each.table for each in slow.taken] == ["Window"]
    assert "the results of the table b are not understood" in caplog.text
