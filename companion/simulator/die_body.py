"""Draws a twelve-sided die by ray casting, four rays per pixel: a plastic body with engraved and inked digits."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels
from companion.simulator.bodies import DIE_INRADIUS_MM, Die
from companion.simulator.dice_art import digit_mask
from companion.simulator.dodecahedron import STANDARD_VALUES, corners, face_axes, face_normals
from companion.simulator.lamp import CEILING
from companion.simulator.layer import box_around, cast_shadow
from companion.simulator.pinhole import PinholeCamera

Vectors = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Style:
    """A die's colours, blue, green and red from 0 to 1 in linear light; and what marks its 6 and 9, "dot" or "bar"."""

    body_bgr: tuple[float, float, float]
    ink_bgr: tuple[float, float, float]
    mark: str


STYLES = (
    Style((0.03, 0.025, 0.42), (0.85, 0.85, 0.85), "dot"),
    Style((0.50, 0.68, 0.76), (0.02, 0.02, 0.02), "bar"),
    Style((0.30, 0.10, 0.02), (0.25, 0.62, 0.80), "dot"),
    Style((0.02, 0.02, 0.02), (0.80, 0.80, 0.80), "bar"),
    Style((0.08, 0.24, 0.03), (0.85, 0.88, 0.88), "dot"),
    Style((0.05, 0.55, 0.80), (0.03, 0.02, 0.02), "bar"),
)
"""Red with white, ivory with black, blue with gold, black with white, green with white, yellow with black."""
INK_REACH = 0.74
"""From a face's middle to the side of its digits' square, in inradii: digits are 0.6 high, as on sold dice."""
MASK_PX = 72
"""Side of a digit's mask: twice the pixels that it covers in a picture of 4 megapixels of the whole mat."""
BEVEL = 0.035
"""Roundness of the edges, in inradii."""
FINE = 2
"""Rays across a pixel."""
LAMP = np.array([-CEILING.shadow_xy[0], -CEILING.shadow_xy[1], 1.0]) / np.linalg.norm([*CEILING.shadow_xy, 1.0])
"""Unit vector towards the lamp that casts all shadows."""
ROOM_LIGHT, LAMP_LIGHT = 0.42, 0.72
"""Ambient and directed light; on a level face they add up to about one, so that a die is as bright as the things
around."""
GLOSS_POWER, GLOSS = 60.0, 0.30
"""Exponent and strength of the specular highlight."""
SKY = 0.10
"""Brightness of the room as mirrored in the plastic."""
GAMMA = 2.2
"""Gamma of the picture."""
CONTACT_SOFT_MM = 1.6
"""Softness of the contact shadow."""
CONTACT_SHADOW = 0.6
"""Strength of the contact shadow: hardly any light comes in under the die."""
SOFT_SHARE = 0.22
"""A shadow's softness over the height of what casts it."""


def draw_body(picture: Pixels, camera: PinholeCamera, die: Die, shadow: float) -> None:
    """Draw one die and its shadow into a picture, in place.

    Args:
        picture: (H, W, 3) uint8 BGR.
        camera: how it is seen.
        die: the die.
        shadow: strength, 0 to 1.
    """
    turned = np.array(die.rotation)
    middle = np.array(die.middle_xyz_mm)
    points = corners() @ turned.T * DIE_INRADIUS_MM + middle
    _throw_shadow(picture, camera, points, die, shadow)
    box = box_around(camera.project(points), picture, 2)
    if box is None:
        return
    x0, y0, x1, y1 = box
    steps = (np.arange(FINE) + 0.5) / FINE - 0.5
    x = (np.arange(x0, x1)[:, None] + steps).ravel()
    y = (np.arange(y0, y1)[:, None] + steps).ravel()
    grid = np.column_stack([each.ravel() for each in np.meshgrid(x, y)])
    colour, hit = _lit(camera.position_mm, camera.rays(grid), middle, turned, STYLES[die.style % len(STYLES)])
    shape = (y1 - y0, FINE, x1 - x0, FINE)
    share = hit.reshape(*shape, 1).mean(axis=(1, 3))
    linear = (colour * hit[:, None]).reshape(*shape, 3).mean(axis=(1, 3)) / np.maximum(share, 1e-6)
    shown = 255 * np.clip(linear, 0, 1) ** (1 / GAMMA)
    under = picture[y0:y1, x0:x1]
    picture[y0:y1, x0:x1] = np.round(under * (1 - share) + shown * share)


