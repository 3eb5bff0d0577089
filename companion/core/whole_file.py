"""Writing a file whole or not at all, so that a full disk or a pulled plug never leaves half of one."""

from __future__ import annotations

import os
from pathlib import Path

OWNER_ONLY = 0o600
"""Read and written by this user alone: what a table keeps may hold its players' secrets."""


def write_whole(path: Path, data: bytes, mode: int = OWNER_ONLY) -> None:
    """Make the file at `path` hold `data`; when this returns, it is on disk, its name included.

    Args:
        mode: the file's permissions, whatever the umask says.

    Raises:
        OSError: it could not be written; the file at `path` is as it was.
    """
    fresh = path.with_name(f"{path.name}.new")
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
            os.fchmod(file.fileno(), mode)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Put the names in `folder` on disk: without it, a file just renamed may be gone after a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
