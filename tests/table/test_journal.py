"""The journal file."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest

from companion.core.clock import ManualClock
from companion.core.errors import Unreadable
from companion.table.journal import Journal, MatchRecord, Row


def test_what_was_written_is_read_again(journal_path: Path) -> None:
    journal = Journal(journal_path, ManualClock(7.0))
    record = journal.begin("toy", 2, {"rounds": 1}, ("Ada", "Bob"))
    journal.append(record.id, "play", "camera", {"action": {"do": "Throw"}, "seen": []})
    journal.append(record.id, "note", "seat 1", {"seat": 1, "words": "é"})
    again = Journal(journal_path, ManualClock())
    assert again.latest() == MatchRecord(1, "toy", 2, {"rounds": 1}, ("Ada", "Bob"), 7.0)
    assert again.entries(1) == (
        Row("play", 7.0, "camera", {"action": {"do": "Throw"}, "seen": []}),
        Row("note", 7.0, "seat 1", {"seat": 1, "words": "é"}),
    )


def test_each_entry_is_on_the_disk_before_anyone_hears_of_it(
    journal_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """FULL, SQLite's 2, waits for the disk at every entry; with less, a pulled plug takes the last ones."""
    opened, connect = list[sqlite3.Connection](), sqlite3.connect

    def kept(*given: Any, **named: Any) -> sqlite3.Connection:
        opened.append(connect(*given, **named))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", kept)
    journal = Journal(journal_path, ManualClock())
    for asked, answer in (("synchronous", 2), ("journal_mode", "wal")):
        assert [file.execute(f"PRAGMA {asked}").fetchone() for file in opened] == [(answer,)]
    journal.close()


def test_an_entry_that_cannot_be_written_stands_in_the_way_of_no_other(journal: Journal) -> None:
    match = journal.begin("karo", 2, {}, ("Ada", "Bob")).id
    with pytest.raises(TypeError):
        journal.append(match, "play", "table", {"no JSON": object()})
    journal.append(match, "play", "table", {})
    assert journal.written(match) == 1


def test_a_match_that_is_withdrawn_leaves_no_entries(journal: Journal) -> None:
    kept, match = (journal.begin("karo", 2, {}, ("Ada", "Bob")).id for _ in range(2))
    journal.append(kept, "seat", "table", {})
    journal.append(match, "seat", "table", {})
    journal.withdraw(match)
    assert [record.id for record, *_ in journal.matches()] == [kept]
    assert (len(journal.entries(kept)), journal.entries(match)) == (1, ())


def test_the_latest_match_of_a_game(journal: Journal) -> None:
    assert journal.latest() is None
    for game in ("toy", "other", "toy"):
        journal.begin(game, 2, {}, ())
    assert [getattr(journal.latest(key), "id", None) for key in (None, "toy", "other", "none")] == [3, 3, 2, None]


def test_a_file_that_is_no_journal_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(b"not a database" * 100)
    with pytest.raises(Unreadable) as refusal:
        Journal(path, ManualClock())
    assert str(path) in refusal.value.what.en
    assert path.read_bytes() == b"not a database" * 100


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Unreadable, match="does not open"):
        Journal(tmp_path / "file" / "journal.sqlite", ManualClock())


def write_on(journal: Journal, match: int, written: threading.Event, told: list[float]) -> None:
    """Write until the journal is closed."""
    try:
        while True:
            told.append(journal.append(match, "note", "seat 0", {"seat": 0, "words": "lune"}))
            written.set()
    except sqlite3.ProgrammingError:
        return


def test_a_phone_that_writes_while_the_journal_closes_is_too_late_and_breaks_nothing(tmp_path: Path) -> None:
    for run in range(20):
        path, written, told = tmp_path / f"{run}.sqlite", threading.Event(), list[float]()
        journal = Journal(path, ManualClock(1000.0))
        match = journal.begin("kaplan", 2, {}, ("Ada", "Bob")).id
        phone = threading.Thread(target=write_on, args=(journal, match, written, told))
        phone.start()
        written.wait()
        journal.close()
        phone.join()
        again = Journal(path, ManualClock(1000.0))
        assert len(again.entries(match)) == len(told)
        again.close()
