"""How good positions of Movers & Hoppers and of Clear Out are. Their boards are small or shrink: plain sums will do."""

from __future__ import annotations

from abc import ABC, abstractmethod

from companion.games.karo.bits.clear_out import ClearOut
from companion.games.karo.bits.frame import Move, Spot
from companion.games.karo.bits.movers_hoppers import MoversHoppers
from companion.games.karo.fast import FastRules
from companion.games.karo.search.negamax import GUESS_WEIGHT, History, Recall, cells_of
from companion.games.karo.search.scores import NEVER, WON


class PlainValue(ABC):
    """Values for the player to move, in points; more is better."""

    rules: FastRules

    @abstractmethod
    def value(self, at: Spot) -> int:
        """What the position is worth to the player to move, without looking ahead."""

    def ordered(self, at: Spot, history: History) -> tuple[list[Move], bool]:
        promises = []
        for number, move in enumerate(self.rules.moves(at)):
            after = self.rules.after(at, move)
            if self.rules.won(after) < 0:
                return [move], True
            used = history.get(cells_of(move), 0) if len(move) > 2 else 0
            promises.append((self.value(after) * GUESS_WEIGHT - used, number, move))
        return [move for _, _, move in sorted(promises)], False

    def recall(self, at: Spot, move: Move) -> Recall:
        return Recall.UNKNOWN

    def given(self, at: Spot) -> bool:
        return self.rules.won(at) > 0

    def frontier(self, at: Spot, beta: int) -> int:
        best = -NEVER
        for move in self.rules.moves(at):
            after = self.rules.after(at, move)
            best = max(best, -WON * self.rules.won(after) or -self.value(after))
            if best >= beta:
                break
        return best


class MoversHoppersValue(PlainValue):
    """Rows gained towards the other camp, and discs that have arrived."""

    ROW = 10
    HOME = 6
    """A disc in the other camp: it need not move again, and it lets the camp fill up (clause 4.11)."""
    LAST = 5
    """Taken off for each row that the hindmost disc lags behind the foremost: all of them must arrive."""

    def __init__(self, rules: MoversHoppers) -> None:
        self.rules = rules
        self._camps = rules.camps
        self._stride = rules.frame.stride

    def value(self, at: Spot) -> int:
        _, mine, theirs, _, _, _, seat = at
        return self._side(mine, seat) - self._side(theirs, 1 - seat)

    def _side(self, discs: int, seat: int) -> int:
        goal, own = self._camps[1 - seat], self._camps[seat]
        upwards = goal < own  # row 0 has the lowest bits
        row_bits, stride = (1 << self._stride) - 1, self._stride
        first = (goal.bit_length() - 1 if not upwards else (goal & -goal).bit_length() - 1) // stride
        total = self.HOME * (discs & goal).bit_count()
        far = near = 0
        for row in range(discs.bit_length() // stride + 1):
            count = (discs >> row * stride & row_bits).bit_count()
            if count:
                rows_to_go = abs(row - first)
                total -= self.ROW * count * rows_to_go
                far, near = max(far, rows_to_go), min(near, rows_to_go)
        return total - self.LAST * (far - near)


class ClearOutValue(PlainValue):
    """Discs that are gone, circles that can go next, and discs that stand where they can be jumped."""

    DISC = 100
    CIRCLE = 14
    """A circle leaves with one jump of another circle, a plain disc needs two."""
    TOUCH = 3
    """Two own discs side by side, where one can jump the other; twice that for two circles."""

    def __init__(self, rules: ClearOut) -> None:
        self.rules = rules
        self._sides = rules.frame.sides

    def value(self, at: Spot) -> int:
        _, mine, theirs, circles, _, _, _ = at
        return self._side(mine, circles & mine) - self._side(theirs, circles & theirs)

    def _side(self, discs: int, circles: int) -> int:
        total = self.CIRCLE * circles.bit_count() - self.DISC * discs.bit_count()
        for way in self._sides:
            touching = discs & discs >> way
            total += self.TOUCH * (touching.bit_count() + (touching & circles & circles >> way).bit_count())
        return total
