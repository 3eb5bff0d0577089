"""From the end of a match at a table to the café's book: declared, told again after every outage, counted once."""

from __future__ import annotations

import json
import queue
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from companion import catalog
from companion.club.keeper import Keeper
from companion.club.link import Subscription
from companion.club.local_link import LocalBroker, LocalLink
from companion.club.publisher import BUZZES_S, Publisher
from companion.club.results import Results, parse_results, results_of
from companion.club.score_book import ScoreBook
from companion.club.tables import Tables
from companion.core.clock import ManualClock
from companion.hardware.cues import Cue, PlayedCue, RecordingCues
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.past import Past
from companion.table.session import Session
from companion.table.statistics import STATISTICS_FILE, Counted, Statistics
from tests.core.toy import TOY, Keep, Options, Throw

NOW_S = 1_800_000_000.0
TOPIC = "table-companion/window/results"


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match that is over is played again with the game of its key."""
    monkeypatch.setattr(catalog, "game_keys", lambda: (TOY.key,))
    monkeypatch.setattr(catalog, "game", lambda key: TOY)


class Table:
    """A table whose owner lets it tell results, and a broker."""

    def __init__(self, folder: Path, broker: LocalBroker) -> None:
        self.clock = ManualClock(NOW_S)
        self.journal = Journal(folder / "journal.sqlite", self.clock)
        past = Past(self.journal, self.clock)
        self.statistics = Statistics(past, folder / STATISTICS_FILE)
        self.results = partial(results_of, past, self.statistics)
        self.broker = broker

    def match(self, *names: str) -> Session:
        return open_session(self.journal, RecordingCues(), TOY, len(names), Options(rounds=1), names)

    def tells(self, session: Session, name: str = "Window", *, declared: bool = True) -> Publisher:
        own = Publisher(
            session, LocalLink(self.broker), self.clock, table=name, address=lambda: "http://a/", language="en",
            trouble=print, results=self.results if declared else None,
        )  # fmt: skip
        own.open()
        own.publish_results()
        return own


@pytest.fixture
def table(tmp_path: Path, broker: LocalBroker) -> Iterator[Table]:
    table = Table(tmp_path, broker)
    yield table
    table.journal.close()


def played_out(session: Session) -> Session:
    for seat in range(len(session.names)):
        session.play(Throw((seat + 1,)), "camera")
        session.play(Keep(seat), f"seat {seat}")
    assert session.match.state.scores is not None
    return session


class Cafe:
    """The café's side: a book in memory of the test, and what was heard."""

    def __init__(self, folder: Path, broker: LocalBroker) -> None:
        self.book = ScoreBook(f"sqlite:///{folder}/club.sqlite", ManualClock(NOW_S))
        self.keeper = Keeper(self.book, lambda: None)
        self.tables = Tables(LocalLink(broker), results=self.keeper.hear)
        self.tables.open()

    def counted(self) -> list[tuple[tuple[str, ...], tuple[float, ...]]]:
        """All matches of the book, once all that was told is written; then it is closed."""
        self.tables.close()
        self.keeper.close()
        found = [(match.names, match.scores) for match in self.book.matches()]
        self.book.close()
        return found


def test_a_match_counts_once_over_restarts_of_table_cafe_and_broker(
    table: Table, tmp_path: Path, broker: LocalBroker
) -> None:
    session = table.match("Ada", "Bob")
    own, cafe = table.tells(session), Cafe(tmp_path, broker)
    played_out(session)
    own.publish_results()
    scores = session.match.state.scores
    assert cafe.counted() == [(("Ada", "Bob"), scores)]
    assert Cafe(tmp_path, broker).counted() == [(("Ada", "Bob"), scores)], "what the broker kept comes again"
    new_broker = LocalBroker()
    table.broker = new_broker
    cafe = Cafe(tmp_path, new_broker)
    table.tells(table.match("Ada", "Bob"), "Another name")
    assert cafe.counted() == [(("Ada", "Bob"), scores)], "the table was started anew, and is called otherwise"


def test_matches_of_an_evening_without_the_cafe_are_all_told(table: Table, tmp_path: Path, broker: LocalBroker) -> None:
    for names in (("Ada", "Bob"), ("Cy", "Di"), ("Ada", "Cy")):
        own = table.tells(played_out(table.match(*names)))
        own.publish_results()
    assert {names for names, _ in Cafe(tmp_path, broker).counted()} == {("Ada", "Bob"), ("Cy", "Di"), ("Ada", "Cy")}


def test_an_end_that_is_taken_back_is_withdrawn(table: Table, tmp_path: Path, broker: LocalBroker) -> None:
    session = played_out(table.match("Ada", "Bob"))
    own = table.tells(session)
    assert len(Cafe(tmp_path, broker).counted()) == 1
    session.undo("seat 0")
    own.publish_results()
    assert Cafe(tmp_path, broker).counted() == []
    session.play(Keep(1), "seat 1")
    own.publish_results()
    assert len(Cafe(tmp_path, broker).counted()) == 1


