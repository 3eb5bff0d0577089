"""A running game is killed at some moment; nothing that was acknowledged is lost."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from companion.core.clock import ManualClock
from companion.hardware.cues import RecordingCues
from companion.table.journal import Journal
from companion.table.opening import resume_session
from tests.core.toy import TOY
from tests.kills import GAMES, kills
from tests.table.playing import the_match

ROOT = Path(__file__).resolve().parents[2]


def kill_while_playing(journal: Path, seed: int) -> tuple[int, int]:
    """Start a game, kill -9 it after a random action. Returns how many were acknowledged, and how many came back."""
    acknowledged = Random(seed).randrange(1, 200)
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.table.playing", str(journal), str(seed)], stdout=subprocess.PIPE, cwd=ROOT
    )
    assert child.stdout is not None
    for _ in range(acknowledged):
        assert child.stdout.readline()
    child.kill()
    acknowledged += len(child.stdout.read().splitlines())  # said before the kill took effect
    child.wait()
    session = resume_session(Journal(journal, ManualClock()), RecordingCues(), TOY)
    assert session is not None
    came_back = session.match.actions
    assert came_back == the_match(seed).actions[: len(came_back)]
    return acknowledged, len(came_back)


@pytest.mark.whole
def test_a_real_table_that_is_killed_serves_the_same_match_to_the_same_phones(tmp_path: Path) -> None:
    assert kills(tmp_path, first=0, count=2, games=("karo",))


@pytest.mark.whole
def test_tables_of_every_game_are_killed(tmp_path: Path) -> None:
    assert kills(tmp_path, first=0, count=2 * len(GAMES), games=tuple(GAMES))


@pytest.mark.parametrize("seed", range(4))
def test_kill_minus_nine_loses_no_acknowledged_action(tmp_path: Path, seed: int) -> None:
    acknowledged, came_back = kill_while_playing(tmp_path / "journal.sqlite", seed)
    assert came_back >= acknowledged
