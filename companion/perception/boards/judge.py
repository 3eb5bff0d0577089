"""What stands at each place of a board, judged beside all other places of the same table."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.perception.boards.company import company

ROUNDS = 2  # the first judges by what each place seemed by itself, the second by what the first one said


class BoardJudge:
    """Holds the network. Raises cv2.error when the model file is missing or broken."""

    def __init__(self, model: Path) -> None:
        self._net = cv2.dnn.readNetFromONNX(str(model))

    def shares(self, logits: NDArray[np.float32], features: NDArray[np.float32]) -> NDArray[np.float64]:
        """(N, C) shares of the classes at all N places of a table, of the cell reader's (N, C) and (N, D)."""
        shares = _shares(logits)
        for _ in range(ROUNDS if len(logits) else 0):
            off, many = company(shares, features)
            beside = np.concatenate([features, shares, many, off.reshape(len(off), -1)], axis=1)
            self._net.setInput(beside.astype(np.float32))
            shares = _shares(np.asarray(self._net.forward(), np.float32))
        return shares


def _shares(logits: NDArray[np.float32]) -> NDArray[np.float64]:
    own = np.exp(logits.astype(np.float64) - logits.max(axis=1, keepdims=True))
    return np.asarray(own / own.sum(axis=1, keepdims=True))
