"""Samples lessons for training: those with a high recent loss more often."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

EASY, HARDEST = 0.4, 1.0
"""The sampling weight of a lesson is multiplied by EASY plus its recent loss, which counts HARDEST at most: a lesson
without loss comes 0.4 / 1.4 times as often as a hard one."""
NEWEST_WEIGHT = 0.3
"""Weight of the newest loss in a lesson's moving average."""


class HardLessonSampler:
    """Chooses lessons, by number, with probabilities that grow with their recent loss.

    Args:
        rng: source of all randomness.
        weights: (N,) sampling weights if all lessons were equally hard.
    """

    def __init__(self, rng: np.random.Generator, weights: NDArray[np.float64]) -> None:
        self._rng, self._weights, self._recent_loss = rng, weights, np.full(len(weights), HARDEST)

    def __len__(self) -> int:
        return len(self._weights)

    def add(self, weight: float) -> None:
        """Add a lesson with this sampling weight; it counts as hardest until its loss is known."""
        self._weights, self._recent_loss = np.append(self._weights, weight), np.append(self._recent_loss, HARDEST)

    def choose(self, count: int) -> NDArray[np.int64]:
        """(count,) int64: random lesson numbers, with replacement."""
        share = self._weights * (EASY + np.minimum(self._recent_loss, HARDEST))
        return np.asarray(self._rng.choice(len(share), count, p=share / share.sum()), np.int64)

    def record_losses(self, of: NDArray[np.int64], losses: NDArray[np.float32]) -> None:
        """Record losses (K,) of the lessons with the numbers `of` (K,)."""
        self._recent_loss[of] += NEWEST_WEIGHT * (losses - self._recent_loss[of])
