"""A file bears its name only when all of it is there: with a disk that is full, and a folder that takes nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.core.errors import Unreadable
from companion.core.files import expanded, write_whole
from tests.small_disk import BALLAST, fill, small_disk

WRITE = """
import resource, signal, sys
from pathlib import Path
from companion.core.files import write_whole
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    write_whole(Path(sys.argv[1]), b"n" * 5000)
except OSError as error:
    sys.exit(error.errno)
"""
"""Write 5,000 bytes where a file may have 1,000: the system says so in the middle of it."""


def test_it_is_written_and_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "deck.json"
    write_whole(path, b"first")
    write_whole(path, b"second")
    assert path.read_bytes() == b"second"
    assert list(tmp_path.iterdir()) == [path]


def test_the_mode_is_what_was_asked_for(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        write_whole(tmp_path / "a", b"")
        write_whole(tmp_path / "b", b"", mode=0o600)
    finally:
        os.umask(before)
    assert [(tmp_path / name).stat().st_mode & 0o777 for name in "ab"] == [0o644, 0o600]


def test_a_write_that_fails_in_the_middle_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "deck.json"
    path.write_bytes(b"old")
    assert subprocess.run([sys.executable, "-c", WRITE, str(path)]).returncode != 0
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_longest_name_is_written_too(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 255)
    write_whole(path, b"x")
    assert path.read_bytes() == b"x"


def test_the_home_folder_is_filled_in(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert expanded(Path("~/games")) == tmp_path / "games"
    assert expanded(Path("/a/~")) == Path("/a/~")
    with pytest.raises(Unreadable, match="home folder"):
        expanded(Path("~nobody-of-this-name/x"))


def test_a_disk_that_is_full_leaves_the_old_file_and_no_half_of_the_new(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        write_whole(disk / "file", b"one")
        fill(disk)
        with pytest.raises(OSError, match="No space"):
            write_whole(disk / "file", bytes(100_000))
        assert (disk / "file").read_bytes() == b"one"
        assert {each.name for each in disk.iterdir()} <= {"file", BALLAST}
