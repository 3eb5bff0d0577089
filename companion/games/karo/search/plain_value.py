"""What the values of Movers & Hoppers and of Clear Out share: turns are listed, made and looked at one by one."""

from __future__ import annotations

from abc import ABC, abstractmethod

from companion.games.karo.bits.frame import Move, Spot
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
