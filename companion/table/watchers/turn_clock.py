"""The time of a turn: runs while the rules let it, and ends the turn when it has run out."""

from __future__ import annotations

from itertools import pairwise

from companion.core.capabilities import offers
from companion.core.capabilities.turn_time import TimesTurns
from companion.core.clock import Clock
from companion.core.errors import Illegal
from companion.core.match import Match
from companion.table.countdown import Countdown
from companion.table.session import Session
from companion.table.watchers.watcher import Moment, Watcher

SOURCE = "clock"
"""Who ends a turn, in the story."""
LENIENT_S = 10.0
"""Most seconds by which a turn's end is put off while a change on the table is not read or answered yet: nobody loses a
turn because the camera is slow."""


class TurnClock(Watcher):
    """Times the turns of one session; it looks at no picture, and leaves every moment to the others."""

    def __init__(self, session: Session, clock: Clock) -> None:
        game = offers(session.game, TimesTurns)
        if game is None:
            raise LookupError(f"{session.game.key} times no turns")
        self._session, self._clock, self._game = session, clock, game
        self._match: Match | None = None
        self._spent_s = 0.0
        self._since_s: float | None = None

    def look(self, moment: Moment) -> None:
        """See whether the time has run out."""
        self.step(in_doubt=moment.in_doubt)

    def tick(self, in_doubt: bool) -> None:
        """The same without a picture."""
        self.step(in_doubt=in_doubt)

    def step(self, in_doubt: bool = False) -> None:
        """See whether the match has moved on, and whether the time has run out.

        in_doubt: what lies on the table has changed and is not played: not made out yet, or asked about.
        """
        match, now_s = self._session.match, self._clock.now_s()
        if match is not self._match:
            self._note(match, now_s)
        total_s = self._game.turn_time_s(match.state)
        if total_s is None or self._since_s is None:
            return
        if now_s - self._since_s + self._spent_s >= total_s + (LENIENT_S if in_doubt else 0.0):
            self._ring(match)

    def _note(self, match: Match, now_s: float) -> None:
        """Go on, begin anew, or stand still, as this moment wants it."""
        if self._since_s is not None:
            self._spent_s += now_s - self._since_s
        if not self._goes_on(match):
            self._spent_s = 0.0
        total_s = self._game.turn_time_s(match.state)
        self._match, self._since_s = match, None if total_s is None else now_s
        runs = None if total_s is None else Countdown(total_s, now_s + total_s - self._spent_s, self._clock)
        self._session.count_down(runs)

    def _goes_on(self, match: Match) -> bool:
        """Whether this is still the turn of the moment before. What was taken back begins its turn anew."""
        before = self._match
        if before is None or match.actions[: len(before.actions)] != before.actions:
            return False
        states = match.states[len(before.actions) :]
        return all(self._game.is_same_turn(one, other) for one, other in pairwise(states))

    def _ring(self, match: Match) -> None:
        try:
            self._session.play(self._game.time_up(match.state), SOURCE)
        except Illegal:  # somebody acted in the same instant: their turn is over, or goes on
            return
