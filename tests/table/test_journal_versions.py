"""A journal of each version opens: those of before are brought up to date, one of a later version is left alone."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from companion.core.clock import ManualClock
from companion.core.errors import Unreadable
from companion.hardware.cues import RecordingCues
from companion.table.journal import Journal
from companion.table.journal_layout import STEPS
from companion.table.opening import resume_session
from tests.core.toy import TOY, Keep, Throw

WRITTEN_BY_1 = Path(__file__).parent / "data" / "journal-1.sql"
"""What the first program wrote: a match with readings, a note, an undo and a correction, and an empty one after it."""
ACTIONS = (Throw((2,)), Keep(0), Throw((1,)))
CROP = b"\xff\xd8 a crop"


def laid_down(path: Path, *changes: str) -> Path:
    """A file of the first version, changed."""
    file = sqlite3.connect(path)
    file.executescript(WRITTEN_BY_1.read_text(encoding="utf-8"))
    for change in changes:
        file.execute(change)
    file.commit()
    file.close()
    return path


@pytest.mark.parametrize("changes", [(), ("ALTER TABLE entries DROP COLUMN schema",)], ids=["first", "older still"])
def test_a_journal_of_the_first_version_is_taken_up(tmp_path: Path, changes: tuple[str, ...]) -> None:
    path = laid_down(tmp_path / "journal.sqlite", *changes)
    journal = Journal(path, ManualClock(2000.0))
    session = resume_session(journal, RecordingCues(), TOY)
    assert session is not None
    assert session.number == 1  # nothing was played in the second
    assert session.match.actions == ACTIONS
    assert session.page(0).note == "lune"
    assert session.evidence(0)[0].crop_jpeg == CROP
    assert session.page(None).notice is None
    session.undo("table")
    journal.close()
    again = resume_session(Journal(path, ManualClock(3000.0)), RecordingCues(), TOY)
    assert again is not None
    assert again.match.actions == ACTIONS[:2]
    assert again.evidence(0)[0].crop_jpeg == CROP


def test_an_entry_that_was_lost_before_there_were_places_leaves_a_hole(tmp_path: Path) -> None:
    path = laid_down(tmp_path / "journal.sqlite", "DELETE FROM entries WHERE number = 3")
    session = resume_session(Journal(path, ManualClock(2000.0)), RecordingCues(), TOY)
    assert session is not None
    assert session.match.actions == (Throw((1,)),)
    assert session.page(None).notice is not None


def test_a_journal_of_a_later_version_is_left_alone_in_words(tmp_path: Path) -> None:
    path = laid_down(tmp_path / "journal.sqlite", f"PRAGMA user_version = {len(STEPS) + 1}")
    before = path.read_bytes()
    with pytest.raises(Unreadable, match="later version"):
        Journal(path, ManualClock())
    assert path.read_bytes() == before
    assert sorted(each.name for each in tmp_path.iterdir()) == ["journal.sqlite", "lock"]


def test_bringing_up_to_date_is_all_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = laid_down(tmp_path / "journal.sqlite")

    def fails(file: sqlite3.Connection) -> None:
        file.execute("CREATE TABLE half (number INTEGER)")
        raise sqlite3.OperationalError("the power went")

    monkeypatch.setattr("companion.table.journal_layout.STEPS", (*STEPS[:1], fails))
    with pytest.raises(Unreadable, match="does not open"):
        Journal(path, ManualClock())
    monkeypatch.undo()
    session = resume_session(Journal(path, ManualClock()), RecordingCues(), TOY)
    assert session is not None
    assert session.match.actions == ACTIONS
    assert not sqlite3.connect(path).execute("SELECT * FROM sqlite_master WHERE name = 'half'").fetchall()
