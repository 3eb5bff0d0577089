"""Iterative deepening alpha-beta: every turn is looked at to the depth that is named, none is left out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from companion.core.capabilities.partner import GoesOn, always
from companion.core.clock import Clock
from companion.games.karo.bits.frame import Move, Spot
from companion.games.karo.fast import FastRules
from companion.games.karo.search.scores import DRAWN, LONGEST, NEVER, WON, is_won, later

LOOKS_A_CHECK = 256
"""Positions between two looks at the clock: about 10 ms."""
KEPT = 250_000
"""Positions that are remembered: 600 bytes each, 150 MB at most, which a Pi with 2 GB has."""
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
HISTORY_MOST = 1 << 20
GUESS_WEIGHT = 4
"""Weight of a point at first sight against a point of history: moves that change nothing are told apart by history."""
History = dict[tuple[int, int], int]
"""How often a disc's way from one cell to another has refuted what came before, deeper refutations counting more."""


KILLERS = 2
"""Refuting turns that are remembered for each depth: what refutes a turn mostly refutes its neighbours too."""


class Recall(Enum):
    """What a turn that was remembered from elsewhere is in a position."""

    UNKNOWN = 0
    """Not legal, or not worth the time to find out."""
    LEGAL = 1
    WINS = 2


class Value(Protocol):
    """What positions of one rule set are worth to the player to move."""

    def value(self, at: Spot) -> int:
        """In points; more is better. `WON`, less the turns that it takes, where the game is seen to be decided."""

    def ordered(self, at: Spot, history: History) -> tuple[list[Move], bool]:
        """Every legal turn, those that promise most first; and whether the first wins at once, the others left out."""

    def recall(self, at: Spot, move: Move) -> Recall:
        """What a turn that was good elsewhere is here, found without listing the legal turns."""

    def frontier(self, at: Spot, beta: int) -> int:
        """The value of the best turn when nothing is looked at after it; any value from `beta` on will do.

        `WON` when that turn wins, and so on as in `value`.
        """

    def given(self, at: Spot) -> bool:
        """Whether the turn that led here has won the game for the player to move."""


def cells_of(move: Move) -> tuple[int, int]:
    """From where to where a turn takes its disc."""
    end = move[3]
    return move[2], end if isinstance(end, int) else end[-1]


class OutOfTime(Exception):  # noqa: N818 - time is up; it is not an error
    """A limit says stop."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found out.

    Attributes:
        depth: turns looked ahead, all of them.
        value: points for the player to move.
        line: the best line, first move first.
        looks: positions that were looked at.
        took_s: seconds since the search began.
    """

    depth: int
    value: int
    line: tuple[Move, ...]
    looks: int
    took_s: float


