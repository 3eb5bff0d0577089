"""Files that are whole or not there at all, and paths as people write them."""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path
from secrets import token_hex

from companion.core.errors import Unreadable
from companion.core.text import Text

OWNER_ONLY = 0o600
"""Mode of a file that this user alone may read: what a table keeps may hold its players' secrets."""
READABLE = 0o666
"""Mode of a new file, before the umask takes away what this user does not give: as every program's."""
FULL_DISK = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
READ_ONLY = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})
"""What the system calls a disk without room, and a file or folder that this user may not write to."""


def write_whole(path: Path, data: bytes, *, mode: int = READABLE) -> None:
    """Write a file that bears its name only when all of it is on the disk.

    Whatever goes wrong (disk full, folder read-only, power lost), `path` is what it was before: the bytes go to a new
    file of the same folder, which then takes the name.

    Args:
        path: the file; one that is there already is replaced.
        data: all of its content.
        mode: its permissions, less the umask.

    Raises:
        OSError: it cannot be written.
    """
    part = path.with_name(f".{token_hex(8)}.part")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    with contextlib.suppress(OSError):  # some file systems keep no list of names to be put on the disk by itself
        sync_folder(path.parent)


def expanded(path: Path) -> Path:
    """A path with the home folder that its first step stands for: `~` for this user's, `~name` for another's.

    Raises:
        Unreadable: that user has no home folder.
    """
    try:
        return path.expanduser()
    except RuntimeError:
        raise Unreadable("files.no-home", NO_HOME.filled(path=path)) from None


def sync_folder(folder: Path) -> None:
    """Put the folder's list of names on the disk: without this a new name may be lost with the power."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


NO_HOME = Text(
    fr="{path} : cet utilisateur n'a pas de dossier personnel ; écrivez le chemin en entier, à partir de /.",
    en="{path}: this user has no home folder; write the whole path, from / on.",
)
