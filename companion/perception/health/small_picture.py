"""One small frame as all checks of a camera need it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Grey, Pixels
from companion.camera.source import Frame

LOW_WIDTH_PX = 160
"""Width at which pictures are compared; averaging removes most of the noise."""

FINE_PX, COARSE_PX = 2.0, 10.0
"""Low pixels: standard deviations between which the shapes are that make a scene known again."""
PART_PX, LEAST_TEXTURE, SAME_PART = 20, 2.0, 0.7
"""Side of a part of a low picture; the standard deviation, grey levels, from which on it has shapes; the correlation
from which on it looks the same."""


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


def likeness(before: NDArray[Any], now: NDArray[Any]) -> float:
    """How alike two low pictures, (h, w) grey levels, are: the correlation of their shapes, -1 to 1, whatever the
    light and the focus. The same table has 0.9 and more, with a hand over it half; another place none."""
    if before.shape != now.shape:
        return 0.0
    one, other = (_shapes(each).ravel() for each in (before, now))
    sizes = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(one @ other) / sizes if sizes > 0 else 0.0


def share_alike(before: NDArray[Any], now: NDArray[Any]) -> float:
    """The share, 0 to 1, of the parts with shapes of a low picture, (h, w) grey levels, that look the same in another.
    Of the same table with people's arms all over it a fifth and more does, of another place up to a tenth by chance."""
    if before.shape != now.shape:
        return 0.0
    one, other = (_parts(_shapes(each)) for each in (before, now))
    textured = one.std(axis=1) >= LEAST_TEXTURE
    one, other = (each[textured] - each[textured].mean(axis=1, keepdims=True) for each in (one, other))
    sizes = np.linalg.norm(one, axis=1) * np.linalg.norm(other, axis=1)
    same = (one * other).sum(axis=1) > SAME_PART * sizes
    return float(same.mean()) if len(same) else 1.0


def _parts(shapes: NDArray[np.float32]) -> NDArray[np.float32]:
    """Squares of `PART_PX`, side by side, (n, PART_PX ** 2)."""
    rows, columns = (length // PART_PX for length in shapes.shape)
    whole = shapes[: rows * PART_PX, : columns * PART_PX].reshape(rows, PART_PX, columns, PART_PX)
    return np.ascontiguousarray(whole.transpose(0, 2, 1, 3)).reshape(rows * columns, -1)


def _shapes(low: NDArray[Any]) -> NDArray[np.float32]:
    """What is neither fine detail, which focus and noise change, nor shading, which lamps do."""
    picture = low.astype(np.float32)
    middle = cv2.GaussianBlur(picture, (0, 0), FINE_PX) - cv2.GaussianBlur(picture, (0, 0), COARSE_PX)
    return np.asarray(middle, np.float32)
