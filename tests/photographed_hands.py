"""Photographed hands of people over green, pasted into pictures for checking.

On the simulated table they replace drawn hands: motion, arms, sleeves, shadows and light stay the renderer's; shape,
skin, veins, hair and nails are a person's. In any other picture they lie with an arm that leaves it. The photographs
(`../shared/frames/real/hands`) are for checking alone: nothing is trained on them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from unittest.mock import patch

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels
from companion.core.units import PointMm
from companion.simulator import arm as arms
from companion.simulator.bodies import Arm
from companion.simulator.hand_motions import SLEEVES_BGR
from companion.simulator.layer import plane, stamp
from companion.simulator.pinhole import PinholeCamera

PointPx = tuple[float, float]

PX_PER_MM = 1.0
"""Scale of the sprites: the photographs have 1.2 pixels a millimetre; a small stream has about half of one."""
MARGIN_PX = 3
"""Transparent border of a sprite, pixels."""
GREEN_CLEAR, GREEN_SOFT = 20.0, 30.0
"""Grey levels by which green exceeds red and blue where the backdrop begins; and over how many more it fades in."""
TIP_MM = 128.0
"""From the middle of the largest circle within the back of a man's hand to his fingertips, millimetres."""
PALM_SHARE = 0.22
"""Share of that distance at which the renderer's palm middle lies: behind the knuckles."""
LEAST_CUT_MM = 40.0
"""A photograph must show this much of the hand behind that middle, millimetres."""
JOINT_PX = 5.0
"""A drawn arm begins this far within the photographed one, pixels."""
BARE_SHARE = 0.5
"""Share of arms without a sleeve."""
SHADOW_XY_MM, SOFT_MM, SHADOW = (6.0, 8.0), 8.0, 0.5
"""Offset and softness of the shadow, millimetres, and its depth, 0 to 1."""


@dataclass(frozen=True)
class Photographed:
    """A person's hand as a sprite.

    Attributes:
        name: of the photograph.
        face: (H, W, 4) uint8 BGRA, premultiplied, fingers to the left, `PX_PER_MM` pixels a millimetre of a hand of
            size 1.
        palm_xy: the palm's middle, pixels of the sprite.
        forward: unit vector towards the fingers, pixels of the sprite.
        skin_bgr: colour where the picture cuts the arm.
    """

    name: str
    face: NDArray[np.uint8]
    palm_xy: tuple[float, float]
    forward: tuple[float, float]
    skin_bgr: tuple[int, int, int]


def flat_hands(folder: Path) -> tuple[Photographed, ...]:
    """The flat hands ("paper") of a folder that show enough of themselves, sorted by name.

    Raises:
        FileNotFoundError: the folder has none.
    """
    found = (_cut_out(path) for path in sorted(folder.glob("paper_*.jpg")))
    hands = tuple(each for each in found if each is not None)
    if not hands:
        raise FileNotFoundError(f"{folder} holds no photographs of flat hands (paper_*.jpg)")
    return hands


