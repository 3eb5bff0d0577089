"""Regions of the picture that hands and arms cover.

What an arm has crossed recently cannot show whether it lay still, so `swept_mask` lets it be left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

import cv2
import numpy as np

from companion.core.units import PointPx
from companion.perception.hands.background import REDUCTION, Mask
from companion.perception.hands.seat import Seat
from companion.perception.hands.seat_state import Box

ARM_MM = 45.0
"""Half the width of an arm with its sleeve, millimetres."""
FINGERS_MM = 97.0
"""From the palm's middle to the fingertips, millimetres."""
EVERY_FRAMES = 3
"""Arms are drawn as they were in every third frame: closer frames add nothing."""
AHEAD_MM, ZONE_MM = 28.0, 62.0
"""A circle with the second as radius holds palm and fingers; its middle is the first ahead of the palm's.
Millimetres."""
RESTS_MM = 16.0
"""The detected places of a resting hand lie within this distance of their median, millimetres."""


def swept_mask(seats: Iterable[Seat], box: Box, frames: int, px_per_mm: float) -> Mask:
    """Mask of where arms went in the last frames; arms of hands that rested are left out.

    Args:
        seats: whose arms.
        box: part of the downscaled picture.
        frames: number of last frames.
        px_per_mm: scale of the small picture.

    Returns:
        (H, W) uint8 of the box, 255 where an arm went, else 0.
    """
    x0, y0, x1, y1 = box
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    thick = round(2 * ARM_MM * px_per_mm / REDUCTION)
    for seat in seats:
        ways = [place for place in list(seat.places)[-frames:] if place is not None]
        if len(ways) < 2 or max_spread([place.xy for place in ways]) < RESTS_MM * px_per_mm:
            continue
        for place in ways[::EVERY_FRAMES]:
            dx, dy = place.xy[0] - seat.sits_xy[0], place.xy[1] - seat.sits_xy[1]
            longer = 1.0 + FINGERS_MM * px_per_mm / (hypot(dx, dy) or 1.0)
            ends = (seat.sits_xy, (seat.sits_xy[0] + longer * dx, seat.sits_xy[1] + longer * dy))
            first, last = ((round(x / REDUCTION - x0), round(y / REDUCTION - y0)) for x, y in ends)
            cv2.line(mask, first, last, 255, thick)
    return mask


def max_spread(points: Sequence[PointPx]) -> float:
    """The greatest distance of any of these points from their median, in their unit. points: one at least."""
    middle = np.median(points, axis=0)
    return float(np.hypot(*(np.array(points) - middle).T).max())


def hand_zone(palm: PointPx, sits: PointPx, px_per_mm: float, size_xy: tuple[int, int]) -> tuple[Box, Mask] | None:
    """Where a hand is in the downscaled picture.

    Args:
        palm, sits: the palm's middle and where the player sits, pixels of the small picture.
        px_per_mm: scale of the small picture.
        size_xy: size of the downscaled picture.

    Returns:
        The box about the hand and a (H, W) uint8 mask of it, 1 on palm and fingers; None where hardly any of it is in
        the picture.
    """
    dx, dy = palm[0] - sits[0], palm[1] - sits[1]
    far = hypot(dx, dy) or 1.0
    ahead, radius = AHEAD_MM * px_per_mm, ZONE_MM * px_per_mm / REDUCTION
    x, y = (palm[0] + ahead * dx / far) / REDUCTION, (palm[1] + ahead * dy / far) / REDUCTION
    x0, y0 = int(max(0, x - radius)), int(max(0, y - radius))
    x1, y1 = int(min(size_xy[0], x + radius + 1)), int(min(size_xy[1], y + radius + 1))
    if x1 - x0 < 4 or y1 - y0 < 4:
        return None
    disc = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.circle(disc, (round(x - x0), round(y - y0)), round(radius), 1, cv2.FILLED)
    return (x0, y0, x1, y1), disc