def test_without_the_owners_word_no_result_leaves_the_table(table: Table, broker: LocalBroker) -> None:
    heard = queue.Queue[bytes]()
    LocalLink(broker).open(Subscription(topics=(TOPIC,), on_message=lambda _, payload: heard.put(payload)))
    session = played_out(table.match("Ada", "Bob"))
    table.tells(session)
    assert heard.get_nowait()
    table.tells(session, declared=False)
    assert heard.get_nowait() == b"", "and what was told before is taken back"
    assert heard.empty()


def test_nobody_is_named_whose_match_does_not_count(table: Table) -> None:
    running = table.match("Ada", "Bob")
    running.play(Throw((1,)), "camera")
    found = table.results()
    told = Results(table="Window", matches=found).to_json().decode()
    assert [each.over for each in found] == [False]
    for name in ("Ada", "Bob"):
        assert name not in told


@pytest.mark.parametrize("names", [("Ada",), ("Ada", None), ()])
def test_a_match_alone_or_with_the_partner_counts_for_nobody(table: Table, names: tuple[str | None, ...]) -> None:
    """Nor one whose end can no longer be read."""
    played_out(table.match("Ada", "Bob"))

    class Counts:
        def counted(self) -> dict[int, Counted]:
            return {1: Counted(TOY.key, names, scores=(1.0,) * len(names))}

    (found,) = results_of(Past(table.journal, table.clock), Counts())  # type: ignore[arg-type]
    assert (found.over, found.players, found.game) == (False, (), "")


def test_what_the_host_has_erased_is_no_longer_told(table: Table) -> None:
    played_out(table.match("Ada", "Bob"))
    assert [each.over for each in table.results()] == [True]
    table.statistics.erase()
    assert "Ada" not in Results(table="W", matches=table.results()).to_json().decode()


def test_what_a_table_tells_is_understood(table: Table) -> None:
    played_out(table.match("Élise 👩‍🚀", "O'Hara"))
    told = Results(table="Window", matches=table.results())
    assert parse_results(told.to_json()) == told
    (match,) = told.matches
    assert (match.game, match.title, match.begun_s) == (TOY.key, TOY.title, NOW_S)


def test_a_statistics_file_of_before_is_counted_again(table: Table, tmp_path: Path) -> None:
    played_out(table.match("Ada", "Bob"))
    table.statistics.players()
    path = tmp_path / STATISTICS_FILE
    kept = json.loads(path.read_text())
    for each in kept["counted"].values():
        del each["scores"]
    path.write_text(json.dumps(kept))
    past = Past(table.journal, table.clock)
    (counted,) = Statistics(past, path).counted().values()
    assert len(counted.scores) == 2


def test_the_buzzer_sounds_when_it_is_asked_to_and_not_too_often(table: Table, broker: LocalBroker) -> None:
    device, session = RecordingCues(), table.match("Ada", "Bob")
    own = Publisher(
        session, LocalLink(broker), table.clock, table="Window", address=lambda: "http://a/", language="en",
        trouble=print, buzz=partial(device.play, Cue.ASK),
    )  # fmt: skip
    heard = dict[str, bytes]()
    LocalLink(broker).open(Subscription(topics=("homeassistant/+/+/+/config",), on_message=heard.__setitem__))
    own.open()
    config = json.loads(heard["homeassistant/button/window/buzzer/config"])
    before = session.match.state
    broker.command(config["command_topic"], b"other")
    broker.publish(config["command_topic"], b"PRESS")  # one that the broker keeps would sound at each connection
    assert device.played == []
    for _ in range(3):
        broker.command(config["command_topic"], config["payload_press"].encode())
    assert device.played == [PlayedCue(Cue.ASK, None)]
    table.clock.wait_s(BUZZES_S)
    broker.command(config["command_topic"], b"PRESS")
    assert len(device.played) == 2
    assert session.match.state is before


def test_nobody_can_sound_a_buzzer_unless_the_owner_lets_them(table: Table, broker: LocalBroker) -> None:
    heard = dict[str, bytes]()
    LocalLink(broker).open(Subscription(topics=("homeassistant/+/+/+/config",), on_message=heard.__setitem__))
    table.tells(table.match("Ada", "Bob"))
    assert heard["homeassistant/button/window/buzzer/config"] == b""
    assert b"scores[1]" in heard["homeassistant/sensor/window/score-2/config"]
    assert heard["homeassistant/sensor/window/score-3/config"] == b""


def test_tables_that_ran_when_the_broker_was_lost_are_not_said_to_run(table: Table, broker: LocalBroker) -> None:
    link = LocalLink(broker)
    tables = Tables(link)
    tables.open()
    table.tells(table.match("Ada", "Bob"))
    assert [each.online for each in tables.all] == [True]
    link.cut()
    assert [each.online for each in tables.all] == [None]
    link.mend()
    assert [each.online for each in tables.all] == [True]
