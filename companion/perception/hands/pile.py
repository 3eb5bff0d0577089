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
AND_MORE, COUNTS, MOST = 2.0, 3.0, 5.0
"""At how many places the one seems to lie over the other, on the mean, is held against at how many under it, with so
many more of either; the natural log of that counts so much, as one of odds, but nothing is surer than the last."""
LOW_SHARE = 0.1
"""At so much of these places the upper arm must be low: farther back it may be raised, and a hand come under it."""


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

    def later(self) -> dict[tuple[int, int], float]:
        """By two seats, how much speaks for the first one's hand having landed later: a natural log of odds."""
        return {seats: _lies_over(pair.said) for seats, pair in self._pairs.items() if len(pair.said) >= FEWEST}


def _lies_over(said: Sequence[Crossed]) -> float:
    over, under, low_over, low_under = (
        float(np.mean(each)) for each in zip(*((c.over, c.under, c.low_over, c.low_under) for c in said), strict=True)
    )
    places, low = (over, low_over) if over > under else (under, low_under)
    if low < LOW_SHARE * places:
        return 0.0
    return float(np.clip(COUNTS * log((over + AND_MORE) / (under + AND_MORE)), -MOST, MOST))


def _arm(seat: Seat) -> Arm:
    assert seat.hand is not None
    return seat.hand.palm_xy, seat.at