def _cut_out(path: Path) -> Photographed | None:
    picture = cv2.imread(str(path))
    assert picture is not None, path
    blue, green, red = (picture[..., n].astype(np.float32) for n in range(3))
    opacity = np.clip((GREEN_CLEAR - (green - np.maximum(red, blue))) / GREEN_SOFT, 0.0, 1.0)
    count, labels, stats, _ = cv2.connectedComponentsWithStats((opacity > 0.5).astype(np.uint8))
    assert count > 1, path
    own = labels == 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    opacity *= cv2.dilate(own.astype(np.uint8), np.ones((3, 3), np.uint8))
    # What the picture cuts is no edge of the hand.
    walled = cv2.copyMakeBorder(own.astype(np.uint8), 1, 1, 1, 0, cv2.BORDER_CONSTANT, value=0)
    _, radius, _, at = cv2.minMaxLoc(cv2.distanceTransform(walled, cv2.DIST_L2, 5))
    middle = np.array([at[0] - 1.0, at[1] - 1.0])
    rows, columns = np.nonzero(own)
    fingers = columns < middle[0] - radius
    if not fingers.any():
        return None
    way = np.array([columns[fingers].mean(), rows[fingers].mean()]) - middle
    way /= np.hypot(*way)
    tip = float(((np.column_stack([columns, rows]) - middle) @ way).max())
    scale = PX_PER_MM * TIP_MM / tip
    if (picture.shape[1] - middle[0]) * scale < LEAST_CUT_MM * PX_PER_MM or at[1] - 1 < radius / 2:
        return None
    clean = picture.copy()
    clean[..., 1] = np.minimum(clean[..., 1], np.maximum(clean[..., 0], clean[..., 2]))  # what the green shone on
    skin = np.median(clean[:, -6:][own[:, -6:]], axis=0)
    face = np.dstack([clean * opacity[..., None], 255 * opacity]).round().astype(np.uint8)
    x0, y0, width, height = cv2.boundingRect(face[..., 3])
    face = face[y0 : y0 + height, x0 : x0 + width]
    face = cv2.resize(face, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    # The arm goes on to the right; everywhere else the hand ends in nothing.
    face = cv2.copyMakeBorder(face, MARGIN_PX, MARGIN_PX, MARGIN_PX, 0, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))
    palm = (middle - (x0, y0) + PALM_SHARE * tip * way) * scale + MARGIN_PX
    b, g, r = (int(value) for value in skin)
    return Photographed(
        path.stem,
        np.asarray(face, np.uint8),
        (float(palm[0]), float(palm[1])),
        (float(way[0]), float(way[1])),
        (b, g, r),
    )


def reaching_in(
    picture: Pixels, hand: Photographed, palm_xy: PointPx, way_deg: float, px_per_mm: float, random: Random
) -> tuple[Pixels, NDArray[np.uint8]]:
    """A copy of a picture in which a hand lies with its arm.

    Args:
        picture: (H, W, 3) uint8 BGR.
        hand: the sprite.
        palm_xy: where the palm's middle is to lie, pixels.
        way_deg: direction of the fingers, degrees clockwise from the right.
        px_per_mm: scale of the picture.
        random: draws reflection and sleeve.

    Returns:
        (H, W, 3) uint8 BGR, and the (H, W) uint8 mask of hand and arm, 0 to 255.
    """
    height, width = picture.shape[:2]
    angle = np.radians(way_deg)
    along = np.array([np.cos(angle), np.sin(angle)])
    moves = _laid(hand, palm_xy, along, px_per_mm, random.random() < 0.5)
    flesh = cv2.warpAffine(hand.face, moves, (width, height))
    rows = np.flatnonzero(hand.face[:, -3, 3] > 127)
    right = float(hand.face.shape[1])
    ends = moves @ np.array([[right, right], [rows[0], rows[-1]], [1.0, 1.0]])
    arm = np.zeros((height, width), np.uint8)
    outline = np.vstack([ends.T + JOINT_PX * along, (ends.T - (height + width) * along)[::-1]])
    cv2.fillConvexPoly(arm, np.round(outline).astype(np.int32), 255, cv2.LINE_AA)
    inside = cv2.distanceTransform(cv2.threshold(arm, 127, 255, cv2.THRESH_BINARY)[1], cv2.DIST_L2, 3)
    light = 0.6 + 0.4 * np.minimum(inside / (arms.ROUND_MM * px_per_mm), 1.0)
    colour = hand.skin_bgr if random.random() < BARE_SHARE else random.choice(SLEEVES_BGR)
    covered = np.maximum(arm, flesh[..., 3])
    falls = np.array([[1.0, 0.0, SHADOW_XY_MM[0] * px_per_mm], [0.0, 1.0, SHADOW_XY_MM[1] * px_per_mm]])
    fallen = cv2.warpAffine(covered, falls, (width, height), borderMode=cv2.BORDER_REPLICATE)
    soft = cv2.GaussianBlur(fallen, (0, 0), SOFT_MM * px_per_mm)[..., None] / np.float32(255)
    lit = picture * (1 - SHADOW * soft)
    for opacity, over in (
        (arm, np.array(colour) * light[..., None] * (arm[..., None] / 255)),
        (flesh[..., 3], flesh[..., :3]),
    ):
        lit = lit * (1 - opacity[..., None] / 255) + over
    return np.asarray(lit.round().clip(0, 255), np.uint8), covered


