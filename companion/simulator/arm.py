"""Draws arms that reach over the table at any height: a hand, a sleeve, and their shadow.

As a hand comes down it looks smaller, and its shadow comes nearer and gets sharper. What moved while the shutter was
open is blurred along its motion.
"""

from __future__ import annotations

from math import atan2, cos, hypot, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels, Points
from companion.core.units import PointMm
from companion.simulator.bodies import Arm, ArmLook
from companion.simulator.hand import FINGERS, PALM, Limb
from companion.simulator.layer import Box, box_around, shade
from companion.simulator.pinhole import PinholeCamera

PALM_MM = 78.0
"""From the wrist to the middle of what a flat hand hides best, just behind the knuckles."""
FLESH_MM = 11.0
"""Height of a flat hand's middle over what it lies on."""
WRIST_MM = 26.0
"""Height of the wrist over the fingers."""
FOREARM_MM, ELBOW_MM, SHOULDER_MM = 255.0, 95.0, 330.0
"""Length from wrist to elbow; height of the elbow over the hand; height of the shoulder over the table."""
LAMP_WIDTH = 0.22
"""Standard deviation of a shadow's edge over the height that casts it: a lamp with a shade."""
CONTACT_MM = 2.5
"""Softness of a shadow where things touch."""
DARKEST = 0.62
"""Share of the light that a shadow at full strength takes away."""
EDGE_DARK = 0.58
"""Brightness of flesh and cloth where they turn away from the camera."""
ROUND_MM = 10.0
"""Distance from its edge over which a limb turns towards the camera."""
COARSE = 4
"""Factor by which shadows are drawn smaller."""
LEAST_BLUR_PX = 0.7
"""Motion that is too short to blur."""
FARTHEST_PX = 4000.0
"""Outlines are clipped here: OpenCV draws with integer coordinates."""
CIRCLE = np.column_stack([np.cos(np.linspace(0, 2 * np.pi, 18, False)), np.sin(np.linspace(0, 2 * np.pi, 18, False))])
"""(18, 2), points of a circle of radius 1."""

Outline = tuple[Points, Points]
"""A limb: its two ends, (2, 3) table mm with height, and their radii, (2,)."""


def draw_arm(picture: Pixels, camera: PinholeCamera, arm: Arm, shadow: float, shadow_xy: PointMm) -> None:
    """Draw an arm and its shadow into a picture, in place.

    Args:
        picture: (H, W, 3) uint8 BGR.
        camera: how it is seen.
        arm: the arm.
        shadow: strength, 0 to 1.
        shadow_xy: how far a shadow falls for each mm of height, x and y.
    """
    flesh, cloth = flesh_of(arm), cloth_of(arm)
    palm = np.array(arm.palm_xyz_mm)
    before = palm - np.array(arm.moved_xyz_mm)
    moved_px = np.diff(camera.project(np.stack([before, palm])), axis=0)[0]
    if shadow > 0.0:
        throw_shadow(picture, camera, flesh, shadow, shadow_xy)
        throw_shadow(picture, camera, cloth, shadow, shadow_xy)
    scale = camera.focal_px / (float(camera.position_mm[2]) - arm.palm_xyz_mm[2])
    paint(picture, outlines_of(camera, flesh), arm.looks, scale, moved_px, cloth=False)
    paint(picture, outlines_of(camera, cloth), arm.looks, scale, moved_px, cloth=True)


def edges(camera: PinholeCamera, arm: Arm) -> tuple[list[NDArray[np.int32]], list[NDArray[np.int32]]]:
    """Return the outlines of the hand's limbs and of the rest of the arm's, (N, 2) int32 sixteenths of pixels each."""
    hand = len(PALM) + len(FINGERS)
    flesh = outlines_of(camera, flesh_of(arm))
    return flesh[:hand], [*flesh[hand:], *outlines_of(camera, cloth_of(arm))]


def flesh_of(arm: Arm) -> tuple[Outline, ...]:
    """Return the palm, the fingers and, up to the cuff, the bare forearm."""
    wrist, elbow, along = joints(arm)
    size = arm.looks.size
    across = np.array([-along[1], along[0]]) * (-1 if arm.looks.left else 1)
    lie_mm = arm.palm_xyz_mm[2] + FLESH_MM * size
    found: list[Outline] = []
    for limb in (*PALM, *(_closed(finger, arm.looks.spread) for finger in FINGERS)):
        ends = []
        for x, y in (limb.start, limb.end):
            rise = WRIST_MM * max(0.0, 1.0 - y / 60.0) * size
            ends.append((*(wrist[:2] + size * (across * x + along * y)), lie_mm + rise))
        found.append((np.array(ends), size * np.array([limb.radius_start, limb.radius_end])))
    share = min(1.0, (arm.looks.cuff_mm + 25.0) / FOREARM_MM)
    end = wrist + share * (elbow - wrist)
    found.append((np.stack([wrist, end]), size * np.array([27.0, 27.0 + 14.0 * share])))
    return tuple(found)


