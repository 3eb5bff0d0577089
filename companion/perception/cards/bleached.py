"""Deepens bleached pictures: where a camera has rendered paper as white, print on it is nearly white, too."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import cv2
import numpy as np

from companion.camera.arrays import Pixels
from companion.perception.cards.finder import Reading, same_place

WHITE = 250
"""Value of its brightest channel from which on a pixel has met the end of the camera's scale."""
BLEACHED = 0.01
"""Share of such pixels from which on a picture may be bleached."""
GAMMA = 3.0
"""Power by which brightness is deepened: what was 5 % darker than paper becomes 14 % darker."""
_DEEPER = np.round(255 * (np.arange(256) / 255) ** GAMMA).astype(np.uint8)


def is_bleached(picture: Pixels) -> bool:
    """Return whether so much of a picture, (H, W, 3) uint8 BGR, is white that print may have paled with it."""
    small = picture[::4, ::4]
    return bool((small.max(axis=2) >= WHITE).mean() >= BLEACHED)


def deepened(picture: Pixels) -> Pixels:
    """Return a copy of a picture, (H, W, 3) uint8, with `GAMMA` times the contrast of what is bright."""
    return np.asarray(cv2.LUT(picture, _DEEPER), np.uint8)


def exposures(picture: Pixels) -> Iterator[Pixels]:
    """Yield a picture, (H, W, 3) uint8 BGR, and after it the deepened one if it is bleached."""
    yield picture
    if is_bleached(picture):
        yield deepened(picture)


def together(
    found: Sequence[Reading], again: Sequence[Reading], agreed: Callable[[Reading, Reading], Reading]
) -> list[Reading]:
    """Return the cards of two exposures of one picture.

    Args:
        found: those that the first shows.
        again: those that the second shows.
        agreed: what two readings of one card say together.
    """
    cards, left = list[Reading](), list(again)
    for one in found:
        other = next((each for each in left if same_place(one, each)), None)
        cards.append(one if other is None else agreed(one, other))
        left = [each for each in left if each is not other]
    return cards + left
