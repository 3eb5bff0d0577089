"""The match that was played last, while it waits to be taken up: what it hides still lies on the table."""

from __future__ import annotations

import threading

from companion import catalog
from companion.core.capabilities.open_pictures import whole_may_be_seen
from companion.core.errors import Refusal
from companion.table.journal import Journal, MatchRecord
from companion.table.opening import first_state, last_played, replay


class LeftMatch:
    """Says in the lobby whether a picture of the table could show what the match that was played last hides. Shared by
    threads.

    Earlier matches hide nothing: their cards and pieces were put away for the last one.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal, self._lock = journal, threading.Lock()
        self._known: tuple[tuple[int, int], bool] | None = None

    def hides(self) -> bool:
        """Whether the match that was played last is not over, and pages may not see whole pictures of its table. True
        where that can no longer be read."""
        record = last_played(self._journal)
        if record is None:
            return False
        key = record.id, self._journal.written(record.id)
        with self._lock:
            if self._known is None or self._known[0] != key:
                self._known = key, self._hidden(record)
            return self._known[1]

    def _hidden(self, record: MatchRecord) -> bool:
        try:
            game = catalog.game(record.game)
            match = replay(first_state(game, record), self._journal.entries(record.id)).state.match
        except Refusal:
            return True
        return not whole_may_be_seen(game, match.state)
