"""The café's side: what all tables of a broker show."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from companion.club import home_assistant
from companion.club.link import TRIED_AGAIN, Link, Listening
from companion.club.shown import TableShown, read
from companion.club.topics import ALL, HERE, STATE, online_topic, parts, state_topic
from companion.core.text import Text


@dataclass(frozen=True, slots=True)
class Table:
    """One table.

    Attributes:
        id: its name in topics.
        online: its program runs, as far as the broker knows.
        shown: None when what it says is not understood, or it has said nothing yet.
    """

    id: str
    online: bool = False
    shown: TableShown | None = None

    @property
    def name(self) -> str:
        return self.id if self.shown is None else self.shown.table


class Tables:
    """All tables that a broker knows of, shared by threads."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._tables: dict[str, Table] = {}
        self._trouble: Text | None = None
        self._revision = 0
        self._changed = threading.Condition()

    def open(self) -> None:
        """Begin to listen."""
        self._link.open(Listening(None, ALL, self._heard, self._reached, self._lost))

    def close(self) -> None:
        self._link.close()

    @property
    def all(self) -> tuple[Table, ...]:
        """By their names, those that are online first."""
        with self._changed:
            found = self._tables.values()
            return tuple(sorted(found, key=lambda each: (not each.online, each.name.casefold(), each.id)))

    @property
    def trouble(self) -> Text | None:
        """One sentence while the broker is not reached."""
        with self._changed:
            return self._trouble

    @property
    def revision(self) -> int:
        """Grows with every change."""
        with self._changed:
            return self._revision

    def wait(self, revision: int, timeout_s: float) -> int:
        """Block until something is newer than `revision`, or `timeout_s` passed; the revision now."""
        with self._changed:
            self._changed.wait_for(lambda: self._revision > revision, timeout_s)
            return self._revision

    def forget(self, table: str) -> None:
        """Take away what a table left with the broker. One that is online, or none, is left alone."""
        with self._changed:
            known = self._tables.get(table)
        if known is None or known.online:
            return
        for topic in (state_topic(table), online_topic(table), *home_assistant.topics(table)):
            self._link.say(topic, b"")

    def _heard(self, topic: str, payload: bytes) -> None:
        about = parts(topic)
        if about is None:
            return
        name, kind = about
        with self._changed:
            table = self._tables.get(name, Table(name))
            if kind == STATE:
                table = Table(name, table.online, read(payload) if payload else None)
            else:
                table = Table(name, payload == HERE, table.shown)
            if not payload and not table.online and table.shown is None:
                self._tables.pop(name, None)
            else:
                self._tables[name] = table
            self._bump()

    def _reached(self) -> None:
        self._told(None)

    def _lost(self, why: Text) -> None:
        self._told(why + TRIED_AGAIN)

    def _told(self, trouble: Text | None) -> None:
        with self._changed:
            if trouble != self._trouble:
                self._trouble = trouble
                self._bump()

    def _bump(self) -> None:
        self._revision += 1
        self._changed.notify_all()
