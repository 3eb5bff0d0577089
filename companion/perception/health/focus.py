"""Focus: how sharp each part of the picture is, compared with how sharp the same scene has been."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Grey
from companion.perception.health.small_picture import SmallPicture, likeness

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
SAME_SCENE = 0.8
"""Likeness to the scene before; with less, detail was taken away with what showed it."""
FOLLOW = 0.2
"""Weight of each look in the remembered sharpness: it follows in some seconds."""

Tiles = NDArray[np.float64]


class Focus:
    """Remembers the sharpness of a scene; looks at pictures in which nothing moves."""

    def __init__(self) -> None:
        self._usual: Tiles | None = None
        self._scene: Grey | None = None

    def begin(self) -> None:
        """Forget the scene."""
        self._usual = self._scene = None

    def is_lost(self, picture: SmallPicture) -> bool:
        """Whether the picture is out of focus, compared with those before."""
        detail = _detail(picture)
        if self._usual is None or self._scene is None or self._scene.shape != picture.low.shape:
            self._usual, self._scene = detail, picture.low
            return False
        detailed = self._usual > DETAILED
        fallen = float((detail[detailed] < FALLEN * self._usual[detailed]).mean()) if detailed.any() else 0.0
        if (
            fallen >= MOST_FALLEN
            and np.count_nonzero(detailed) >= LEAST_TILES
            and likeness(self._scene, picture.low) >= SAME_SCENE
        ):
            return True
        self._usual += FOLLOW * (detail - self._usual)
        self._scene = picture.low
        return False


def _detail(picture: SmallPicture) -> Tiles:
    """The energy of fine detail in each part, over the square of its brightness, so that lamps do not matter."""
    fine = cv2.Laplacian(picture.grey, cv2.CV_32F)
    energy = cv2.resize(fine * fine, TILES_XY, interpolation=cv2.INTER_AREA)
    brightness = cv2.resize(picture.grey, TILES_XY, interpolation=cv2.INTER_AREA).astype(np.float64)
    return np.asarray(energy / (brightness + 8.0) ** 2, np.float64)
