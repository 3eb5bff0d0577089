"""How far a piece of the picture has moved, finer than a pixel: a hand in the air drifts, one that lies does not.

Least squares (Lucas and Kanade, 1981; Baker and Matthews, 2004), over all pixels of the piece at once: what noise hides
of each of them, their sum shows. Moving and growing are looked for; pixels that fit badly count little.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.perception.hands.ground import REDUCED, Mask
from companion.perception.hands.motion import Detail

STEPS, FINE_PX = 4, 0.003
"""So many steps at most, until they are as fine as this."""
FAR_PX = 6.0
"""Nobody knows about what is farther."""
SPREAD, LEAST = 1.4826, 0.3
"""A median counted as a standard deviation; and grey levels that are never less."""
FEWEST = 60
"""Nobody can tell of fewer pixels."""
KNOWN_NOISES, KNOWN_LEVELS = 2.0, 0.2
"""A piece has moved where what remains is less than so many times the noise, and these grey levels."""
EXPLAINED = 1.3
"""And where there was so many times as much before."""
DRIFTS_MM, MOMENTS = 0.5, 2
"""A hand has drifted that was so far away in so many moments."""


@dataclass(frozen=True, slots=True)
class Moved:
    """How a piece was in another frame.

    Attributes:
        by_px: how far away.
        unlike, remains: grey levels by which half of its pixels differ, and do if it is moved back.
    """

    by_px: float
    unlike: float
    remains: float


class Piece:
    """A piece of a frame's detail.

    Args:
        detail: (H, W), of a reduced picture.
        disc: (H, W), which pixels count; some.
    """

    def __init__(self, detail: Detail, disc: Mask) -> None:
        self._at = np.nonzero(disc)
        y, x = self._at
        self._levels, self._middle = detail[self._at], (float(x.mean()), float(y.mean()))
        right, down = x - self._middle[0], y - self._middle[1]
        self._far = float(np.hypot(right, down).mean())
        to_right, to_down = (cv2.Sobel(detail, cv2.CV_32F, *way, ksize=3)[self._at] / 8 for way in ((1, 0), (0, 1)))
        growing = (to_right * right + to_down * down) / self._far
        self._slopes = np.stack([to_right, to_down, growing], axis=1)

    def moved(self, then: Detail) -> Moved:
        """then: the same part of another frame."""
        found = np.zeros(3)
        off = then[self._at] - self._levels
        unlike = float(np.median(np.abs(off)))
        for _ in range(STEPS):
            scale = SPREAD * float(np.median(np.abs(off))) + LEAST
            weighed = self._slopes / (1 + (off / (2 * scale)) ** 2)[:, None]
            step = -np.linalg.solve(weighed.T @ self._slopes + 1e-3 * np.eye(3), weighed.T @ off)
            found += step
            off = self._moved_back(then, found) - self._levels
            if np.abs(step).max() < FINE_PX or np.hypot(*found[:2]) > FAR_PX:
                break
        return Moved(float(np.hypot(*found[:2])), unlike, float(np.median(np.abs(off))))

    def _moved_back(self, then: Detail, by: NDArray[np.float64]) -> Detail:
        grown, (x, y) = 1 + by[2] / self._far, self._middle
        way = np.array([[grown, 0, by[0] + x * (1 - grown)], [0, grown, by[1] + y * (1 - grown)]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        back = cv2.warpAffine(then, way, then.shape[::-1], flags=flags, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(back, np.float32)[self._at]


def drifts(now: Detail, disc: Mask, before: Iterable[Detail], noise: float, px_per_mm: float) -> bool:
    """Whether a piece has surely drifted: other arms that cross it change it, too, but no drifting explains that.

    now, disc: of `Piece`. before: the same part of earlier frames. noise: of `Motion`. px_per_mm: of the small picture.
    """
    if np.count_nonzero(disc) < FEWEST:
        return False
    piece = Piece(now, disc)
    moves = [piece.moved(then) for then in before]
    known = KNOWN_NOISES * noise / SPREAD + KNOWN_LEVELS
    far_px = DRIFTS_MM * px_per_mm / REDUCED
    confidence = [each for each in moves if each.remains < known and each.unlike > EXPLAINED * each.remains]
    return sum(each.by_px > far_px for each in confidence) >= MOMENTS