def _laid(
    hand: Photographed, palm_xy: PointPx, along: NDArray[np.float64], size: float, mirrored: bool
) -> NDArray[np.float64]:
    """(2, 3) affine transform from the sprite's pixels to where the hand lies: its palm there, its fingers along a unit
    vector.

    size: target units for a millimetre of a hand of size 1.
    """
    across = np.array([-along[1], along[0]]) * (-1 if mirrored else 1)
    fx, fy = hand.forward
    turn = size / PX_PER_MM * np.column_stack([along * fx - across * fy, along * fy + across * fx])
    return np.column_stack([turn, np.array(palm_xy) - turn @ np.array(hand.palm_xy)])


@contextmanager
def worn(hands: tuple[Photographed, ...], seed: int) -> Iterator[None]:
    """Context manager: all simulated arms end in these hands, the same one for each owner; the seed chooses."""
    with patch("companion.simulator.draw.draw_arm", _Wearing(hands, seed)):
        yield


class _Wearing:
    """Stands in for `companion.simulator.draw.draw_arm`."""

    def __init__(self, hands: tuple[Photographed, ...], seed: int) -> None:
        self._hands = hands
        self._seed = seed

    def __call__(self, picture: Pixels, camera: PinholeCamera, arm: Arm, shadow: float, shadow_xy: PointMm) -> None:
        random = Random(f"{self._seed} {arm.owner}")
        hand, mirrored = random.choice(self._hands), random.random() < 0.5
        arm = replace(arm, looks=replace(arm.looks, skin_bgr=hand.skin_bgr))
        flesh, cloth = arms.flesh_of(arm), arms.cloth_of(arm)
        palm = np.array(arm.palm_xyz_mm)
        moved_px = np.diff(camera.project(np.stack([palm - np.array(arm.moved_xyz_mm), palm])), axis=0)[0]
        if shadow > 0.0:
            arms.throw_shadow(picture, camera, flesh, shadow, shadow_xy)
            arms.throw_shadow(picture, camera, cloth, shadow, shadow_xy)
        scale = camera.focal_px / (float(camera.position_mm[2]) - arm.palm_xyz_mm[2])
        bare = replace(arm.looks, sleeve_bgr=hand.skin_bgr, stripe_bgr=None)
        arms.paint(picture, arms.outlines_of(camera, flesh[-1:]), bare, scale, moved_px, cloth=True)
        _stamp(picture, camera, arm, hand, mirrored, moved_px)
        arms.paint(picture, arms.outlines_of(camera, cloth), arm.looks, scale, moved_px, cloth=True)


def _stamp(
    picture: Pixels,
    camera: PinholeCamera,
    arm: Arm,
    hand: Photographed,
    mirrored: bool,
    moved_px: NDArray[np.float64],
) -> None:
    _, _, along = arms.joints(arm)
    to_table = np.vstack([_laid(hand, arm.palm_xyz_mm[:2], along, arm.looks.size, mirrored), [0, 0, 1]])
    over_mm = arm.palm_xyz_mm[2] + arms.FLESH_MM * arm.looks.size
    face, to_picture = hand.face, plane(camera, over_mm) @ to_table
    far = float(np.hypot(*moved_px))
    if far > arms.LEAST_BLUR_PX:
        # Smeared in its own pixels, on more room.
        own = np.linalg.inv(to_picture[:2, :2] / to_picture[2, 2]) @ moved_px
        room = int(np.abs(own).max() / 2) + 2
        wide = cv2.copyMakeBorder(face, room, room, room, 0, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))
        face = np.asarray(cv2.filter2D(wide, -1, arms.smear(own), borderType=cv2.BORDER_REPLICATE), np.uint8)
        to_picture = to_picture @ np.array([[1, 0, -room], [0, 1, -room], [0, 0, 1]])
    stamp(picture, face, to_picture)
