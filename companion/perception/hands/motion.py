"""How still a part of the picture is, and since when: fine detail compared, so that soft shadows are no motion."""

from __future__ import annotations

from collections import deque

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels

Points = tuple[NDArray[np.intp], ...]
Detail = NDArray[np.float32]
"""(H, W) grey levels of a reduced picture, without what changes slowly from place to place."""

SOFT_PX = 17
"""What is smooth over this many reduced pixels is light and shadow."""
ROUNDING = 0.8
"""A quiet sensor's pictures differ by a whole grey level here and there, and by none in most places."""
KEPT = 60
"""Frames remembered: what is found out late is dated by looking back."""


class Motion:
    """The last frames' detail."""

    def __init__(self) -> None:
        self._kept: deque[Detail] = deque(maxlen=KEPT)
        self.noise = 1.0

    def look(self, picture: Pixels) -> None:
        """Take in the next reduced picture."""
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
        detail = np.asarray(cv2.subtract(grey, cv2.blur(grey, (SOFT_PX, SOFT_PX))), np.float32)
        if self._kept:
            change = cv2.absdiff(detail, self._kept[-1])
            measured = 1.4826 * float(np.median(change[::4, ::4]))
            self.noise = max(ROUNDING, measured)  # of a difference of two frames
        self._kept.append(detail)

    @property
    def frames(self) -> int:
        return len(self._kept)

    def unlike(self, back: int, other: int | Detail, box: tuple[int, int, int, int], where: Points) -> Detail:
        """How the frame `back` frames ago differs from another, or from a mean, in standard deviations of the noise.

        box: left, top, right, bottom. where: the pixels of the box that count, as `np.nonzero` gives them.
        """
        x0, y0, x1, y1 = box
        one = self._kept[-1 - back][y0:y1, x0:x1][where]
        two = self._kept[-1 - other][y0:y1, x0:x1][where] if isinstance(other, int) else other[where]
        return np.asarray(np.abs(one - two) / self.noise, np.float32)

    def detail(self, back: int, box: tuple[int, int, int, int]) -> Detail:
        """That of the frame `back` frames ago, or of the first one, within the box."""
        x0, y0, x1, y1 = box
        return self._kept[max(0, len(self._kept) - 1 - back)][y0:y1, x0:x1]

    def mean(self, frames: int, box: tuple[int, int, int, int]) -> Detail:
        """The mean detail of the last `frames` frames within the box."""
        x0, y0, x1, y1 = box
        kept = list(self._kept)[-frames:]
        return np.asarray(np.mean([each[y0:y1, x0:x1] for each in kept], axis=0), np.float32)
