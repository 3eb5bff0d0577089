"""Why something could not be written down, in words."""

from __future__ import annotations

import errno
import shutil
import sqlite3
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.table.saving import NO_ROOM_BYTES, not_saved


def failed(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(("free", "is_full"), [(NO_ROOM_BYTES - 1, True), (NO_ROOM_BYTES, False)])
def test_a_write_that_failed_for_no_reason_on_a_disk_without_room_failed_for_want_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, is_full: bool
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=free))
    said = not_saved(tmp_path / "journal.sqlite", failed(sqlite3.SQLITE_IOERR)).what.en
    assert ("the disk is full" in said) == is_full
    assert ("does not answer as it should (reading or writing failed)" in said) != is_full


def test_a_folder_that_is_gone_is_no_full_disk(tmp_path: Path) -> None:
    said = not_saved(tmp_path / "gone" / "journal.sqlite", failed(sqlite3.SQLITE_IOERR)).what.en
    assert "does not answer as it should" in said


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "the disk is full"),
        (OSError(errno.EROFS, "Read-only file system"), "read-only"),
        (OSError(errno.EIO, "Input/output error"), "does not answer as it should (reading or writing failed)"),
        (failed(sqlite3.SQLITE_BUSY), "another program holds the file"),
        (failed(sqlite3.SQLITE_CORRUPT | 1 << 8), "the file is damaged"),
    ],
)
def test_each_reason_has_its_sentence(tmp_path: Path, error: sqlite3.Error | OSError, said: str) -> None:
    assert said in not_saved(tmp_path / "journal.sqlite", error).what.en
