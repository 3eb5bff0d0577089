"""The append-only record of matches: on disk before anyone hears of it.

One SQLite file holds all matches of a table. An entry is never changed or removed: undoing and correcting are
entries too, so the file can be read again from the start, after a pulled plug as well. The pictures behind readings
lie beside the entries, and only those of the last matches are kept.
"""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.core.clock import Clock
from companion.core.errors import NotSaved, Unreadable
from companion.core.system_words import NO_JOURNAL, why
from companion.core.text import Text
from companion.table.entries_json import NO_CROPS, SCHEMA
from companion.table.folder import FILE_MODE, hold
from companion.table.journal_layout import STEPS, bring_up_to_date
from companion.table.journal_mending import MAGIC, finish_mending, looked_at, mend, read_only, text
from companion.table.journal_pictures import drop_pictures_of_old_matches, keep_pictures
from companion.table.journal_texts import LATER, UNREADABLE
from companion.table.restoring import finish_restoring, waiting
from companion.table.saving import not_saved

CUT = "cut"
"""The kind of an entry that voids others: its body, {"good"}, says how many of those before it still count."""
LOST = "lost"
"""The kind of a row that stands where entries were and are no more; none is ever written."""
PLAY = "play"
"""The kind of an entry that carries out an action."""
BUSY_S = 5.0
"""How long to wait for another process that holds the file: longer than any write of ours."""
LOG_PAGES = 256
"""Pages of 4 kB that lie beside the file until they are put into it: a megabyte on the card at most."""


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match as it stands in the file; options are JSON data (None: damaged), begun_s is seconds since 1970 UTC."""

    id: int
    game: str
    seats: int
    options: dict[str, Any]
    names: tuple[str, ...]
    begun_s: float


@dataclass(frozen=True, slots=True)
class Standing:
    """How a match stands after an entry: its number of actions, and whether it is over."""

    actions: int
    over: bool


@dataclass(frozen=True, slots=True)
class Row:
    """An entry as it stands in the file; `entries_json` says what it means.

    Attributes:
        kind: its word ("play").
        at_s: seconds since 1970 UTC.
        source: who said so.
        body: JSON data; None when what stands there is no JSON.
        schema: the version of the body.
        crops: the match's pictures, JPEG by the names that bodies have for them.
    """

    kind: str
    at_s: float
    source: str
    body: Any
    schema: int = SCHEMA
    crops: Mapping[str, bytes] = field(default_factory=lambda: NO_CROPS, compare=False, repr=False)


class Journal:
    """The file. One writer at a time, which holds the lock of its folder; every call is on disk when it returns. Once
    closed, it writes nothing more: a phone's thread that comes too late gets an error, and is not let near a file that
    is going away under it.

    Args:
        read: only read, beside a table that may be at work; nothing is made, mended or locked.

    Attributes:
        trouble: what had to be mended when the file was opened, in one sentence, or None.

    Raises:
        FolderTaken: another process holds the folder.
        Unreadable: the file exists and is not a journal, or one of a later version; it is left untouched.
    """

    def __init__(self, path: Path, clock: Clock, *, read: bool = False) -> None:
        path = waiting(path) if read else path
        self._path, self._clock, self._lock = path, clock, threading.RLock()
        self.trouble: Text | None = None
        self._held = None if read else hold(path.parent, since_s=clock.wall_s())
        try:
            if not read:
                finish_restoring(path.parent)
                finish_mending(path)
            if path.exists() and path.stat().st_size:
                self._check(read)
            self._file = read_only(path) if read else _opened(path)
        except (sqlite3.DatabaseError, OSError) as error:
            self._let_go()
            raise Unreadable("journal.unreadable", UNREADABLE.filled(path=path, why=why(error))) from None
        except BaseException:
            self._let_go()
            raise

    def _check(self, read: bool) -> None:
        with self._path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                raise Unreadable("journal.unreadable", UNREADABLE.filled(path=self._path, why=NO_JOURNAL))
        version, whole = looked_at(self._path)
        if version > len(STEPS):
            raise Unreadable("journal.later", LATER.filled(path=self._path, version=version, known=len(STEPS)))
        if not whole and not read:
            self.trouble = mend(self._path, self._clock.wall_s())

    def begin(self, game: str, seats: int, options: dict[str, Any], names: tuple[str, ...]) -> MatchRecord:
        """Begin a match. Raises `NotSaved`."""
        begun_s = self._clock.wall_s()
        with self._writing() as file:
            cursor = file.execute(
                "INSERT INTO matches (game, seats, options, names, begun_s, actions, over) "
                "VALUES (?, ?, ?, ?, ?, 0, 0)",
                (game, seats, json.dumps(options), json.dumps(names), begun_s),
            )
            drop_pictures_of_old_matches(file)
        assert cursor.lastrowid is not None
        return MatchRecord(cursor.lastrowid, game, seats, options, names, begun_s)

    def withdraw(self, match: int) -> None:
        """Delete a match that has just begun, with its entries: its table could not be opened."""
        with suppress(NotSaved), self._writing() as file:
            file.execute("DELETE FROM entries WHERE match = ?", (match,))
            file.execute("DELETE FROM matches WHERE id = ?", (match,))

    def now_s(self) -> float:
        """The time that an entry written now bears: seconds since 1970 UTC."""
        return self._clock.wall_s()

    def append(
        self,
        match: int,
        kind: str,
        source: str,
        body: dict[str, Any],
        at_s: float | None = None,
        *,
        crops: Mapping[str, bytes] = NO_CROPS,
        sample: bool = False,
        drop: Iterable[str] = (),
        standing: Standing | None = None,
    ) -> None:
        """Write one entry; it is on disk when this returns.

        Args:
            at_s: when it happened; None for now.
            crops: the pictures that the body names, JPEG.
            sample: the pictures are kept for good.
            drop: names of pictures of the match that are not kept any longer.
            standing: how the match stands then; None: as before.

        Raises:
            NotSaved: the disk did not take it; the file is as it was.
        """
        at_s = self.now_s() if at_s is None else at_s
        with self._writing() as file:
            (place,) = file.execute("SELECT written FROM matches WHERE id = ?", (match,)).fetchone()
            file.execute(
                "INSERT INTO entries (match, kind, at_s, source, body, schema, place) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (match, kind, at_s, source, json.dumps(body), SCHEMA, place),
            )
            keep_pictures(file, match, crops, sample=sample, drop=drop)
            actions, over = (None, None) if standing is None else (standing.actions, standing.over)
            file.execute(
                "UPDATE matches SET written = ?, actions = coalesce(?, actions), over = coalesce(?, over) WHERE id = ?",
                (place + 1, actions, over, match),
            )

    def cut(self, match: int, good: int, standing: Standing | None = None) -> None:
        """Void all entries that count now but the first `good`; they stay in the file, and those to come count."""
        self.append(match, CUT, "table", {"good": good}, standing=standing)

    def probe(self) -> None:
        """See whether the disk takes anything now. Raises `NotSaved` when it does not."""
        with self._writing() as file:
            file.execute(f"PRAGMA user_version = {len(STEPS)}")

    def latest(self, game: str | None = None) -> MatchRecord | None:
        """The match that began last (of one game, or of any), or None."""
        found = [record for record, *_ in self.matches() if game in (None, record.game)]
        return found[-1] if found else None

    def matches(self) -> tuple[tuple[MatchRecord, bool, Standing | None], ...]:
        """All matches, oldest first: whether an action was ever played, and how it stands; None: not counted yet."""
        counted = "actions, over" if self._counts() else "NULL, NULL"
        with self._reading():
            found = self._file.execute(
                f"SELECT id, game, seats, options, names, begun_s, {counted}, EXISTS (SELECT 1 FROM entries WHERE "
                "match = matches.id AND kind = ?) FROM matches ORDER BY id",
                (PLAY,),
            ).fetchall()
        return tuple(
            (
                MatchRecord(row[0], row[1], row[2], _json(row[3]), _names(row[4]), row[5]),
                bool(row[8]) or bool(row[6]),  # its entries may be lost
                None if row[6] is None else Standing(row[6], bool(row[7])),
            )
            for row in found
        )

    def entries(self, match: int) -> tuple[Row, ...]:
        """All entries of a match that count, oldest first; where some are lost a row of kind `LOST` stands."""
        placed = "place" if self._counts() else "-1"
        with self._reading():
            found = self._file.execute(
                f"SELECT kind, at_s, source, body, schema, {placed} FROM entries WHERE match = ? ORDER BY number",
                (match,),
            ).fetchall()
            written = [(0,)]
            if self._counts():
                written = self._file.execute("SELECT written FROM matches WHERE id = ?", (match,)).fetchall()
        rows, crops, due = list[Row](), self.pictures(match), 0
        for kind, at_s, source, body, schema, place in found:
            if place not in (due, -1):
                rows.append(Row(LOST, 0.0, "table", None))
            due = place + 1 if isinstance(place, int) else due + 1
            good = _json(body).get("good") if kind == CUT and isinstance(_json(body), dict) else None
            if isinstance(good, int):
                del rows[good:]
            else:
                rows.append(Row(kind, at_s, source, _json(body), schema, crops))
        if written and written[0][0] > due:
            rows.append(Row(LOST, 0.0, "table", None))
        return tuple(rows)

    def written(self, match: int) -> int:
        """How many entries of a match were ever written; 0 where there is no such match."""
        with self._reading():
            found = self._file.execute("SELECT written FROM matches WHERE id = ?", (match,)).fetchone()
        return int(found[0]) if found else 0

    def pictures(self, match: int) -> Mapping[str, bytes]:
        """The pictures of a match that are kept, JPEG by name."""
        if not self._counts():
            return NO_CROPS
        with self._reading():
            return dict(self._file.execute("SELECT name, jpeg FROM crops WHERE match = ?", (match,)).fetchall())

    def close(self) -> None:
        with self._lock:
            self._file.close()
            self._let_go()

    def _counts(self) -> bool:
        """Whether the file has what the last version added; one that is only read may be older."""
        with self._reading():
            return bool(self._file.execute("PRAGMA user_version").fetchone()[0] >= len(STEPS))

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One change of the file: all of it is on disk at the end, or none. Raises `NotSaved`."""
        with self._lock:
            try:
                self._file.execute("BEGIN IMMEDIATE")
                yield self._file
                self._file.execute("COMMIT")
            except sqlite3.ProgrammingError:  # closed: the caller is too late, and nothing is wrong with the disk
                raise
            except sqlite3.DatabaseError as error:
                self._roll_back()
                raise not_saved(self._path, error) from None
            except BaseException:
                self._roll_back()
                raise

    def _roll_back(self) -> None:
        """End the transaction that is open, if any, without its changes."""
        with suppress(sqlite3.DatabaseError):
            if self._file.in_transaction:
                self._file.execute("ROLLBACK")

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Around what is read. Raises `Unreadable` for a file that is damaged, and was opened to be read only."""
        with self._lock:
            try:
                yield
            except sqlite3.ProgrammingError:
                raise
            except sqlite3.DatabaseError as error:
                raise Unreadable("journal.unreadable", UNREADABLE.filled(path=self._path, why=why(error))) from None

    def _let_go(self) -> None:
        if self._held is not None:
            self._held.close()
            self._held = None


def _opened(path: Path) -> sqlite3.Connection:
    """The file, made if need be, for this user only. Raises sqlite3.DatabaseError, OSError."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, FILE_MODE)
    os.fchmod(descriptor, FILE_MODE)  # what SQLite makes beside it takes over the file's own
    os.close(descriptor)
    file = sqlite3.connect(path, timeout=BUSY_S, check_same_thread=False, isolation_level=None)
    try:
        file.text_factory = text
        file.execute("PRAGMA journal_mode=WAL")
        file.execute("PRAGMA synchronous=FULL")  # WAL alone may lose the last entries with the power
        file.execute(f"PRAGMA wal_autocheckpoint={LOG_PAGES}")
        bring_up_to_date(file)
    except BaseException:
        file.close()
        raise
    return file


def _names(written: str) -> tuple[str, ...]:
    found = _json(written)
    return tuple(map(str, found)) if isinstance(found, list) else ()


def _json(body: str) -> Any:
    try:
        return json.loads(body)
    except (ValueError, TypeError):
        return None
