"""Deepens bleached pictures: where a camera has rendered paper as white, print on it is nearly white, too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels, Points
from companion.perception.cards.finder import Reading
from companion.perception.cards.found import same_place
from companion.perception.eyes import Area

WHITE = 250
"""Value of its brightest channel from which on a pixel has met the end of the camera's scale."""
BLEACHED = 0.01
"""Share of the picture that is white, and no card that was read, from which on a card may lie there."""
GAMMA = 3.0
"""Power by which brightness is deepened: what was 5 % darker than paper becomes 14 % darker."""
COARSE = 8
"""Factor by which a picture is shrunk to look for what is white in it."""
LEAST_SPOT = 20
"""Pixels of that picture that a white spot has at least; smaller ones are sparkle."""
AROUND = 1.1
"""Size of what a card explains, relative to the card: its rim, its shine on the table."""
_DEEPER = np.round(255 * (np.arange(256) / 255) ** GAMMA).astype(np.uint8)


def deepened(picture: Pixels) -> Pixels:
    """Return a copy of a picture, (H, W, 3) uint8, with `GAMMA` times the contrast of what is bright."""
    return np.asarray(cv2.LUT(picture, _DEEPER), np.uint8)


def is_bleached(picture: Pixels) -> bool:
    """Return whether so much of a picture, (H, W, 3) uint8 BGR, is white that print may have paled with it."""
    return bool(_white(picture).mean() >= BLEACHED)


def with_bleached(
    picture: Pixels,
    areas: Sequence[Area] | None,
    read: Callable[[Pixels, Sequence[Area] | None], Iterable[Reading]],
    believed: Callable[[Reading], bool] = lambda _: True,
) -> list[Reading]:
    """Read a picture, and again, deepened, what is white in it and no card that was read.

    Args:
        picture: (H, W, 3) uint8 BGR.
        areas: where cards are searched; None: everywhere.
        read: reads a picture in such areas.
        believed: whether a card that a deepened picture shows is taken for one.

    Returns:
        The cards of both, ordered by x, then y.
    """
    found = list(read(picture, areas))
    white = _white(picture)
    if areas is not None:
        white &= _inside(white.shape, [np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]) for x0, y0, x1, y1 in areas])
    white &= ~_inside(white.shape, [_larger(each.corners_px) for each in found])
    if white.mean() >= BLEACHED:
        again = read(deepened(picture), _around(white))
        found += [each for each in again if believed(each) and not any(same_place(each, one) for one in found)]
    return sorted(found, key=lambda each: each.centre_xy_px)


def _white(picture: Pixels) -> NDArray[np.bool_]:
    """Where a picture is white, (H / COARSE, W / COARSE)."""
    return np.asarray(picture[COARSE // 2 :: COARSE, COARSE // 2 :: COARSE].max(axis=2) >= WHITE)


def _inside(shape: tuple[int, ...], outlines: Iterable[Points]) -> NDArray[np.bool_]:
    """Where outlines (N, 2) px are in a coarse picture of a shape."""
    mask = np.zeros(shape, np.uint8)
    for outline in outlines:
        cv2.fillPoly(mask, [np.round(np.asarray(outline) / COARSE).astype(np.int32)], 1)
    return mask > 0


def _larger(corners_px: Points) -> Points:
    middle = corners_px.mean(axis=0)
    return np.asarray(middle + AROUND * (corners_px - middle))


def _around(white: NDArray[np.bool_]) -> list[Area]:
    """The boxes around what is white in a coarse picture, px of the whole one."""
    together = cv2.dilate(white.astype(np.uint8), np.ones((3, 3), np.uint8))
    _, _, boxes, _ = cv2.connectedComponentsWithStats(together)
    return [
        (float(x * COARSE), float(y * COARSE), float((x + w) * COARSE), float((y + h) * COARSE))
        for x, y, w, h, area in boxes[1:].tolist()
        if area >= LEAST_SPOT
    ]
