"""Whether anything moves before the camera: for whoever may look less often while nothing does."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.perception.health.small_picture import SmallPicture

LEAST_STEP = 5.0
"""Grey levels; smaller differences are rounding and compression, whatever the measured noise is."""
NOISE_FACTOR = 6.0
"""Differences above this many standard deviations of the noise are real: hardly a pixel in a million is not."""
LEAST_PIXELS = 3
"""Low pixels, half a die: fewer are noise."""
COMPARED_AGAIN_S = 1.0
"""What moves slowly differs from the picture of this long ago, not from the last one."""


class Motion:
    """Compares each small picture with the last one, and with one of a second ago."""

    def __init__(self) -> None:
        self._last: NDArray[np.float32] | None = None
        self._older: NDArray[np.float32] | None = None
        self._older_s = self._moved_s = 0.0
        self.still_s = 0.0
        """How long nothing has moved."""

    def update(self, picture: SmallPicture) -> bool:
        """Take in the next picture. Returns whether something has moved."""
        now_s, low = picture.taken_s, picture.low.astype(np.float32)
        moved = self._last is None or _differ(self._last, low)
        self._last = low
        if self._older is None or now_s - self._older_s >= COMPARED_AGAIN_S:
            moved = moved or self._older is None or _differ(self._older, low)
            self._older, self._older_s = low, now_s
        if moved:
            self._moved_s = now_s
        self.still_s = now_s - self._moved_s
        return moved


def _differ(before: NDArray[np.float32], now: NDArray[np.float32]) -> bool:
    """Whether more differs than noise and a lamp that lights all alike."""
    if before.shape != now.shape:
        return True
    light = (float(now.mean()) + 1.0) / (float(before.mean()) + 1.0)
    difference = np.abs(now - before * np.float32(light))
    noise = 1.4826 * float(np.median(difference[::4, ::4]))  # median absolute difference to standard deviation
    return int(np.count_nonzero(difference > max(LEAST_STEP, NOISE_FACTOR * noise))) >= LEAST_PIXELS
