"""Draws a hand and its sleeve that reach over the table: simple, but with a hand's size, shape and colour."""

from __future__ import annotations

from dataclasses import dataclass
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels
from companion.core.units import PointMm
from companion.simulator.bodies import Hand, Side
from companion.simulator.lamp import CEILING
from companion.simulator.layer import Box, box_around, mapped, plane, shade
from companion.simulator.pinhole import PinholeCamera

HAND_OVER_MM = 35.0
"""Mean height of a hand that reaches over the table."""
ARM_MM = 900.0
"""Length of the sleeve: long enough to leave the picture whatever the camera sees."""
OUTSIDE_MM = 520.0
"""A fingertip this far from the mat's middle is outside every picture."""
LENGTH_MM = 185.0
"""From the wrist to the middle fingertip."""
INTO: dict[Side, tuple[float, float]] = {"north": (0, 1), "east": (-1, 0), "south": (0, -1), "west": (1, 0)}
"""The direction from each edge of the table into it."""
SKINS_BGR = ((150, 178, 222), (120, 155, 205), (96, 132, 186), (70, 100, 150), (48, 70, 112), (36, 50, 82))
"""Colours of skin; an owner always has the same one."""
SLEEVES_BGR = ((92, 60, 48), (58, 62, 130), (70, 96, 66), (88, 88, 92), (160, 150, 140))
"""Colours of sleeves; an owner always has the same one."""
ROUND_MM = 9.0
"""Distance from its edge over which a finger or an arm turns towards the light."""
DARK_EDGE = 0.55
"""Brightness at that edge."""
BLUR_MM = 12.0
"""Softness of a hand's shadow."""
COARSE_PX = 4.0
"""A shadow is blurred in a picture so small that its softness is this many pixels."""
SHADOW = 0.5
"""Share of the light that a hand's shadow takes away at full strength."""

Outline = NDArray[np.float64]
"""(N, 2) px."""


@dataclass(frozen=True, slots=True)
class Limb:
    """A part of an arm or a finger: two ends in the hand's own mm (x across, y forward from the wrist), and two radii,
    mm."""

    start: tuple[float, float]
    end: tuple[float, float]
    radius_start: float
    radius_end: float


FINGERS = (
    Limb((-30, 20), (-62, 92), 16, 9.5),
    Limb((-27, 88), (-36, 162), 11, 7.5),
    Limb((-8, 96), (-8, 177), 11, 8),
    Limb((11, 92), (17, 166), 10.5, 7.5),
    Limb((28, 80), (42, 138), 9.5, 6.5),
)
"""The thumb, then the other fingers."""
PALM = (
    Limb((-18, 50), (-22, 82), 26, 16),
    Limb((10, 46), (14, 82), 28, 16),
    Limb((0, 0), (0, 40), 27, 38),
    Limb((-24, 90), (26, 82), 14, 13),
    Limb((0, 60), (0, 84), 22, 18),
)
"""The parts of the palm."""
WRIST = (Limb((0, -60), (0, 10), 27, 27),)
"""The wrist."""
SLEEVE = (Limb((0, -ARM_MM), (0, -50), 62, 44),)
"""The sleeve."""


