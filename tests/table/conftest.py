"""A session of the toy game on a journal of its own, and a board in the middle of a game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.clock import ManualClock
from companion.hardware.cues import RecordingCues
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.session import Session
from tests.core.toy import TOY, Options
from tests.table.watchers.board_table import PLACED, BoardTable

NAMES = ("Ada", "Bob")


@pytest.fixture
def middle(tmp_path: Path) -> BoardTable:
    """A game of Four Circles with all discs on the board, under a camera that looks askew."""
    table = BoardTable(tmp_path, chosen=1, tilt=12.0)
    table.tell(*PLACED)
    table.look()
    return table


@pytest.fixture
def journal_path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


@pytest.fixture
def journal(journal_path: Path) -> Iterator[Journal]:
    journal = Journal(journal_path, ManualClock(1000.0))
    yield journal
    journal.close()


@pytest.fixture
def cues() -> RecordingCues:
    return RecordingCues()


@pytest.fixture
def session(journal: Journal, cues: RecordingCues) -> Session:
    return open_session(journal, cues, TOY, 2, Options(rounds=1), NAMES)
