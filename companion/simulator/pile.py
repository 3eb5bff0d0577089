"""Computes which arm covers which in a picture, and how much of each hand remains visible."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.simulator.arm import edges
from companion.simulator.bodies import Arm
from companion.simulator.pinhole import PinholeCamera
from companion.simulator.reach import Reach

_OUTLINE_SHIFT = 4
"""Outlines are in sixteenths of pixels."""


def arms_from_below(reaches: Iterable[Reach], now_s: float) -> tuple[Arm, ...]:
    """Return the arms that are in a picture taken at `now_s`, the lowest first."""
    arms = (reach.arm(now_s) for reach in sorted(reaches, key=lambda reach: reach.level(now_s)))
    return tuple(arm for arm in arms if arm is not None)


@dataclass(frozen=True, slots=True, eq=False)
class ArmMasks:
    """Which arm is where in a picture (H, W). Arms are counted from 1, the lowest first; 0 is no arm.

    Attributes:
        hands: by number, (H, W) uint8, 1 where that hand is, visible or not.
        wholes: by number, the same for hand and arm.
        upper: (H, W) uint8, the number of the uppermost arm at each pixel.
    """

    hands: tuple[NDArray[np.uint8], ...]
    wholes: tuple[NDArray[np.uint8], ...]
    upper: NDArray[np.uint8]


def arm_masks(camera: PinholeCamera, arms: tuple[Arm, ...]) -> ArmMasks:
    """Return the masks of arms, the lowest first; shadows are not part of them."""
    upper = np.zeros((camera.height_px, camera.width_px), np.uint8)
    hands, wholes = [np.zeros_like(upper)], [np.zeros_like(upper)]
    for number, arm in enumerate(arms, start=1):
        hand, rest = edges(camera, arm)
        hands.append(_filled(upper, hand))
        wholes.append(hands[-1] | _filled(upper, rest))
        upper[wholes[-1] > 0] = number
    return ArmMasks(tuple(hands), tuple(wholes), upper)


def visible_shares(camera: PinholeCamera, arms: tuple[Arm, ...]) -> tuple[float, ...]:
    """Return for each hand the share of its pixels in the picture that no arm above it hides, 0 to 1; 0 outside the
    picture.

    An upper arm's forearm hides, but only hands count as hidden; shadows hide nothing.

    Args:
        camera: how they are seen.
        arms: the lowest first.
    """
    pile = arm_masks(camera, arms)
    areas = [max(1, int(np.count_nonzero(own))) for own in pile.hands[1:]]
    seen = [int(np.count_nonzero(own & (pile.upper == number))) for number, own in enumerate(pile.hands)][1:]
    return tuple(part / area for part, area in zip(seen, areas, strict=True))


def _filled(like: NDArray[np.uint8], outlines: Iterable[NDArray[np.int32]]) -> NDArray[np.uint8]:
    """1 within the outlines, in a mask of that size."""
    filled = np.zeros_like(like)
    for outline in outlines:
        cv2.fillConvexPoly(filled, outline, 1, cv2.LINE_8, _OUTLINE_SHIFT)
    return filled
