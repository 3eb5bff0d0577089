"""Straight lines through parts of contours, and their intersections. A line is (a, b, c) with a x + b y + c = 0."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Points

Line = tuple[float, float, float]
"""a, b, c."""


def line_through(first: Points, last: Points) -> Line:
    """Return the line through two points, (2,) each."""
    (x0, y0), (x1, y1) = first.tolist(), last.tolist()
    return y0 - y1, x1 - x0, x0 * y1 - x1 * y0


def line_near(outline: NDArray[np.int32], first: Points, last: Points, ends: float, off_px: float) -> tuple[Line, int]:
    """Fit a line to the part of a contour between two points (least squares without outliers).

    Args:
        outline: (N, 2) int32 px.
        first, last: (2,) px, the points.
        ends: share of the length that is left out at either end.
        off_px: contour points farther from the straight connection are left out; then those farther than `STRAY_PX`
            from the median distance of the rest.

    Returns:
        The line, and how many contour points lie near it.
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
    kept = np.abs(away - _median(away)) < STRAY_PX
    if np.count_nonzero(kept) < 3:
        return line_through(first, last), len(at)
    at, away = at[kept], away[kept]
    spread = at - at.mean()
    squares = float(spread @ spread)
    slope = float(spread @ away) / squares if squares > 0 else 0.0
    level = float(away.mean() - slope * at.mean())
    return line_through(first + level * across, last + (level + slope * length) * across), int(np.count_nonzero(near))


def _median(values: Points) -> float:
    """The middle of values (n,), of an even number the mean of both middles."""
    low, high = (len(values) - 1) // 2, len(values) // 2
    parted = np.partition(values, (low, high))
    return float(parted[low] + parted[high]) / 2


STRAY_PX = 2.0
"""Contour points this far from the median of their line belong to what touches it: symbols, labels."""


def meeting(one: Line, other: Line) -> Points | None:
    """Return where two lines intersect, (2,); None when they are parallel."""
    (a, b, c), (d, e, f) = one, other
    w = a * e - b * d
    return None if abs(w) < 1e-9 else np.array([(b * f - c * e) / w, (c * d - a * f) / w])
