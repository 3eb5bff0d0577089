"""A zip to ask for help with: findings, versions, settings, the last log lines; no secrets and no pictures."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import zipfile
from collections.abc import Iterable
from contextlib import closing
from io import BytesIO
from typing import Any

from companion.doctor.finding import Finding
from companion.doctor.host import versions
from companion.doctor.secrets import Striker, shown_settings, striker_of
from companion.doctor.subject import Subject
from companion.table.journal_layout import version
from companion.table.journal_mending import read_only

LOG_LINES = 400
"""Last lines of the log that are shown: an evening that goes well writes a few dozen."""
LOG_S = 10.0
"""How long the system may take to look its log up."""
NAMES = "SELECT names FROM matches"


def bundled(subject: Subject, found: Iterable[Finding]) -> bytes:
    """The zip: findings.json, versions.json, settings.json, journal.json and log.txt."""
    names = _names(subject)
    striker = striker_of(subject.settings)
    parts = {
        "findings.json": _json(
            striker.data([{"check": each.check, "ok": each.ok, "fr": each.say.fr, "en": each.say.en} for each in found])
        ),
        "versions.json": _json(versions(subject.machine)),
        "settings.json": _json(striker.data(shown_settings(subject.settings))),
        "journal.json": _json(_journal(subject)),
        "log.txt": _without(names, striker, _log(subject)),
    }
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in parts.items():
            file.writestr(name, text)
    return made.getvalue()


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)


def _journal(subject: Subject) -> dict[str, Any]:
    """How many matches of each game and entries of each kind there are; nothing that anybody did or is called."""
    path = subject.journal
    if not path.is_file():
        return {"there": False}
    told: dict[str, Any] = {"there": True, "bytes": path.stat().st_size}
    try:
        with closing(read_only(path)) as file:
            told["version"] = version(file)
            told["integrity"] = file.execute("PRAGMA integrity_check(1)").fetchone()[0]
            told["matches"] = dict(file.execute("SELECT game, count(*) FROM matches GROUP BY game").fetchall())
            told["entries"] = dict(file.execute("SELECT kind, count(*) FROM entries GROUP BY kind").fetchall())
    except sqlite3.DatabaseError as error:
        told["error"] = str(error)
    return told


def _names(subject: Subject) -> tuple[str, ...]:
    """What the players of all matches are called; none where the journal cannot be read."""
    try:
        with closing(read_only(subject.journal)) as file:
            rows = [json.loads(row[0]) for row in file.execute(NAMES)]
    except (sqlite3.DatabaseError, OSError, ValueError):
        return ()
    return tuple({str(name) for row in rows if isinstance(row, list) for name in row})


def _without(names: Iterable[str], striker: Striker, text: str) -> str:
    """The text without secrets, and without players' names where they stand as words of their own."""
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "…", text)
    return striker.line(text)


def _log(subject: Subject) -> str:
    """The last lines that this program has logged, as the system keeps them."""
    try:
        done = subprocess.run(
            [*subject.machine.log, f"--lines={LOG_LINES}"],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=LOG_S,
        )
    except (OSError, subprocess.SubprocessError) as error:
        return f"no log: {type(error).__name__}\n"
    return done.stdout or "no log\n"
