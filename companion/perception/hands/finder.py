"""Finds hands in a moment's picture, each with the way its arm comes: several may cross or lie on one another.

A small network (`calibration/training/hands`) looks at the picture and at two before it. It needs no table without
hands to compare with, and tells hands apart that one patch of skin cannot.
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

WAYS = 12
"""An arm comes from one of so many directions, clockwise from the picture's right."""
STEP_RAD = 2 * pi / WAYS
SEEN_XY = (320, 240)
"""Pictures are looked at in this size: about 3 mm a pixel."""
STRIDE = 8
"""Pixels from one place of the answer to the next."""
BACKS = (2, 6)
"""The other pictures are so many frames older: what flies shows in the one, what hovers and drifts in the other."""
MODEL = Path(__file__).parents[1] / "models" / "hand_finder.onnx"

Maps = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """What there is in one moment, place by place of a coarse grid.

    Attributes:
        logits: (WAYS, rows, cols) that a palm's middle is there whose arm comes from each direction.
        offset_xy: (2, rows, cols) from there to the palm's middle, in places.
        air: (rows, cols) 0 to 1, how surely that hand is in the air, not on the table.
    """

    logits: Maps
    offset_xy: Maps
    air: Maps


class HandFinder:
    """Holds the network. Raises cv2.error when the model file is missing or broken."""

    def __init__(self, model: Path = MODEL) -> None:
        self._net = Network(model)

    def look(self, moments: Sequence[Pixels]) -> Found:
        """moments: `seen` pictures of a moment and of those `BACKS` frames before."""
        answer = self._net.of_picture(np.concatenate(moments, axis=2))[0]
        return Found(answer[:WAYS], answer[WAYS : WAYS + 2], sigmoid(answer[WAYS + 2]))


def seen(picture: Pixels) -> Pixels:
    """A small picture in the size that is looked at."""
    if picture.shape[1::-1] == SEEN_XY:
        return picture
    return np.asarray(cv2.resize(picture, SEEN_XY, interpolation=cv2.INTER_AREA), np.uint8)
