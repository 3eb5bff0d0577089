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
from typing import Any, Literal

from companion.core.clock import Clock
from companion.core.errors import Unreadable
from companion.core.text import Text

EntryKind = Literal["play", "back", "correct", "note", "sample", "given", "asked"]

SCHEMA = """
CREATE TABLE IF NOT EXISTS matches (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, seats INTEGER NOT NULL, options TEXT NOT NULL,
    names TEXT NOT NULL, begun_s REAL NOT NULL);
CREATE TABLE IF NOT EXISTS entries (
    number INTEGER PRIMARY KEY, match INTEGER NOT NULL REFERENCES matches(id), kind TEXT NOT NULL,
    at_s REAL NOT NULL, source TEXT NOT NULL, body TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS entries_of_match ON entries(match, number);
"""
BUSY_S = 5.0
"""How long to wait for another process that holds the file: longer than any write of ours."""


@dataclass(frozen=True, slots=True)
class MatchRecord:
    id: int
    game: str
    seats: int
    options: dict[str, Any]
    names: tuple[str, ...]
    begun_s: float


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened.

    Attributes:
        kind: "play" (body: an action), "back" (body: {"length"}), "correct" (body: {"index", "action"}),
            "note" (body: {"seat", "words"}), "sample" (body: what was read and what it truly was), "given" (body: a
            seat, and how the partner plays it), "asked" (body: the turn that the partner asks for, and its outlook).
        source: who said so: "camera", "seat 2", "table", "partner".
    """

    kind: EntryKind
    at_s: float
    source: str
    body: dict[str, Any]


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
            self._file.executescript(SCHEMA)
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

    def append(self, match: int, kind: EntryKind, source: str, body: dict[str, Any]) -> float:
        """Write one entry; it is on disk when this returns. Returns its time, seconds since 1970."""
        at_s = self._clock.wall_s()
        with self._lock:
            self._file.execute(
                "INSERT INTO entries (match, kind, at_s, source, body) VALUES (?, ?, ?, ?, ?)",
                (match, kind, at_s, source, json.dumps(body)),
            )
        return at_s

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

    def entries(self, match: int) -> tuple[Entry, ...]:
        """All entries of a match, oldest first."""
        with self._lock:
            rows = self._file.execute(
                "SELECT kind, at_s, source, body FROM entries WHERE match = ? ORDER BY number", (match,)
            ).fetchall()
        return tuple(Entry(kind, at_s, source, json.loads(body)) for kind, at_s, source, body in rows)

    def close(self) -> None:
        with self._lock:
            self._file.close()