def _lit(lens: Vectors, rays: Vectors, middle: Vectors, turned: Vectors, style: Style) -> tuple[Vectors, Vectors]:
    """Linear colour (N, 3) and whether the die is hit (N,), for rays (N, 3) from the lens (3,)."""
    normals = face_normals()
    start = (lens - middle) @ turned / DIE_INRADIUS_MM
    way = rays @ turned / DIE_INRADIUS_MM
    along = way @ normals.T
    along = np.where(np.abs(along) < 1e-9, 1e-9, along)
    distance = (1.0 - normals @ start) / along
    enter = np.where(along < 0, distance, -np.inf)
    face = enter.argmax(axis=1)
    nearest = enter[np.arange(len(face)), face]
    hit = nearest < np.where(along > 0, distance, np.inf).min(axis=1)
    point = start + way * nearest[:, None]
    # Close to an edge the surface turns towards the neighbouring face.
    weight = np.exp(-np.maximum(1.0 - point @ normals.T, 0) / BEVEL)
    normal = (weight / weight.sum(axis=1, keepdims=True)) @ normals @ turned.T
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    ink = _ink(point, face, style.mark)[:, None]
    base = np.array(style.body_bgr) * (1 - ink) + np.array(style.ink_bgr) * ink
    from_lamp = np.maximum(normal @ LAMP, 0)
    room = ROOM_LIGHT * (0.62 + 0.38 * normal[:, 2])
    half = LAMP - rays
    half /= np.linalg.norm(half, axis=1, keepdims=True)
    glint = GLOSS * np.maximum((normal * half).sum(axis=1), 0) ** GLOSS_POWER
    facing = np.clip(-(normal * rays).sum(axis=1), 0, 1)
    fresnel = 0.04 + 0.96 * (1 - facing) ** 5
    mirrored_up = rays[:, 2] + 2 * facing * normal[:, 2]
    light = room + LAMP_LIGHT * from_lamp
    shine = glint + fresnel * SKY * (1 + np.clip(mirrored_up, -1, 1)) * 2
    return base * light[:, None] + shine[:, None], hit.astype(np.float64)


def _ink(point: Vectors, face: NDArray[np.intp], mark: str) -> Vectors:
    """Amount of ink, (N,) 0 to 1, at points of the surface in the die's own axes."""
    right, up = face_axes()
    u = (point * right[face]).sum(axis=1) / INK_REACH
    v = (point * up[face]).sum(axis=1) / INK_REACH
    inside = (np.abs(u) < 0.97) & (np.abs(v) < 0.97)
    x = (np.clip(u, -1, 1) + 1) / 2 * MASK_PX - 0.5
    y = (1 - np.clip(v, -1, 1)) / 2 * MASK_PX - 0.5 + face * MASK_PX
    # OpenCV limits a picture's rows to 32767 for `remap`: rows of a square keep any die's picture below that.
    side = int(np.ceil(np.sqrt(len(face))))
    places = np.zeros((2, side * side), np.float32)
    places[:, : len(face)] = x, y
    across, down = places.reshape(2, side, side)
    sampled = cv2.remap(_digits(mark), across, down, cv2.INTER_LINEAR).ravel()[: len(face)]
    return np.asarray(sampled / 255.0 * inside, np.float64)


@lru_cache(maxsize=4)
def _digits(mark: str) -> NDArray[np.uint8]:
    """The twelve faces' masks below each other, (12 * MASK_PX, MASK_PX) uint8."""
    return np.vstack([digit_mask(str(value), mark=mark, side_px=MASK_PX) for value in STANDARD_VALUES])


def _throw_shadow(picture: Pixels, camera: PinholeCamera, points: Vectors, die: Die, shadow: float) -> None:
    """The lamp's shadow, and the contact shadow where the die touches what it lies on."""
    lowest = float(points[:, 2].min())
    ground_mm = 0.0 if die.moving else lowest
    above = points[:, 2:] - ground_mm
    fallen = points[:, :2] + above * np.array(CEILING.shadow_xy)
    soft_mm = SOFT_SHARE * float(above.mean())
    cast_shadow(picture, camera, fallen, ground_mm, soft_mm, shadow)
    if not die.moving:
        foot = die.middle_xyz_mm[:2] + 0.85 * (points[:, :2] - die.middle_xyz_mm[:2])
        cast_shadow(picture, camera, foot, ground_mm, CONTACT_SOFT_MM, CONTACT_SHADOW * shadow)
