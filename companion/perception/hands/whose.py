"""Where a player's hand is, seen from where the player sits: the whole table at once, with all arms on it.

What lies on a card can be anybody's; where others cross it, only the whole way of an arm tells whose it is. A small
network (`calibration/training/hands`) is shown the table turned so that one player sits below: as it is now, as it was
before anybody reached in, and how it came to be so. It weighs all places against each other, lying and in the air, and
that this player's hand is not there.
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
from companion.perception.hands.piece import Way, cut, facing
from companion.perception.network import Network, softmax

SIDE, MM_PER_PX = 160, 4.0
"""The view is a square of so many pixels about the picture's middle."""
PLACES, PLACE_PX = 20, 8
"""The answer is a grid of so many places each way, of so many pixels each."""
MIRROR = np.array([[-1.0, 0.0, SIDE - 1.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
MODEL = Path(__file__).parents[1] / "models" / "hand_whose.onnx"


@dataclass(frozen=True, slots=True, eq=False)
class Whereabouts:
    """How likely a player's hand is at each place; both and `gone` add up to one.

    Attributes:
        lies, flies: (PLACES, PLACES), rows from afar to the player.
        gone: it is not over the table.
        at_xy: (PLACES, PLACES, 2) the places' middles, pixels of the picture.
    """

    lies: NDArray[np.float32]
    flies: NDArray[np.float32]
    gone: float
    at_xy: NDArray[np.float64]

    @property
    def up(self) -> bool:
        """Whether it is rather in the air, or gone, than lying anywhere."""
        return float(self.lies.sum()) < 0.5

    def lies_by(self, places: Sequence[PointPx], far_px: float) -> NDArray[np.float64]:
        """(N,) how likely it lies at each of these places: nearest to it and not farther; pixels of the picture."""
        far = np.hypot(*np.moveaxis(self.at_xy[:, :, None] - np.array(places), 3, 0))
        nearest = np.where(far.min(axis=2) < far_px, far.argmin(axis=2), len(places))
        return np.asarray(np.bincount(nearest.ravel(), self.lies.ravel(), len(places) + 1)[:-1], np.float64)

    def lies_near(self, at: PointPx, far_px: float) -> PointPx:
        """The middle of where it may lie so near to there; pixels of the picture."""
        far = np.hypot(*np.moveaxis(self.at_xy - at, 2, 0)) < far_px
        x, y = np.average(self.at_xy[far], axis=0, weights=self.lies[far] + np.float32(1e-6))
        return float(x), float(y)


class WhoseLook:
    """Holds the network. Raises cv2.error when the model file is missing or broken."""

    def __init__(self, model: Path = MODEL) -> None:
        self._net = Network(model)

    def look(self, moments: Sequence[Pixels], settled: Pixels, way: Way) -> Whereabouts:
        """moments: pictures (H, W, 3), now and as long ago as `AGO` says; way: of `seen_from`."""
        view = viewed(moments, settled, way)
        shares = softmax(self._net.of_picture(view).reshape(-1))
        lies, flies = shares[:-1].reshape(2, PLACES, PLACES)
        return Whereabouts(lies, flies, float(shares[-1]), places(way))


def seen_from(sits_xy: PointPx, size_xy: tuple[int, int], px_per_mm: float, mirrored: bool = False) -> Way:
    """Where a view comes from.

    sits_xy: where the player sits; size_xy: of the picture; pixels. mirrored: left and right change places in the view.
    """
    middle = (size_xy[0] - 1) / 2, (size_xy[1] - 1) / 2
    way = facing(middle, sits_xy, ((SIDE - 1) / 2, (SIDE - 1) / 2), px_per_mm * MM_PER_PX)
    return way @ MIRROR if mirrored else way


def viewed(moments: Sequence[Pixels], settled: Pixels, way: Way) -> Pixels:
    """What the network sees, (SIDE, SIDE, CHANNELS): colours now, of the settled table, and of `AGO`.

    Beyond the picture it is black: no arm goes on there.
    """
    now, *before = moments
    return np.dstack([cut(each, way, (SIDE, SIDE), cv2.BORDER_CONSTANT) for each in (now, settled, *before)])


def places(way: Way) -> NDArray[np.float64]:
    """(PLACES, PLACES, 2) the middles of the answer's places, pixels of the picture."""
    at = np.arange(PLACES) * PLACE_PX + (PLACE_PX - 1) / 2
    x, y = np.meshgrid(at, at)
    return np.asarray(np.stack([x, y, np.ones_like(x)], axis=2) @ way.T)
