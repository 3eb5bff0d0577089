"""The journal's tables, version by version: a file of any earlier version is brought up to date when it is opened.

The file's own version (`PRAGMA user_version`) is the number of `STEPS` that it has gone through. Files of before there
were versions say 0; the first step takes them as they are.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable

TABLES = (
    """CREATE TABLE IF NOT EXISTS matches (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, seats INTEGER NOT NULL, options TEXT NOT NULL,
    names TEXT NOT NULL, begun_s REAL NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS entries (
    number INTEGER PRIMARY KEY, match INTEGER NOT NULL REFERENCES matches(id), kind TEXT NOT NULL,
    at_s REAL NOT NULL, source TEXT NOT NULL, body TEXT NOT NULL, schema INTEGER NOT NULL DEFAULT 1)""",
    "CREATE INDEX IF NOT EXISTS entries_of_match ON entries(match, number)",
)
PLACES_AND_PICTURES = (
    "ALTER TABLE matches ADD COLUMN written INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE matches ADD COLUMN actions INTEGER",
    "ALTER TABLE matches ADD COLUMN over INTEGER",
    "ALTER TABLE entries ADD COLUMN place INTEGER NOT NULL DEFAULT 0",
    """CREATE TABLE crops (
    number INTEGER PRIMARY KEY, match INTEGER NOT NULL, name TEXT NOT NULL, sample INTEGER NOT NULL,
    jpeg BLOB NOT NULL)""",
    "CREATE UNIQUE INDEX crops_of_match ON crops(match, name)",
)
"""Columns. Of a match: how many entries were ever written, and its length and whether it is over after the last one
(NULL: not counted yet). Of an entry: its place in its match, from 0, so that a lost one leaves a hole. Pictures beside
the entries."""


def lay_out(file: sqlite3.Connection) -> None:
    """Matches and their entries."""
    for table in TABLES:
        file.execute(table)
    if "schema" not in columns(file, "entries"):
        file.execute("ALTER TABLE entries ADD COLUMN schema INTEGER NOT NULL DEFAULT 1")


def add_places_and_pictures(file: sqlite3.Connection) -> None:
    """Pictures out of the entries, and a place for each entry. Numbers run on without a gap, so that a gap says that
    entries were lost: of which match nobody knows, and each match has a hole there."""
    for change in PLACES_AND_PICTURES:
        file.execute(change)
    written, lost, before = Counter[int](), 0, 0
    for number, match in file.execute("SELECT number, match FROM entries ORDER BY number").fetchall():
        lost += number - before - 1
        file.execute("UPDATE entries SET place = ? WHERE number = ?", (written[match] + lost, number))
        written[match], before = written[match] + 1, number
    for match, count in written.items():
        place = "SELECT max(place) + 1 FROM entries WHERE match = ?2"
        file.execute(f"UPDATE matches SET written = max(?1, ({place})) WHERE id = ?2", (count, match))


STEPS: tuple[Callable[[sqlite3.Connection], None], ...] = (lay_out, add_places_and_pictures)
"""From each version to the next."""


def version(file: sqlite3.Connection) -> int:
    """How many of `STEPS` the file has gone through."""
    found: int = file.execute("PRAGMA user_version").fetchone()[0]
    return found


def columns(file: sqlite3.Connection, table: str) -> tuple[str, ...]:
    """The columns of a table, none where there is no such table."""
    return tuple(row[1] for row in file.execute(f"PRAGMA table_info({table})"))


def bring_up_to_date(file: sqlite3.Connection, upto: int = len(STEPS)) -> None:
    """Take the steps that the file lacks, all of them or none. Raises sqlite3.DatabaseError."""
    done = version(file)
    if done >= upto:
        return
    file.execute("BEGIN IMMEDIATE")
    try:
        for step in STEPS[done:upto]:
            step(file)
        file.execute(f"PRAGMA user_version = {upto}")
        file.execute("COMMIT")
    except BaseException:
        if file.in_transaction:
            file.execute("ROLLBACK")
        raise
