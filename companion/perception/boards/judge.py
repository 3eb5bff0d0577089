"""Classifies each place of a board given all other places of the same table.

All discs of one kind on a table look alike: a faint circle, or red under a yellow lamp, is recognised by comparing.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.perception.network import Network, softmax

MOST_PLACES = 96
"""Places of the network's fixed input, the last of them empty; OpenCV 4.10 needs a fixed size. Thirty tiles in a line
have 62 places beside them; more belong to a checked cloth."""


class BoardJudge:
    """The network that compares places.

    Args:
        model: its ONNX file.

    Raises:
        cv2.error: the file is missing or broken.
    """

    def __init__(self, model: Path) -> None:
        self._net = Network(model)

    def predict(self, logits: NDArray[np.float32], features: NDArray[np.float32]) -> NDArray[np.float64]:
        """Classify all N places of a table together.

        Args:
            logits: (N, C), the cell reader's, N at most `MOST_PLACES`.
            features: (N, D), the cell reader's.

        Returns:
            (N, C) float64, class probabilities.
        """
        own = softmax(logits.astype(np.float64), axis=1)
        if not len(own):
            return own
        given = np.zeros((MOST_PLACES, features.shape[1] + own.shape[1] + 1), np.float32)
        given[: len(own)] = np.column_stack([features, own, np.ones(len(own))])
        return softmax(self._net(given)[: len(own)].astype(np.float64), axis=1)
