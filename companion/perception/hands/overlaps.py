"""Evidence of which hand lies over which: in every frame the crossing network is asked about one pair of crossing
arms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log

import numpy as np

from companion.perception.hands.crossing_network import Arm, OverlapCounts
from companion.perception.hands.networks import HandNetworks
from companion.perception.hands.seat import Seat

MOST_ANSWERS, EVERY_FRAMES = 4, 8
"""A pair is asked about this many times, this many frames apart: from either side, and then from either side
mirrored."""
FEWEST_ANSWERS = 2
"""Answers that are needed before a pair counts."""
PRIOR_CELLS, LOG_WEIGHT, MOST_LOG_ODDS = 2.0, 3.0, 5.0
"""The log odds of lying over are LOG_WEIGHT * log((over + PRIOR_CELLS) / (under + PRIOR_CELLS)) of the mean numbers of
cells, limited to MOST_LOG_ODDS. Set on rounds of development (`calibration/training/hands/README.md`)."""
LOW_SHARE = 0.1
"""In this share of the cells the upper arm must be low: farther back it may be raised, and a hand come under it."""


@dataclass(slots=True)
class _Pair:
    """The answers about two seats' arms: the arm with the lower seat number is the first one."""

    last: int
    asked: int = 0
    answers: tuple[OverlapCounts, ...] = ()


class OverlapEvidence:
    """Collects the answers about all pairs of seats.

    Args:
        networks: with the crossing network.
    """

    def __init__(self, networks: HandNetworks) -> None:
        self._networks = networks
        self._pairs: dict[tuple[int, int], _Pair] = {}

    def update(self, seats: Sequence[Seat], frame: int) -> None:
        """Ask about one pair of hands that lie, the one with the fewest answers. frame: number of the present frame."""
        lie = [seat for seat in seats if seat.hand is not None and seat.hand.lifted_s is None]
        due = []
        for one, other in combinations(lie, 2):
            pair = self._pairs.setdefault((one.number, other.number), _Pair(frame - EVERY_FRAMES))
            if pair.asked < MOST_ANSWERS and frame - pair.last >= EVERY_FRAMES:
                due.append((pair, one, other))
        for pair, one, other in sorted(due, key=lambda each: each[0].asked):
            swapped = pair.asked % 2 == 1
            first, second = (other, one) if swapped else (one, other)
            rest = [_arm(seat) for seat in lie if seat is not one and seat is not other]
            answer = self._networks.overlap(_arm(first), _arm(second), rest, mirrored=pair.asked // 2 % 2 == 1)
            pair.last, pair.asked = frame, pair.asked + 1
            if answer is not None:
                pair.answers += (answer.swapped if swapped else answer,)
                return

    def forget(self, number: int) -> None:
        """Drop what is known of a seat's hand, which did not land after all. number: of the seat."""
        self._pairs = {seats: pair for seats, pair in self._pairs.items() if number not in seats}

    def log_odds_later(self) -> dict[tuple[int, int], float]:
        """By a pair of seats, the natural log odds that the first one's hand landed later than the second one's."""
        return {
            seats: _log_odds_over(pair.answers)
            for seats, pair in self._pairs.items()
            if len(pair.answers) >= FEWEST_ANSWERS
        }


def _log_odds_over(answers: Sequence[OverlapCounts]) -> float:
    over, under, low_over, low_under = (
        float(np.mean(each))
        for each in zip(*((c.over, c.under, c.low_over, c.low_under) for c in answers), strict=True)
    )
    cells, low = (over, low_over) if over > under else (under, low_under)
    if low < LOW_SHARE * cells:
        return 0.0
    return float(np.clip(LOG_WEIGHT * log((over + PRIOR_CELLS) / (under + PRIOR_CELLS)), -MOST_LOG_ODDS, MOST_LOG_ODDS))


def _arm(seat: Seat) -> Arm:
    assert seat.hand is not None
    return seat.hand.palm_xy, seat.sits_xy
