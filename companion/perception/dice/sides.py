"""Tells how a die is turned: by the face that the camera sees, and by the five sides around it.

Which of its faces is the top, only other dice and the table tell; but how it is turned, a die shows by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.perception.dice.face import MOST_ASIDE, Pose, foreshortened, rotated_crop, standardise
from companion.perception.network import Network

SIDES = 5
"""Sides around a face."""
COSINE_BETWEEN = 5**-0.5
"""Cosine of the angle between the normals of neighbouring faces."""
SIDES_PX = 56
"""Side of the network's input."""
SIDES_REACH = 1.7
"""Radii from the crop's middle, which is the face's, to its border: the face and its sides."""
TURNS_DEG = (0.0, 90.0)
"""Rotations of the crops of a face, of which the mean counts."""
LOG_ERROR = (-4.6, 0.0)
"""Natural logarithm of the least and the largest error that the network was taught to expect."""


@dataclass(frozen=True, slots=True)
class Turned:
    """How a die is turned, as a camera that is turned towards it sees it.

    Attributes:
        face_xy: the seen face's normal, a unit vector: its parts along the picture's x and y, in radii from the die's
            middle.
        error: standard error of each of them.
        side_rad: direction of one side from the face's middle, on the unfolded face, from the picture's x to its y; the
            others are every 72 degrees.
        agreement: 0 to 1, the length of the mean of 5 times this angle: 1 is certain, 0 is not known.
    """

    face_xy: tuple[float, float]
    error: float
    side_rad: float
    agreement: float

    def sides(self) -> NDArray[np.float64]:
        """The normals of the five sides around the seen face, unit vectors, (5, 3): x and y of the picture, z away from
        the lens."""
        across = np.array(self.face_xy)
        seen = np.append(across, -np.sqrt(max(0.0, 1 - float(across @ across))))
        angles = self.side_rad + np.arange(SIDES) * 2 * np.pi / SIDES
        flat = np.stack([np.cos(angles), np.sin(angles)], 1) @ foreshortened(across).T
        towards = np.column_stack([flat, -(flat @ across) / seen[2]])
        return np.asarray(COSINE_BETWEEN * seen + np.sqrt(1 - COSINE_BETWEEN**2) * towards, np.float64)


class TurnEstimator:
    """The sides network.

    Args:
        model: its ONNX file.

    Raises:
        cv2.error: the file is missing or broken.
    """

    def __init__(self, model: Path) -> None:
        self._network = Network(model, of_crops=True)

    def turned(self, picture: NDArray[Any], poses: list[Pose]) -> list[Turned]:
        """Return how each die is turned.

        Args:
            picture: (H, W, 3) uint8 BGR.
            poses: where the dice lie; the seen face is the one at `Pose.top_xy`.
        """
        if not poses:
            return []
        cuts = [
            rotated_crop(picture, each.top_xy, each.radius_px * SIDES_REACH, turn, SIDES_PX, each.displaced_xy)
            for each in poses
            for turn in TURNS_DEG
        ]
        answers = self._network(standardise(np.stack(cuts))).astype(np.float64).reshape(len(poses), len(TURNS_DEG), 5)
        turns = np.radians(TURNS_DEG)
        sides = ((answers[..., 0] + 1j * answers[..., 1]) * np.exp(1j * SIDES * turns)).mean(axis=1)
        off = ((answers[..., 2] + 1j * answers[..., 3]) * np.exp(1j * turns)).mean(axis=1)
        errors = np.exp(answers[..., 4].clip(*LOG_ERROR).mean(axis=1))
        return [_turned(*each) for each in zip(poses, sides, off, errors, strict=True)]


def _turned(pose: Pose, side: complex, off: complex, error: float) -> Turned:
    """How a die is turned, by the network's answers about the crop of a pose: the direction of its sides, where the
    face is from where it was expected, and its error."""
    expected = np.array(pose.displaced_xy)
    face = expected + np.array([off.real, off.imag])
    face *= min(1.0, MOST_ASIDE / max(1e-9, float(np.hypot(*face))))
    angle = atan2(side.imag, side.real) / SIDES
    return Turned((float(face[0]), float(face[1])), float(error), angle, min(1.0, float(abs(side))))
