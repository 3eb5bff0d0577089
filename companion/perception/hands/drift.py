"""Measures how far a patch of the picture has moved, to a fraction of a pixel: a hand in the air drifts, one that lies
does not.

Least squares over all pixels of the patch at once (Lucas and Kanade, 1981; Baker and Matthews, 2004, doi
10.1023/B:VISI.0000011205.11775.fd) for translation and scale, with robust weights: pixels that fit badly count little.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.perception.hands.background import REDUCTION, Mask
from companion.perception.hands.motion import Detail

STEPS, FINE_PX = 4, 0.003
"""At most this many iterations, until a step is smaller than this many pixels."""
FAR_PX = 6.0
"""Displacements beyond this are not measured, pixels of the downscaled picture."""
SPREAD, LEAST = 1.4826, 0.3
"""From a median absolute deviation to a standard deviation; and grey levels added to the scale of the robust
weights."""
FEWEST = 60
"""Patches with fewer pixels are not measured."""
KNOWN_NOISES, KNOWN_LEVELS = 2.0, 0.2
"""A displacement is trusted where the remaining difference is below this many times the noise plus this many grey
levels."""
EXPLAINED = 1.3
"""A displacement is trusted where the difference before was more than this many times the remaining one."""
DRIFTS_MM, MOMENTS = 0.5, 2
"""A hand has drifted that was farther away than this (millimetres) in this many earlier frames."""


@dataclass(frozen=True, slots=True)
class Displacement:
    """How a patch lay in another frame.

    Attributes:
        by_px: distance, pixels of the downscaled picture.
        unlike: median absolute difference of the patch to that frame, grey levels.
        remains: the same after the patch is moved back.
    """

    by_px: float
    unlike: float
    remains: float


class Patch:
    """A patch of a frame's detail, prepared for least squares.

    Args:
        detail: (H, W) float32 grey levels, of a downscaled picture.
        disc: (H, W) uint8, nonzero for the pixels that count, one at least.
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

    def displacement(self, then: Detail) -> Displacement:
        """How far the patch lay from here in another frame. then: (H, W) float32, the same part of that frame."""
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
        return Displacement(float(np.hypot(*found[:2])), unlike, float(np.median(np.abs(off))))

    def _moved_back(self, then: Detail, by: NDArray[np.float64]) -> Detail:
        grown, (x, y) = 1 + by[2] / self._far, self._middle
        way = np.array([[grown, 0, by[0] + x * (1 - grown)], [0, grown, by[1] + y * (1 - grown)]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        back = cv2.warpAffine(then, way, then.shape[::-1], flags=flags, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(back, np.float32)[self._at]


def has_drifted(now: Detail, disc: Mask, before: Iterable[Detail], noise: float, px_per_mm: float) -> bool:
    """Whether a patch has drifted; other arms that cross it change it, too, but no displacement explains that.

    Args:
        now, disc: (H, W) float32 and uint8, as for `Patch`.
        before: (H, W) float32 each, the same part of earlier frames.
        noise: standard deviation of the noise, grey levels (`Motion.noise`).
        px_per_mm: scale of the small picture.

    Returns:
        False also where the patch has fewer than `FEWEST` pixels.
    """
    if np.count_nonzero(disc) < FEWEST:
        return False
    piece = Patch(now, disc)
    moves = [piece.displacement(then) for then in before]
    known = KNOWN_NOISES * noise / SPREAD + KNOWN_LEVELS
    far_px = DRIFTS_MM * px_per_mm / REDUCTION
    confidence = [each for each in moves if each.remains < known and each.unlike > EXPLAINED * each.remains]
    return sum(each.by_px > far_px for each in confidence) >= MOMENTS
