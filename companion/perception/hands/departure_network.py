"""The departure network: whether a hand that had landed has left, by comparing its crop with the one at its landing.

A small network (`calibration/training/hands`) sees the crop about the palm soon after the landing, now, a little
before, and of the table at rest; and where the arms of others lie, since what these change is no sign of a departure.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from companion.camera.arrays import Pixels
from companion.perception.hands.crop import CROP_XY, MM_PER_PX, Affine, crop
from companion.perception.hands.crossing_network import Arm, draw_arms
from companion.perception.network import Network

BEFORE_FRAMES = 8
"""Age of the earlier crop, frames."""
CHANNELS = 3 * 4 + 1
"""Colours of four crops, and a channel with the arms of others."""
MODEL = Path(__file__).parents[1] / "models" / "hand_staying.onnx"
"""The network's file."""


class DepartureNetwork:
    """Holds the network.

    Args:
        model: its ONNX file.

    Raises:
        cv2.error: the file is missing or broken.
    """

    def __init__(self, model: Path = MODEL) -> None:
        self._net = Network(model)

    def predict(self, crops: Pixels) -> float:
        """Logit that the hand no longer lies there. crops: (80, 48, CHANNELS) uint8, of `departure_input`."""
        return float(self._net.of_picture(crops).item())


def departure_input(
    then: Pixels, now: Pixels, before: Pixels, settled: Pixels, transform: Affine, others: Sequence[Arm]
) -> Pixels:
    """The network's input.

    Args:
        then, now, before, settled: (H, W, 3) uint8 BGR: soon after the landing, the present picture, the one
            `BEFORE_FRAMES` frames ago, the table at rest.
        transform: of the crop about the palm.
        others: the other arms that lie now, pixels of the picture.

    Returns:
        (80, 48, CHANNELS) uint8.
    """
    return np.dstack(
        [
            *(crop(each, transform) for each in (then, now, before, settled)),
            draw_arms(transform, others, CROP_XY, MM_PER_PX),
        ]
    )
