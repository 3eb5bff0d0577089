"""One place of a board looked at closely: is there a tile, and what stands on it?"""

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
READ_REACH = 0.65  # tiles from the crop's middle to its side: the tile, and its neighbours' edges
CLASSES = "._wWrR#"  # as the board's text; "#" is a hand, an arm, or what else hides the place
NO_TILE, HIDDEN = CLASSES.index("."), CLASSES.index("#")
FINEST = 1.2  # picture pixels to a crop pixel, above which the picture is shrunk first: sampling would flicker

PlaceOutputs = tuple[NDArray[np.float32], NDArray[np.float32]]
"""Logits (N, 7) in the order of CLASSES, and features (N, D): the network's own, then those of `boards.rings`."""


class CellReader:
    """Holds the network. Raises cv2.error when the model file is missing or broken."""

    def __init__(self, model: Path) -> None:
        self._net = Network(model)

    def predict(self, picture: NDArray[np.uint8], places: Places) -> PlaceOutputs:
        """What N places, at least one, show, each by itself. picture: (H, W, 3) uint8 BGR, of `downscaled`."""
        crops = rectified_crops(picture, places)
        answer = self._net(cv2.dnn.blobFromImages(list(crops), 1 / 255))
        features = np.concatenate([answer[:, len(CLASSES) :], ring_features(crops, READ_REACH)], axis=1)
        return answer[:, : len(CLASSES)], features


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """Places to look at. middles (N, 2) pixels; ways (N, 2, 2): to the next place on the right and below, pixels."""

    middles: NDArray[Any]
    steps: NDArray[Any]

    def scaled(self, share: float) -> Places:
        """The same in a picture of other size."""
        return Places((self.middles + 0.5) * share - 0.5, self.steps * share)

    def half_turned(self) -> Places:
        """The same seen from the table's other side."""
        return Places(self.middles, -self.steps)


def downscaled(picture: NDArray[np.uint8], places: Places) -> tuple[NDArray[np.uint8], float]:
    """The picture no finer than the reader needs it to see such places, and by how much it was shrunk."""
    tile_px = float(np.sqrt(np.abs(np.linalg.det(places.steps)).mean()))
    share = FINEST * READ_PX / (2 * READ_REACH) / tile_px
    if share >= 1:
        return picture, 1.0
    smaller = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    return np.asarray(smaller, np.uint8), share


def rectified_crops(picture: NDArray[np.uint8], places: Places) -> NDArray[np.uint8]:
    """(N, READ_PX, READ_PX, 3): squares of the board, READ_REACH tiles from the middle to each side, straightened."""
    crops = np.empty((len(places.middles), READ_PX, READ_PX, 3), np.uint8)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    for crop, middle, way in zip(crops, places.middles, places.steps, strict=True):
        steps = way.T * (2 * READ_REACH / READ_PX)
        start = middle - steps @ np.full(2, (READ_PX - 1) / 2)
        crop[:] = cv2.warpAffine(
            picture, np.column_stack([steps, start]), (READ_PX, READ_PX), flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
    return crops
