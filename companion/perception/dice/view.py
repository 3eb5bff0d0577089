"""Tells from which angle dice are seen, and whether they are dice.

From far aside, a side of a die is easily taken for its top, and a number that is printed on something flat for a die
seen from above."""

from __future__ import annotations

from dataclasses import dataclass
from math import asin, degrees, hypot
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.perception.dice.face import Pose, rotated_crop, standardise
from companion.perception.network import Network, sigmoid

VIEW_PX = 64
"""Side of the network's input."""
VIEW_REACH = 2.6
"""Radii from the crop's middle to its border, as in training: the die with its shadow and the table around."""


@dataclass(frozen=True, slots=True)
class View:
    """How a camera looks at one die, by the die and the table around it alone.

    Attributes:
        upright_xy: the table's upright, a unit vector, as it appears to a camera that is turned towards the die: its
            parts along the picture's x and y.
        steep: logit that the camera looks from more than 45 degrees aside.
        body: probability, 0 to 1, that a die's body stands there and not print on something flat.
    """

    upright_xy: tuple[float, float]
    steep: float
    body: float = 1.0

    @property
    def tilt_deg(self) -> float:
        """Degrees from above."""
        return degrees(asin(min(1.0, hypot(*self.upright_xy))))


class ViewEstimator:
    """The view network.

    Args:
        model: its ONNX file.

    Raises:
        cv2.error: the file is missing or broken.
    """

    def __init__(self, model: Path) -> None:
        self._network = Network(model, of_crops=True)

    def views(self, picture: NDArray[Any], poses: list[Pose]) -> list[View]:
        """Return how the camera looks at each die, by the die alone.

        Args:
            picture: (H, W, 3) uint8 BGR.
            poses: where the dice lie.
        """
        if not poses:
            return []
        cuts = [rotated_crop(picture, each.middle_xy, each.radius_px * VIEW_REACH, 0.0, VIEW_PX) for each in poses]
        answers = self._network(standardise(np.stack(cuts))).astype(np.float64)
        return [View((float(x), float(y)), float(steep), float(sigmoid(body))) for x, y, steep, body in answers]
