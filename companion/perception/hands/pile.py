"""Who lies over whom, of the hands that lie: a little is asked in every frame, of two whose arms seem to cross."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log

import numpy as np

from companion.perception.hands.closely import Closely
from companion.perception.hands.crossing import Arm, Crossed
from companion.perception.hands.seat import Seat

ASKED, EVERY = 4, 8
"""Of two hands it is asked so often, so many frames apart: from either side, and then from either one in a mirror."""
FEWEST = 2
"""So many answers are needed."""
SURE, AND_MORE = 1.0, 2.0
"""The one lies over the other if that is seen so much more often, as a natural log of the places on the mean, and so
many more of either."""
LOW_SHARE = 0.2
"""At so much of these places it must be low: farther back an arm may be raised, and a hand come under it."""


@dataclass(slots=True)
class _Pair:
    """What was said of two seats' arms: of the one with the lower number over the other, and under it, in places."""

    last: int
    asked: int = 0
    said: tuple[Crossed, ...] = ()


class Pile:
    """Looks at all seats' hands."""

    def __init__(self, closely: Closely) -> None:
        self._closely = closely
        self._pairs: dict[tuple[int, int], _Pair] = {}

    def look(self, seats: Sequence[Seat], frame: int) -> None:
        """One question about two hands that lie: about those of which least is known. frame: its number."""
        lie = [seat for seat in seats if seat.hand is not None and seat.hand.lifted_s is None]
        due = []
        for one, other in combinations(lie, 2):
            pair = self._pairs.setdefault((one.number, other.number), _Pair(frame - EVERY))
            if pair.asked < ASKED and frame - pair.last >= EVERY:
                due.append((pair, one, other))
        for pair, one, other in sorted(due, key=lambda each: each[0].asked):
            turned = pair.asked % 2 == 1
            first, second = (other, one) if turned else (one, other)
            rest = [_arm(seat) for seat in lie if seat is not one and seat is not other]
            said = self._closely.crossed(_arm(first), _arm(second), rest, mirrored=pair.asked // 2 % 2 == 1)
            pair.last, pair.asked = frame, pair.asked + 1
            if said is not None:
                pair.said += (said.turned if turned else said,)
                return

    def forget(self, number: int) -> None:
        """That seat's hand did not land after all."""
        self._pairs = {seats: pair for seats, pair in self._pairs.items() if number not in seats}

    def over(self) -> frozenset[tuple[int, int]]:
        """Pairs of seats of which the first one's hand surely lies over the second one's."""
        said = {seats: pair.said for seats, pair in self._pairs.items() if len(pair.said) >= FEWEST}
        over = {seats for seats, each in said.items() if _lies_over(each)}
        under = {(two, one) for (one, two), each in said.items() if _lies_over([crossed.turned for crossed in each])}
        return frozenset(over | under)


def _lies_over(said: Sequence[Crossed]) -> bool:
    over, under, low = (
        float(np.mean(each)) for each in zip(*((c.over, c.under, c.low_over) for c in said), strict=True)
    )
    return log((over + AND_MORE) / (under + AND_MORE)) >= SURE and low >= LOW_SHARE * over


def _arm(seat: Seat) -> Arm:
    assert seat.hand is not None
    return seat.hand.palm_xy, seat.at
