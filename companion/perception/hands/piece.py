"""The piece of a picture about a palm, turned so that the player sits below: what is looked at a second time."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels
from companion.core.units import PointPx

PIECE_XY, MM_PER_PX = (48, 80), 3.5
BEYOND_MM = 70.0
"""The piece reaches so far beyond the palm; the rest of it is towards the player."""
Way = NDArray[np.float64]
"""(2, 3): from the pixels of what is shown to the picture's."""


def turned(palm_xy: PointPx, sits_xy: PointPx, px_per_mm: float, size_xy: tuple[int, int] = PIECE_XY) -> Way:
    """Where a piece comes from.

    palm_xy, sits_xy: the palm's middle and where the player sits, pixels of the picture.
    """
    middle = size_xy[0] / 2 - 0.5, BEYOND_MM / MM_PER_PX - 0.5
    return facing(palm_xy, sits_xy, middle, px_per_mm * MM_PER_PX)


def facing(at_xy: PointPx, sits_xy: PointPx, shown_xy: PointPx, px_per_px: float) -> Way:
    """Where a picture comes from that is turned so that a player sits below.

    at_xy, sits_xy: a place and where the player sits, pixels of the picture; shown_xy: where that place is shown.
    px_per_px: so many of the picture's pixels are one of what is shown.
    """
    down = np.subtract(sits_xy, at_xy)
    down = down / (np.hypot(*down) or 1.0)
    ways = np.array([[down[1], down[0]], [-down[0], down[1]]]) * px_per_px
    return np.column_stack([ways, at_xy - ways @ shown_xy])


def cut(picture: Pixels, way: Way, size_xy: tuple[int, int] = PIECE_XY, beyond: int = cv2.BORDER_REPLICATE) -> Pixels:
    """(H, W, ...) of that size, as many channels as the picture has.

    beyond: what is shown beyond the picture's edge, of OpenCV's borders: it goes on as it is there by default.
    """
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(picture, way, size_xy, flags=flags, borderMode=beyond), np.uint8)
