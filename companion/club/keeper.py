"""Writes what tables tell of their matches into the café's book, in its own thread: a slow database delays no page."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Protocol

from companion.club.results import Results, parse_results
from companion.core.errors import Refusal
from companion.core.going_on import log_failure
from companion.core.text import Text

log = logging.getLogger(__name__)

AGAIN_S = 2.0
"""How long a database that does not answer is let be before it is tried again."""


class Book(Protocol):
    """What the keeper writes into: `companion.club.score_book.ScoreBook`."""

    def take(self, told: Results) -> bool:
        """Take over what a table tells. Returns whether anything changed. Raises `NotSaved`."""


class Keeper:
    """The newest message of each table waits here until it is written down.

    Args:
        book: where it is written.
        changed: called from the keeper's thread when the book has changed, or when `trouble` has.
    """

    def __init__(self, book: Book, changed: Callable[[], None]) -> None:
        self._book, self._changed = book, changed
        self._waiting: dict[str, Results] = {}
        self._wake, self._ended = threading.Condition(), False
        self._trouble: Text | None = None
        self._thread = threading.Thread(target=self._keep, name="club-book", daemon=True)
        self._thread.start()

    @property
    def trouble(self) -> Text | None:
        """One sentence while the book cannot be written, else None."""
        return self._trouble

    def hear(self, table: str, payload: bytes) -> None:
        """Take a table's message, by the table's id; one that makes no sense is left aside. Returns at once."""
        told = parse_results(payload)
        if told is None:
            log.warning("the results of the table %s are not understood", table)
            return
        with self._wake:
            self._waiting[table] = told
            self._wake.notify_all()

    def close(self) -> None:
        """Write down what waits, unless the book does not answer, and end the thread."""
        with self._wake:
            self._ended = True
            self._wake.notify_all()
        self._thread.join()

    def _keep(self) -> None:
        while True:
            with self._wake:
                self._wake.wait_for(lambda: bool(self._waiting) or self._ended)
                if not self._waiting:
                    return
                table, told = next(iter(self._waiting.items()))
            if self._written(told):
                with self._wake:
                    if self._waiting.get(table) is told:  # nothing newer came meanwhile
                        del self._waiting[table]
                continue
            with self._wake:
                if self._ended or self._wake.wait_for(lambda: self._ended, AGAIN_S):
                    return

    def _written(self, told: Results) -> bool:
        try:
            changed, trouble = self._book.take(told), None
        except Refusal as refusal:
            changed, trouble = False, refusal.what
        except Exception as error:  # whatever it is, the next message is tried
            log_failure(log, "club-book", error)
            return True
        before, self._trouble = self._trouble, trouble
        if changed or before != trouble:
            self._changed()
        return trouble is None
