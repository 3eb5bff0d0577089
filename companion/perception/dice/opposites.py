"""Tells from what is read on the five sides around a face what that face may show.

Opposite faces of a die add up to 13, so its twelve values are six pairs, and of two opposite faces at most one is seen
at a time: the face and the five sides around it show one value of each pair. Whatever pair the sides leave is the
face's. 6 and 9, 1 and 7, 5 and 8 are of different pairs.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from companion.perception.dice.sides import SIDES

PAIRS = 6
"""Pairs of opposite faces."""
MISREAD = 0.05
"""Share of the sides whose reading says nothing, however clear it seems."""
OTHERWISE = 0.03
"""Share of dice that are numbered otherwise."""
_ORDERS = np.array(list(permutations(range(SIDES))))


def evidence(sides: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how much likelier each value of a face is for what its sides show, (12,), 1 on the mean of the pairs.

    Args:
        sides: (5, 12) probabilities of the values 1 to 12 on each side; all alike where a side is not seen.
    """
    likely = (1 - MISREAD) * sides + MISREAD / sides.shape[1]
    pairs = likely[:, :PAIRS] + likely[:, : PAIRS - 1 : -1]
    left = [np.delete(pairs, pair, axis=1)[np.arange(SIDES), _ORDERS].prod(axis=1).sum() for pair in range(PAIRS)]
    shares = (1 - OTHERWISE) * np.array(left) / sum(left) + OTHERWISE / PAIRS
    return np.asarray(PAIRS * np.concatenate([shares, shares[::-1]]), np.float64)
