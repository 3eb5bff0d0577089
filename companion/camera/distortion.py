"""Applies and removes a lens's barrel or pincushion distortion: OpenCV's camera model, first radial coefficient
only."""

from __future__ import annotations

import cv2
import numpy as np

from companion.camera.arrays import Points

CLOSE_ENOUGH = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 20, 1e-12)
"""Iterations, and the step at which to stop earlier: below a thousandth of a pixel for |k1| up to 0.2 within 45 degrees
of the axis."""


def distorted(ideal: Points, k1: float) -> Points:
    """Return where the lens shows ideal points.

    Args:
        ideal: (..., 2), from the optical axis, in focal lengths.
        k1: first radial coefficient.

    Returns:
        (..., 2), in focal lengths.
    """
    flat = ideal.reshape(-1, 2)
    rays = np.column_stack([flat, np.ones(len(flat))])
    shown, _ = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), np.eye(3), _coefficients(k1))
    return np.asarray(shown, np.float64).reshape(ideal.shape)


def undistorted(shown: Points, k1: float) -> Points:
    """Return the ideal positions of points as the lens shows them, the inverse of `distorted`.

    Args:
        shown: (..., 2), from the optical axis, in focal lengths.
        k1: first radial coefficient.

    Returns:
        (..., 2), in focal lengths.
    """
    if not k1:
        return shown
    flat = np.ascontiguousarray(shown, np.float64).reshape(-1, 1, 2)
    ideal = cv2.undistortImagePoints(flat, np.eye(3), _coefficients(k1), arg1=CLOSE_ENOUGH)
    return np.asarray(ideal, np.float64).reshape(shown.shape)


def _coefficients(k1: float) -> Points:
    return np.array([k1, 0.0, 0.0, 0.0])
