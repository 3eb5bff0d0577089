"""What stands at each place of a board, judged beside all other places of the same table.

All discs of a kind on one table look alike: a faint circle, or red under a yellow lamp, is told by comparing.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.perception.network import Network, softmax

MOST_PLACES = 96
"""Thirty tiles in a line have 62 beside them; more places than these are a cloth's, and cost time. The network is
always given so many, the last of them empty: OpenCV 4.10 wants to know beforehand."""


class BoardJudge:
    """Holds the network. Raises cv2.error when the model file is missing or broken."""

    def __init__(self, model: Path) -> None:
        self._net = Network(model)

    def predict(self, logits: NDArray[np.float32], features: NDArray[np.float32]) -> NDArray[np.float64]:
        """(N, C) shares of the classes at all N places of a table, of the cell reader's (N, C) and (N, D).

        N is at most `MOST_PLACES`.
        """
        own = softmax(logits.astype(np.float64), axis=1)
        if not len(own):
            return own
        given = np.zeros((MOST_PLACES, features.shape[1] + own.shape[1] + 1), np.float32)
        given[: len(own)] = np.column_stack([features, own, np.ones(len(own))])
        return softmax(self._net(given)[: len(own)].astype(np.float64), axis=1)
