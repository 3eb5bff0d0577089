"""Where hands are, and where arms went of late: what they crossed cannot say whether it lay still."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

import cv2
import numpy as np

from companion.core.units import PointPx
from companion.perception.hands.ground import REDUCED, Mask
from companion.perception.hands.seat import Box, Seat

ARM_MM = 45.0
"""Half an arm with its sleeve."""
FINGERS_MM = 97.0
"""From the palm's middle to the fingers' end."""
EACH = 3
"""Arms are drawn where they were in each third frame."""
AHEAD_MM, ZONE_MM = 28.0, 62.0
"""Palm and fingers are within this circle, whose middle lies so far ahead of the palm's."""
RESTS_MM = 16.0
"""A hand that is still is found within so much of the same place."""


def crossed(seats: Iterable[Seat], box: Box, frames: int, px_per_mm: float) -> Mask:
    """255 where these seats' arms went in the last frames, of a box of the reduced picture."""
    x0, y0, x1, y1 = box
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    thick = round(2 * ARM_MM * px_per_mm / REDUCED)
    for seat in seats:
        ways = [place for place in list(seat.places)[-frames:] if place is not None]
        if len(ways) < 2 or spread([place.xy for place in ways]) < RESTS_MM * px_per_mm:
            continue
        for place in ways[::EACH]:
            dx, dy = place.xy[0] - seat.at[0], place.xy[1] - seat.at[1]
            longer = 1.0 + FINGERS_MM * px_per_mm / (hypot(dx, dy) or 1.0)
            ends = (seat.at, (seat.at[0] + longer * dx, seat.at[1] + longer * dy))
            first, last = ((round(x / REDUCED - x0), round(y / REDUCED - y0)) for x, y in ends)
            cv2.line(mask, first, last, 255, thick)
    return mask


def spread(points: Sequence[PointPx]) -> float:
    """The farthest that any lies from their middle."""
    middle = np.median(points, axis=0)
    return float(np.hypot(*(np.array(points) - middle).T).max())


def zone(palm: PointPx, sits: PointPx, px_per_mm: float, size_xy: tuple[int, int]) -> tuple[Box, Mask] | None:
    """Where a hand is in the reduced picture: left, top, right, bottom, and which pixels of that.

    palm, sits: its palm and where its player sits, pixels of the small picture. size_xy: of the reduced one. None when
    hardly any of it is in the picture.
    """
    dx, dy = palm[0] - sits[0], palm[1] - sits[1]
    far = hypot(dx, dy) or 1.0
    ahead, radius = AHEAD_MM * px_per_mm, ZONE_MM * px_per_mm / REDUCED
    x, y = (palm[0] + ahead * dx / far) / REDUCED, (palm[1] + ahead * dy / far) / REDUCED
    x0, y0 = int(max(0, x - radius)), int(max(0, y - radius))
    x1, y1 = int(min(size_xy[0], x + radius + 1)), int(min(size_xy[1], y + radius + 1))
    if x1 - x0 < 4 or y1 - y0 < 4:
        return None
    disc = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.circle(disc, (round(x - x0), round(y - y0)), round(radius), 1, cv2.FILLED)
    return (x0, y0, x1, y1), disc
