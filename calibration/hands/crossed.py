"""Other arms over a filmed hand: most landings that are told wrongly lie under some."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

CROSSED_DEG, CROSSED_PX = (40.0, 180.0), 9.0
"""These come from a side so far off, and pass so near to the middle (a standard deviation)."""
CROSSED_LEVELS = 36
"""What differs by so much from the table at rest is an arm, or its shadow."""
SETTLED_FIRST = 3
"""The first channel of the table at rest, which nobody crosses."""


def crossed(
    seen: NDArray[np.uint8], over: NDArray[np.uint8], settled: NDArray[np.uint8], random: np.random.Generator
) -> None:
    """Let the arms of another film go over this one, from another side, as they moved there.

    When the hand landed stays as true as it was, and is harder to see.

    seen: (80, 48, CHANNELS) of `moment.about`, which is changed; over: the other film's; settled: (80, 48, 3), its
    table at rest.
    """
    height, width = seen.shape[:2]
    turn_deg = random.uniform(*CROSSED_DEG) * random.choice((-1, 1))
    way = np.asarray(cv2.getRotationMatrix2D((width / 2, height / 2), turn_deg, 1.0), np.float64)
    way[:, 2] += random.normal(0, CROSSED_PX, 2)
    for first in range(0, seen.shape[2], 3):
        if first == SETTLED_FIRST:
            continue
        picture = np.ascontiguousarray(over[:, :, first : first + 3])
        arms = (cv2.absdiff(picture, settled).max(axis=2) > CROSSED_LEVELS).astype(np.uint8)
        shown = cv2.warpAffine(picture, way, (width, height))
        there = cv2.warpAffine(arms, way, (width, height), flags=cv2.INTER_NEAREST) > 0
        seen[:, :, first : first + 3][there] = shown[there]
