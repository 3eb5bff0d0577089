"""The café's side: collects the published states of all tables of a broker."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.club import home_assistant
from companion.club.link import TRIED_AGAIN, Link, Subscription
from companion.club.public_table import PublicTable, parse
from companion.club.topics import ALL, HERE, RESULTS, STATE, online_topic, parse_topic, results_topic, state_topic
from companion.core.clock import Clock, SystemClock
from companion.core.text import Text

log = logging.getLogger(__name__)

MOST_TABLES = 200
"""Tables that are kept; a page could not show more, and a broker can be filled by anyone who reaches it."""


def _left_aside(table: str, payload: bytes) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Table:
    """One table as the broker knows it.

    Attributes:
        id: its name in topics.
        online: whether its program runs, as far as the broker knows; None: it ran when the broker was lost.
        shown: its published state; None when there is none yet or it cannot be parsed.
        heard_s: when that state was published, on the clock of `Tables`; None for the first that was heard, which the
            broker may have kept for days.
    """

    id: str
    online: bool | None = False
    shown: PublicTable | None = None
    heard_s: float | None = None

    @property
    def name(self) -> str:
        """The table's name as people say it, or its id while that is unknown."""
        return self.id if self.shown is None else self.shown.table


class Tables:
    """All tables that a broker knows of. Safe to use from several threads.

    Args:
        link: an unopened connection to the broker.
        clock: says how long ago something was heard; None takes the machine's.
        results: called, from the link's thread, with a table's id and each message of its results.
    """

    def __init__(
        self, link: Link, clock: Clock | None = None, results: Callable[[str, bytes], None] = _left_aside
    ) -> None:
        self._link, self._clock, self._results = link, clock or SystemClock(), results
        self._tables: dict[str, Table] = {}
        self._trouble: Text | None = None
        self._revision = 0
        self._changed = threading.Condition()

    def open(self) -> None:
        """Connect and subscribe."""
        self._link.open(Subscription(None, ALL, self._on_message, self._on_connected, self._on_lost))

    def close(self) -> None:
        """Disconnect."""
        self._link.close()

    @property
    def all(self) -> tuple[Table, ...]:
        """All tables, those that are online first, then by name."""
        with self._changed:
            found = self._tables.values()
            return tuple(sorted(found, key=lambda each: (not each.online, each.name.casefold(), each.id)))

    @property
    def trouble(self) -> Text | None:
        """One sentence while the broker cannot be reached, else None."""
        with self._changed:
            return self._trouble

    @property
    def revision(self) -> int:
        """A number that grows with every change."""
        with self._changed:
            return self._revision

    def age_s(self, table: Table) -> float | None:
        """Seconds since the table's state was published; None where nobody can say."""
        return None if table.heard_s is None else self._clock.now_s() - table.heard_s

    def wait(self, revision: int, timeout_s: float) -> int:
        """Block until the revision exceeds `revision` or `timeout_s` seconds have passed; returns the revision."""
        with self._changed:
            self._changed.wait_for(lambda: self._revision > revision, timeout_s)
            return self._revision

    def announce(self) -> None:
        """Tell whoever waits that something else on the pages has changed."""
        with self._changed:
            self._bump()

    def forget(self, table: str) -> None:
        """Delete an offline table's retained messages at the broker, by its id; ignored if online or unknown."""
        with self._changed:
            known = self._tables.get(table)
        if known is None or known.online:
            return
        for topic in (
            state_topic(table),
            online_topic(table),
            results_topic(table),
            *home_assistant.discovery_topics(table),
        ):
            self._link.publish(topic, b"")

    def _on_message(self, topic: str, payload: bytes) -> None:
        about = parse_topic(topic)
        if about is None:
            return
        name, kind = about
        if kind == RESULTS:
            if payload:
                self._results(name, payload)
            return
        state = parse(payload) if kind == STATE and payload else None
        if kind == STATE and payload and state is None:
            log.warning("what the table %s says is not understood", name)
        with self._changed:
            if name not in self._tables and len(self._tables) >= MOST_TABLES:
                log.warning("the table %s is not shown: %d tables are known", name, MOST_TABLES)
                return
            table = self._tables.get(name, Table(name))
            if kind == STATE:
                heard_s = None if table.shown is None else self._clock.now_s()
                table = Table(name, table.online, state, heard_s)
            else:
                table = replace(table, online=payload == HERE)
            if not payload and not table.online and table.shown is None:
                self._tables.pop(name, None)
            else:
                self._tables[name] = table
            self._bump()

    def _on_connected(self) -> None:
        self._set_trouble(None)

    def _on_lost(self, why: Text) -> None:
        with self._changed:  # nobody hears now which of them goes; those that stay say so when the broker is back
            for name, table in self._tables.items():
                self._tables[name] = replace(table, online=None if table.online else table.online)
        self._set_trouble(why + TRIED_AGAIN)

    def _set_trouble(self, trouble: Text | None) -> None:
        with self._changed:
            if trouble != self._trouble:
                self._trouble = trouble
                self._bump()

    def _bump(self) -> None:
        self._revision += 1
        self._changed.notify_all()
