"""One small frame as all checks of a camera need it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Grey, Pixels
from companion.camera.source import Frame

LOW_WIDTH_PX = 160
"""Width at which pictures are compared; averaging removes most of the noise."""

FINE_PX, COARSE_PX = 2.0, 10.0
"""Low pixels: standard deviations between which the shapes are that make a scene known again."""


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


def likeness(before: Grey, now: Grey) -> float:
    """How alike two low pictures, (h, w) uint8, are: the correlation of their shapes, -1 to 1, whatever the light and
    the focus. The same table has 0.9 and more, with a hand over it half; another place none."""
    if before.shape != now.shape:
        return 0.0
    one, other = (_shapes(each).ravel() for each in (before, now))
    sizes = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(one @ other) / sizes if sizes > 0 else 0.0


def _shapes(low: Grey) -> NDArray[np.float32]:
    """What is neither fine detail, which focus and noise change, nor shading, which lamps do."""
    picture = low.astype(np.float32)
    middle = cv2.GaussianBlur(picture, (0, 0), FINE_PX) - cv2.GaussianBlur(picture, (0, 0), COARSE_PX)
    return np.asarray(middle, np.float32)
