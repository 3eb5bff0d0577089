"""What the finder needs to know of a card that was found."""

from __future__ import annotations

from typing import Protocol

import cv2
import numpy as np

from companion.camera.arrays import Points


class FoundCard(Protocol):
    """A card that was found in a picture."""

    @property
    def to_picture(self) -> Points:
        """(3, 3), the card's mm about its middle to pixels."""

    @property
    def corners_px(self) -> Points:
        """(4, 2), clockwise from its top left."""

    @property
    def centre_xy_px(self) -> tuple[float, float]:
        """The card's middle."""

    @property
    def weight(self) -> float:
        """How much of the card supports the reading; compared with others' at the same place."""

    @property
    def settled(self) -> bool:
        """Whether nothing better can be found at its place."""


def longest_side(corners: Points) -> float:
    """Return the length of the longest side of an outline, (4, 2)."""
    return float(np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1).max())


def same_place(one: FoundCard, other: FoundCard) -> bool:
    """Return whether the middle of one card lies on the other."""
    return _inside(one, np.array(other.centre_xy_px)) or _inside(other, np.array(one.centre_xy_px))


def _inside(reading: FoundCard, point: Points) -> bool:
    """Whether a point lies on a card."""
    x, y = (float(each) for each in point)
    return cv2.pointPolygonTest(reading.corners_px.astype(np.float32), (x, y), False) >= 0
