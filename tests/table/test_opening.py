"""A journal that cannot be followed to its end: the match goes on from what was good, and the table says so."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from companion.core.clock import ManualClock
from companion.core.entries import Entry, Played, PutBack
from companion.hardware.cues import RecordingCues
from companion.table.entries_json import entry_from_json, entry_to_json
from companion.table.journal import Journal
from companion.table.opening import open_session, resume_session
from companion.table.session import Session
from tests.core.toy import TOY, Keep, Options, Throw

NAMES = ("Ada", "Bob")
ACTIONS = (Throw((1,)), Keep(0), Throw((2,)), Keep(1))


def played(path: Path) -> None:
    """A match of four actions, closed."""
    journal = Journal(path, ManualClock(1000.0))
    session = open_session(journal, RecordingCues(), TOY, 2, Options(rounds=2), NAMES)
    for action in ACTIONS:
        session.play(action, "table")
    journal.close()


def damage(path: Path, number: int, column: str, value: Any) -> None:
    """Write `value` into entry `number`, counted from 1."""
    file = sqlite3.connect(path)
    file.execute(f"UPDATE entries SET {column} = ? WHERE number = ?", (value, number))
    file.commit()
    file.close()


def resumed(path: Path) -> Session:
    session = resume_session(Journal(path, ManualClock(1000.0)), RecordingCues(), TOY)
    assert session is not None
    return session


@pytest.mark.parametrize(
    ("column", "value", "says"),
    [
        ("body", '{"action": {"do": "Th', "damaged"),
        ("body", "[]", "damaged"),
        ("body", json.dumps({"action": {"do": "Fly"}, "seen": []}), "not an action"),
        ("body", json.dumps({"action": {"do": "Throw", "values": [2]}}), "damaged"),
        ("body", json.dumps({"action": {"do": "Keep", "seat": 1}, "seen": []}), "wait"),
        ("kind", "dance", "damaged"),
        ("kind", "back", "damaged"),
        ("schema", 4, "later version"),
    ],
)
def test_the_match_goes_on_from_what_was_good(tmp_path: Path, column: str, value: Any, says: str) -> None:
    path = tmp_path / "journal.sqlite"
    played(path)
    damage(path, 3, column, value)
    session = resumed(path)
    assert session.match.actions == ACTIONS[:2]
    notice = session.page(None).notice
    assert notice is not None
    assert "up to entry 2 of 4 only" in notice.en
    assert says in notice.en.lower()
    session.play(Throw((1,)), "table")
    again = resumed(path)
    assert again.match.actions == (*ACTIONS[:2], Throw((1,)))
    assert again.page(None).notice is None


def test_a_moment_that_the_match_does_not_have_ends_the_replay(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    played(path)
    damage(path, 3, "kind", "back")
    damage(path, 3, "body", '{"length": 9}')
    assert resumed(path).match.actions == ACTIONS[:2]


def test_no_entry_is_ever_removed(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    played(path)
    damage(path, 3, "kind", "dance")
    resumed(path)
    file = sqlite3.connect(path)
    assert [row[0] for row in file.execute("SELECT kind FROM entries ORDER BY number")] == ["play"] * 2 + [
        "dance",
        "play",
        "cut",
    ]


@pytest.mark.parametrize("entry", [Played("camera", 5.0, Throw((2,))), PutBack("camera", 5.0)])
def test_an_entry_is_read_as_it_was_written(entry: Entry) -> None:
    kind, body = entry_to_json(entry)
    assert entry_from_json(TOY, kind, "camera", 5.0, 3, json.loads(json.dumps(body))) == entry
