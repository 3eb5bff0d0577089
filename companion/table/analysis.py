"""Analysis on request: the best line from here, and what each past turn has missed. Its time is bounded."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.core.capabilities.partner import GoesOn, Judgement, Thought
from companion.core.clock import Clock
from companion.core.game import SeatAction
from companion.core.going_on import survived
from companion.core.match import Match
from companion.core.partner_seats import partner_of
from companion.core.text import Text
from companion.table.session import Session

LINE_S = 5.0
"""Seconds of search for the best line from the present state."""
TURN_S = 2.0
"""Most seconds of search for each past turn: whoever waits for the page sees one more turn judged every two seconds."""
TURNS_S = 60.0
"""Most seconds for all past turns together; the last turn is judged first, and those left over stay unjudged."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A past turn: its number in the match, what was played in words, and what is thought of it."""

    index: int
    played: Text
    judgement: Judgement


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known so far.

    Attributes:
        match: the moment that it is about.
        line: the best line in words, or None while it is sought, or when the match is over.
        thought: what the line comes from.
        turns: those that have been judged, newest first.
        done: nothing more will come.
    """

    match: Match
    line: tuple[Text, ...] | None = None
    thought: Thought | None = None
    turns: tuple[Judged, ...] = ()
    done: bool = False


def analyses(match: Match, clock: Clock, goes_on: GoesOn) -> Iterator[Analysis]:
    """The analysis of a match, as it grows. Stops early when `goes_on` says no."""
    game, now = match.game, Analysis(match)
    plays = partner_of(game)
    if match.state.actor.kind == "seat":
        thought = plays.think(match.state, plays.strengths[-1], LINE_S, clock, goes_on)
        now = replace(now, line=tuple(_in_words(match, thought)), thought=thought)
        yield now
    end_s = clock.now_s() + TURNS_S
    for index in reversed(range(len(match.actions))):
        state, action, left_s = match.states[index], match.actions[index], end_s - clock.now_s()
        if not goes_on() or left_s <= 0:
            break
        if isinstance(action, SeatAction):
            judgement = plays.judge(state, action, min(TURN_S, left_s), clock, goes_on)
            judged = Judged(index, game.label(state, action, None), judgement)
            now = replace(now, turns=(*now.turns, judged))
            yield now
    yield replace(now, done=True)


def _in_words(match: Match, thought: Thought) -> Iterator[Text]:
    state = match.state
    for action in thought.line:
        yield match.game.label(state, action, None)
        state = state.apply(action)


class Analyst:
    """Analyses a session's match when somebody asks, in a thread of its own."""

    def __init__(self, session: Session, clock: Clock) -> None:
        self._session, self._clock = session, clock
        self._lock = threading.Lock()
        self._latest: Analysis | None = None

    @property
    def latest(self) -> Analysis | None:
        """The analysis of the match as it stands; None when nobody asked for one since the last turn."""
        latest = self._latest
        return latest if latest is not None and latest.match is self._session.match else None

    def ask(self) -> None:
        """Begin to analyse the match as it stands, unless that is done or under way."""
        with self._lock:
            if self.latest is None:
                self._latest = Analysis(self._session.match)
                threading.Thread(target=self.work, args=(self._latest.match,), name="analysis", daemon=True).start()
        self._session.announce()

    def work(self, match: Match) -> None:
        """Analyse `match` to the end, or until the table moves on, or until a thought goes wrong."""
        with survived("analysis"):
            for analysis in analyses(match, self._clock, lambda: self._session.match is match):
                self._latest = analysis
                self._session.announce()
            return
        if self._latest is not None:
            self._latest = replace(self._latest, done=True)
        self._session.announce()
