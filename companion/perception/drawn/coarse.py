"""Coarse pictures of a card's place, compared without what lies around the card: on a dark table the edge of its paper
is stronger than all of its print."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.perception.cards.coarse_windows import AROUND_PX, DARKEST

Vectors = NDArray[np.float32]

CHANNELS = 64
"""Pictures that are blurred together: OpenCV takes up to 128 channels."""
INSET_PX = 1
"""Pixels at each edge of a card that are not compared: an outline may be off by so much."""


def print_of(view: Vectors) -> Vectors:
    """Return by how much each pixel of a card's coarse picture is brighter than its neighbourhood on the card.

    Args:
        view: (H, W) float32 grey levels.

    Returns:
        (H - 2 * INSET_PX, W - 2 * INSET_PX) float32, logarithms.
    """
    height, width = view.shape
    return prints_at(view, [(INSET_PX, INSET_PX)], (height - 2 * INSET_PX, width - 2 * INSET_PX))[0]


def prints_at(view: Vectors, begins_xy: Sequence[tuple[int, int]], shape: tuple[int, int]) -> Vectors:
    """Return the same of several parts of a picture, each without anything around it.

    Args:
        view: (H, W) float32 grey levels.
        begins_xy: left and top of each part, px.
        shape: rows and columns of a part.

    Returns:
        (parts, rows, columns) float32, logarithms.
    """
    rows, columns = shape
    logarithm = np.log(np.maximum(view, DARKEST))
    parts = np.stack([logarithm[y : y + rows, x : x + columns] for x, y in begins_xy], axis=2)
    around = cv2.blur(parts, (AROUND_PX, AROUND_PX), borderType=cv2.BORDER_REFLECT).reshape(parts.shape)
    return np.ascontiguousarray((parts - around).transpose(2, 0, 1))


def prints_of(views: Vectors) -> Vectors:
    """Return the same of the middle of each of several pictures.

    Args:
        views: (n, H, W) float32 grey levels.

    Returns:
        (n, H - 2 * INSET_PX, W - 2 * INSET_PX) float32, logarithms.
    """
    inner = np.ascontiguousarray(views[:, INSET_PX:-INSET_PX, INSET_PX:-INSET_PX].transpose(1, 2, 0))
    logarithm = np.log(np.maximum(inner, DARKEST))
    around = np.concatenate([_around(logarithm[:, :, at : at + CHANNELS]) for at in range(0, len(views), CHANNELS)], 2)
    return np.ascontiguousarray((logarithm - around).transpose(2, 0, 1))


def _around(pictures: Vectors) -> Vectors:
    """The means of each pixel's neighbourhood, of pictures (H, W, n) side by side."""
    even = cv2.blur(np.ascontiguousarray(pictures), (AROUND_PX, AROUND_PX), borderType=cv2.BORDER_REFLECT)
    return np.asarray(even, np.float32).reshape(pictures.shape)
