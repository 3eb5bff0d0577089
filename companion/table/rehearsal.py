"""A whole table without a table: simulated people at the simulated table, seen through the real eyes."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from companion.core.clock import Clock
from companion.core.errors import Illegal
from companion.core.game import Action
from companion.core.reveals import reveals_of
from companion.core.shows_board import board_of
from companion.core.station import station_of
from companion.table.people import People
from companion.table.referee import Referee
from companion.table.session import Session


@dataclass(frozen=True, slots=True)
class Verdict:
    """How far what was seen agrees with what lay there.

    Attributes:
        throws: throws that entered the match.
        things: things that were seen at a sorting station.
        turns: turns that were seen on a board.
        turned: cards that were named when they were turned up.
        laid: what was seen of cards that lie at places.
        wrong: of all these, those that were not what truly lay there: (action's index, true, seen).
        over: the match came to its end.
    """

    throws: int
    things: int
    turns: int
    turned: int
    laid: int
    wrong: tuple[tuple[int, tuple[str, ...], tuple[str, ...]], ...]
    over: bool

    @property
    def agrees(self) -> bool:
        return self.over and self.throws + self.turns + self.turned + self.laid > 0 and not self.wrong


@dataclass
class Rehearsal:
    """Moves people and referee on together.

    Attributes:
        clock: the table's time; the camera waits on it for its next frame.
    """

    people: People
    referee: Referee
    session: Session
    clock: Clock

    def step(self) -> None:
        """One camera frame's worth of table time."""
        self.people.step(self.clock.now_s())
        self.referee.step()

    @property
    def over(self) -> bool:
        """Whether the match is over, and people are done with what they do: a chain goes on though it has won."""
        board = self.people.board
        return self.session.match.state.scores is not None and (board is None or board.done)

    def run(self, stop: threading.Event, *, to_the_end: bool) -> None:
        """Step until `stop` is set or, when `to_the_end`, all is over."""
        while not stop.is_set() and not (to_the_end and self.over):
            self.step()

    def verdict(self) -> Verdict:
        """Compare every throw with what truly fell, and everything sorted with what truly lay there."""
        match, wrong, throws, things, turns, turned, laid = self.session.match, [], 0, 0, 0, 0, 0
        for index in range(len(match.actions)):
            evidence = self.session.evidence(index)
            if not evidence:
                continue
            if self.people.board is not None:
                turns += 1
                done = self.people.board.true.get(index)
                seen, true = (tuple([] if act is None else [self._board_after(index, act)]) for act in (
                    match.actions[index], done))  # fmt: skip
            elif self.people.turning is not None:
                turned += 1
                seen, true = (repr(match.actions[index]),), (self._turned_up(index),)
            elif self.people.laying is not None:
                laid += 1
                seen, true = (repr(match.actions[index]),), (repr(self.people.laying.true.get(index)),)
            elif station_of(match.game, match.states[index]) is None:
                throws += 1
                seen = tuple(sorted(each.thing.face for each in evidence))
                true = tuple(sorted(str(value) for value in self.people.throws.get(index, ())))
            else:
                things += 1
                seen = tuple(each.thing.name for each in evidence)
                true = tuple(name for name in seen if name in self.people.lain(index))
            if seen != true:
                wrong.append((index, true, seen))
        return Verdict(throws, things, turns, turned, laid, tuple(wrong), match.state.scores is not None)

    def _turned_up(self, index: int) -> str:
        """What truly came up as the card that was to be told at that moment of the match."""
        match = self.session.match
        game = reveals_of(match.game)
        assert game is not None
        assert self.people.turning is not None
        return repr(self.people.turning.true(index, game.turned_up(match.states[index])[0].name))

    def _board_after(self, index: int, action: Action) -> str:
        """What an action at that moment of the match leads to, in words that can be compared."""
        match = self.session.match
        board = board_of(match.game)
        assert board is not None
        try:
            return repr(sorted(board.places(match.states[index].apply(action)).items()))
        except Illegal as refusal:
            return refusal.code
