"""A data folder has one owner: whoever runs a table holds its lock, and the lock's text says who that is."""

from __future__ import annotations

import fcntl
import json
import os
import threading
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path

from companion.core.errors import Unreadable
from companion.core.system_words import why
from companion.core.text import Text, same

LOCK = "lock"
"""The file in the folder that is locked as long as its holder lives; it stays there when nobody holds it."""
FOLDER_MODE, FILE_MODE = 0o700, 0o600
"""Only this user reads what a table keeps: seats' secrets, notes, what lies face down."""
FILMS_FOLDER = "films"
"""Films of matches, beside the journal."""
OURS = (
    LOCK, FILMS_FOLDER, "journal", "phones-", "lobby", "statistics.json", "learned", "club.sqlite", "settings.toml",
    "settings-before.toml", "restore.", "before-restore-", "backup-",
)  # fmt: skip
"""How the names of all files of a data folder begin."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a folder: its process, its command, since when (seconds since 1970 UTC), and its page's address."""

    pid: int
    command: str
    since_s: float
    address: str


@dataclass(frozen=True, slots=True)
class Hold:
    """That a folder is held: by whom (None: the lock does not say), and whether that is this process."""

    holder: Holder | None
    here: bool


class FolderTaken(Unreadable):
    """Somebody else holds the folder; `holder` is None when the lock does not say who."""

    def __init__(self, folder: Path, holder: Holder | None) -> None:
        self.holder = holder
        super().__init__("folder.taken", _taken(folder, holder))


class HeldFolder:
    """A data folder that this process holds, until `close`."""

    def __init__(self, path: Path, descriptor: int, holder: Holder) -> None:
        self.path = path
        self._descriptor, self._holder, self._holds = descriptor, holder, 1
        self._write()

    def say_address(self, address: str) -> None:
        """Say in the lock where this table's page is."""
        self._holder = replace(self._holder, address=address)
        self._write()

    def close(self) -> None:
        """Let go of it once; it is free when everyone of this process who held it has."""
        with _LOCK:
            self._holds -= 1
            if self._holds == 0:
                del _HELD[self.path]
                os.ftruncate(self._descriptor, 0)
                os.close(self._descriptor)

    def _again(self) -> HeldFolder:
        self._holds += 1
        return self

    def _write(self) -> None:
        try:
            os.ftruncate(self._descriptor, 0)
            os.pwrite(self._descriptor, json.dumps(asdict(self._holder)).encode(), 0)
        except OSError:  # a full disk: the lock holds without its text
            return


_LOCK = threading.Lock()
_HELD: dict[Path, HeldFolder] = {}
"""What this process holds: the same file locked again by the same process would wait for itself."""


def hold(folder: Path, command: str = "companion", since_s: float = 0.0) -> HeldFolder:
    """Make `folder`, and hold it. Within one process it may be held several times.

    Args:
        command: what runs here, for whoever comes second.
        since_s: when it began, seconds since 1970 UTC.

    Raises:
        FolderTaken: another process holds it.
        Unreadable: the folder cannot be made or written to.
    """
    try:
        _make(folder)
        folder = folder.resolve()
        with _LOCK:
            if folder in _HELD:
                return _HELD[folder]._again()
            descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, FILE_MODE)
            try:
                os.fchmod(descriptor, FILE_MODE)
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                holder = _read(descriptor)
                os.close(descriptor)
                raise FolderTaken(folder, holder) from None
            except OSError:
                os.close(descriptor)
                raise
            held = _HELD[folder] = HeldFolder(folder, descriptor, Holder(os.getpid(), command, since_s, ""))
            return held
    except OSError as error:
        raise Unreadable("folder.unusable", UNUSABLE.filled(folder=folder, why=why(error))) from None


def who_holds(folder: Path) -> Hold | None:
    """Who holds `folder` now; None: nobody, or there is no such folder. Nothing is made, changed or kept locked.

    Raises:
        OSError: its lock cannot be opened.
    """
    try:
        descriptor = os.open(folder / LOCK, os.O_RDONLY)
    except (FileNotFoundError, NotADirectoryError):
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return None
    except BlockingIOError:
        return Hold(_read(descriptor), folder.resolve() in _HELD)
    finally:
        os.close(descriptor)


def _make(folder: Path) -> None:
    """Make the folder if need be, and keep others out of it, unless it holds other people's files as well."""
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=FOLDER_MODE, exist_ok=True)
    if folder.stat().st_uid == os.geteuid() and all(each.name.startswith(OURS) for each in folder.iterdir()):
        folder.chmod(FOLDER_MODE)


def _read(descriptor: int) -> Holder | None:
    try:
        return Holder(**json.loads(os.pread(descriptor, 4096, 0)))
    except (OSError, ValueError, TypeError):
        return None


def _taken(folder: Path, holder: Holder | None) -> Text:
    if holder is None:
        return TAKEN_BY_SOMEBODY.filled(folder=folder)
    since = f"{datetime.fromtimestamp(holder.since_s):%Y-%m-%d %H:%M}"
    where = same(f", {holder.address}") if holder.address else same("")
    return TAKEN.filled(folder=folder, pid=holder.pid, command=holder.command, since=since, where=where)


TAKEN = Text(
    fr="Le dossier {folder} est déjà tenu par « {command} » (processus {pid}, depuis {since}{where}) ; arrêtez ce "
    "processus, ou choisissez un autre dossier avec --data ou « data » dans les réglages.",
    en="The folder {folder} is held already by “{command}” (process {pid}, since {since}{where}); stop that process, "
    "or choose another folder with --data or “data” in the settings.",
)
TAKEN_BY_SOMEBODY = Text(
    fr="Le dossier {folder} est déjà tenu par un autre programme ; arrêtez-le, ou choisissez un autre dossier avec "
    "--data ou « data » dans les réglages.",
    en="The folder {folder} is held already by another program; stop it, or choose another folder with --data or "
    "“data” in the settings.",
)
UNUSABLE = Text(
    fr="Le dossier {folder} ne s'ouvre pas en écriture ({why}) ; choisissez un autre dossier avec --data ou « data » "
    "dans les réglages.",
    en="The folder {folder} does not open for writing ({why}); choose another folder with --data or “data” in the "
    "settings.",
)
