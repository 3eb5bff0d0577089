"""A damaged journal: kept aside as it is, and what can still be read of it carried into a fresh file."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from companion.core.files import sync_folder
from companion.core.text import Text
from companion.table.folder import FILE_MODE
from companion.table.journal_layout import bring_up_to_date, columns, version

MAGIC = b"SQLite format 3\x00"
"""How every SQLite file begins."""
DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
"""SQLite's codes for a file that does not hold together."""
SHORT_READ = sqlite3.SQLITE_IOERR_SHORT_READ
"""SQLite's code for a file that ends too early."""
BESIDE = ("-wal", "-shm")
"""What SQLite keeps beside a file: what was written last, and its index."""
SMALLEST_ROW = 32
"""Bytes that the shortest row of ours takes at least: where a file's rows must end."""


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file itself is broken; otherwise the disk, or who may use it, is the trouble."""
    code = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF in DAMAGED or code == SHORT_READ


def looked_at(path: Path) -> tuple[int, bool]:
    """The version of the journal at `path`, and whether it holds together. Nothing is written.

    Raises:
        sqlite3.DatabaseError: it cannot be opened at all.
    """
    with closing(read_only(path)) as file:
        found = 0
        try:
            found = version(file)
            whole = file.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
            whole = False
        return found, whole


def read_only(path: Path) -> sqlite3.Connection:
    """The file, opened so that nothing can be written; also where its folder cannot be written to.

    Raises:
        sqlite3.DatabaseError: there is no such file, or it cannot be opened.
    """
    address = path.resolve().as_uri()
    file = sqlite3.connect(f"{address}?mode=ro", uri=True, check_same_thread=False, isolation_level=None)
    file.text_factory = text
    try:
        file.execute("PRAGMA schema_version")
    except sqlite3.OperationalError:  # what was written last needs a file beside it, which cannot be made here
        file.close()
        file = sqlite3.connect(f"{address}?mode=ro&immutable=1", uri=True, check_same_thread=False)
        file.text_factory = text
    except sqlite3.DatabaseError as error:
        if not is_damage(error):  # damage is for whoever reads on
            file.close()
            raise
    return file


def text(written: bytes) -> str:
    """What stands in a text column; a byte that is no UTF-8 damages its entry, and not the whole reading."""
    return written.decode("utf-8", "replace")


def mend(path: Path, wall_s: float) -> Text:
    """Put the damaged journal at `path` aside and a fresh one in its place, with all that could be read.

    A power cut does no harm: until the fresh file is whole the damaged one is in its place, and then `finish_mending`
    ends the work at the next opening.

    Returns:
        What happened, in one sentence.

    Raises:
        OSError, sqlite3.DatabaseError: there is no room for the fresh file; the damaged one stays in its place.
    """
    aside, ready = _free_name(path, wall_s), mended_name(path)
    fresh = ready.with_suffix(".part")
    try:
        for beside in ("", "-wal"):
            if Path(f"{path}{beside}").exists():
                shutil.copy2(f"{path}{beside}", f"{aside}{beside}")
        fresh.unlink(missing_ok=True)
        kept, lost = _carry_over(aside, fresh)
        Path(f"{aside}-shm").unlink(missing_ok=True)
        fresh.replace(ready)
    except BaseException:
        for each in (fresh, *(Path(f"{aside}{beside}") for beside in ("", *BESIDE))):
            each.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)
    finish_mending(path)
    return (MENDED_SOME if lost else MENDED).filled(path=path, kept=kept, aside=aside.name)


def finish_mending(path: Path) -> None:
    """Put a mended file, if there is one, in the place of the damaged one. Raises OSError."""
    ready = mended_name(path)
    if ready.exists():
        for beside in BESIDE:  # of the damaged file: SQLite would apply it to the fresh one
            Path(f"{path}{beside}").unlink(missing_ok=True)
        ready.replace(path)
        sync_folder(path.parent)


def mended_name(path: Path) -> Path:
    """Where the fresh file waits, whole, to take the damaged one's place."""
    return path.with_name(f"{path.stem}.mended{path.suffix}")


def _free_name(path: Path, wall_s: float) -> Path:
    moment = f"{datetime.fromtimestamp(wall_s):%Y%m%d-%H%M%S}"
    names = (f"{path.stem}.damaged-{moment}{more}{path.suffix}" for more in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(each for each in map(path.with_name, names) if not each.exists())


def _carry_over(source: Path, target: Path) -> tuple[int, bool]:
    """Copy every row that can be read. Returns how many entries there are then, and whether any row is missing."""
    with closing(read_only(source)) as old, closing(sqlite3.connect(target, isolation_level=None)) as new:
        old.execute("PRAGMA writable_schema = ON")  # or a file that ends too early is not read at all
        os.chmod(target, FILE_MODE)  # noqa: PTH101 - SQLite has just made it
        new.execute("PRAGMA synchronous=FULL")
        most = source.stat().st_size // SMALLEST_ROW
        lost, found = True, 0
        with suppress(sqlite3.DatabaseError):  # the first page is gone: nothing can be found without it
            found, lost = version(old), False
        bring_up_to_date(new, max(1, found))
        new.execute("BEGIN")
        for table in ("matches", "entries", "crops"):
            common: tuple[str, ...] = ()
            with suppress(sqlite3.DatabaseError):
                common = tuple(each for each in columns(new, table) if each in columns(old, table))
            if not common:
                continue
            into = f"INSERT OR IGNORE INTO {table} ({', '.join(common)}) VALUES ({', '.join('?' * len(common))})"
            for row in _readable(old, table, common, most):
                if row is None:
                    lost = True
                else:
                    new.execute(into, row)
        new.execute("COMMIT")
        (kept,) = new.execute("SELECT count(*) FROM entries").fetchone()
        return kept, lost


def _readable(
    old: sqlite3.Connection, table: str, names: tuple[str, ...], most: int
) -> Iterator[tuple[object, ...] | None]:
    """Every row that can be read, by rising number; None for each place where some cannot."""
    what = f"SELECT rowid, {', '.join(names)} FROM {table} NOT INDEXED"
    last = 0
    while last < most:
        try:
            for number, *row in old.execute(f"{what} WHERE rowid > ? ORDER BY rowid", (last,)):
                yield tuple(row)
                last = number
            return
        except sqlite3.DatabaseError:
            yield None
        last += 1
        while last < most and not _lies_well(old, table, last + 1):
            last += 1


def _lies_well(old: sqlite3.Connection, table: str, number: int) -> bool:
    """Whether the page on which row `number` would lie can be read."""
    try:
        old.execute(f"SELECT rowid FROM {table} NOT INDEXED WHERE rowid = ?", (number,)).fetchone()
    except sqlite3.DatabaseError:
        return False
    return True


MENDED = Text(
    fr="Le journal {path} était abîmé ; ses {kept} entrées ont toutes été reprises, et le fichier abîmé est gardé sous "
    "le nom {aside}.",
    en="The journal {path} was damaged; all its {kept} entries were carried over, and the damaged file is kept as "
    "{aside}.",
)
MENDED_SOME = Text(
    fr="Le journal {path} était abîmé ; {kept} entrées ont pu être reprises, et le fichier abîmé est gardé sous le nom "
    "{aside} : vérifiez la table.",
    en="The journal {path} was damaged; {kept} entries could be carried over, and the damaged file is kept as {aside}: "
    "check the table.",
)
