"""Crops of a picture, rotated so that a player sits below: what the networks look at."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels
from companion.core.units import PointPx

CROP_XY, MM_PER_PX = (48, 80), 3.5
"""Width and height of the crop about a palm, pixels, and its scale."""
BEYOND_MM = 70.0
"""The crop reaches this far beyond the palm, millimetres; the rest of it lies towards the player."""
Affine = NDArray[np.float64]
"""(2, 3) float64 affine transform from pixels of the crop to pixels of the picture."""


def palm_transform(palm_xy: PointPx, sits_xy: PointPx, px_per_mm: float, size_xy: tuple[int, int] = CROP_XY) -> Affine:
    """The transform of a crop about a palm.

    Args:
        palm_xy, sits_xy: the palm's middle and where the player sits, pixels of the picture.
        px_per_mm: scale of the picture.
        size_xy: size of the crop.
    """
    middle = size_xy[0] / 2 - 0.5, BEYOND_MM / MM_PER_PX - 0.5
    return rotated_transform(palm_xy, sits_xy, middle, px_per_mm * MM_PER_PX)


def rotated_transform(at_xy: PointPx, sits_xy: PointPx, shown_xy: PointPx, px_per_px: float) -> Affine:
    """The transform of a crop that is rotated so that a player sits below.

    Args:
        at_xy, sits_xy: a point and where the player sits, pixels of the picture.
        shown_xy: where the point is in the crop, pixels of the crop.
        px_per_px: pixels of the picture for each pixel of the crop.
    """
    down = np.subtract(sits_xy, at_xy)
    down = down / (np.hypot(*down) or 1.0)
    ways = np.array([[down[1], down[0]], [-down[0], down[1]]]) * px_per_px
    return np.column_stack([ways, at_xy - ways @ shown_xy])


def crop(
    picture: Pixels, transform: Affine, size_xy: tuple[int, int] = CROP_XY, beyond: int = cv2.BORDER_REPLICATE
) -> Pixels:
    """Resample a picture bilinearly.

    Args:
        picture: (H, W) or (H, W, C) uint8.
        transform: transform from the crop's pixels to the picture's.
        size_xy: size of the crop.
        beyond: OpenCV's border mode for what lies beyond the picture; its edge is repeated by default.

    Returns:
        The crop, uint8 of that size, with the picture's channels.
    """
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(picture, transform, size_xy, flags=flags, borderMode=beyond), np.uint8)
