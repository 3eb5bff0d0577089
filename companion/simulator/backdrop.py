"""Draws the wooden table and the printed mat."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels
from companion.core.art import Art
from companion.core.scene import Thing
from companion.drawing.mat_art import MAT_THICK_MM
from companion.drawing.sprite import sprite
from companion.simulator.bodies import Laid
from companion.simulator.layer import lay, plane
from companion.simulator.pinhole import PinholeCamera

WOOD_PX_PER_MM = 1.25
"""Scale at which the wood is drawn."""
WOOD_REACH_MM = 1500.0
"""From the mat's middle; farther away the grain is repeated, mirrored."""
PLANK_MM = 118.0
"""Width of a plank."""
WOOD_BGR = (72.0, 112.0, 158.0)
"""Mean colour of the wood."""


def backdrop(camera: PinholeCamera, mat: Art, shadow: float, seed: int) -> Pixels:
    """Draw the empty table, without the effects of lens and sensor.

    Args:
        camera: how it is seen.
        mat: the face of the mat on it.
        shadow: strength of the mat's shadow, 0 to 1.
        seed: of the grain.

    Returns:
        (H, W, 3) uint8 BGR.
    """
    corners = np.array(
        [[0, 0], [camera.width_px, 0], [camera.width_px, camera.height_px], [0, camera.height_px]], np.float64
    )
    seen = camera.on_table(corners, -MAT_THICK_MM)
    left, top = np.maximum(np.floor(seen.min(axis=0)) - 2, -WOOD_REACH_MM)
    right, bottom = np.minimum(np.ceil(seen.max(axis=0)) + 2, WOOD_REACH_MM)
    wood = _wood(int(left), int(top), int(right - left), int(bottom - top), seed)
    to_mm = np.array([[1 / WOOD_PX_PER_MM, 0, left], [0, 1 / WOOD_PX_PER_MM, top], [0, 0, 1]])
    size = (camera.width_px, camera.height_px)
    to_picture = plane(camera, -MAT_THICK_MM) @ to_mm
    picture = np.asarray(cv2.warpPerspective(wood, to_picture, size, borderMode=cv2.BORDER_REFLECT), np.uint8)
    px_per_mm = camera.focal_px / camera.distance_mm
    face = _woven(sprite(mat, px_per_mm), seed)
    lay(picture, camera, Laid(0, Thing("mat", ""), (0, 0), 0), mat, face, px_per_mm, -MAT_THICK_MM, shadow)
    return picture


def _woven(face: NDArray[np.uint8], seed: int) -> NDArray[np.uint8]:
    """The mat's sprite with a little grain, as of cloth."""
    rng = np.random.default_rng(seed)
    height, width = face.shape[:2]
    threads = rng.standard_normal((height, width), np.float32) * 5
    wear = rng.standard_normal((height // 24 + 2, width // 24 + 2), np.float32) * 2.5
    grain = threads + cv2.resize(wear, (width, height))
    colour = cv2.add(face[:, :, :3], cv2.merge([grain] * 3), dtype=cv2.CV_8U)
    # Premultiplied: colour never exceeds the opacity.
    opacity = np.ascontiguousarray(face[:, :, 3])
    return np.asarray(cv2.merge([*cv2.split(cv2.min(colour, cv2.merge([opacity] * 3))), opacity]), np.uint8)


def _wood(left_mm: int, top_mm: int, width_mm: int, height_mm: int, seed: int) -> Pixels:
    """Planks from left to right, seen from straight above, at `WOOD_PX_PER_MM`."""
    rng = np.random.default_rng((seed, 1))
    width, height = int(width_mm * WOOD_PX_PER_MM), int(height_mm * WOOD_PX_PER_MM)
    y_mm = top_mm + np.arange(height, dtype=np.float32)[:, None] / WOOD_PX_PER_MM
    x_mm = left_mm + np.arange(width, dtype=np.float32)[None, :] / WOOD_PX_PER_MM
    plank = np.floor(y_mm / PLANK_MM).astype(int)
    first = int(plank.min())
    planks = int(plank.max()) - first + 1
    tone = rng.normal(1.0, 0.055, planks)[plank - first].astype(np.float32)
    slope = rng.normal(0, 0.02, planks)[plank - first].astype(np.float32)
    heart = rng.uniform(-0.3, 1.3, planks)[plank - first].astype(np.float32)
    wave = cv2.resize(rng.normal(0, 1, (height // 60 + 3, width // 260 + 3)).astype(np.float32), (width, height),
                      interpolation=cv2.INTER_CUBIC)  # fmt: skip
    across = (y_mm / PLANK_MM - plank - heart) * 9.0 + slope * x_mm / 10 + 0.8 * wave
    rings = np.sin(2 * np.pi * np.sign(across) * np.sqrt(np.abs(across) + 0.02) * 1.6)
    fibres = cv2.resize(rng.normal(0, 1, (height, width // 40 + 2)).astype(np.float32), (width, height))
    pores = cv2.resize(rng.random((height, width // 14 + 2), np.float32), (width, height))
    light = tone * (1 + 0.05 * rings + 0.035 * fibres) - 0.10 * (pores > 0.93)
    joint = np.minimum(y_mm / PLANK_MM - plank, 1 - (y_mm / PLANK_MM - plank)) * PLANK_MM
    light = light * np.where(joint < 0.9, 0.55, 1.0)
    planes = [cv2.convertScaleAbs(light, alpha=value) for value in WOOD_BGR]
    return np.asarray(cv2.merge(planes), np.uint8)
