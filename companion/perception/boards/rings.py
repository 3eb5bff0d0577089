"""Exact colours of a place: rings about a disc's middle, as numbers that can be compared with other places' numbers."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.perception.boards.features import EDGE, INNER, OFFSETS, measure
from companion.perception.boards.place import PATCH_PX, PATCH_REACH, log_light

RING_FEATURES = EDGE + 2
"""Rings, corners and edge with the disc's middle where it is likeliest, and how uneven its rings are there."""
NEAR = np.flatnonzero(np.hypot(*OFFSETS.T) <= 0.15 + 1e-6)
"""Where a middle is looked for, of `OFFSETS`, as in training."""
TYPICAL_LOG_LIGHT, SPREAD = 4.5, 0.3
"""Logarithm of a usual light, and what is much of a difference: the numbers come out near 0 and 1."""
EVEN = 1e-3
"""Variance of a ring that is as even as noise lets it be."""


def ring_features(crops: NDArray[np.uint8], reach: float) -> NDArray[np.float32]:
    """(N, RINGED) for crops (N, S, S, 3) BGR, at least one, which reach so many sides from a tile's middle."""
    edge = round(crops.shape[1] * (1 - PATCH_REACH / reach) / 2)
    inner = crops[:, edge : crops.shape[1] - edge, edge : crops.shape[2] - edge]
    small = np.empty((len(crops), PATCH_PX, PATCH_PX, 3), np.uint8)
    for patch, crop in zip(small, inner, strict=True):
        cv2.resize(crop, (PATCH_PX, PATCH_PX), dst=patch, interpolation=cv2.INTER_AREA)
    seen = measure(log_light(small))
    ring_variance = seen.ring_variance(NEAR, INNER)
    best = ring_variance.argmin(axis=0)
    rings: NDArray[Any] = seen.at_offsets(NEAR[best])[:, : EDGE + 1]
    rings[:, :EDGE] -= TYPICAL_LOG_LIGHT
    uneven = np.log(ring_variance[best, np.arange(len(crops))] + EVEN) - np.log(EVEN)
    return np.concatenate([rings / SPREAD, uneven[:, None]], axis=1).astype(np.float32)