def cloth_of(arm: Arm) -> tuple[Outline, ...]:
    """Return the sleeve, from the cuff to the shoulder."""
    wrist, elbow, _ = joints(arm)
    size = arm.looks.size
    shoulder = np.array([*arm.shoulder_xy_mm, SHOULDER_MM])
    share = min(1.0, arm.looks.cuff_mm / FOREARM_MM)
    cuff = wrist + share * (elbow - wrist)
    return (
        (np.stack([cuff, elbow]), size * np.array([36.0 + 10.0 * share, 50.0])),
        (np.stack([elbow, shoulder]), size * np.array([50.0, 62.0])),
    )


def joints(arm: Arm) -> tuple[Points, Points, Points]:
    """Return wrist and elbow, (3,) table mm with height each, and the hand's direction, (2,)."""
    palm, shoulder = np.array(arm.palm_xyz_mm), np.array(arm.shoulder_xy_mm)
    size, bend = arm.looks.size, arm.looks.bend
    toward = atan2(palm[1] - shoulder[1], palm[0] - shoulder[0])
    along = np.array([cos(toward + bend), sin(toward + bend)])
    fore = np.array([cos(toward + bend / 2), sin(toward + bend / 2)])
    wrist = np.array([*(palm[:2] - size * PALM_MM * along), palm[2] + size * (FLESH_MM + WRIST_MM)])
    length = size * min(FOREARM_MM, 0.6 * hypot(*(shoulder - wrist[:2])))
    elbow = np.array([*(wrist[:2] - length * fore), palm[2] + ELBOW_MM])
    return wrist, elbow, along


def _closed(finger: Limb, spread: float) -> Limb:
    """The finger turned towards the others by the hand's spread; the thumb keeps to its side."""
    x0, (x1, y1) = finger.start[0], finger.end
    return Limb(finger.start, (x0 + (x1 - x0) * (0.35 + 0.65 * spread), y1), finger.radius_start, finger.radius_end)


def outlines_of(camera: PinholeCamera, limbs: tuple[Outline, ...]) -> list[NDArray[np.int32]]:
    """Return each limb's outline in the picture, (N, 2) int32 sixteenths of pixels."""
    points = np.vstack([ends for ends, _ in limbs])
    radii = np.concatenate([own for _, own in limbs])
    depth = (points - camera.position_mm) @ camera.rotation[2]
    reach = camera.focal_px * radii / np.maximum(depth, 50.0)
    rims = camera.project(points)[:, None, :] + reach[:, None, None] * CIRCLE[None]
    fine = np.round(np.clip(rims, -FARTHEST_PX, FARTHEST_PX) * 16).astype(np.int32).reshape(len(limbs), -1, 2)
    return [cv2.convexHull(rim)[:, 0] for rim in fine]


def _fill(mask: NDArray[np.uint8], outlines: list[NDArray[np.int32]], corner_xy: tuple[int, int]) -> None:
    for outline in outlines:
        cv2.fillConvexPoly(mask, outline - 16 * np.array(corner_xy, np.int32), 255, cv2.LINE_AA, 4)


def _box(outlines: list[NDArray[np.int32]], picture: Pixels, margin: int) -> Box | None:
    return box_around(np.vstack(outlines) / 16, picture, margin)


