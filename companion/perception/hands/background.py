"""The background model: tells hands and sleeves from the table at rest and from the shadows on it.

Pictures are compared as logarithms of light. A shadow takes the same share of every colour and never adds light; skin
and cloth change the ratio of the colours, are brighter, or are darker than any shadow.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels

Mask = NDArray[np.uint8]
"""(H, W) uint8, 0 or 1, of a downscaled picture."""

REDUCTION = 2
"""Factor by which pictures are downscaled before they are compared: then a pixel is about 3 mm and a finger six pixels
wide, and the noise is halved."""
DARK_FLOOR = 6.0
"""Grey levels added before the logarithm: below them the sensor's noise is stronger than the light."""
COLOUR = 0.15
"""Natural log by which the change may differ from colour to colour in a shadow: lamps and walls tint it a little."""
BRIGHTER = 0.10
"""Natural log by which the table may get brighter: a shadow adds no light, but other lamps and sleeves reflect some."""
BLACKEST = -1.35
"""Natural log of the light that is left in a room's deepest shadow: a quarter."""
NOISE_LEVELS = 2.4
"""Grey levels by which noise may change each colour of the downscaled picture."""
SAMPLED = 8
"""The change of exposure is estimated from every eighth pixel across and down."""

_LOGS = np.log(np.arange(256, dtype=np.float32) + DARK_FLOOR).reshape(1, 256)


def downscaled(picture: Pixels) -> Pixels:
    """A picture (H, W, 3) uint8 BGR, scaled down by `REDUCTION`: (H // 2, W // 2, 3) uint8."""
    size = (picture.shape[1] // REDUCTION, picture.shape[0] // REDUCTION)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


class BackgroundModel:
    """How the table looks without hands.

    Args:
        settled: (H, W, 3) uint8 BGR, the downscaled picture of the table at rest.
    """

    def __init__(self, settled: Pixels) -> None:
        self._logs = np.asarray(cv2.LUT(settled, _LOGS), np.float32)
        self._gain = np.zeros(3, np.float32)
        noise = NOISE_LEVELS * np.exp(-self._logs.min(axis=2))
        self._colour = np.asarray(COLOUR + 1.5 * noise, np.float32)
        self._brighter = np.asarray(BRIGHTER + noise, np.float32)

    def foreground(self, picture: Pixels) -> Mask:
        """Segment a picture.

        Args:
            picture: (H, W, 3) uint8 BGR, downscaled like the settled one.

        Returns:
            (H, W) uint8, 1 where something lies or moves that was not there at rest, else 0; shadows are 0.
        """
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


def hidden_shares(foreground: Mask, quads: Sequence[NDArray[np.float64]]) -> tuple[float, ...]:
    """Share, 0 to 1, of each quad that is foreground.

    Args:
        foreground: (H, W) uint8 mask, of `BackgroundModel.foreground`.
        quads: each (4, 2) float64, corners in pixels of the small picture.
    """
    return tuple(_share(foreground, quad) for quad in quads)


def _share(foreground: Mask, quad: NDArray[np.float64]) -> float:
    mask = np.zeros(foreground.shape, np.uint8)
    cv2.fillPoly(mask, [np.round(quad / REDUCTION).astype(np.int32)], 1)
    return float(np.count_nonzero(foreground & mask)) / max(1, int(np.count_nonzero(mask)))
