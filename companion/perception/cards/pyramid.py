"""A picture of grey in all sizes, so that pieces of it can be seen from straight above at any scale."""

from __future__ import annotations

import cv2
import numpy as np

from companion.camera.arrays import Grey, Points
from companion.perception.cards.fit import flat


class Pyramid:
    """A picture of grey, and the same halved again and again, made when they are asked for."""

    def __init__(self, grey: Grey) -> None:
        self._levels = [grey]

    def flat(self, to_picture: Points, width_mm: float, height_mm: float, scale: float) -> Grey:
        """The rectangle about the origin of `to_picture` (3, 3: mm to pixels), `scale` pixels a mm, without moire."""
        level = self._level(_px_per_mm(to_picture) / scale)
        ratio = level.shape[1] / self._levels[0].shape[1], level.shape[0] / self._levels[0].shape[0]
        shrunk = np.array([[ratio[0], 0, ratio[0] / 2 - 0.5], [0, ratio[1], ratio[1] / 2 - 0.5], [0, 0, 1]])
        return flat(level, shrunk @ to_picture, width_mm, height_mm, scale).grey

    def _level(self, too_fine: float) -> Grey:
        """The smallest one that has all pixels that are wanted of a picture so many times too fine."""
        nth = 0
        while too_fine >= 2 and min(self._levels[nth].shape) >= 2:
            nth, too_fine = nth + 1, too_fine / 2
            if nth == len(self._levels):
                height, width = self._levels[-1].shape
                half = cv2.resize(self._levels[-1], (width // 2, height // 2), interpolation=cv2.INTER_AREA)
                self._levels.append(np.asarray(half, np.uint8))
        return self._levels[nth]


def _px_per_mm(to_picture: Points) -> float:
    """At the origin, of the direction that is seen the longer."""
    x, y, w = to_picture[:, 2]
    along = (to_picture[:2, :2] * w - np.outer((x, y), to_picture[2, :2])) / w**2
    return float(np.linalg.norm(along, axis=0).max())
