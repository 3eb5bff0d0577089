"""Coarse pictures of a card's place, compared without what lies around the card: on a dark table the edge of its paper
is stronger than all of its print."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.perception.cards.coarse_windows import AROUND_PX, DARKEST

Vectors = NDArray[np.float32]

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
    inner = views[:, INSET_PX:-INSET_PX, INSET_PX:-INSET_PX].transpose(1, 2, 0)
    logarithm = np.log(np.maximum(np.ascontiguousarray(inner), DARKEST))
    around = cv2.blur(logarithm, (AROUND_PX, AROUND_PX), borderType=cv2.BORDER_REFLECT).reshape(logarithm.shape)
    return np.ascontiguousarray((logarithm - around).transpose(2, 0, 1))
