"""How the light over a board changed from one picture to the next: smoothly, while most places stay what they are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.perception.boards.features import EDGE, FEATURES
from companion.perception.boards.grid import Cell

Vector = NDArray[np.float64]

ROUNDS = 6
"""Of fitting; each trusts less what the one before found to be no change of light."""
SOFT = 0.06
"""A place that is off by so much, as a logarithm of light, counts half."""
CURVED_FROM = 16
"""Places that tell a curved change of light; fewer give a slope."""
STIFF = 0.3
"""How strongly slopes and curves are held back, in places."""


def change(cells: Sequence[Cell], then: Vector, now: Vector) -> Vector:
    """By how much each place became brighter, (N, 3), blue, green, red as logarithms.

    then, now: (N, FEATURES) of the same places. A hand, or what was moved, does not count as light.
    """
    off = (now - then)[:, :EDGE].reshape(len(cells), -1, 3)
    each = np.median(off, axis=1)
    at = np.array(cells, np.float64)
    y, x = ((at - at.mean(axis=0)) / max(1.0, float(np.ptp(at, axis=0).max()) / 2)).T
    basis = np.column_stack([np.ones_like(x), x, y, x * x, x * y, y * y])[:, : 6 if len(cells) >= CURVED_FROM else 3]
    hold = STIFF * np.diag([0.0] + [1.0] * (basis.shape[1] - 1))
    found = np.tile(np.median(each, axis=0), (len(cells), 1))
    for _ in range(ROUNDS):
        miss = np.linalg.norm(each - found, axis=1)
        weight = 1 / (1 + (miss / SOFT) ** 2)
        own = basis * weight[:, None]
        found = basis @ np.linalg.solve(basis.T @ own + hold, own.T @ each)
    return np.asarray(found)


def spread(light: Vector) -> Vector:
    """(N, 3) to (N, FEATURES): the same light on every ring and corner; an edge is a ratio, which no light changes."""
    wide = np.tile(light, (1, EDGE // 3))
    return np.asarray(np.hstack([wide, np.zeros((len(light), FEATURES - EDGE))]))
