"""Where in a picture a card may lie that was not found yet: places as busy as symbols make them."""

from __future__ import annotations

import cv2
import numpy as np

from companion.camera.arrays import Grey, Points

BUSY = 0.11
"""Contrast of symbols with what is around them: cards have 0.14 and more in poor light, cloth and wood half of it."""
BUSY_PX = 11
"""Neighbourhood that is called busy, in a picture of 400 to 560 pixels: a symbol or two."""
DARK = 8.0
"""Grey levels under which contrast is noise."""
BULKY = 0.35
"""Places are as wide as this share of the shorter side of the smallest card that was found: of a card a third of which
is hidden more is left, and lines, edges and most grain are narrower."""
HOLES = 0.15
"""The same for what is filled: the white of reading sides is not busy everywhere."""
WIDER = 0.08
"""By this share a card that was found is enlarged before it is taken away from what was seen."""


def busy_places(least: Grey) -> Grey:
    """255 where a small (H, W) picture of the smallest channel is as busy as symbols make it."""
    level = cv2.blur(least.astype(np.float32), (2, 2))
    mean = cv2.blur(level, (BUSY_PX, BUSY_PX))
    spread = cv2.blur(level * level, (BUSY_PX, BUSY_PX)) - mean * mean
    return np.asarray(cv2.compare(spread, (BUSY * np.maximum(mean, DARK)) ** 2, cv2.CMP_GT), np.uint8)


def may_hold_cards(busy: Grey, found: list[Points], shrink: int) -> Grey | None:
    """255 around each busy place that may be a card beside the ones that were found.

    busy: (H, W), of a picture so many times smaller. found: their corners, (4, 2) px each.

    Returns:
        (H, W); None where no card was found that tells how large cards are.
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
