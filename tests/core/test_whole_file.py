"""A file is written whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from companion.core.whole_file import write_whole
from tests.small_disk import fill, small_disk


def test_what_was_written_is_there_for_this_user_alone(tmp_path: Path) -> None:
    path, before = tmp_path / "folder" / "file", os.umask(0)
    try:
        write_whole(path, b"one")
        write_whole(path, b"two")
    finally:
        os.umask(before)
    assert path.read_bytes() == b"two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in path.parent.iterdir()] == ["file"]


def test_a_full_disk_leaves_the_old_file_and_no_half_of_the_new(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        write_whole(disk / "file", b"one")
        fill(disk)
        with pytest.raises(OSError, match="No space"):
            write_whole(disk / "file", bytes(100_000))
        assert (disk / "file").read_bytes() == b"one"
        assert not (disk / "file.new").exists()


def test_a_file_that_cannot_be_replaced_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "folder" / "in the way").mkdir(parents=True)
    with pytest.raises(OSError, match="folder"):
        write_whole(tmp_path / "folder", b"one")
    assert [each.name for each in tmp_path.iterdir()] == ["folder"]