class Negamax:
    """A search from one position.

    Args:
        rules: made with room for as many turns as `deepen` will look ahead.
        drawn: positions that would be drawn if a move led to them now.
    """

    def __init__(self, rules: FastRules, value: Value, clock: Clock, drawn: frozenset[Spot] = frozenset()) -> None:
        self._rules, self._value, self._clock, self._drawn = rules, value, clock, drawn
        self._known: dict[Spot, tuple[int, int, int, Move]] = {}
        self._history: dict[tuple[int, int], int] = {}
        self._path: set[Spot] = set()
        self._killers: dict[int, tuple[Move, ...]] = defaultdict(tuple)
        self._end_s = self._last_look = float("inf")
        self._goes_on: GoesOn = always
        self.looks = 0

    def deepen(
        self, root: Spot, depth: int, time_s: float, looks: float = float("inf"), goes_on: GoesOn = always
    ) -> Found:
        """The best line to `depth` turns, or to as many as the limits allow; one turn at least.

        Args:
            time_s: seconds after which it stops.
            looks: positions after which it stops, wherever the clock stands.
            goes_on: asked now and then; it stops once this is False.
        """
        start_s = self._clock.now_s()
        found = None
        for turns in range(1, depth + 1):
            if found is not None:
                self._end_s, self._last_look, self._goes_on = start_s + time_s, looks, goes_on
            try:
                value = self._search(root, turns, -NEVER, NEVER, 0)
            except OutOfTime:
                self._path.clear()
                break
            found = Found(turns, value, self._line(root, turns), self.looks, self._clock.now_s() - start_s)
            if is_won(value) or self._clock.now_s() >= start_s + time_s or self.looks >= looks:
                break
        assert found is not None
        return found

    def _search(self, at: Spot, depth: int, alpha: int, beta: int, ply: int) -> int:
        self.looks += 1
        if self.looks >= self._last_look:
            raise OutOfTime
        if self.looks % LOOKS_A_CHECK == 0 and (self._clock.now_s() >= self._end_s or not self._goes_on()):
            raise OutOfTime
        if ply and (at in self._path or (ply == 1 and at in self._drawn)):
            return DRAWN
        if ply and self._value.given(at):
            return WON - ply
        first: Move | None = None
        known = self._known.get(at)
        if known is not None:
            known_depth, kind, value, first = known
            if ply and known_depth >= depth:
                value = later(value, ply)
                if kind == EXACT or (kind == AT_LEAST and value >= beta) or (kind == AT_MOST and value <= alpha):
                    return value
        if depth == 1 and ply:
            return self._last(at, beta, ply)
        return self._all(at, depth, alpha, beta, ply, first)

    def _last(self, at: Spot, beta: int, ply: int) -> int:
        value = self._value.frontier(at, beta)
        return later(value, ply + 1)

    def _all(self, at: Spot, depth: int, alpha: int, beta: int, ply: int, first: Move | None) -> int:
        after_move = self._rules.after
        # the last turns but one are the bulk of the work: they are looked up without a further step
        straight = depth == 2 and ply > 0
        best, best_move, floor = -NEVER, (), alpha
        self._path.add(at)
        for number, (move, wins) in enumerate(self._turns(at, ply, first)):
            if wins:
                best, best_move, depth = WON - ply - 1, move, LONGEST
                break
            after = after_move(at, move)
            if straight:
                self.looks += 1
                value = ply + 2 - WON if self._value.given(after) else -self._last(after, -floor, ply + 1)
            elif depth == 1:
                value = -later(self._value.value(after), ply + 1)
            elif number == 0:
                value = -self._search(after, depth - 1, -beta, -floor, ply + 1)
            else:
                value = -self._search(after, depth - 1, -floor - 1, -floor, ply + 1)
                if floor < value < beta:
                    value = -self._search(after, depth - 1, -beta, -value, ply + 1)
            if value > best:
                best, best_move = value, move
                if value > floor:
                    floor = value
                    if value >= beta:
                        self._remember(move, depth, ply)
                        break
        self._path.discard(at)
        kind = EXACT if alpha < best < beta or depth == LONGEST else AT_LEAST if best >= beta else AT_MOST
        self._keep(at, depth, kind, best, best_move, ply)
        return best

    def _turns(self, at: Spot, ply: int, first: Move | None) -> Iterator[tuple[Move, bool]]:
        """Turns to try, and whether each wins at once: mostly one of the first few spares us the list."""
        tried: list[Move] = []
        if ply:
            if first is not None:
                tried.append(first)
                yield first, False
            for move in self._killers[ply]:
                known = self._value.recall(at, move) if move not in tried else Recall.UNKNOWN
                if known is not Recall.UNKNOWN:
                    tried.append(move)
                    yield move, known is Recall.WINS
        moves, wins = self._value.ordered(at, self._history)
        if not ply and first in moves and not wins:
            moves.remove(first)
            moves.insert(0, first)
        for move in moves:
            if wins or move not in tried:
                yield move, wins

    def _remember(self, move: Move, depth: int, ply: int) -> None:
        if len(move) > 2:
            killers = self._killers[ply]
            if move not in killers:
                self._killers[ply] = (move, *killers[: KILLERS - 1])
            pair = cells_of(move)
            self._history[pair] = min(HISTORY_MOST, self._history.get(pair, 0) + depth * depth)

    def _keep(self, at: Spot, depth: int, kind: int, value: int, move: Move, ply: int) -> None:
        if len(self._known) >= KEPT:
            self._known.clear()
        self._known[at] = depth, kind, later(value, -ply), move

    def _line(self, root: Spot, turns: int) -> tuple[Move, ...]:
        line: list[Move] = []
        at = root
        while len(line) < turns and at in self._known and not self._rules.won(at):
            move = self._known[at][3]
            line.append(move)
            at = self._rules.after(at, move)
        return tuple(line)
