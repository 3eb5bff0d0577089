"""A lens's barrel or cushion: the first radial coefficient of OpenCV's camera model, both ways."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

STEPS = 20
"""Rounds of the fixed point; below a thousandth of a pixel for |k1| up to 0.2 within 45 degrees of the axis."""


def bent(straight: Points, k1: float) -> Points:
    """Points (..., 2) of the ideal picture, in focal lengths from the axis, to where the lens shows them."""
    result: Points = straight * (1.0 + k1 * np.sum(straight**2, axis=-1, keepdims=True))
    return result


def straightened(shown: Points, k1: float) -> Points:
    """The other way round."""
    straight = shown
    if k1:
        for _ in range(STEPS):
            straight = shown / (1.0 + k1 * np.sum(straight**2, axis=-1, keepdims=True))
    return straight
