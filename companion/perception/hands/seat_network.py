"""The seat network and its per-seat posterior: where a player's hand is, in the view from the player's seat.

What lies on a card can be anybody's; where others cross it, only the whole course of an arm tells whose it is. A small
network (`calibration/training/hands`) sees the whole table, rotated so that one player sits below: now, at rest, and in
some frames before. It gives the probability of each cell that the player's hand lies there, or is in the air there, and
the probability that it is not over the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels
from companion.core.units import PointPx
from companion.perception.hands.crop import Affine, crop, rotated_transform
from companion.perception.network import Network, softmax

SIDE, MM_PER_PX = 160, 4.0
"""Side of the square view about the picture's middle in pixels, and its scale."""
PLACES, PLACE_PX = 20, 8
"""The answer is a grid of 20 x 20 cells, each of 8 x 8 pixels of the view."""
MIRROR = np.array([[-1.0, 0.0, SIDE - 1.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
"""(3, 3) transform that exchanges left and right of a view."""
MODEL = Path(__file__).parents[1] / "models" / "hand_whose.onnx"
"""The network's file."""


@dataclass(frozen=True, slots=True, eq=False)
class SeatPosterior:
    """Where a player's hand is; all probabilities together add up to 1.

    Attributes:
        lies, flies: (PLACES, PLACES) float32 probability that it lies in each cell, and that it is in the air there;
            rows from far away to the player.
        gone: probability that it is not over the table.
        at_xy: (PLACES, PLACES, 2) float64 the cells' middles, pixels of the picture.
    """

    lies: NDArray[np.float32]
    flies: NDArray[np.float32]
    gone: float
    at_xy: NDArray[np.float64]

    @property
    def up(self) -> bool:
        """Whether the hand is in the air or gone rather than lying anywhere."""
        return float(self.lies.sum()) < 0.5

    def lying_near_each(self, places: Sequence[PointPx], far_px: float) -> NDArray[np.float64]:
        """(N,) float64 probability that the hand lies near each point: in the cells nearest to it and within a
        distance.

        Args:
            places: N points, pixels of the picture.
            far_px: that distance, pixels.
        """
        far = np.hypot(*np.moveaxis(self.at_xy[:, :, None] - np.array(places), 3, 0))
        nearest = np.where(far.min(axis=2) < far_px, far.argmin(axis=2), len(places))
        return np.asarray(np.bincount(nearest.ravel(), self.lies.ravel(), len(places) + 1)[:-1], np.float64)

    def lying_centroid(self, at: PointPx, far_px: float) -> PointPx:
        """Mean of the cells within `far_px` of a point, weighted by the probability of lying there; pixels of the
        picture."""
        far = np.hypot(*np.moveaxis(self.at_xy - at, 2, 0)) < far_px
        x, y = np.average(self.at_xy[far], axis=0, weights=self.lies[far] + np.float32(1e-6))
        return float(x), float(y)


class SeatNetwork:
    """Holds the network.

    Args:
        model: its ONNX file.

    Raises:
        cv2.error: the file is missing or broken.
    """

    def __init__(self, model: Path = MODEL) -> None:
        self._net = Network(model)

    def predict(self, moments: Sequence[Pixels], settled: Pixels, transform: Affine) -> SeatPosterior:
        """The posterior of a player's hand.

        Args:
            moments: (H, W, 3) uint8 BGR each, the present picture and those `verifier.FRAMES_AGO` frames before.
            settled: (H, W, 3) uint8 BGR, the table at rest.
            transform: of the view, `seat_transform`.
        """
        view = seat_view(moments, settled, transform)
        probabilities = softmax(self._net.of_picture(view).reshape(-1))
        lies, flies = probabilities[:-1].reshape(2, PLACES, PLACES)
        return SeatPosterior(lies, flies, float(probabilities[-1]), place_centres(transform))


def seat_transform(sits_xy: PointPx, size_xy: tuple[int, int], px_per_mm: float, mirrored: bool = False) -> Affine:
    """The transform of the view from a seat, to pixels of the picture.

    Args:
        sits_xy: where the player sits, pixels of the picture.
        size_xy: size of the picture.
        px_per_mm: scale of the picture.
        mirrored: exchange left and right of the view.
    """
    middle = (size_xy[0] - 1) / 2, (size_xy[1] - 1) / 2
    transform = rotated_transform(middle, sits_xy, ((SIDE - 1) / 2, (SIDE - 1) / 2), px_per_mm * MM_PER_PX)
    return transform @ MIRROR if mirrored else transform


def seat_view(moments: Sequence[Pixels], settled: Pixels, transform: Affine) -> Pixels:
    """The network's input, (SIDE, SIDE, 21) uint8: colours now, at rest, and in the frames before; black beyond the
    picture.

    Args: as for `SeatNetwork.predict`.
    """
    now, *before = moments
    return np.dstack([crop(each, transform, (SIDE, SIDE), cv2.BORDER_CONSTANT) for each in (now, settled, *before)])


def place_centres(transform: Affine) -> NDArray[np.float64]:
    """(PLACES, PLACES, 2) float64 middles of the answer's cells, pixels of the picture."""
    at = np.arange(PLACES) * PLACE_PX + (PLACE_PX - 1) / 2
    x, y = np.meshgrid(at, at)
    return np.asarray(np.stack([x, y, np.ones_like(x)], axis=2) @ transform.T)
