"""The hand verifier: whether a hand that seems to have landed lies there, and whether it is that player's.

A small network (`calibration/training/hands`) sees the crop about the palm, rotated so that the player sits below: now,
at rest, and in some frames before. The hand finder and the tracks say where hands are; this network says of one of them
whether that is true.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from companion.camera.arrays import Pixels
from companion.perception.hands.crop import Affine, crop
from companion.perception.network import Network

FRAMES_AGO = (8, 16, 24, 32, 48)
"""Ages of the earlier frames, frames."""
CHANNELS = 3 * (2 + len(FRAMES_AGO))
"""Colours now, at rest, and in the earlier frames."""
MODEL = Path(__file__).parents[1] / "models" / "hand_second.onnx"
"""The network's file."""


class HandVerifier:
    """Holds the network.

    Args:
        model: its ONNX file.

    Raises:
        cv2.error: the file is missing or broken.
    """

    def __init__(self, model: Path = MODEL) -> None:
        self._net = Network(model)

    def predict(self, crops: Pixels) -> float:
        """Logit that the hand lies there and is that player's. crops: (80, 48, CHANNELS) uint8, of `verifier_input`."""
        return float(self._net.of_picture(crops).item())


def verifier_input(moments: Sequence[Pixels], settled: Pixels, transform: Affine) -> Pixels:
    """The network's input, (80, 48, CHANNELS) uint8: colours now, of the table at rest, and of the earlier frames.

    Args:
        moments: (H, W, 3) uint8 BGR each, the present picture and those `FRAMES_AGO` frames before.
        settled: (H, W, 3) uint8 BGR, the table at rest.
        transform: of the crop about the palm.
    """
    now, *before = moments
    return np.dstack([crop(each, transform) for each in (now, settled, *before)])
