"""One small frame as all checks of a camera need it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.camera.arrays import Grey, Pixels
from companion.camera.source import Frame

LOW_WIDTH_PX = 160
"""Width at which pictures are compared; averaging removes most of the noise."""


@dataclass(frozen=True, slots=True, eq=False)
class SmallPicture:
    """Attributes:
    pixels: (H, W, 3) uint8 BGR, the frame's.
    grey: (H, W) uint8.
    low: (h, w) uint8, the same made `LOW_WIDTH_PX` wide.
    taken_s: when it was taken.
    """

    pixels: Pixels
    grey: Grey
    low: Grey
    taken_s: float


def small_picture(frame: Frame) -> SmallPicture:
    """Prepare a small frame."""
    grey = np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    height, width = grey.shape
    size = (LOW_WIDTH_PX, max(1, round(height * LOW_WIDTH_PX / width)))
    low = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)
    return SmallPicture(frame.pixels, grey, low, frame.taken_s)
