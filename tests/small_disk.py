"""Disks that are full or cannot be written to, for real: a small file system in memory."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

SIZE_KB = 512
"""Room for a journal, what SQLite keeps beside it, and some entries."""
BALLAST = "ballast"


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A file system of `SIZE_KB` at `folder`; the test is skipped where this user may not mount one."""
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SIZE_KB}k", "tmpfs", str(folder)], capture_output=True, text=True
    )
    if mounted.returncode:
        pytest.skip(f"no small disk can be mounted here: {mounted.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(folder: Path) -> None:
    """Leave no room."""
    with (folder / BALLAST).open("ab", buffering=0) as file:
        for size in (4096, 1):
            try:
                while file.write(bytes(size)):
                    pass
            except OSError:
                continue


def make_room(folder: Path) -> None:
    """Take away what `fill` left."""
    (folder / BALLAST).unlink()


def set_read_only(folder: Path, read_only: bool) -> None:
    """Let nothing be written any more, or anything again."""
    option = f"remount,{'ro' if read_only else 'rw'},size={SIZE_KB}k"
    done = subprocess.run(["mount", "-o", option, str(folder)], capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"what is open for writing cannot be made read-only here: {done.stderr.strip()}")


def room_left(folder: Path) -> int:
    """Free bytes."""
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize
