"""Restoring leaves the old data or the new whenever it is killed; so does a backup with the earlier one."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.table.backup_file import unpack
from companion.table.restoring import MOVING, PART, READY, restore
from tests.table.backup.tables import NOW_S, backed_up, begun, content, made

CHANGES = ("open", "os.rename", "os.mkdir", "os.remove", "os.rmdir", "os.chmod", "sqlite3.connect", "shutil.rmtree")
"""What a process does to files, as Python announces it just before."""


def killed_at(step: int, folder: Path, work: Callable[[], object]) -> bool:
    """Do `work` in a process of its own that is killed just before its change number `step` of `folder`. Returns
    whether it was; False: it came to its end before."""
    child = os.fork()
    if child:
        return os.WIFSIGNALED(os.waitpid(child, 0)[1])
    changes = 0

    def count(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal changes
        if event in CHANGES and str(folder) in str(arguments[0]):
            changes += 1
            if changes == step:
                os.kill(os.getpid(), signal.SIGKILL)

    try:
        sys.addaudithook(count)
        work()
    finally:
        os._exit(0)


def old_data(folder: Path) -> None:
    """Data of a table that was pulled out of its socket: its last entries are still beside the journal."""
    source = folder.with_name("pulled")
    journal, _ = begun(source, "Zoé", 1)
    shutil.copytree(source, folder)
    journal.close()
    shutil.rmtree(source)
    assert (folder / "journal.sqlite-wal").stat().st_size


@pytest.mark.whole
def test_a_restore_that_is_killed_at_any_change_leaves_the_old_data_or_the_new(tmp_path: Path) -> None:
    made(tmp_path / "new", "Ada", 1)
    backup, new = backed_up(tmp_path / "new", tmp_path / "table.zip"), content(tmp_path / "new")
    data, seen, step = tmp_path / "data", list[str](), 0
    while True:
        step += 1
        old_data(data)
        old = content(data)
        assert old != new
        killed = killed_at(step, data, lambda: restore(backup, data, NOW_S))
        found = content(data)
        assert found in (old, new), step
        assert content(data, read=False) == found, "who opens it next sees the same"
        first = found[0][0][2][0]
        assert json.loads((data / "phones-1.json").read_text()) == {"seats": first}, "phones and journal go together"
        assert not any((data / name).exists() for name in (PART, READY, MOVING))
        if found == new:
            (kept,) = data.glob("before-restore-*")
            assert content(kept) == old
        seen.append(first)
        shutil.rmtree(data)
        if not killed:
            break
    assert seen == sorted(seen, reverse=True), "once the new data count, they do so after every later kill"
    assert set(seen) == {"Zoé", "Ada"}
    assert step > 20


def test_a_finishing_that_is_killed_again_goes_on(tmp_path: Path) -> None:
    """The next start ends a broken-off restore; it may be killed in that, too."""
    made(tmp_path / "new", "Ada", 1)
    backup, new = backed_up(tmp_path / "new", tmp_path / "table.zip"), content(tmp_path / "new")
    data, kills, step = tmp_path / "data", 0, 1
    old_data(data)
    while content(data) != new:
        shutil.rmtree(data)
        old_data(data)
        killed_at(step, data, lambda: restore(backup, data, NOW_S))
        step += 1
    while killed_at(kills + 3, data, lambda: content(data, read=False)):
        kills += 1
        assert content(data) == new
    assert kills > 3
    assert content(data, read=False) == new


def test_a_backup_that_is_killed_leaves_the_earlier_one(tmp_path: Path) -> None:
    made(tmp_path / "data")
    target = tmp_path / "stick"
    target.mkdir()
    first = backed_up(tmp_path / "data", target / "table.zip").read_bytes()
    made(tmp_path / "data", "Zoé")
    seen, step = list[bool](), 1
    while killed_at(step, target, lambda: backed_up(tmp_path / "data", target / "table.zip")):
        seen.append((target / "table.zip").read_bytes() == first)
        unpack(target / "table.zip", None)
        step += 1
    assert sum(seen) > 3
    assert seen == sorted(seen, reverse=True)
    assert (target / "table.zip").read_bytes() != first
