"""An image pyramid, from which rectangles are rectified at any scale without aliasing."""

from __future__ import annotations

from math import hypot

import cv2
import numpy as np

from companion.camera.arrays import Grey, Points
from companion.perception.cards.fit import top_view


class Pyramid:
    """A grey picture, (H, W) uint8, and its halved versions, computed when needed."""

    def __init__(self, grey: Grey) -> None:
        self._levels = [grey]

    def top_view(self, to_picture: Points, width_mm: float, height_mm: float, scale: float) -> Grey:
        """Rectify the rectangle about the origin, as seen from straight above.

        Args:
            to_picture: (3, 3), mm to pixels of the whole picture.
            width_mm: its width.
            height_mm: its height.
            scale: pixels per mm of the result.

        Returns:
            (H, W) uint8.
        """
        level = self._level(_px_per_mm(to_picture) / scale)
        (height, width), (whole_height, whole_width) = level.shape, self._levels[0].shape
        across, down = width / whole_width, height / whole_height
        shrunk = np.array([[across, 0, across / 2 - 0.5], [0, down, down / 2 - 0.5], [0, 0, 1]])
        return top_view(level, shrunk @ to_picture, width_mm, height_mm, scale).grey

    def _level(self, too_fine: float) -> Grey:
        """The smallest level that still has full resolution, for a picture `too_fine` times too fine."""
        nth = 0
        while too_fine >= 2 and min(self._levels[nth].shape) >= 2:
            nth, too_fine = nth + 1, too_fine / 2
            if nth == len(self._levels):
                height, width = self._levels[-1].shape
                half = cv2.resize(self._levels[-1], (width // 2, height // 2), interpolation=cv2.INTER_AREA)
                self._levels.append(np.asarray(half, np.uint8))
        return self._levels[nth]


def _px_per_mm(to_picture: Points) -> float:
    """Scale at the origin, along the direction with the larger one."""
    (xx, xy, x), (yx, yy, y), (wx, wy, w) = to_picture.tolist()
    along_x = hypot(xx * w - x * wx, yx * w - y * wx)
    along_y = hypot(xy * w - x * wy, yy * w - y * wy)
    return float(max(along_x, along_y) / w**2)
