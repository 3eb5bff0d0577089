"""Which lessons come again soon: those on which much was lost of late."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

EASY, HARDEST = 0.4, 1.0
"""A lesson without loss still comes so often, beside one on which much was lost."""
KEEP_UP = 0.3
"""How much the latest loss counts among those before."""


class Often:
    """Chooses lessons by number. weights: how often each should come if all were equally hard."""

    def __init__(self, rng: np.random.Generator, weights: NDArray[np.float64]) -> None:
        self._rng, self._weights, self._hard = rng, weights, np.full(len(weights), HARDEST)

    def __len__(self) -> int:
        return len(self._weights)

    def add(self, weight: float) -> None:
        """One more lesson, hard until it was seen."""
        self._weights, self._hard = np.append(self._weights, weight), np.append(self._hard, HARDEST)

    def choose(self, count: int) -> NDArray[np.int64]:
        """`count` numbers, some perhaps twice."""
        share = self._weights * (EASY + np.minimum(self._hard, HARDEST))
        return np.asarray(self._rng.choice(len(share), count, p=share / share.sum()), np.int64)

    def lost(self, of: NDArray[np.int64], losses: NDArray[np.float32]) -> None:
        """What was lost on the lessons `of`."""
        self._hard[of] += KEEP_UP * (losses - self._hard[of])
