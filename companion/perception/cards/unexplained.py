"""Masks the parts of a picture in which a card may lie that was not found yet: parts as textured as symbols make
them."""

from __future__ import annotations

import cv2
import numpy as np

from companion.camera.arrays import Grey, Points

BUSY = 0.11
"""Contrast of symbols with their surroundings; cards have 0.14 and more in poor light, cloth and wood half of it."""
BUSY_PX = 11
"""Neighbourhood over which texture is measured, in a picture 400 to 560 px wide: a symbol or two."""
DARK = 8.0
"""Grey levels under which contrast is noise."""
BULKY = 0.35
"""Unexplained parts are at least this wide, as a share of the shorter side of the smallest card found: more is left of
a card of which a third is hidden; lines, edges and most grain are narrower."""
HOLES = 0.15
"""Gaps of up to this share of that side are filled: the white of reading sides is not textured everywhere."""
WIDER = 0.08
"""Share by which a card found is enlarged before it is removed from the mask."""


def textured_mask(least: Grey) -> Grey:
    """Return 255 where the smallest channel (H, W) of a small picture is as textured as symbols, (H, W) uint8."""
    level = cv2.blur(least.astype(np.float32), (2, 2))
    mean = cv2.blur(level, (BUSY_PX, BUSY_PX))
    spread = cv2.blur(level * level, (BUSY_PX, BUSY_PX)) - mean * mean
    return np.asarray(cv2.compare(spread, (BUSY * np.maximum(mean, DARK)) ** 2, cv2.CMP_GT), np.uint8)


def unexplained_mask(busy: Grey, found: list[Points], shrink: int) -> Grey | None:
    """Mask the surroundings of each textured part that the cards found so far do not explain.

    Args:
        busy: (H, W) uint8, as from `textured_mask`.
        found: the corners of the cards found, (4, 2) px of the whole picture each.
        shrink: how many times smaller `busy` is than the whole picture.

    Returns:
        (H, W) uint8, 255 where a card may lie; None when no card was found, so that the size of cards is unknown.
    """
    if not found:
        return None
    outlines = [(corners + 0.5) / shrink - 0.5 for corners in found]
    side = min(float(np.linalg.norm(outline - np.roll(outline, -1, axis=0), axis=1).min()) for outline in outlines)
    rest = busy.copy()
    for outline in outlines:
        wider = outline + (outline - outline.mean(axis=0)) * (WIDER + BUSY_PX / side)
        cv2.fillConvexPoly(rest, np.round(wider).astype(np.int32), 0)
    filled = cv2.morphologyEx(rest, cv2.MORPH_CLOSE, _square(HOLES * side))
    bulky = cv2.morphologyEx(filled, cv2.MORPH_OPEN, _square(BULKY * side))
    return np.asarray(cv2.dilate(bulky, _square(side)), np.uint8)


def _square(side_px: float) -> Grey:
    width = 2 * round(side_px / 2) + 1
    return np.ones((width, width), np.uint8)
