"""Straight lines through pieces of outlines, and where they meet. A line is (a, b, c) with a x + b y + c = 0."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Points

Line = tuple[float, float, float]


def line_through(first: Points, last: Points) -> Line:
    """The line through two points."""
    (x0, y0), (x1, y1) = first.tolist(), last.tolist()
    return y0 - y1, x1 - x0, x0 * y1 - x1 * y0


def line_near(outline: NDArray[np.int32], first: Points, last: Points, ends: float, off_px: float) -> tuple[Line, int]:
    """The line that fits an outline's points (N, 2) between two of them best, and how many points it rests on.

    ends: share of the length that is left out at either end. off_px: points farther from the straight way between the
    two are left out; then those farther than 2 px from the middle one of the rest.
    """
    along = last - first
    length = float(np.hypot(along[0], along[1]))
    along = along / length
    across = np.array([-along[1], along[0]])
    relative = outline - first
    far, off = relative @ along, relative @ across
    near = (far > ends * length) & (far < (1 - ends) * length) & (np.abs(off) < off_px)
    at, away = far[near], off[near]
    if len(at) < 3:
        return line_through(first, last), len(at)
    kept = np.abs(away - np.median(away)) < STRAY_PX
    if np.count_nonzero(kept) < 3:
        return line_through(first, last), len(at)
    at, away = at[kept], away[kept]
    spread = at - at.mean()
    squares = float(spread @ spread)
    slope = float(spread @ away) / squares if squares > 0 else 0.0
    level = float(away.mean() - slope * at.mean())
    return line_through(first + level * across, last + (level + slope * length) * across), int(np.count_nonzero(near))


STRAY_PX = 2.0
"""Points this far from the middle one of their line belong to what touches it: symbols, labels."""


def meeting(one: Line, other: Line) -> Points | None:
    """Where two lines meet; None when they are parallel."""
    (a, b, c), (d, e, f) = one, other
    w = a * e - b * d
    return None if abs(w) < 1e-9 else np.array([(b * f - c * e) / w, (c * d - a * f) / w])
