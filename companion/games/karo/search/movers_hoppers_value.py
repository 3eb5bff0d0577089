"""How good a position of Movers & Hoppers is.

The game is a race that the last disc decides. So a side is worth what its discs have gained, less what its hindmost
disc lacks, and less again when that disc cannot go on by itself: a hopper needs another disc to jump. The weights were
fitted to the results of games that such a search played against itself.
"""

from __future__ import annotations

from companion.games.karo.bits.frame import Spot
from companion.games.karo.bits.movers_hoppers import MoversHoppers
from companion.games.karo.search.plain_value import PlainValue

ROW_WORTH = (26, 24, 11, 10, -7, -11, -16, -35)
"""A disc, by its rows to go to the far row of the other camp."""
HINDMOST = (56, 56, 56, 46, 3, -6, -41, -57)
"""The hindmost disc of a side, by its rows to go, beside what it is worth as a disc."""
STEP_AHEAD, HOP_AHEAD = 5, 9
"""A mover, a hopper on its way that can go forwards now."""
STUCK_BEHIND = 16
"""Taken off when no disc of the hindmost row can go forwards."""
A_ROW = (ROW_WORTH[0] - ROW_WORTH[-1]) // (len(ROW_WORTH) - 1)
"""About what one step forwards of one disc is worth."""
KEPT_SIDES = 200_000
"""Sets of discs whose rows are counted once: 200 bytes each, 40 MB at most."""


class MoversHoppersValue(PlainValue):
    """Values for the player to move, in points; more is better."""

    def __init__(self, rules: MoversHoppers) -> None:
        self.rules = rules
        camps, stride = rules.camps, rules.frame.stride
        self._goals = camps[1], camps[0]
        self._upwards = camps[1] < camps[0], camps[0] < camps[1]  # the row at the top has the lowest bits
        self._forwards = stride - 1, stride, stride + 1
        self._rows = tuple(self._rows_to_go(rules, seat) for seat in (0, 1))
        self._counted: tuple[dict[int, tuple[int, int]], ...] = ({}, {})

    def value(self, at: Spot) -> int:
        tiles, mine, theirs, circles, _, _, seat = at
        taken = mine | theirs
        free = tiles & ~taken
        return self._side(mine, circles, taken, free, seat) - self._side(theirs, circles, taken, free, 1 - seat)

    def _side(self, discs: int, circles: int, taken: int, free: int, seat: int) -> int:
        counted = self._counted[seat].get(discs)
        if counted is None:
            counted = self._count_rows(discs, seat)
        total, hindmost = counted
        on_their_way = discs & ~self._goals[seat]
        movers, hoppers = on_their_way & ~circles, on_their_way & circles
        steps = hops = 0
        if self._upwards[seat]:
            for way in self._forwards:
                steps |= free << way
                over = free << way & taken
                while over:
                    over <<= way
                    hops |= over
                    over &= taken
        else:
            for way in self._forwards:
                steps |= free >> way
                over = free >> way & taken
                while over:
                    over >>= way
                    hops |= over
                    over &= taken
        steps &= movers
        hops &= hoppers
        total += STEP_AHEAD * steps.bit_count() + HOP_AHEAD * hops.bit_count()
        return total if hindmost & (steps | hops) or not hindmost & on_their_way else total - STUCK_BEHIND

    def _rows_to_go(self, rules: MoversHoppers, seat: int) -> tuple[int, ...]:
        """The board's rows, that of the goal's far end first."""
        board, stride = rules.board, rules.frame.stride
        first, last = (board & -board).bit_length() - 1, board.bit_length() - 1
        full = (1 << stride) - 1
        rows = [full << row * stride & board for row in range(first // stride, last // stride + 1)]
        return tuple(rows if self._upwards[seat] else reversed(rows))

    def _count_rows(self, discs: int, seat: int) -> tuple[int, int]:
        """What the discs are worth by their rows, and those of the hindmost row."""
        total = hindmost = to_go = 0
        for number, row in enumerate(self._rows[seat]):
            here = discs & row
            if here:
                to_go, hindmost = min(number, len(ROW_WORTH) - 1), here
                total += ROW_WORTH[to_go] * here.bit_count()
        if len(self._counted[seat]) >= KEPT_SIDES:
            self._counted[seat].clear()
        counted = self._counted[seat][discs] = total + HINDMOST[to_go], hindmost
        return counted
