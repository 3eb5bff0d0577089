"""Colour features of a place: mean colours of rings about a disc's middle, comparable between the places of one
picture."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.perception.boards.features import EDGE, INNER, OFFSETS, measure
from companion.perception.boards.place import PATCH_PX, PATCH_REACH, log_light

RING_FEATURES = EDGE + 2
"""Features per place: rings, corners and edge about the likeliest middle of a disc, and how uneven its rings are."""
NEAR = np.flatnonzero(np.hypot(*OFFSETS.T) <= 0.15 + 1e-6)
"""Offsets (indices into `OFFSETS`) at which a disc's middle is searched, the same as in training."""
TYPICAL_LOG_LIGHT, SPREAD = 4.5, 0.3
"""Logarithm of a typical light, subtracted, and the scale, divided by, so that features lie near 0 to 1."""
EVEN = 1e-3
"""Variance within rings, in squared logarithms of light, that is explained by noise alone."""


def ring_features(crops: NDArray[np.uint8], reach: float) -> NDArray[np.float32]:
    """Measure the rings of N places, at least one.

    Args:
        crops: (N, S, S, 3) uint8 BGR, rectified.
        reach: from the tile's middle to the crop's border, in tile sides.

    Returns:
        (N, RING_FEATURES) float32.
    """
    edge = round(crops.shape[1] * (1 - PATCH_REACH / reach) / 2)
    inner = crops[:, edge : crops.shape[1] - edge, edge : crops.shape[2] - edge]
    small = np.empty((len(crops), PATCH_PX, PATCH_PX, 3), np.uint8)
    for patch, crop in zip(small, inner, strict=True):
        cv2.resize(crop, (PATCH_PX, PATCH_PX), dst=patch, interpolation=cv2.INTER_AREA)
    seen = measure(log_light(small))
    variance = seen.ring_variance(NEAR, INNER)
    best = variance.argmin(axis=0)
    rings: NDArray[Any] = seen.at_offsets(NEAR[best])[:, : EDGE + 1]
    rings[:, :EDGE] -= TYPICAL_LOG_LIGHT
    uneven = np.log(variance[best, np.arange(len(crops))] + EVEN) - np.log(EVEN)
    return np.concatenate([rings / SPREAD, uneven[:, None]], axis=1).astype(np.float32)
