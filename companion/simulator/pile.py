"""Which arm lies on which, and how much of a hand that leaves in sight."""

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

_OUTLINE_SHIFT = 4  # outlines come in sixteenths of pixels


def piled(reaches: Iterable[Reach], now_s: float) -> tuple[Arm, ...]:
    """The arms that are in a picture taken at `now_s`, the lowest first."""
    arms = (reach.arm(now_s) for reach in sorted(reaches, key=lambda reach: reach.level(now_s)))
    return tuple(arm for arm in arms if arm is not None)


@dataclass(frozen=True, slots=True, eq=False)
class Piled:
    """Which arm is where in a picture (H, W); arms count from 1, the lowest first, as 0 is no arm.

    Attributes:
        hands, wholes: by number, 1 where that hand is, and where it or its forearm is, seen or not.
        upper: the number of the uppermost arm at each pixel.
    """

    hands: tuple[NDArray[np.uint8], ...]
    wholes: tuple[NDArray[np.uint8], ...]
    upper: NDArray[np.uint8]


def shapes(camera: PinholeCamera, arms: tuple[Arm, ...]) -> Piled:
    """arms: the lowest first. Shadows have no shape."""
    upper = np.zeros((camera.height_px, camera.width_px), np.uint8)
    hands, wholes = [np.zeros_like(upper)], [np.zeros_like(upper)]
    for number, arm in enumerate(arms, start=1):
        hand, rest = edges(camera, arm)
        hands.append(_filled(upper, hand))
        wholes.append(hands[-1] | _filled(upper, rest))
        upper[wholes[-1] > 0] = number
    return Piled(tuple(hands), tuple(wholes), upper)


def in_sight(camera: PinholeCamera, arms: tuple[Arm, ...]) -> tuple[float, ...]:
    """Of each hand, the share of what is in the picture that no arm above it hides: 0 to 1, 0 for what is outside.

    arms: the lowest first. The forearm counts as what hides, not as what is hidden. Shadows hide nothing.
    """
    pile = shapes(camera, arms)
    areas = [max(1, int(np.count_nonzero(own))) for own in pile.hands[1:]]
    seen = [int(np.count_nonzero(own & (pile.upper == number))) for number, own in enumerate(pile.hands)][1:]
    return tuple(part / area for part, area in zip(seen, areas, strict=True))


def _filled(like: NDArray[np.uint8], outlines: Iterable[NDArray[np.int32]]) -> NDArray[np.uint8]:
    """1 within the outlines, of that size."""
    filled = np.zeros_like(like)
    for outline in outlines:
        cv2.fillConvexPoly(filled, outline, 1, cv2.LINE_8, _OUTLINE_SHIFT)
    return filled
