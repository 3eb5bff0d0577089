"""In which order hands came down: what dates each, and who lies over whom, weighed together.

Each hand has its belief: how likely it landed at each moment by all that dates it. Of two whose arms cross the upper
one landed later, as surely as that is seen. What all of this says of each hand, and of each two, is told by belief
propagation (Kschischang, Frey and Loeliger 2001, doi 10.1109/18.910572).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, prod

import numpy as np
from numpy.typing import NDArray

from companion.perception.hands.landing import Shares
from companion.perception.hands.seen import HandSeen

NEAR, FINE = 2, 0.5
"""Where a hand landed within so many frames of the likeliest one, their mean is as near as the second, beyond half a
frame."""
CONFIDENT = 0.85
"""How surely a hand landed within the span that is told."""
ANY = 61
"""A hand of which only a span is known may have landed at any of so many moments in it."""
TIE_FRAMES, ORDERED = 1.5, 0.9
"""Two hands are in order if the one landed so much later, at least, so surely; else they tie. These were set on rounds
of development (`calibration/training/hands/README.md`)."""
AT_ONCE_FRAMES = 0.5
"""Of two that landed closer than this either may lie over the other."""
ROUNDS = 3
"""So often what the hands say of each other is passed on."""

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """When a hand landed.

    Attributes:
        at_s: (N,) moments on the frames' clock, the first one first.
        shares: (N,) how likely it did so at each; they add up to one.
    """

    at_s: NDArray[np.float64]
    shares: Shares

    @classmethod
    def of(cls, shares: Shares, now_s: float, frame_s: float) -> Belief:
        """Those near the likeliest one are taken for one moment.

        shares: (N,) how likely it did so that many frames before now.
        """
        ago, best = np.arange(len(shares), dtype=np.float64), int(shares.argmax())
        near = np.abs(ago - best) <= NEAR
        moments = [*ago[~near], float(np.average(ago[near], weights=shares[near]))]
        held = np.array([*shares[~near], float(shares[near].sum())])
        at_s = now_s - np.array(moments) * frame_s
        first = np.argsort(at_s)
        return cls(at_s[first], held[first] / held.sum())

    @classmethod
    def within(cls, landed_s: float, within_s: float) -> Belief:
        """At any moment of a span, each as likely."""
        at_s = np.unique(landed_s + np.linspace(-within_s, within_s, ANY))
        return cls(at_s, np.full(len(at_s), 1 / len(at_s)))

    def span(self, frame_s: float) -> tuple[float, float]:
        """When it landed, and how far that may be off beyond half a frame: the shortest span that is sure enough.

        Of several the one in the middle.
        """
        best = int(self.shares.argmax())
        if self.shares[best] >= CONFIDENT:
            return float(self.at_s[best]), FINE * frame_s
        total = np.concatenate([[0.0], np.cumsum(self.shares)])
        last = np.searchsorted(total, total[:-1] + CONFIDENT - 1e-9) - 1
        first = np.flatnonzero(last < len(self.at_s))
        begin_s, end_s = self.at_s[first], self.at_s[last[first]]
        aside_s = np.abs((begin_s + end_s) / 2 - self.at_s @ self.shares)
        run = np.lexsort((aside_s, np.round((end_s - begin_s) / frame_s, 3)))[0]
        here = slice(first[run], last[first[run]] + 1)
        landed_s = float(np.average(self.at_s[here], weights=self.shares[here]))
        within_s = max(landed_s - float(begin_s[run]), float(end_s[run]) - landed_s)
        return landed_s, max(within_s, FINE * frame_s)

    def before(self, at_s: NDArray[np.float64]) -> Shares:
        """How likely it landed before each of these moments."""
        total = np.concatenate([[0.0], np.cumsum(self.shares)])
        return np.asarray(total[np.searchsorted(self.at_s, at_s, side="left")])

    def times(self, weights: Shares | float) -> Belief:
        """The same with these weights, each for its moment."""
        held = self.shares * weights
        return Belief(self.at_s, held / held.sum())


def in_order(
    hands: Sequence[HandSeen], beliefs: Mapping[int, Belief], later: Mapping[Pair, float], frame_s: float
) -> tuple[HandSeen, ...]:
    """The hands in the order in which they landed, each with those that surely did so before it.

    beliefs: by seat, of those that have been dated; the others landed within the span that is told. later: by two
    seats, how much speaks for the first one's hand having landed later, a natural log of odds. frame_s: from frame to
    frame.
    """
    known = {one.seat: beliefs.get(one.seat) or Belief.within(one.landed_s, one.within_s) for one in hands}
    odds = {pair: log for pair, log in later.items() if pair[0] in known and pair[1] in known}
    odds |= {(second, first): -log for (first, second), log in odds.items()}
    said = _passed_on(known, odds, frame_s)
    held = {seat: belief.times(_by_others(said, seat)) for seat, belief in known.items()}

    def confidence(first: int, second: int) -> bool:
        """Each is known without what the other one says of it: that is asked here, of both moments together."""
        one, two = (held[a].times(1 / said.get((b, a), 1.0)) for a, b in ((first, second), (second, first)))
        log = odds.get((second, first), 0.0)
        apart = float(one.shares @ (1 - two.before(one.at_s + (TIE_FRAMES - 1e-6) * frame_s))) * exp(log / 2)
        return apart >= ORDERED * float(one.shares @ _weights(two, one.at_s, -log, frame_s))

    told = []
    for one in hands:
        landed_s, within_s = held[one.seat].span(frame_s)
        after = frozenset(other for other in known if other != one.seat and confidence(other, one.seat))
        told.append(replace(one, landed_s=landed_s, within_s=within_s, after=after))
    return tuple(sorted(told, key=lambda hand: hand.landed_s))


def ordered(first: HandSeen, second: HandSeen) -> bool:
    """Whether it can be told that the first hand landed before the second: else they tie."""
    return first.seat in second.after


def _passed_on(known: Mapping[int, Belief], odds: Mapping[Pair, float], frame_s: float) -> dict[Pair, Shares]:
    """By two seats, what the first one's hand says of each moment of the second one's: weights."""
    said = {(one, two): np.ones(len(known[two].at_s)) for one, two in odds}
    for _ in range(ROUNDS):
        told = {}
        for one, two in odds:
            weights = _by_others(said, one) / said[two, one]
            told[one, two] = _weights(known[one].times(weights), known[two].at_s, odds[two, one], frame_s)
        said = told
    return said


def _by_others(said: Mapping[Pair, Shares], seat: int) -> Shares | float:
    """All that is said of one seat's hand."""
    return prod(weights for (_, about), weights in said.items() if about == seat)


def _weights(one: Belief, at_s: NDArray[np.float64], log: float, frame_s: float) -> Shares:
    """How well each of these moments of another hand's landing goes with the first one's.

    log: the odds that the other one landed later.
    """
    apart_s = AT_ONCE_FRAMES * frame_s
    before, not_after = one.before(at_s - apart_s), one.before(at_s + apart_s)
    return np.asarray(before * exp(log / 2) + (not_after - before) + (1 - not_after) * exp(-log / 2))
