"""Putting a backup in the place of a data folder's files, so that a power cut leaves the old ones or the new ones.

The new files wait in `restore.part` until all of them are whole on the disk; then that folder is renamed, and from
this moment on they count. Whoever opens the journal next ends the work: the old files go into `before-restore-DATE`,
the new ones into their place.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from companion.core.errors import NotSaved, Unreadable
from companion.core.files import sync_folder, write_whole
from companion.core.system_words import why
from companion.core.text import Text
from companion.table.backup_file import JOURNAL_PART, PART_NAME, Manifest, not_written, read_manifest, unpack
from companion.table.folder import FILE_MODE, FILMS_FOLDER, FOLDER_MODE, hold
from companion.table.journal_mending import BESIDE, finish_mending, read_only

PART, READY, MOVING = "restore.part", "restore.ready", "restore.moving"
"""Where the new files wait: not whole yet; whole, and the old ones are going; the old ones are gone, and these move."""
ASIDE = "aside"
"""The file beside them that names the folder for the old ones."""
KEPT = "before-restore-{moment}"
OF_JOURNAL = (FILMS_FOLDER,)
"""No backup holds it, and it names matches by their numbers in this journal: it goes aside with the journal."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What was put in place, and where what was there before is kept; None: there was nothing."""

    manifest: Manifest
    kept: Path | None


def restore(path: Path, folder: Path, wall_s: float) -> Restored:
    """Put the backup at `path` in the place of what `folder` holds.

    Raises:
        FolderTaken: a table is at work there.
        Unreadable: the backup is damaged or of a later program; the folder is as it was.
        NotSaved: the disk does not take it; the folder is as it was.
    """
    read_manifest(path)
    held = hold(folder, "companion restore", wall_s)
    try:
        finish_restoring(folder)
        finish_mending(folder / JOURNAL_PART)
        staged = folder / PART
        staged.mkdir(mode=FOLDER_MODE)
        try:
            manifest = unpack(path, staged)
            _check_journal(path, staged / JOURNAL_PART)
            kept = _free_name(folder, wall_s)
            write_whole(staged / ASIDE, kept.name.encode(), mode=FILE_MODE)
            sync_folder(staged)
            staged.rename(folder / READY)
        except BaseException:
            shutil.rmtree(staged, ignore_errors=True)
            raise
        sync_folder(folder)
        _end(folder)
    except OSError as error:
        raise not_written(folder, error) from None
    finally:
        held.close()
    return Restored(manifest, kept if kept.is_dir() else None)


def _end(folder: Path) -> None:
    """Raises `NotSaved` where the new files count already, and do not go into their place."""
    try:
        finish_restoring(folder)
    except OSError as error:
        reason = why(error)
        raise NotSaved("backup.not-ended", NOT_ENDED.filled(folder=folder, why=reason)) from None


def finish_restoring(folder: Path) -> None:
    """End a restore that was broken off: it is taken back if the new files were not whole, else carried through.
    Called by whoever holds the folder. Raises OSError."""
    part, ready, moving = folder / PART, folder / READY, folder / MOVING
    if part.is_dir():
        shutil.rmtree(part)
    if ready.is_dir():
        kept = folder / (ready / ASIDE).read_text(encoding="utf-8")
        old = [each for each in sorted(folder.iterdir()) if _is_data(each.name)]
        if old:
            kept.mkdir(mode=FOLDER_MODE, exist_ok=True)
            for each in old:
                each.rename(kept / each.name)
            sync_folder(kept)
        ready.rename(moving)
        sync_folder(folder)
    if moving.is_dir():
        new = [each for each in sorted(moving.iterdir()) if each.name != ASIDE]
        for each in sorted(new, key=lambda each: each.name == JOURNAL_PART):  # the journal last: see `waiting`
            each.rename(folder / each.name)
        sync_folder(folder)
        shutil.rmtree(moving)


def waiting(journal: Path) -> Path:
    """Where the journal's content is now: at `journal`, or in a restore that was broken off and will be ended."""
    for name in (READY, MOVING):
        there = journal.parent / name / journal.name
        if there.is_file():
            return there
    return journal


def _is_data(name: str) -> bool:
    """Whether a file or folder of a data folder belongs to its journal, and goes with it."""
    return bool(PART_NAME.fullmatch(name)) or name in {*(f"{JOURNAL_PART}{beside}" for beside in BESIDE), *OF_JOURNAL}


def _check_journal(path: Path, journal: Path) -> None:
    """Raises `Unreadable` for a journal that does not hold together, or is not there."""
    try:
        with closing(read_only(journal)) as file:
            (whole,) = file.execute("PRAGMA integrity_check(1)").fetchone()
            file.execute("SELECT count(*) FROM matches").fetchone()
    except sqlite3.DatabaseError as error:
        whole = str(error)
    if whole != "ok":
        raise Unreadable("backup.damaged", DAMAGED.filled(path=path, why=whole.splitlines()[0]))


def _free_name(folder: Path, wall_s: float) -> Path:
    moment = f"{datetime.fromtimestamp(wall_s):%Y%m%d-%H%M%S}"
    names = (KEPT.format(moment=moment) + more for more in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(each for each in map(folder.joinpath, names) if not each.exists())


DAMAGED = Text(
    fr="Le journal de la sauvegarde {path} est abîmé ({why}) ; rien n'a changé : prenez-en une autre.",
    en="The journal of the backup {path} is damaged ({why}); nothing has changed: take another one.",
)
NOT_ENDED = Text(
    fr="La sauvegarde est lue, et ne va pas toute en place dans {folder} ({why}) ; le prochain démarrage l'achèvera.",
    en="The backup is read and does not go wholly into place in {folder} ({why}); the table's next start finishes it.",
)
