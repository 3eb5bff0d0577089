"""Fits the plane in which many square cards lie to all their corners together.

One card alone determines a homography that is far off at the other end of the table.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Points

Complex = NDArray[np.complex128]
"""Points of a plane as complex numbers, x + iy."""

_SQUARE = np.array([-1 - 1j, 1 - 1j, 1 + 1j, -1 + 1j]) / 2
"""Corners of a square of side 1 about the origin, clockwise in picture coordinates."""
_STEPS = 40
"""Levenberg-Marquardt steps at most."""
_NUDGE = 1e-6
"""Step of the numerical derivative."""
_SETTLED = 1e-9
"""The fit has converged when a step lowers the squared error by a smaller share than this."""
_HORIZON = 0.2
"""Least homogeneous depth of a corner: nothing that is seen lies nearer to the horizon; beyond it the plane would be
upside down."""


def fit_square_plane(corners_px: Points, side_mm: float) -> Points:
    """Fit the homography under which all cards become squares of one size (Levenberg-Marquardt).

    Args:
        corners_px: (n, 4, 2), each card's corners, clockwise.
        side_mm: a card's side.

    Returns:
        (3, 3), pixels to mm. Its origin and rotation are arbitrary, but it is not mirrored.
    """
    middle = corners_px.reshape(-1, 2).mean(axis=0)
    side_px = float(np.linalg.norm(corners_px - np.roll(corners_px, -1, axis=1), axis=2).mean())
    to_unit = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, side_px]]) / side_px
    unit = (corners_px - middle) / side_px
    six = np.array([1.0, 0.0, 0.0, 1.0, 0.0, 0.0])
    off, damping = _off(six, unit), 1e-3
    for _ in range(_STEPS):
        slopes = np.stack([(_off(six + nudge, unit) - off) / _NUDGE for nudge in np.eye(6) * _NUDGE], axis=1)
        square = slopes.T @ slopes
        moved = six - np.linalg.solve(square + damping * np.diag(np.diag(square) + 1e-9), slopes.T @ off)
        if not np.all(_depth(moved, unit) > _HORIZON):
            damping *= 10
            continue
        there = _off(moved, unit)
        helped = float(off @ off - there @ there)
        if helped <= 0:
            damping *= 10
            continue
        six, off, damping = moved, there, damping / 5
        if helped <= _SETTLED * float(off @ off):
            break
    return np.asarray(np.diag([side_mm, side_mm, 1.0]) @ _matrix(six) @ to_unit, np.float64)


def to_plane(plane: Points, points: Points) -> Complex:
    """Map points (..., 2) through a (3, 3) homography, to complex numbers x + iy, (...)."""
    thrice = points @ plane[:, :2].T + plane[:, 2]
    return np.asarray((thrice[..., 0] + 1j * thrice[..., 1]) / thrice[..., 2], np.complex128)


def _off(six: Points, unit: Points) -> Points:
    """Residuals (8 n,): the corners' distances from the best-fitting squares of side 1."""
    there = to_plane(_matrix(six), unit)
    there = there - there.mean(axis=1, keepdims=True)
    turns = (there * _SQUARE.conj()).sum(axis=1, keepdims=True)
    off = there - turns / np.abs(turns) * _SQUARE
    return np.concatenate([off.real.ravel(), off.imag.ravel()])


def _matrix(six: Points) -> Points:
    """(3, 3) homography without translation from its six parameters."""
    a, b, c, d, g, h = six
    return np.array([[a, b, 0.0], [c, d, 0.0], [g, h, 1.0]])


def _depth(six: Points, unit: Points) -> Points:
    """Homogeneous depth of each corner, (n, 4)."""
    return np.asarray(unit @ six[4:] + 1.0, np.float64)
