"""How still a part of the picture is, and since when: only fine detail is compared, so that soft shadows are no
motion."""

from __future__ import annotations

from collections import deque

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels

Points = tuple[NDArray[np.intp], ...]
"""Indices of pixels, as `np.nonzero` gives them."""
Detail = NDArray[np.float32]
"""(H, W) float32 grey levels of a downscaled picture, without what changes slowly from place to place."""

SOFT_PX = 17
"""Side of the box filter that is subtracted, pixels of the downscaled picture: what is smooth over it is light and
shadow."""
LEAST_NOISE = 0.8
"""Least standard deviation of the noise, grey levels: a quiet sensor's pictures differ by a whole grey level here and
there and by none in most places."""
MOTION_FRAMES = 60
"""Frames that are kept: landings are found out late, and their times by looking back."""


class Motion:
    """Detail of the last frames.

    Attributes:
        noise: standard deviation of the difference of two frames, grey levels.
    """

    def __init__(self) -> None:
        self._kept: deque[Detail] = deque(maxlen=MOTION_FRAMES)
        self.noise = 1.0

    def push(self, picture: Pixels) -> None:
        """Take in the next downscaled picture, (H, W, 3) uint8 BGR."""
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
        detail = np.asarray(cv2.subtract(grey, cv2.blur(grey, (SOFT_PX, SOFT_PX))), np.float32)
        if self._kept:
            change = cv2.absdiff(detail, self._kept[-1])
            measured = 1.4826 * float(np.median(change[::4, ::4]))
            self.noise = max(LEAST_NOISE, measured)  # of a difference of two frames
        self._kept.append(detail)

    @property
    def frames(self) -> int:
        """Number of frames that are kept now, up to `MOTION_FRAMES`."""
        return len(self._kept)

    def difference(self, back: int, other: int | Detail, box: tuple[int, int, int, int], where: Points) -> Detail:
        """Absolute difference of a frame to another frame or to a mean.

        Args:
            back: age of the frame, frames.
            other: age of the other frame; or (h, w) float32 detail of the box.
            box: left, top, right, bottom in the downscaled picture.
            where: the pixels of the box that count.

        Returns:
            (N,) float32, in standard deviations of the noise.
        """
        x0, y0, x1, y1 = box
        one = self._kept[-1 - back][y0:y1, x0:x1][where]
        two = self._kept[-1 - other][y0:y1, x0:x1][where] if isinstance(other, int) else other[where]
        return np.asarray(np.abs(one - two) / self.noise, np.float32)

    def detail(self, back: int, box: tuple[int, int, int, int]) -> Detail:
        """(h, w) float32 detail within a box of the frame `back` frames ago, or of the oldest one that is kept."""
        x0, y0, x1, y1 = box
        return self._kept[max(0, len(self._kept) - 1 - back)][y0:y1, x0:x1]

    def mean(self, frames: int, box: tuple[int, int, int, int]) -> Detail:
        """(h, w) float32 mean detail within a box of the last `frames` frames."""
        x0, y0, x1, y1 = box
        kept = list(self._kept)[-frames:]
        return np.asarray(np.mean([each[y0:y1, x0:x1] for each in kept], axis=0), np.float32)
