"""A data folder has one owner, which is named to whoever comes second; nobody else reads what lies there."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.core.clock import ManualClock
from companion.core.errors import Unreadable
from companion.hardware.cues import RecordingCues
from companion.table.folder import LOCK, FolderTaken, Holder, hold
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.web import Phones
from tests.core.toy import TOY, Options, Throw

ROOT = Path(__file__).resolve().parents[2]
OTHER = """
import sys
from pathlib import Path
from companion.table.folder import hold
held = hold(Path(sys.argv[1]), "companion serve toy", 0.0)
held.say_address("http://192.0.2.7:8080/")
print(flush=True)
sys.stdin.read()
"""


@contextmanager
def other_owner(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A second process that holds the folder, until it is killed."""
    command = [sys.executable, "-c", OTHER, str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as other:
        assert other.stdout is not None
        assert other.stdout.readline()
        try:
            yield other
        finally:
            other.kill()


def test_whoever_comes_second_is_told_who_holds_the_folder_and_what_to_do(tmp_path: Path) -> None:
    with other_owner(tmp_path) as other:
        with pytest.raises(FolderTaken) as refused:
            hold(tmp_path)
        assert refused.value.holder == Holder(other.pid, "companion serve toy", 0.0, "http://192.0.2.7:8080/")
        said = refused.value.what.en
        assert all(each in said for each in (str(tmp_path), str(other.pid), "companion serve toy", "--data", "8080"))
        with pytest.raises(FolderTaken):
            Journal(tmp_path / "journal.sqlite", ManualClock())
    hold(tmp_path).close()


def test_an_owner_that_has_left_no_name_is_told_of_all_the_same(tmp_path: Path) -> None:
    with other_owner(tmp_path):
        (tmp_path / LOCK).write_text("")
        with pytest.raises(FolderTaken) as refused:
            hold(tmp_path)
    assert refused.value.holder is None
    assert str(tmp_path) in refused.value.what.en
    assert "--data" in refused.value.what.en


def test_a_killed_owner_holds_nothing_and_one_that_closes_leaves_no_name(tmp_path: Path) -> None:
    with other_owner(tmp_path):
        pass
    held = hold(tmp_path)
    assert (tmp_path / LOCK).read_text() != ""
    held.close()
    assert (tmp_path / LOCK).read_text() == ""


def test_one_process_may_hold_it_several_times(tmp_path: Path) -> None:
    first, second = hold(tmp_path), hold(tmp_path)
    first.close()
    code = "import sys; from pathlib import Path; from companion.table.folder import hold; hold(Path(sys.argv[1]))"
    refused = subprocess.run([sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, capture_output=True, text=True)
    assert "FolderTaken" in refused.stderr
    second.close()
    assert subprocess.run([sys.executable, "-c", code, str(tmp_path)], cwd=ROOT).returncode == 0


def test_a_journal_is_read_while_another_process_plays(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    journal = Journal(path, ManualClock())
    open_session(journal, RecordingCues(), TOY, 2, Options(rounds=1), ("Ada", "Bob")).play(Throw((1,)), "table")
    journal.close()
    with other_owner(tmp_path):
        beside = Journal(path, ManualClock(), read=True)
        assert [played for _, played, _ in beside.matches()] == [True]
        beside.close()


@pytest.mark.parametrize("umask", [0o000, 0o022])
def test_folder_and_files_are_for_this_user_alone_whatever_the_umask(tmp_path: Path, umask: int) -> None:
    folder, before = tmp_path / "data", os.umask(umask)
    try:
        journal = Journal(folder / "journal.sqlite", ManualClock())
        session = open_session(journal, RecordingCues(), TOY, 2, Options(rounds=1), ("Ada", "Bob"))
        session.play(Throw((1,)), "table")
        Phones(folder / "phones-1.json").claim(0, "phone")
    finally:
        os.umask(before)
    modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in (folder, *folder.iterdir())}
    names = ("journal.sqlite", "journal.sqlite-shm", "journal.sqlite-wal", "lock", "phones-1.json")
    assert modes == {"data": 0o700, **dict.fromkeys(names, 0o600)}
    journal.close()


def test_a_folder_with_all_that_a_table_keeps_is_closed_to_others(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    for name in ("journal.sqlite", "lobby.json", "statistics.json", "films", "club.sqlite", "before-restore-20261127"):
        (tmp_path / name).touch()
    hold(tmp_path).close()
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o700


def test_a_folder_with_other_peoples_files_is_not_closed_to_them(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "holiday.jpg").touch()
    hold(tmp_path).close()
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Unreadable, match=str(tmp_path / "file" / "data")):
        hold(tmp_path / "file" / "data")
