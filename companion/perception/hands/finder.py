"""The hand finder: detects all hands in a frame, each with the direction of its arm, also where several cross.

A small network (`calibration/training/hands`, after CenterNet, arXiv 1904.07850) sees the frame and two before it. It
needs no picture of the table without hands, and separates hands that one patch of skin cannot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels
from companion.perception.network import Network, sigmoid

DIRECTIONS = 12
"""An arm comes from one of 12 directions, clockwise from the picture's right."""
STEP_RAD = 2 * pi / DIRECTIONS
"""Angle from one direction to the next, radians."""
INPUT_XY = (320, 240)
"""Width and height of the input: about 3 mm a pixel."""
STRIDE = 8
"""Pixels of the input from one cell of the answer to the next."""
FRAMES_BACK = (2, 6)
"""Ages in frames of the other two pictures: a fast hand shows in the difference to the first, a hovering one in the
second."""
MODEL = Path(__file__).parents[1] / "models" / "hand_finder.onnx"
"""The network's file."""

Maps = NDArray[np.float32]
"""(C, rows, cols) float32 over the cells of the answer."""


@dataclass(frozen=True, slots=True, eq=False)
class HandDetections:
    """What was detected in one frame, cell by cell; 30 x 40 cells of 8 pixels.

    Attributes:
        logits: (DIRECTIONS, rows, cols) that a palm's middle is in the cell and its arm comes from that direction.
        offset_xy: (2, rows, cols) from the cell's middle to the palm's, in cells.
        air: (rows, cols) probability, 0 to 1, that that hand is in the air and not on the table.
    """

    logits: Maps
    offset_xy: Maps
    air: Maps


class HandFinder:
    """Holds the network.

    Args:
        model: its ONNX file.

    Raises:
        cv2.error: the file is missing or broken.
    """

    def __init__(self, model: Path = MODEL) -> None:
        self._net = Network(model)

    def detect(self, moments: Sequence[Pixels]) -> HandDetections:
        """Detect hands. moments: (240, 320, 3) uint8 BGR each, the frame and those `FRAMES_BACK` frames before."""
        answer = self._net.of_picture(np.concatenate(moments, axis=2))[0]
        return HandDetections(answer[:DIRECTIONS], answer[DIRECTIONS : DIRECTIONS + 2], sigmoid(answer[DIRECTIONS + 2]))


def network_size(picture: Pixels) -> Pixels:
    """A picture (H, W, 3) uint8 BGR of any size, scaled to `INPUT_XY`."""
    if picture.shape[1::-1] == INPUT_XY:
        return picture
    return np.asarray(cv2.resize(picture, INPUT_XY, interpolation=cv2.INTER_AREA), np.uint8)
