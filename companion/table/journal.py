"""The append-only record of matches: on disk before anyone hears of it.

One SQLite file holds all matches of a table. An entry is never changed or removed: undoing and correcting are
entries too, so the file can be read again from the start, after a pulled plug as well.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.core.clock import Clock
from companion.core.errors import Unreadable
from companion.core.text import Text
from companion.table.entries_json import SCHEMA

CUT = "cut"
"""The kind of an entry that voids others: its body, {"good"}, says how many of those before it still count."""

TABLES = """
CREATE TABLE IF NOT EXISTS matches (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, seats INTEGER NOT NULL, options TEXT NOT NULL,
    names TEXT NOT NULL, begun_s REAL NOT NULL);
CREATE TABLE IF NOT EXISTS entries (
    number INTEGER PRIMARY KEY, match INTEGER NOT NULL REFERENCES matches(id), kind TEXT NOT NULL,
    at_s REAL NOT NULL, source TEXT NOT NULL, body TEXT NOT NULL, schema INTEGER NOT NULL DEFAULT 1);
CREATE INDEX IF NOT EXISTS entries_of_match ON entries(match, number);
"""
BUSY_S = 5.0
"""How long to wait for another process that holds the file: longer than any write of ours."""


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match as it stands in the file; options are JSON data, begun_s is seconds since 1970 UTC."""

    id: int
    game: str
    seats: int
    options: dict[str, Any]
    names: tuple[str, ...]
    begun_s: float


@dataclass(frozen=True, slots=True)
class Row:
    """An entry as it stands in the file; `entries_json` says what it means.

    Attributes:
        kind: its word ("play").
        at_s: seconds since 1970 UTC.
        source: who said so.
        body: JSON data; None when what stands there is no JSON.
        schema: the version of the body.
    """

    kind: str
    at_s: float
    source: str
    body: Any
    schema: int = SCHEMA


class Journal:
    """The file. One writer at a time; every call is on disk when it returns. Once closed, it writes nothing more: a
    phone's thread that comes too late gets an error, and is not let near a file that is going away under it.

    Raises:
        Unreadable: the file exists and is not a journal; it is left untouched.
    """

    def __init__(self, path: Path, clock: Clock) -> None:
        self._clock, self._lock = clock, threading.RLock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(path, timeout=BUSY_S, check_same_thread=False, isolation_level=None)
            self._file.execute("PRAGMA journal_mode=WAL")
            self._file.execute("PRAGMA synchronous=FULL")  # WAL alone may lose the last entries with the power
            self._file.executescript(TABLES)
            if "schema" not in {row[1] for row in self._file.execute("PRAGMA table_info(entries)")}:
                self._file.execute("ALTER TABLE entries ADD COLUMN schema INTEGER NOT NULL DEFAULT 1")
        except (sqlite3.DatabaseError, OSError) as error:
            raise Unreadable(
                "journal.unreadable",
                Text(
                    fr="Le journal {path} ne s'ouvre pas ({why}) ; déplacez-le ou choisissez un autre dossier.",
                    en="The journal {path} does not open ({why}); move it away or choose another folder.",
                ).filled(path=path, why=error),
            ) from None

    def begin(self, game: str, seats: int, options: dict[str, Any], names: tuple[str, ...]) -> MatchRecord:
        begun_s = self._clock.wall_s()
        with self._lock:
            cursor = self._file.execute(
                "INSERT INTO matches (game, seats, options, names, begun_s) VALUES (?, ?, ?, ?, ?)",
                (game, seats, json.dumps(options), json.dumps(names), begun_s),
            )
        assert cursor.lastrowid is not None
        return MatchRecord(cursor.lastrowid, game, seats, options, names, begun_s)

    def now_s(self) -> float:
        """The time that an entry written now bears: seconds since 1970 UTC."""
        return self._clock.wall_s()

    def append(self, match: int, kind: str, source: str, body: dict[str, Any], at_s: float | None = None) -> None:
        """Write one entry; it is on disk when this returns. at_s: when it happened; None for now."""
        with self._lock:
            self._file.execute(
                "INSERT INTO entries (match, kind, at_s, source, body, schema) VALUES (?, ?, ?, ?, ?, ?)",
                (match, kind, self.now_s() if at_s is None else at_s, source, json.dumps(body), SCHEMA),
            )

    def cut(self, match: int, good: int) -> None:
        """Void all entries that count now but the first `good`; they stay in the file, and those to come count."""
        self.append(match, CUT, "table", {"good": good})

    def latest(self, game: str | None = None) -> MatchRecord | None:
        """The match that began last (of one game, or of any), or None."""
        with self._lock:
            row = self._file.execute(
                "SELECT id, game, seats, options, names, begun_s FROM matches WHERE ?1 IS NULL OR game = ?1 "
                "ORDER BY id DESC LIMIT 1",
                (game,),
            ).fetchone()
        if row is None:
            return None
        return MatchRecord(row[0], row[1], row[2], json.loads(row[3]), tuple(json.loads(row[4])), row[5])

    def entries(self, match: int) -> tuple[Row, ...]:
        """All entries of a match that count, oldest first."""
        with self._lock:
            found = self._file.execute(
                "SELECT kind, at_s, source, body, schema FROM entries WHERE match = ? ORDER BY number", (match,)
            ).fetchall()
        rows: list[Row] = []
        for kind, at_s, source, body, schema in found:
            if kind == CUT:
                del rows[json.loads(body)["good"] :]
            else:
                rows.append(Row(kind, at_s, source, _json(body), schema))
        return tuple(rows)

    def close(self) -> None:
        with self._lock:
            self._file.close()


def _json(body: str) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return None
