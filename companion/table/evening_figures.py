"""What an evening has been so far: the matches that its people have finished, and who has won how many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion import catalog
from companion.core.errors import Refusal
from companion.table.journal import Journal, MatchRecord
from companion.table.opening import first_state, replay
from companion.table.session import Session

EVENING_S = 12 * 3600.0
"""Most seconds from the beginning of an evening's first match to that of its last: an afternoon and a night."""

Scores = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class FiguresOfEvening:
    """Attributes:
    matches: how many have been finished, this one among them.
    wins: each name of this match with the matches won, most first.
    """

    matches: int
    wins: tuple[tuple[str, int], ...]


class FinishedMatches:
    """The results of a journal's matches; one that is over is played again once, and remembered."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._known: dict[tuple[int, int], Scores | None] = {}

    def figures(self, session: Session) -> FiguresOfEvening:
        """The evening of this match up to its end: matches that began within `EVENING_S` before it, with one of its
        people. A match is won by everybody with the best score; by nobody where all have the same."""
        names, number = session.names, session.number
        results = [] if session.match.state.scores is None else [(names, session.match.state.scores)]
        found = self._journal.matches()
        begun_s = next((record.begun_s for record, *_ in found if record.id == number), 0.0)
        for record, _, standing in found:
            near = 0 <= begun_s - record.begun_s <= EVENING_S and record.id < number
            if near and standing is not None and standing.over and set(record.names) & set(names):
                scores = self._scores(record, standing.actions)
                if scores is not None:
                    results.append((record.names, scores))
        won = Counter(name for people, scores in results for name in _winners(people, scores))
        return FiguresOfEvening(
            len(results), tuple(sorted(((name, won[name]) for name in names), key=lambda each: -each[1]))
        )

    def _scores(self, record: MatchRecord, actions: int) -> Scores | None:
        key = (record.id, actions)
        if key not in self._known:
            try:
                start = first_state(catalog.game(record.game), record)
                self._known[key] = replay(start, self._journal.entries(record.id)).state.match.state.scores
            except Refusal:  # of a game or a version that is no longer there
                self._known[key] = None
        return self._known[key]


def _winners(names: Sequence[str], scores: Scores) -> list[str]:
    best = max(scores)
    return [] if min(scores) == best else [name for name, score in zip(names, scores, strict=True) if score == best]
