"""Remembers where a card was compared in a picture: one edge of a card shows in several outlines, and at several
scales."""

from __future__ import annotations

from math import hypot

import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Points
from companion.perception.cards.rectangles import corners_of

SAME_PLACE_MM = 1.0
"""Corners this near to those of a place that was tried are the same place: matchers find a card that lies 2 mm off."""
MOST_FAILED = 4
"""Outlines at one place that resembled a card and were none, until nothing more is tried there: of 340 cards that were
found, three had as many as two or three such outlines before."""
ONE_PLACE = 0.35
"""Radius of a place, as a share of a card's width."""
ROOM = 64
"""Places by which the memory grows."""


class TriedPlaces:
    """The places of cards that were tried in one picture, and those where that failed."""

    def __init__(self) -> None:
        self._corners: NDArray[np.float64] = np.empty((ROOM, 4, 2))
        self._count = 0
        self._failed: list[tuple[float, float, float]] = []

    def add_failure(self, to_picture: Points, width_mm: float) -> None:
        """Remember that what resembled a card here was none.

        Args:
            to_picture: (3, 3), the card's mm about its middle to pixels.
            width_mm: the card's width.
        """
        left, right, _, _ = corners_of(2 * ONE_PLACE * width_mm, 0.0, to_picture)
        x, y = (left + right) / 2
        self._failed.append((float(x), float(y), float(np.hypot(*(right - left))) / 2))

    def is_hopeless(self, x: float, y: float) -> bool:
        """Return whether so much failed about a point, px, that nothing more is to be tried there."""
        return sum(hypot(x - its_x, y - its_y) < near for its_x, its_y, near in self._failed) >= MOST_FAILED

    def is_new(self, to_picture: Points, width_mm: float, height_mm: float) -> bool:
        """Return whether no card was tried here before, and remember it.

        Args:
            to_picture: (3, 3), the card's mm about its middle to pixels.
            width_mm: the card's width.
            height_mm: its height.
        """
        corners = corners_of(width_mm, height_mm, to_picture)
        same_px = SAME_PLACE_MM / width_mm * float(np.hypot(*(corners[1] - corners[0])))
        if self._count and np.abs(self._corners[: self._count] - corners).max(axis=(1, 2)).min() < same_px:
            return False
        if self._count == len(self._corners):
            self._corners = np.concatenate([self._corners, np.empty((ROOM, 4, 2))])
        self._corners[self._count] = corners
        self._count += 1
        return True
