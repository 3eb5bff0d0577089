"""Flicker: lamps that follow the mains draw bright bands across a picture whose rows are exposed one after the other.

The bands run, so that rows are brighter or darker than in the last frame, across the whole width alike.
Nothing else does that: a hand changes one part of a row.
"""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

from companion.perception.health.small_picture import SmallPicture

PARTS = 3
"""Parts of the width that must agree."""
LEAST_SWING = 0.008
"""Standard deviation of the logarithm of a row's change: bands of two percent. Fewer disturb nobody."""
LEAST_AGREEMENT = 0.9
"""Correlation between any two parts."""
LEVEL = 4.0
"""Grey levels added before the logarithm, so that dark rows do not count for more than they are."""
LOOKED_AT = 10
"""Pairs of frames that are looked at."""
LEAST_BANDED = 6
"""And this many of them must have bands: now and then they stand still from one frame to the next."""

Profiles = NDArray[np.float64]


class Bands:
    """Compares the rows of each frame with those of the last."""

    def __init__(self) -> None:
        self._last: Profiles | None = None
        self._banded: deque[bool] = deque(maxlen=LOOKED_AT)

    def update(self, picture: SmallPicture) -> bool:
        """Take in the next picture. Returns whether bands run through the last ones."""
        last, self._last = self._last, _profiles(picture)
        if last is not None and last.shape == self._last.shape:
            self._banded.append(_is_banded(self._last - last))
        return sum(self._banded) >= LEAST_BANDED


def _profiles(picture: SmallPicture) -> Profiles:
    """The logarithm of the mean of each row, (PARTS, h)."""
    parts = np.array_split(picture.low, PARTS, axis=1)
    return np.stack([np.log(part.mean(axis=1) + LEVEL) for part in parts])


def _is_banded(change: Profiles) -> bool:
    rows = np.linspace(-1.0, 1.0, change.shape[1])
    surface = np.stack([np.ones_like(rows), rows, rows**2])  # a lamp that is switched changes rows smoothly
    weights = np.linalg.lstsq(surface.T, change.T, rcond=None)[0]
    swing = change - weights.T @ surface
    size = swing.std(axis=1)
    if float(size.min()) < LEAST_SWING:
        return False
    return float(np.corrcoef(swing).min()) >= LEAST_AGREEMENT
