"""Making a backup of a data folder, also while a match runs in it."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from threading import Lock

from companion.core.clock import Clock
from companion.core.errors import Unreadable
from companion.core.files import sync_folder
from companion.core.text import Text
from companion.table.backup_file import (
    JOURNAL_PART,
    PART_NAME,
    SETTINGS_PART,
    Manifest,
    not_written,
    pack,
    read_manifest,
    unpack,
)
from companion.table.folder import FILE_MODE
from companion.table.journal_layout import bring_up_to_date, version
from companion.table.journal_mending import read_only
from companion.table.restoring import waiting

MADE_IN = "backup-"
"""How the folder begins in which a backup for a page is made."""
MOST_SENT_BYTES = 64 * 1024 * 1024
"""A larger one would take too much of a small machine's memory; the last twenty matches' pictures take 40 MB."""
ONE_AT_A_TIME = Lock()
LEAVE_OUT = (
    "DELETE FROM crops WHERE match NOT IN (SELECT id FROM matches WHERE over = 1)",
    "DELETE FROM entries WHERE match NOT IN (SELECT id FROM matches WHERE over = 1)",
    "DELETE FROM matches WHERE over IS NOT 1",
    "VACUUM",
)
"""Takes matches that are not over out of a journal; the last step takes what was deleted out of its empty pages."""


def back_up(folder: Path, settings: Path | None, target: Path, wall_s: float, *, over_only: bool = False) -> Manifest:
    """Write a backup of `folder` to `target`, which has its name only once it is whole and was read again.

    Args:
        settings: the settings file, if there is one.
        wall_s: seconds since 1970 UTC.
        over_only: only matches that are over, and nothing but the journal: no secret of a match, and no seat.

    Raises:
        Unreadable: there is no journal, it is damaged, or `target` is some other file.
        NotSaved: the disk does not take it.
    """
    journal = waiting(folder / JOURNAL_PART)
    if not journal.is_file():
        raise Unreadable("backup.nothing", NOTHING.filled(folder=folder))
    if target.is_file() and target.stat().st_size:
        _is_backup(target)
    beside = target.parent / f".{token_hex(8)}"
    copy, part = beside.with_suffix(".journal"), beside.with_suffix(".part")
    with ExitStack() as made:
        made.callback(copy.unlink, missing_ok=True)
        made.callback(part.unlink, missing_ok=True)
        try:
            found = _copied(journal, copy, over_only)
            files = {JOURNAL_PART: copy} if over_only else {JOURNAL_PART: copy, **_others(journal.parent)}
            if settings is not None and settings.is_file():
                files[SETTINGS_PART] = settings
            with os.fdopen(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, FILE_MODE), "wb") as file:
                manifest = pack(file, found, wall_s, files)
                file.flush()
                os.fsync(file.fileno())
            unpack(part, None)
            part.replace(target)
            sync_folder(target.parent)
        except (sqlite3.DatabaseError, OSError) as error:
            raise not_written(target, error) from None
    return manifest


def backup_for_pages(folder: Path, clock: Clock) -> bytes:
    """A backup of the matches in `folder` that are over, to be sent to a phone. One is made at a time.

    Raises:
        Unreadable, NotSaved: as `back_up`; or it is too large to be sent.
    """
    with ONE_AT_A_TIME:
        for left_over in folder.glob(f"{MADE_IN}*"):  # of a program that was killed
            shutil.rmtree(left_over, ignore_errors=True)
        with TemporaryDirectory(prefix=MADE_IN, dir=folder) as made:
            path = Path(made) / "table.zip"
            back_up(folder, None, path, clock.wall_s(), over_only=True)
            if path.stat().st_size > MOST_SENT_BYTES:
                raise Unreadable("backup.too-large", TOO_LARGE)
            return path.read_bytes()


def _is_backup(target: Path) -> None:
    """Raises `Unreadable` for a file that is no backup: it is not written over."""
    try:
        read_manifest(target)
    except Unreadable as refusal:
        if refusal.code != "backup.later":
            raise Unreadable("backup.other-file", OTHER_FILE.filled(path=target)) from None


def _copied(journal: Path, copy: Path, over_only: bool) -> int:
    """Copy the journal as it stands at one moment, whoever writes to it meanwhile. Returns its version.

    Raises:
        Unreadable: it is damaged.
        sqlite3.DatabaseError, OSError: the copy cannot be written.
    """
    os.close(os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE))
    with closing(read_only(journal)) as source, closing(sqlite3.connect(copy, isolation_level=None)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
        found = version(target)
        if over_only:
            bring_up_to_date(target)
            found = version(target)
            for change in LEAVE_OUT:
                target.execute(change)
        (whole,) = target.execute("PRAGMA integrity_check(1)").fetchone()
    if whole != "ok":
        raise Unreadable("backup.damaged-journal", DAMAGED.filled(path=journal))
    return found


def _others(folder: Path) -> dict[str, Path]:
    """The other parts that lie in the folder."""
    taken = (JOURNAL_PART, SETTINGS_PART)
    return {
        each.name: each
        for each in sorted(folder.iterdir())
        if PART_NAME.fullmatch(each.name) and each.name not in taken and each.is_file() and not each.is_symlink()
    }


NOTHING = Text(
    fr="Il n'y a rien à sauvegarder dans {folder} : aucune partie n'y a commencé.",
    en="There is nothing to back up in {folder}: no match has begun there.",
)
TOO_LARGE = Text(
    fr="La sauvegarde est trop grande pour être envoyée à un téléphone ; lancez companion backup sur la machine.",
    en="The backup is too large to be sent to a phone; run companion backup on the machine.",
)
OTHER_FILE = Text(
    fr="{path} existe et n'est pas une sauvegarde ; donnez un autre nom.",
    en="{path} exists and is no backup; give another name.",
)
DAMAGED = Text(
    fr="Le journal {path} est abîmé ; relancez la table avec --resume, qui le répare, puis sauvegardez.",
    en="The journal {path} is damaged; start the table again with --resume, which mends it, then back up.",
)
