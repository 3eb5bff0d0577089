"""A lens's barrel or cushion by OpenCV's camera model, of which the first radial coefficient is used: both ways."""

from __future__ import annotations

import cv2
import numpy as np

from companion.camera.arrays import Points

CLOSE_ENOUGH = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 20, 1e-12)
"""Rounds, and the step at which to stop earlier: below a thousandth of a pixel for |k1| up to 0.2 within 45 degrees of
the axis."""


def distorted(ideal: Points, k1: float) -> Points:
    """Points (..., 2) of the ideal picture, in focal lengths from the axis, to where the lens shows them."""
    flat = ideal.reshape(-1, 2)
    rays = np.column_stack([flat, np.ones(len(flat))])
    shown, _ = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), np.eye(3), _coefficients(k1))
    return np.asarray(shown, np.float64).reshape(ideal.shape)


def undistorted(shown: Points, k1: float) -> Points:
    """The other way round: points (..., 2) as the lens shows them to where the ideal picture has them."""
    if not k1:
        return shown
    flat = np.ascontiguousarray(shown, np.float64).reshape(-1, 1, 2)
    ideal = cv2.undistortImagePoints(flat, np.eye(3), _coefficients(k1), arg1=CLOSE_ENOUGH)
    return np.asarray(ideal, np.float64).reshape(shown.shape)


def _coefficients(k1: float) -> Points:
    return np.array([k1, 0.0, 0.0, 0.0])
