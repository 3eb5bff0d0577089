"""What lies before the table: hands and sleeves told from the settled table and from the shadows that run over it.

Compared as logarithms of light: a shadow takes the same share of every colour and never gives light back; flesh and
cloth change the colours' shares, are brighter, or darker than any shadow.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels

Mask = NDArray[np.uint8]
"""(H, W), 0 or 1, of a reduced picture."""

REDUCED = 2
"""Pictures are compared this many times smaller: about 3 mm a pixel, a finger is six wide, and noise is halved."""
DARK_FLOOR = 6.0
"""Grey levels added before the logarithm: below, the sensor's noise is larger than the light."""
COLOUR = 0.15
"""Logarithm by which the colours' shares of light may differ in a shadow: lamps and walls tint it a little."""
BRIGHTER = 0.10
"""A shadow gives no light; so much comes from other lamps and from sleeves that shine back."""
BLACKEST = -1.35
"""A quarter of the light is left in the deepest shadow of a room."""
NOISE_LEVELS = 2.4
"""Grey levels of the reduced picture that noise may add to each colour."""
SAMPLED = 8
"""The change of all light is taken from every eighth pixel across and down."""

_LOGS = np.log(np.arange(256, dtype=np.float32) + DARK_FLOOR).reshape(1, 256)


def reduced(picture: Pixels) -> Pixels:
    """A small picture (H, W, 3), `REDUCED` times smaller."""
    size = (picture.shape[1] // REDUCED, picture.shape[0] // REDUCED)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


class Ground:
    """The table as it was.

    Args:
        settled: a reduced picture of the table at rest.
    """

    def __init__(self, settled: Pixels) -> None:
        self._logs = np.asarray(cv2.LUT(settled, _LOGS), np.float32)
        self._gain = np.zeros(3, np.float32)
        noise = NOISE_LEVELS * np.exp(-self._logs.min(axis=2))
        self._colour = np.asarray(COLOUR + 1.5 * noise, np.float32)
        self._brighter = np.asarray(BRIGHTER + noise, np.float32)

    def covered(self, picture: Pixels) -> Mask:
        """1 where something lies or moves that was not there; shadows are not covered."""
        change = np.asarray(cv2.subtract(cv2.LUT(picture, _LOGS), self._logs), np.float32)
        sparse = change[SAMPLED // 2 :: SAMPLED, SAMPLED // 2 :: SAMPLED].reshape(-1, 3)
        lit = sparse[np.abs(sparse).max(axis=1) < 0.35]
        if len(lit) > len(sparse) // 4:
            # The exposure follows what lies in the picture; what is plain table says by how much.
            self._gain = np.asarray(np.median(lit, axis=0), np.float32)
        blue, green, red = cv2.split(change - self._gain)
        most, least = cv2.max(cv2.max(blue, green), red), cv2.min(cv2.min(blue, green), red)
        differs = cv2.compare(cv2.subtract(most, least), self._colour, cv2.CMP_GT)
        shines = cv2.compare(least, self._brighter, cv2.CMP_GT)
        black = cv2.threshold(most, BLACKEST, 255, cv2.THRESH_BINARY_INV)[1].astype(np.uint8)
        return np.asarray(cv2.max(cv2.max(differs, shines), black), np.uint8) & np.uint8(1)


def hidden_shares(covered: Mask, quads: Sequence[NDArray[np.float64]]) -> tuple[float, ...]:
    """Of each quad (4, 2), pixels of the small picture, how much of it is covered."""
    return tuple(_share(covered, quad) for quad in quads)


def _share(covered: Mask, quad: NDArray[np.float64]) -> float:
    mask = np.zeros(covered.shape, np.uint8)
    cv2.fillPoly(mask, [np.round(quad / REDUCED).astype(np.int32)], 1)
    return float(np.count_nonzero(covered & mask)) / max(1, int(np.count_nonzero(mask)))
