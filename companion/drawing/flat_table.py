"""Draws what lies on a table, straight from above and without a camera: for films of matches that nobody filmed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels
from companion.core.art import Art
from companion.core.scene import Thing
from companion.drawing.sprite import bgr, sprite

GROUND = "#2f4a47"
"""The table: as the printed mat."""
EDGE_MM = 12.0
"""Around what lies on the table."""
MOST_SPRITES = 512
"""Faces that are kept as they were drawn: a whole game's deck."""


class FlatTable:
    """Draws the scenes of one match at one scale, so that nothing jumps from one to the next.

    Args:
        scenes: all that will lie on the table, at any time; things without a place are not drawn.
        art: art(kind, face), how things look; raises KeyError for one that has no looks, such as a die.
        size_px: the most that a picture may have, width and height.
    """

    def __init__(
        self, scenes: Iterable[Sequence[Thing]], art: Callable[[str, str], Art], size_px: tuple[int, int]
    ) -> None:
        self._art = lru_cache(MOST_SPRITES)(art)
        things = {thing for scene in scenes for thing in scene if self._is_drawn(thing)}
        corners = np.array(
            [point for thing in things for point in self._corners_mm(thing)] or [(-1.0, -1.0), (1.0, 1.0)]
        )
        self._least = corners.min(axis=0) - EDGE_MM
        extent = corners.max(axis=0) + EDGE_MM - self._least
        self._px_per_mm = float((np.array(size_px) / extent).min())
        width, height = np.maximum(1, np.floor(extent * self._px_per_mm)).astype(int)
        self._bare = np.empty((height, width, 3), np.uint8)
        self._bare[:] = bgr(GROUND)
        self._sprite = lru_cache(MOST_SPRITES)(self._turned)

    def picture(self, scene: Sequence[Thing]) -> Pixels:
        """What lies there, (H, W, 3) uint8 BGR; the same size for every scene."""
        picture = self._bare.copy()
        for thing in sorted(filter(self._is_drawn, scene), key=lambda each: each.level):
            self._lay(picture, self._sprite(thing.kind, thing.face, thing.turn_deg or 0.0), thing)
        return picture

    def _is_drawn(self, thing: Thing) -> bool:
        try:
            return thing.xy_mm is not None and self._art(thing.kind, thing.face) is not None
        except KeyError:
            return False

    def _corners_mm(self, thing: Thing) -> list[tuple[float, float]]:
        """Of the square in which the thing lies at any turn."""
        art, (x, y) = self._art(thing.kind, thing.face), thing.xy_mm or (0.0, 0.0)
        reach = max(art.width_mm, art.height_mm) / 2
        return [(x - reach, y - reach), (x + reach, y + reach)]

    def _turned(self, kind: str, face: str, turn_deg: float) -> NDArray[np.uint8]:
        """(S, S, 4) uint8, premultiplied: the face on a square ground that holds it at any turn."""
        face_px = sprite(self._art(kind, face), self._px_per_mm)
        height, width = face_px.shape[:2]
        side = int(np.ceil(np.hypot(width, height)))
        matrix = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), -turn_deg, 1.0)
        matrix[:, 2] += ((side - width) / 2, (side - height) / 2)
        return np.asarray(cv2.warpAffine(face_px, matrix, (side, side), flags=cv2.INTER_AREA), np.uint8)

    def _lay(self, picture: Pixels, face: NDArray[np.uint8], thing: Thing) -> None:
        middle = (np.array(thing.xy_mm) - self._least) * self._px_per_mm
        left, top = (int(each) for each in np.rint(middle - face.shape[0] / 2))
        height, width = picture.shape[:2]
        x0, y0, x1, y1 = max(0, left), max(0, top), min(width, left + face.shape[1]), min(height, top + face.shape[0])
        if x0 >= x1 or y0 >= y1:
            return
        piece, under = face[y0 - top : y1 - top, x0 - left : x1 - left], picture[y0:y1, x0:x1]
        seen = 1 - piece[:, :, 3:].astype(np.float32) / 255
        under[:] = np.minimum(255, np.rint(under * seen + piece[:, :, :3])).astype(np.uint8)
