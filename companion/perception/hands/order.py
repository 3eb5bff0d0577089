"""In which order hands landed: landing-time distributions and overlaps of arms, combined by belief propagation.

Each hand has a distribution of its landing time. Of two hands whose arms cross the upper one landed later, with the
odds that the crossing network gives. The marginals of each hand and of each pair are computed by loopy belief
propagation (Kschischang, Frey and Loeliger 2001, doi 10.1109/18.910572).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, prod

import numpy as np
from numpy.typing import NDArray

from companion.perception.hands.landing import Probabilities
from companion.perception.hands.seen import HandSeen

NEAR, FINE = 2, 0.5
"""Frames within the first distance of the most likely one are merged into their mean, whose error bound is the second
beyond half a frame: the network does not tell them apart."""
CONFIDENT = 0.85
"""Probability that a hand landed within the reported interval."""
UNIFORM_TIMES = 61
"""Number of times by which a uniform distribution over an interval is represented."""
TIE_FRAMES, ORDERED = 1.5, 0.9
"""Hands are in order if one landed at least this many frames later with this probability; otherwise they tie. Set on
rounds of development (`calibration/training/hands/README.md`)."""
AT_ONCE_FRAMES = 0.5
"""Frames between two landings under which either hand may lie over the other."""
MESSAGE_ROUNDS = 3
"""Number of times that messages are passed; they have settled by then."""

Pair = tuple[int, int]
"""Numbers of two seats."""


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """The distribution of a hand's landing time.

    Attributes:
        at_s: (N,) float64 ascending times on the frames' clock, seconds.
        probabilities: (N,) float64 probability of each; they add up to 1.
    """

    at_s: NDArray[np.float64]
    probabilities: Probabilities

    @classmethod
    def from_frames(cls, probabilities: Probabilities, now_s: float, frame_s: float) -> Belief:
        """From probabilities of frames; those near the most likely one are merged.

        Args:
            probabilities: (N,) probability that the hand landed 0 to N - 1 frames before now.
            now_s: time of the present frame, seconds.
            frame_s: seconds from frame to frame.
        """
        ago, best = np.arange(len(probabilities), dtype=np.float64), int(probabilities.argmax())
        near = np.abs(ago - best) <= NEAR
        moments = [*ago[~near], float(np.average(ago[near], weights=probabilities[near]))]
        held = np.array([*probabilities[~near], float(probabilities[near].sum())])
        at_s = now_s - np.array(moments) * frame_s
        first = np.argsort(at_s)
        return cls(at_s[first], held[first] / held.sum())

    @classmethod
    def uniform(cls, landed_s: float, within_s: float) -> Belief:
        """Uniform over the times at most `within_s` seconds from `landed_s`."""
        at_s = np.unique(landed_s + np.linspace(-within_s, within_s, UNIFORM_TIMES))
        return cls(at_s, np.full(len(at_s), 1 / len(at_s)))

    def credible_span(self, frame_s: float) -> tuple[float, float]:
        """The shortest interval that holds `CONFIDENT` of the probability; of several the one nearest to the mean.

        Args:
            frame_s: seconds from frame to frame.

        Returns:
            The mean time within it and its error bound beyond half a frame, both seconds.
        """
        best = int(self.probabilities.argmax())
        if self.probabilities[best] >= CONFIDENT:
            return float(self.at_s[best]), FINE * frame_s
        total = np.concatenate([[0.0], np.cumsum(self.probabilities)])
        last = np.searchsorted(total, total[:-1] + CONFIDENT - 1e-9) - 1
        first = np.flatnonzero(last < len(self.at_s))
        begin_s, end_s = self.at_s[first], self.at_s[last[first]]
        aside_s = np.abs((begin_s + end_s) / 2 - self.at_s @ self.probabilities)
        run = np.lexsort((aside_s, np.round((end_s - begin_s) / frame_s, 3)))[0]
        here = slice(first[run], last[first[run]] + 1)
        landed_s = float(np.average(self.at_s[here], weights=self.probabilities[here]))
        within_s = max(landed_s - float(begin_s[run]), float(end_s[run]) - landed_s)
        return landed_s, max(within_s, FINE * frame_s)

    def probability_before(self, at_s: NDArray[np.float64]) -> Probabilities:
        """(M,) probability that the hand landed before each of these (M,) times, seconds."""
        total = np.concatenate([[0.0], np.cumsum(self.probabilities)])
        return np.asarray(total[np.searchsorted(self.at_s, at_s, side="left")])

    def reweighted(self, weights: Probabilities | float) -> Belief:
        """The distribution multiplied by weights (N,) and normalised."""
        held = self.probabilities * weights
        return Belief(self.at_s, held / held.sum())


def in_order(
    hands: Sequence[HandSeen], beliefs: Mapping[int, Belief], later: Mapping[Pair, float], frame_s: float
) -> tuple[HandSeen, ...]:
    """The hands in the order of their landing times, with times and orders by all evidence.

    Args:
        hands: at most one a seat.
        beliefs: by seat; the hands without one landed uniformly within their `within_s`.
        later: by a pair of seats, the log odds (natural) that the first one's hand landed later.
        frame_s: seconds from frame to frame.

    Returns:
        The hands with `landed_s`, `within_s` and `after` set, sorted by `landed_s`.
    """
    known = {one.seat: beliefs.get(one.seat) or Belief.uniform(one.landed_s, one.within_s) for one in hands}
    odds = {pair: log for pair, log in later.items() if pair[0] in known and pair[1] in known}
    odds |= {(second, first): -log for (first, second), log in odds.items()}
    said = _messages(known, odds, frame_s)
    held = {seat: belief.reweighted(_incoming(said, seat)) for seat, belief in known.items()}

    def is_ordered(first: int, second: int) -> bool:
        """Each is known without what the other one says of it: that is asked here, of both moments together."""
        one, two = (held[a].reweighted(1 / said.get((b, a), 1.0)) for a, b in ((first, second), (second, first)))
        log = odds.get((second, first), 0.0)
        apart = float(one.probabilities @ (1 - two.probability_before(one.at_s + (TIE_FRAMES - 1e-6) * frame_s))) * exp(
            log / 2
        )
        return apart >= ORDERED * float(one.probabilities @ _message(two, one.at_s, -log, frame_s))

    told = []
    for one in hands:
        landed_s, within_s = held[one.seat].credible_span(frame_s)
        after = frozenset(other for other in known if other != one.seat and is_ordered(other, one.seat))
        told.append(replace(one, landed_s=landed_s, within_s=within_s, after=after))
    return tuple(sorted(told, key=lambda hand: hand.landed_s))


def landed_before(first: HandSeen, second: HandSeen) -> bool:
    """Whether the first hand landed before the second, with a probability of `ORDERED`; if neither did, they tie."""
    return first.seat in second.after


def _messages(known: Mapping[int, Belief], odds: Mapping[Pair, float], frame_s: float) -> dict[Pair, Probabilities]:
    """By an ordered pair of seats, the message of the first one's hand to the second one's: (N,) weights of its
    times."""
    said = {(one, two): np.ones(len(known[two].at_s)) for one, two in odds}
    for _ in range(MESSAGE_ROUNDS):
        told = {}
        for one, two in odds:
            weights = _incoming(said, one) / said[two, one]
            told[one, two] = _message(known[one].reweighted(weights), known[two].at_s, odds[two, one], frame_s)
        said = told
    return said


def _incoming(said: Mapping[Pair, Probabilities], seat: int) -> Probabilities | float:
    """The product of all messages to one seat's hand."""
    return prod(weights for (_, about), weights in said.items() if about == seat)


def _message(one: Belief, at_s: NDArray[np.float64], log: float, frame_s: float) -> Probabilities:
    """How well each of these times of another hand's landing agrees with the first one's distribution.

    log: log odds that the other one landed later.
    """
    apart_s = AT_ONCE_FRAMES * frame_s
    before, not_after = one.probability_before(at_s - apart_s), one.probability_before(at_s + apart_s)
    return np.asarray(before * exp(log / 2) + (not_after - before) + (1 - not_after) * exp(-log / 2))
