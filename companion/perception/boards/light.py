"""Estimates how the light over a board changed between two pictures: smoothly, while most places stayed as they
were."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.perception.boards.features import EDGE, FEATURES
from companion.perception.boards.grid import Cell

Vector = NDArray[np.float64]

ROUNDS = 6
"""Rounds of reweighting."""
SOFT = 0.06
"""Residual, as a logarithm of light, at which a place counts half (Cauchy weights)."""
CURVED_FROM = 16
"""Places that determine a quadratic change of light; with fewer it is linear."""
STIFF = 0.3
"""Ridge term on slopes and curvatures, in places."""


def change(cells: Sequence[Cell], then: Vector, now: Vector) -> Vector:
    """Fit a smooth surface (linear or quadratic) to the change of light over the board.

    Places where something was moved, or that a hand covers, are outliers and count little.

    Args:
        cells: N places.
        then: (N, FEATURES), the features of the places before.
        now: (N, FEATURES), the same places now.

    Returns:
        (N, 3): by how much each place became brighter, blue, green, red, as logarithms.
    """
    off = (now - then)[:, :EDGE].reshape(len(cells), -1, 3)
    each = np.median(off, axis=1)
    at = np.array(cells, np.float64)
    y, x = ((at - at.mean(axis=0)) / max(1.0, float(np.ptp(at, axis=0).max()) / 2)).T
    basis = np.column_stack([np.ones_like(x), x, y, x * x, x * y, y * y])[:, : 6 if len(cells) >= CURVED_FROM else 3]
    ridge = STIFF * np.diag([0.0] + [1.0] * (basis.shape[1] - 1))
    found = np.tile(np.median(each, axis=0), (len(cells), 1))
    for _ in range(ROUNDS):
        miss = np.linalg.norm(each - found, axis=1)
        weight = 1 / (1 + (miss / SOFT) ** 2)
        own = basis * weight[:, None]
        found = basis @ np.linalg.solve(basis.T @ own + ridge, own.T @ each)
    return np.asarray(found)


def spread(light: Vector) -> Vector:
    """Turn a change of light (N, 3) into its effect on all features, (N, FEATURES).

    Rings and corners change by it. The edge feature is a difference of logarithms, which no light changes.
    """
    wide = np.tile(light, (1, EDGE // 3))
    return np.asarray(np.hstack([wide, np.zeros((len(light), FEATURES - EDGE))]))
