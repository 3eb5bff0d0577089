"""Tells from which angle dice are seen: from far aside, a side of a die is easily taken for its top."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.perception.dice.face import Pose, rotated_crop, standardise
from companion.perception.network import Network

VIEW_PX = 64
"""Side of the network's input."""
VIEW_REACH = 2.6
"""Radii from the crop's middle to its border, as in training: the die with its shadow and the table around."""


class ViewEstimator:
    """The view network.

    Args:
        model: its ONNX file.

    Raises:
        cv2.error: the file is missing or broken.
    """

    def __init__(self, model: Path) -> None:
        self._network = Network(model, of_crops=True)

    def uprights(self, picture: NDArray[Any], poses: list[Pose]) -> NDArray[np.float64]:
        """Return the table's upright as it appears at each die, by the die and the table around it alone.

        It is a unit vector; (N, 2) are its parts along x and y of a camera that is turned towards the die.

        Args:
            picture: (H, W, 3) uint8 BGR.
            poses: where the dice lie.
        """
        if not poses:
            return np.zeros((0, 2))
        cuts = [rotated_crop(picture, each.middle_xy, each.radius_px * VIEW_REACH, 0.0, VIEW_PX) for each in poses]
        return self._network(standardise(np.stack(cuts))).astype(np.float64)
