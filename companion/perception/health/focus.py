"""Focus: how sharp each part of the picture is, compared with how sharp the same scene has been."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.perception.health.small_picture import SmallPicture
from companion.perception.settle import changed

TILES_XY = (8, 6)
"""Parts of the picture, each with its own remembered sharpness: things come and go in some of them."""
DETAILED = 0.002
"""Energy of detail, over the square of the brightness, above which a part says anything about focus; a bare table's
grain has less."""
LEAST_TILES = 4
"""Parts with detail that are needed: fewer may all be under one hand."""
FALLEN = 0.4
"""A part whose detail has less than this share of its usual energy has lost it: to soft focus, or because a thing was
taken away."""
MOST_FALLEN = 0.8
"""Share of the parts with detail that have lost it when the whole picture is out of focus."""
SAME_SCENE = 0.12
"""Share of the low picture that may have changed; with more, detail was taken away with what showed it."""
FOLLOW = 0.2
"""Weight of each look in the remembered sharpness: it follows in some seconds."""

Tiles = NDArray[np.float64]


class Focus:
    """Remembers the sharpness of a scene; looks at pictures in which nothing moves."""

    def __init__(self) -> None:
        self._usual: Tiles | None = None
        self._scene: NDArray[np.float32] | None = None

    def begin(self) -> None:
        """Forget the scene."""
        self._usual = self._scene = None

    def is_lost(self, picture: SmallPicture) -> bool:
        """Whether the picture is out of focus, compared with those before."""
        detail, scene = _detail(picture), picture.low.astype(np.float32)
        if self._usual is None or self._scene is None or self._scene.shape != scene.shape:
            self._usual, self._scene = detail, scene
            return False
        detailed = self._usual > DETAILED
        fallen = float((detail[detailed] < FALLEN * self._usual[detailed]).mean()) if detailed.any() else 0.0
        if fallen >= MOST_FALLEN and np.count_nonzero(detailed) >= LEAST_TILES and self._is_same(scene):
            return True
        self._usual += FOLLOW * (detail - self._usual)
        self._scene = scene
        return False

    def _is_same(self, scene: NDArray[np.float32]) -> bool:
        assert self._scene is not None
        before, now = (np.asarray(cv2.GaussianBlur(each, (0, 0), 2.0), np.float32) for each in (self._scene, scene))
        return float(changed(before, now).mean()) <= SAME_SCENE


def _detail(picture: SmallPicture) -> Tiles:
    """The energy of fine detail in each part, over the square of its brightness, so that lamps do not matter."""
    fine = cv2.Laplacian(picture.grey, cv2.CV_32F)
    energy = cv2.resize(fine * fine, TILES_XY, interpolation=cv2.INTER_AREA)
    brightness = cv2.resize(picture.grey, TILES_XY, interpolation=cv2.INTER_AREA).astype(np.float64)
    return np.asarray(energy / (brightness + 8.0) ** 2, np.float64)
