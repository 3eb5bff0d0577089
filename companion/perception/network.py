"""Runs small networks from ONNX files with OpenCV's dnn module, and turns their logits into probabilities."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray


class Network:
    """A network with one input and one output.

    Args:
        model: the ONNX file.
        of_crops: whether it sees batches of small crops. OpenCV 5 has two engines: the older one takes two thirds of
            the time for these, and three times as long for whole pictures. OpenCV 4 has the older one alone.

    Raises:
        cv2.error: the file is missing or broken.
    """

    def __init__(self, model: Path, *, of_crops: bool = False) -> None:
        engine = {"engine": cv2.dnn.ENGINE_CLASSIC} if of_crops and hasattr(cv2.dnn, "ENGINE_CLASSIC") else {}
        self._net = cv2.dnn.readNetFromONNX(str(model), **engine)

    def __call__(self, batch: NDArray[Any]) -> NDArray[np.float32]:
        """Return the output for `batch`, float32, in the shapes that the network was trained with."""
        self._net.setInput(batch)
        return np.asarray(self._net.forward(), np.float32)

    def of_picture(self, picture: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return the output for one picture, (H, W, C) uint8, given to the network as (1, C, H, W) float32, 0 to 1."""
        return self(np.ascontiguousarray(picture.transpose(2, 0, 1)[None], np.float32) / np.float32(255))


def softmax(logits: NDArray[Any], axis: int | None = None) -> NDArray[Any]:
    """Return probabilities that add up to 1 along `axis` (None: over all), of logits of any shape, in their dtype."""
    shares = np.exp(logits - logits.max(axis=axis, keepdims=axis is not None))
    return np.asarray(shares / shares.sum(axis=axis, keepdims=axis is not None))


def sigmoid(logits: NDArray[Any]) -> NDArray[Any]:
    """Return the probability of each logit, same shape."""
    return np.asarray(1 / (1 + np.exp(-logits)))
