"""What stands at each place of a board, judged beside all other places of the same table.

All discs of a kind on one table look alike: a faint circle, or red under a yellow lamp, is told by comparing.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

MOST_PLACES = 96
"""Thirty tiles in a line have 62 beside them; more places than these are a cloth's, and cost time. The network is
always given so many, the last of them empty: OpenCV 4.10 wants to know beforehand."""


class BoardJudge:
    """Holds the network. Raises cv2.error when the model file is missing or broken."""

    def __init__(self, model: Path) -> None:
        self._net = cv2.dnn.readNetFromONNX(str(model))

    def shares(self, logits: NDArray[np.float32], features: NDArray[np.float32]) -> NDArray[np.float64]:
        """(N, C) shares of the classes at all N places of a table, of the cell reader's (N, C) and (N, D).

        N is at most `MOST_PLACES`.
        """
        own = _shares(logits)
        if not len(own):
            return own
        given = np.zeros((MOST_PLACES, features.shape[1] + own.shape[1] + 1), np.float32)
        given[: len(own)] = np.column_stack([features, own, np.ones(len(own))])
        self._net.setInput(given)
        return _shares(np.asarray(self._net.forward(), np.float32)[: len(own)])


def _shares(logits: NDArray[np.float32]) -> NDArray[np.float64]:
    own = np.exp(logits.astype(np.float64) - logits.max(axis=1, keepdims=True))
    return np.asarray(own / own.sum(axis=1, keepdims=True))
