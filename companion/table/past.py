"""The matches of a journal that are over, to be looked back on: none of them has a secret any more.

A match that runs is not among them, nor one of which its journal says that it is over while what was played says that
it goes on: it was taken up again.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from companion import catalog
from companion.core.capabilities.outcome_words import words_played
from companion.core.clock import RELEASED_S, Clock
from companion.core.errors import Refusal
from companion.core.evidence import Evidence
from companion.core.game import Game, SeatAction
from companion.core.partner_seats import PartnerSeats
from companion.core.session_state import SessionState
from companion.core.text import Text, named
from companion.core.views import open_view
from companion.table.film_pictures import film_name
from companion.table.journal import Journal, MatchRecord
from companion.table.live import Live
from companion.table.matches import MatchSummary, list_matches
from companion.table.opening import first_state, replay
from companion.table.page import Page, page_for

MOST_KEPT = 4
"""Matches that are kept as they were played again: what the phones of one table look at. Each takes a few megabytes
with its pictures."""
EVENING_GAP_S = 6 * 3600.0
"""Matches of one evening begin less than this after each other."""
AHEAD_S = 86_400.0
"""A day: how far the present may seem to lie before a match that is over, by a clock that was moved since."""


@dataclass(frozen=True)
class PastLine:
    """What happened at one step.

    Attributes:
        words: as whoever did it knew it, with the players' names.
        evidence: what the camera saw of it; empty when people reported it.
    """

    words: Text
    source: str
    evidence: Evidence


@dataclass(frozen=True)
class PastMatch:
    """A match that is over.

    Attributes:
        state: the session as far as the journal can be followed.
        good: how many entries could be followed, of `count`.
        trouble: why the entry after these cannot be followed; None when all could.
        photos: the pictures of the table that are kept for the film, JPEG by `film_name`.
    """

    record: MatchRecord
    state: SessionState
    good: int
    count: int
    trouble: Text | None
    photos: Mapping[str, bytes] = field(default_factory=dict, repr=False)

    @property
    def number(self) -> int:
        """Its number in the journal."""
        return self.record.id

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self.state.match.game

    @property
    def names(self) -> tuple[str, ...]:
        """The players, by seat."""
        return self.state.names

    @property
    def scores(self) -> tuple[float, ...] | None:
        """The final score of each seat; None where its end can no longer be read."""
        return self.state.match.state.scores

    @property
    def steps(self) -> int:
        """How many actions there are: the match can be looked at after each of them, and before the first."""
        return len(self.state.match.actions)

    @property
    def robots(self) -> frozenset[int]:
        """The seats that the partner played when the match ended."""
        return frozenset(self.state.partner_seats.seats)

    @cached_property
    def lines(self) -> tuple[PastLine, ...]:
        """All that happened, in order."""
        match, found = self.state.match, []
        steps = zip(match.states, match.actions, match.states[1:], self.state.lines, strict=False)
        for state, action, after, line in steps:
            viewer = action.seat if isinstance(action, SeatAction) else None
            words = words_played(match.game, state, action, after, viewer)
            words = Text(fr=named(words.fr, self.names), en=named(words.en, self.names))
            found.append(PastLine(words, line.source, line.evidence))
        return tuple(found)

    def photo(self, step: int) -> bytes | None:
        """The table as pages showed it when it lay still at `step`, or last before; JPEG. None: no picture is kept."""
        names = (film_name(line.at_s) for line in reversed(self.state.lines[:step]))
        return next((self.photos[name] for name in names if name in self.photos), None)

    def at(self, step: int) -> SessionState:
        """The session after `step` actions, without notes and requests. Raises IndexError for a step that is none."""
        match = self.state.match.back_to(step)
        return SessionState(match, self.names, self.state.lines[:step])

    def page(self, step: int) -> Page:
        """What a page shows of the match after `step` actions; nothing in it is hidden. Raises as `at`."""
        shown = replace(self.at(step), lines=(), match=replace(self.state.match.back_to(step), actions=()))
        page = page_for(replace(shown, partner_seats=PartnerSeats()), None, Live())
        return replace(page, state=open_view(self.state.match.states[step]))


class Past:
    """Looks back on the matches of a journal. Shared by threads."""

    def __init__(self, journal: Journal, clock: Clock) -> None:
        self._journal, self._clock, self._lock = journal, clock, threading.Lock()
        self._kept: OrderedDict[tuple[int, int], PastMatch] = OrderedDict()

    def matches(self) -> tuple[MatchSummary, ...]:
        """All matches of the journal, the newest first."""
        return tuple(reversed(list_matches(self._journal)))

    def finished(self) -> tuple[MatchSummary, ...]:
        """The matches that are over, the newest first."""
        return tuple(each for each in self.matches() if each.over)

    def match(self, number: int) -> PastMatch | None:
        """The match of this number; None where there is none, it is not over, or nothing of it can be read."""
        found = next((each for each in self._journal.matches() if each[0].id == number), None)
        if found is None or found[0].game not in catalog.game_keys():
            return None
        record, _, standing = found
        if standing is not None and not standing.over:
            return None
        key = number, self._journal.written(number)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        past = self._played_again(record, known=standing is not None)
        if past is not None:
            with self._lock:
                self._kept[key] = past
                while len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)
        return past

    def evening(self, match: PastMatch) -> tuple[int, ...]:
        """The numbers of the matches that are over and were played in one evening with this one, oldest first; this one
        alone where nobody knows when it began."""
        begun = {each.number: self.begun_s(each) for each in self.finished()}
        known = sorted((at_s, number) for number, at_s in begun.items() if at_s is not None)
        evenings = list[list[tuple[float, int]]]()
        for each in known:
            if evenings and each[0] - evenings[-1][-1][0] < EVENING_GAP_S:
                evenings[-1].append(each)
            else:
                evenings.append([each])
        found = ([number for _, number in evening] for evening in evenings)
        return next((tuple(numbers) for numbers in found if match.number in numbers), (match.number,))

    def begun_s(self, match: PastMatch | MatchSummary) -> float | None:
        """When the match began, seconds since 1970 UTC; None when the clock was not set then."""
        begun_s = match.record.begun_s if isinstance(match, PastMatch) else match.begun_s
        return begun_s if RELEASED_S <= begun_s <= self._clock.wall_s() + AHEAD_S else None

    def written(self, number: int) -> int:
        """How many entries of a match were ever written: with another number it may be another match."""
        return self._journal.written(number)

    def _played_again(self, record: MatchRecord, *, known: bool) -> PastMatch | None:
        """known: the journal says that the match is over, whether all of it can be followed or not."""
        try:
            start = first_state(catalog.game(record.game), record)
        except Refusal:
            return None
        rows = self._journal.entries(record.id)
        done = replay(start, rows)
        if done.state.match.state.scores is None and (done.trouble is None or not known):
            return None
        photos = self._journal.pictures(record.id)
        return PastMatch(record, done.state, done.good, len(rows), done.trouble, photos)
