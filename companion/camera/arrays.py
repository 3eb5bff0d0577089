"""Types of the arrays that are passed between packages."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""A picture: (H, W, 3), blue, green, red, 0 to 255."""
Grey = NDArray[np.uint8]
"""A picture of one channel: (H, W), 0 to 255."""
Points = NDArray[np.float64]
"""Points (..., 2), in pixels or millimetres as the name of the value says; homographies (3, 3)."""
Quad = NDArray[np.float64]
"""Four corners (4, 2), clockwise."""
