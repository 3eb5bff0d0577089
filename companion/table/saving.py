"""What keeps something from being written down, in words."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

from companion.core.errors import NotSaved
from companion.core.files import FULL_DISK, READ_ONLY
from companion.core.system_words import why
from companion.core.text import Text

NO_ROOM_BYTES = 64 * 1024
"""A write that failed without a reason is put down to a full disk if less than this is free."""


def not_saved(path: Path, error: sqlite3.Error | OSError) -> NotSaved:
    """The refusal of whoever could not write `path`; it says why, and what helps."""
    return NotSaved("saving.failed", NOT_SAVED.filled(path=path, why=_why(path, error)))


def _why(path: Path, error: sqlite3.Error | OSError) -> Text:
    if isinstance(error, OSError):
        known = READ_ONLY if error.errno in READ_ONLY else FULL_DISK if error.errno in FULL_DISK else frozenset()
        code = sqlite3.SQLITE_READONLY if known is READ_ONLY else sqlite3.SQLITE_FULL if known is FULL_DISK else 0
    else:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_IOERR and _no_room(path):
        code = sqlite3.SQLITE_FULL
    return WHY.get(code, OTHERWISE).filled(what=why(error))


def _no_room(path: Path) -> bool:
    try:
        return shutil.disk_usage(path.parent).free < NO_ROOM_BYTES
    except OSError:
        return False


NOT_SAVED = Text(
    fr="Non enregistré : {why} ({path}) ; rien n'a changé et la partie attend.",
    en="Not saved: {why} ({path}); nothing has changed, and the match waits.",
)
WHY = {
    sqlite3.SQLITE_FULL: Text(
        fr="le disque est plein, faites de la place puis recommencez",
        en="the disk is full, make room and do it again",
    ),
    sqlite3.SQLITE_READONLY: Text(
        fr="le dossier est en lecture seule, rendez-le inscriptible puis recommencez",
        en="the folder is read-only, let it be written to and do it again",
    ),
    sqlite3.SQLITE_BUSY: Text(
        fr="un autre programme tient le fichier, fermez-le puis recommencez",
        en="another program holds the file, close it and do it again",
    ),
    sqlite3.SQLITE_CORRUPT: Text(
        fr="le fichier est abîmé, relancez le compagnon avec --resume : il le répare",
        en="the file is damaged, start the companion again with --resume: it mends it",
    ),
}
"""By SQLite's primary code."""
OTHERWISE = Text(
    fr="le disque ne répond pas comme il faut ({what}), vérifiez-le puis recommencez",
    en="the disk does not answer as it should ({what}), check it and do it again",
)
