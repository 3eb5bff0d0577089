"""Types of points; the unit is in the name."""

from __future__ import annotations

PointMm = tuple[float, float]
"""x to the right, y down, millimetres from the middle of the mat, of a card, or of whatever the value's owner says."""
PointPx = tuple[float, float]
"""x to the right, y down, pixels of a picture from its top left."""