def draw_hand(
    picture: Pixels, camera: PinholeCamera, hand: Hand, shadow: float, shadow_xy: PointMm = CEILING.shadow_xy
) -> None:
    """Draw a hand and its shadow into a picture, in place; nothing when it is outside.

    Args:
        picture: (H, W, 3) uint8 BGR.
        camera: how it is seen.
        hand: the hand.
        shadow: strength, 0 to 1.
        shadow_xy: how far a shadow falls for each mm of height, x and y.
    """
    if hand.reach <= 0.0:
        return
    colours = crc32(hand.owner.encode())
    skin, sleeve = SKINS_BGR[colours % len(SKINS_BGR)], SLEEVES_BGR[colours // 7 % len(SLEEVES_BGR)]
    flesh = _outlines(camera, hand, (*WRIST, *PALM, *FINGERS))
    cloth = _outlines(camera, hand, SLEEVE)
    px_per_mm = camera.focal_px / (camera.distance_mm - HAND_OVER_MM)
    _throw_shadow(picture, (*flesh, *cloth), px_per_mm, shadow, shadow_xy)
    for outlines, colour in ((flesh, skin), (cloth, sleeve)):
        _paint(picture, outlines, colour, px_per_mm)


def _outlines(camera: PinholeCamera, hand: Hand, limbs: tuple[Limb, ...]) -> tuple[Outline, ...]:
    """Each limb's outline in the picture."""
    into = np.array(INTO[hand.side])
    across = np.array([-into[1], into[0]])
    outside_mm = (1.0 - hand.reach) * (OUTSIDE_MM + float(into @ np.array(hand.tip_xy_mm)))
    wrist = np.array(hand.tip_xy_mm) - into * (LENGTH_MM + outside_mm)
    around = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    circle = np.column_stack([np.cos(around), np.sin(around)])
    edges = []
    for limb in limbs:
        ends = ((limb.start, limb.radius_start), (limb.end, limb.radius_end))
        points = np.vstack([wrist + across * x + into * y + radius * circle for (x, y), radius in ends])
        seen = mapped(plane(camera, HAND_OVER_MM), points).astype(np.float32)
        edges.append(np.asarray(cv2.convexHull(seen), np.float64)[:, 0])
    return tuple(edges)


def _mask(outlines: tuple[Outline, ...], box: Box) -> NDArray[np.uint8]:
    """255 inside any of the outlines, within the box."""
    x0, y0, x1, y1 = box
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    for outline in outlines:
        cv2.fillPoly(mask, [np.round((outline - (x0, y0)) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return mask


def _paint(picture: Pixels, outlines: tuple[Outline, ...], colour: tuple[int, int, int], px_per_mm: float) -> None:
    # The margin keeps an arm that leaves the picture from darkening along the picture's edge.
    box = box_around(np.vstack(outlines), picture, 3)
    if box is None:
        return
    x0, y0, x1, y1 = box
    own = _mask(outlines, box)
    inside = cv2.distanceTransform((own > 127).astype(np.uint8), cv2.DIST_L2, 3) / (ROUND_MM * px_per_mm)
    near = np.minimum(inside, 1.0)
    bulge = np.sqrt(near * (2 - near))
    light = cv2.GaussianBlur(DARK_EDGE + (1 - DARK_EDGE) * bulge, (0, 0), max(0.5, 0.8 * px_per_mm))
    opacity = cv2.GaussianBlur(own, (0, 0), max(0.5, 0.4 * px_per_mm))
    clear = cv2.bitwise_not(opacity)
    covered = cv2.merge([cv2.multiply(light, opacity, scale=value / 255, dtype=cv2.CV_8U) for value in colour])
    part = picture[y0:y1, x0:x1]
    picture[y0:y1, x0:x1] = cv2.add(cv2.multiply(part, cv2.merge([clear] * 3), scale=1 / 255), covered)


def _throw_shadow(
    picture: Pixels, outlines: tuple[Outline, ...], px_per_mm: float, shadow: float, shadow_xy: PointMm
) -> None:
    if shadow == 0.0:
        return
    shift = np.array(shadow_xy) * HAND_OVER_MM * px_per_mm
    moved = tuple(outline + shift for outline in outlines)
    soft_px = BLUR_MM * px_per_mm
    box = box_around(np.vstack(moved), picture, round(2.5 * soft_px))
    if box is None:
        return
    mask = _mask(moved, box)
    # A soft shadow needs no fine pixels.
    scale = min(1.0, COARSE_PX / soft_px)
    small = (max(1, round(mask.shape[1] * scale)), max(1, round(mask.shape[0] * scale)))
    coarse = cv2.resize(mask, small, interpolation=cv2.INTER_AREA)
    blurred = cv2.GaussianBlur(coarse, (0, 0), soft_px * scale)
    soft = cv2.resize(blurred, mask.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    shade(picture, np.asarray(cv2.convertScaleAbs(soft, alpha=SHADOW * shadow), np.uint8), box[:2])
