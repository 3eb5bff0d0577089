"""One place of a board looked at closely: is there a tile, and what stands on it?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

READ_PX = 64
READ_REACH = 0.75  # tiles from the crop's middle to its side: the tile and a quarter of each neighbour
CLASSES = "._wWrR#"  # as the board's text; "#" is a hand, an arm, or what else hides the place
NO_TILE, HIDDEN = CLASSES.index("."), CLASSES.index("#")
FINEST = 1.2  # picture pixels to a crop pixel, above which the picture is shrunk first: sampling would flicker


class CellReader:
    """Holds the network. Raises cv2.error when the model file is missing or broken."""

    def __init__(self, model: Path) -> None:
        self._net = cv2.dnn.readNetFromONNX(str(model))

    def logits(self, picture: NDArray[np.uint8], middles: NDArray[Any], ways: NDArray[Any]) -> NDArray[np.float32]:
        """(N, 7) logits, in the order of CLASSES, for N places.

        picture: (H, W, 3) uint8 BGR. middles (N, 2): middles of the places, pixels. ways (N, 2, 2): from there to the
        next place on the right and to the next one below, pixels.
        """
        if not len(middles):
            return np.zeros((0, len(CLASSES)), np.float32)
        crops = cut(picture, middles, ways, READ_PX, READ_REACH)
        self._net.setInput(cv2.dnn.blobFromImages(list(crops), 1 / 255))
        return np.asarray(self._net.forward())


def cut(
    picture: NDArray[np.uint8], middles: NDArray[Any], ways: NDArray[Any], side_px: int, reach: float
) -> NDArray[np.uint8]:
    """(N, side_px, side_px, 3): squares of the board, `reach` tiles from the middle to each side, straightened."""
    tile_px = float(np.sqrt(np.abs(np.linalg.det(ways)).mean()))
    shrink = min(1.0, FINEST * side_px / (2 * reach) / tile_px)
    if shrink < 1:
        picture = np.asarray(cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
    crops = np.empty((len(middles), side_px, side_px, 3), np.uint8)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    for crop, middle, way in zip(crops, middles, ways, strict=True):
        steps = way.T * (2 * reach / side_px * shrink)
        start = (np.asarray(middle) + 0.5) * shrink - 0.5 - steps @ np.full(2, (side_px - 1) / 2)
        crop[:] = cv2.warpAffine(
            picture, np.column_stack([steps, start]), (side_px, side_px), flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
    return crops
