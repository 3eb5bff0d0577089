"""Data of a small table, a backup made of them, and what a folder says of its matches."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from companion.core.clock import ManualClock
from companion.hardware.cues import RecordingCues
from companion.table.backing_up import back_up
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.session import Session
from tests.core.toy import TOY, Options, Throw

NOW_S = 1_795_000_000.0


def begun(folder: Path, first: str, actions: int) -> tuple[Journal, Session]:
    """A match of the toy game with `actions` actions, still going on, and a file of its phones."""
    journal = Journal(folder / "journal.sqlite", ManualClock(1000.0))
    session = open_session(journal, RecordingCues(), TOY, 2, Options(rounds=2), (first, "Bob"))
    (folder / "phones-1.json").write_text(json.dumps({"seats": first}))
    for _ in range(actions):
        session.play(Throw((1,)), "camera")
    session.write_note(0, f"the note of {first}")
    return journal, session


def made(folder: Path, first: str = "Ada", actions: int = 1) -> None:
    journal, _ = begun(folder, first, actions)
    journal.close()


def backed_up(folder: Path, target: Path, settings: Path | None = None) -> Path:
    back_up(folder, settings, target, NOW_S)
    return target


def content(folder: Path, *, read: bool = True) -> tuple[Any, ...]:
    """What the folder says of its matches."""
    journal = Journal(folder / "journal.sqlite", ManualClock(2000.0), read=read)
    try:
        found = list_matches_of(journal)
        return tuple((each, journal.entries(each[0])) for each in found)
    finally:
        journal.close()


def list_matches_of(journal: Journal) -> tuple[tuple[int, str, tuple[str, ...]], ...]:
    return tuple((record.id, record.game, record.names) for record, *_ in journal.matches())
