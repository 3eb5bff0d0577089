"""On which cards a seat's hand lay, one after the other: the most likely sequence by all per-seat posteriors together.

A hidden Markov model (Rabiner 1989, doi 10.1109/5.18626): at each reading the hand is up or gone, lies on one of the
cards, or lies beside them all. One reading may be wrong; a hand that lies mostly stays, and hardly ever gets from card
to card without going up. The constants were set beforehand, but for `READING_WEIGHT`
(`calibration/training/hands/README.md`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

LANDS, LEAVES, SLIDES = 0.08, 0.01, 0.001
"""Transition probabilities from one reading to the next: a hand comes to lie, goes up, is on another card at once."""
MISTAKEN, READING_WEIGHT = 0.02, 0.7
"""Probability that a reading is wrong altogether; and the weight of each reading's log, since they are not
independent."""
BEGINS_LYING = 0.01
"""Probability that the hand lies at the first reading."""
CONFIDENCE_READINGS = 8
"""The confidence of a visit is the mean over its first this many readings."""

Logs = NDArray[np.float64]
"""Natural logs of probabilities, float64."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A hand that lay on a card.

    Attributes:
        card: the card's number.
        first, after: the first reading that has it there, and the first one after it no longer does; counted from 0.
        confidence: probability, 0 to 1, that it lay there then.
    """

    card: int
    first: int
    after: int
    confidence: float

    @property
    def readings(self) -> int:
        """Number of readings of the visit."""
        return self.after - self.first


def find_visits(on: Sequence[Sequence[float]], lies: Sequence[float]) -> list[Visit]:
    """All visits, in their order.

    Args:
        on: reading by reading the probability, 0 to 1, that the hand lies on each of C cards.
        lies: reading by reading the probability, 0 to 1, that it lies anywhere.
    """
    if not on:
        return []
    by_card, anywhere = np.array(on, np.float64), np.array(lies, np.float64)
    beside = np.maximum(0.0, anywhere - by_card.sum(axis=1))
    seen = np.column_stack([1 - anywhere, by_card, beside])
    states = seen.shape[1]
    logs = READING_WEIGHT * np.log(MISTAKEN / states + (1 - MISTAKEN) * np.clip(seen, 0.0, 1.0))
    begins = np.log(np.array([1 - BEGINS_LYING, *[BEGINS_LYING / (states - 1)] * (states - 1)]))
    steps = _log_transitions(states)
    path, shares = _viterbi(logs, begins, steps), _forward_backward(logs, begins, steps)
    ends = [*(np.flatnonzero(np.diff(path)) + 1).tolist(), len(path)]
    runs = zip([0, *ends[:-1]], ends, strict=True)
    return [
        Visit(state - 1, first, after, float(shares[first : min(after, first + CONFIDENCE_READINGS), state].mean()))
        for first, after in runs
        if 1 <= (state := int(path[first])) < states - 1
    ]


def _log_transitions(states: int) -> Logs:
    """(S, S) natural logs of the transition probabilities; the first state is up, the last is beside all cards."""
    shares = np.full((states, states), SLIDES / max(1, states - 2))
    shares[:, 0], shares[0] = LEAVES, LANDS / (states - 1)
    np.fill_diagonal(shares, 0.0)
    np.fill_diagonal(shares, 1 - shares.sum(axis=1))
    return np.asarray(np.log(shares), np.float64)


def _viterbi(logs: Logs, begins: Logs, steps: Logs) -> NDArray[np.int64]:
    """(K,) the most likely states, by Viterbi's algorithm."""
    best, came = begins + logs[0], list[NDArray[np.int64]]()
    for own in logs[1:]:
        ways = best[:, None] + steps
        came.append(ways.argmax(axis=0))
        best = ways.max(axis=0) + own
    path = [int(best.argmax())]
    for back in reversed(came):
        path.append(int(back[path[-1]]))
    return np.array(path[::-1])


def _forward_backward(logs: Logs, begins: Logs, steps: Logs) -> NDArray[np.float64]:
    """(K, S) posterior probability of each state at each reading, by the forward-backward algorithm."""
    ahead, behind = [begins + logs[0]], [np.zeros(logs.shape[1])]
    for own in logs[1:]:
        ahead.append(own + np.logaddexp.reduce(ahead[-1][:, None] + steps, axis=0))
    for own in logs[:0:-1]:
        behind.append(np.logaddexp.reduce(steps + own + behind[-1], axis=1))
    both = np.array(ahead) + np.array(behind[::-1])
    return np.asarray(np.exp(both - np.logaddexp.reduce(both, axis=1, keepdims=True)), np.float64)
