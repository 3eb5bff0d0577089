"""Classifies one place of a board at a time: no tile, a tile, a disc of either colour and face, or hidden."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.perception.boards.rings import ring_features
from companion.perception.network import Network

READ_PX = 64
"""Side of the network's square input."""
READ_REACH = 0.65
"""From the crop's middle to its border, in tile sides: the tile, and its neighbours' edges."""
CLASSES = "._wWrR#"
"""The network's classes, as in the board's text; "#" is a hand, an arm, or whatever else hides the place."""
NO_TILE, HIDDEN = CLASSES.index("."), CLASSES.index("#")
"""Index of the class for a place without a tile; and of the class for a hidden place."""
FINEST = 1.2
"""Picture pixels per crop pixel above which the picture is shrunk first: sampling would alias."""

PlaceOutputs = tuple[NDArray[np.float32], NDArray[np.float32]]
"""Logits (N, 7) in the order of `CLASSES`, and features (N, D): the network's own, then those of `boards.rings`."""


class CellReader:
    """The classifier of single places.

    Args:
        model: the network's ONNX file.

    Raises:
        cv2.error: the file is missing or broken.
    """

    def __init__(self, model: Path) -> None:
        self._net = Network(model, of_crops=True)

    def predict(self, picture: NDArray[np.uint8], places: Places) -> PlaceOutputs:
        """Classify N places, at least one, each by itself.

        Args:
            picture: (H, W, 3) uint8 BGR, as returned by `downscaled`.
            places: the places, in pixels of that picture.

        Returns:
            Logits (N, 7) and features (N, D), float32.
        """
        crops = rectified_crops(picture, places)
        answer = self._net(cv2.dnn.blobFromImages(list(crops), 1 / 255))
        features = np.concatenate([answer[:, len(CLASSES) :], ring_features(crops, READ_REACH)], axis=1)
        return answer[:, : len(CLASSES)], features


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """Places to classify.

    Attributes:
        middles: (N, 2) px.
        steps: (N, 2, 2) px, the vectors to the next place on the right and to the one below.
    """

    middles: NDArray[Any]
    steps: NDArray[Any]

    def scaled(self, share: float) -> Places:
        """Return the same places in a picture scaled by `share`."""
        return Places((self.middles + 0.5) * share - 0.5, self.steps * share)

    def half_turned(self) -> Places:
        """Return the same places as seen from the table's other side, turned by 180 degrees."""
        return Places(self.middles, -self.steps)


def downscaled(picture: NDArray[np.uint8], places: Places) -> tuple[NDArray[np.uint8], float]:
    """Shrink a picture to the resolution that the classifier needs for such places.

    Args:
        picture: (H, W, 3) uint8 BGR.
        places: in its pixels.

    Returns:
        The picture, and the scale (at most 1) by which it was shrunk.
    """
    tile_px = float(np.sqrt(np.abs(np.linalg.det(places.steps)).mean()))
    share = FINEST * READ_PX / (2 * READ_REACH) / tile_px
    if share >= 1:
        return picture, 1.0
    smaller = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    return np.asarray(smaller, np.uint8), share


def rectified_crops(picture: NDArray[np.uint8], places: Places) -> NDArray[np.uint8]:
    """Cut out the places, each rectified to a square that reaches `READ_REACH` tile sides from its middle.

    Args:
        picture: (H, W, 3) uint8 BGR.
        places: N places, in its pixels.

    Returns:
        (N, READ_PX, READ_PX, 3) uint8 BGR.
    """
    crops = np.empty((len(places.middles), READ_PX, READ_PX, 3), np.uint8)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    for crop, middle, way in zip(crops, places.middles, places.steps, strict=True):
        steps = way.T * (2 * READ_REACH / READ_PX)
        start = middle - steps @ np.full(2, (READ_PX - 1) / 2)
        crop[:] = cv2.warpAffine(
            picture, np.column_stack([steps, start]), (READ_PX, READ_PX), flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
    return crops