def paint(
    picture: Pixels, outlines: list[NDArray[np.int32]], looks: ArmLook, scale: float, moved_px: Points, *, cloth: bool
) -> None:
    """Draw limbs into a picture, in place, shaded as round bodies and blurred by motion.

    Args:
        picture: (H, W, 3) uint8 BGR.
        outlines: as from `outlines_of`.
        looks: colours and size.
        scale: pixels per mm.
        moved_px: (2,), motion while the shutter was open.
        cloth: draw as sleeve instead of skin.
    """
    margin = 4 + int(np.abs(moved_px).max())
    box = _box(outlines, picture, margin)
    if box is None:
        return
    x0, y0, x1, y1 = box
    own = np.zeros((y1 - y0, x1 - x0), np.uint8)
    _fill(own, outlines, (x0, y0))
    inside = cv2.distanceTransform(cv2.threshold(own, 127, 1, cv2.THRESH_BINARY)[1], cv2.DIST_L2, 3)
    near = np.minimum(inside * (1.0 / (ROUND_MM * looks.size * scale)), 1.0)
    light = EDGE_DARK + (1 - EDGE_DARK) * cv2.sqrt(near * (2 - near))
    if not cloth:
        _crease(light, outlines, (x0, y0))
    light = cv2.GaussianBlur(light, (3, 3), 0)
    colour = looks.sleeve_bgr if cloth else looks.skin_bgr
    covered = np.asarray(
        cv2.merge([cv2.multiply(light, own, scale=v / 255, dtype=cv2.CV_8U) for v in colour]), np.uint8
    )
    if cloth and looks.stripe_bgr is not None:
        _stripe(covered, own, light, looks.stripe_bgr, scale)
    if float(np.hypot(*moved_px)) > LEAST_BLUR_PX:
        line = smear(moved_px)
        covered, own = (np.asarray(cv2.filter2D(each, -1, line), np.uint8) for each in (covered, own))
    part = picture[y0:y1, x0:x1]
    clear = cv2.bitwise_not(own)
    picture[y0:y1, x0:x1] = cv2.add(cv2.multiply(part, cv2.merge([clear] * 3), scale=1 / 255), covered)


def _crease(light: NDArray[np.float32], outlines: list[NDArray[np.int32]], corner_xy: tuple[int, int]) -> None:
    """Draw the lines between fingers that lie side by side."""
    for outline in outlines[len(PALM) : len(PALM) + len(FINGERS)]:
        own = (outline - 16 * np.array(corner_xy, np.int32))[None]
        cv2.polylines(light, list(own), True, 0.72, 1, cv2.LINE_AA, 4)


def _stripe(
    covered: Pixels, own: NDArray[np.uint8], light: NDArray[np.float32], bgr: tuple[int, int, int], scale: float
) -> None:
    band_px = max(3.0, 16.0 * scale)
    height, width = own.shape
    across, down = np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32)
    bands = (((across[None, :] + down[:, None]) / band_px).astype(np.uint8)) & 1
    second = cv2.merge([cv2.multiply(light, own, scale=value / 255, dtype=cv2.CV_8U) for value in bgr])
    cv2.copyTo(second, bands, covered)


def smear(moved_px: Points) -> NDArray[np.float32]:
    """Return a motion blur kernel along `moved_px`, (2,), that adds up to 1."""
    half = int(np.ceil(np.abs(moved_px).max() / 2)) + 1
    kernel = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
    ends = [np.round((half + share * moved_px) * 16).astype(int) for share in (-0.5, 0.5)]
    first, last = ((int(end[0]), int(end[1])) for end in ends)
    cv2.line(kernel, first, last, 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(kernel / kernel.sum(), np.float32)


def throw_shadow(
    picture: Pixels, camera: PinholeCamera, limbs: tuple[Outline, ...], shadow: float, shadow_xy: PointMm
) -> None:
    """Darken the limbs' shadow on the table, in place; shadow, shadow_xy: as for `draw_arm`."""
    fallen = []
    heights = []
    for ends, radii in limbs:
        on_table = ends.copy()
        on_table[:, :2] += ends[:, 2:] * np.array(shadow_xy)
        on_table[:, 2] = 0.0
        fallen.append((on_table, radii))
        heights.append(float(ends[:, 2].mean()))
    outlines = outlines_of(camera, tuple(fallen))
    soft_px = (CONTACT_MM + LAMP_WIDTH * float(np.median(heights))) * camera.focal_px / camera.distance_mm
    box = _box(outlines, picture, round(2.5 * soft_px) + 2)
    if box is None:
        return
    x0, y0, x1, y1 = box
    small = np.zeros((-(-(y1 - y0) // COARSE), -(-(x1 - x0) // COARSE)), np.uint8)
    for outline in outlines:
        cv2.fillConvexPoly(small, (outline - 16 * np.array([x0, y0], np.int32)) // COARSE, 255, cv2.LINE_AA, 4)
    blurred = cv2.GaussianBlur(small, (0, 0), max(0.6, soft_px / COARSE))
    soft = cv2.resize(blurred, (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR)
    shade(picture, np.asarray(cv2.convertScaleAbs(soft, alpha=DARKEST * shadow), np.uint8), (x0, y0))
