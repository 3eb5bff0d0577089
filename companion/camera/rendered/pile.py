"""Which arm lies on which, and how much of a hand that leaves in sight."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from companion.camera.rendered.arm import edges
from companion.camera.rendered.bodies import Arm
from companion.camera.rendered.pinhole import PinholeCamera
from companion.camera.rendered.reach import Reach

_OUTLINE_SHIFT = 4  # outlines come in sixteenths of pixels


def piled(reaches: Iterable[Reach], now_s: float) -> tuple[Arm, ...]:
    """The arms that are in a picture taken at `now_s`, the lowest first."""
    arms = (reach.arm(now_s) for reach in sorted(reaches, key=lambda reach: reach.level(now_s)))
    return tuple(arm for arm in arms if arm is not None)


def in_sight(camera: PinholeCamera, arms: tuple[Arm, ...]) -> tuple[float, ...]:
    """Of each hand, the share of what is in the picture that no arm above it hides: 0 to 1, 0 for what is outside.

    arms: the lowest first. The forearm counts as what hides, not as what is hidden. Shadows hide nothing.
    """
    whose = np.zeros((camera.height_px, camera.width_px), np.uint8)
    hands = []
    for number, arm in enumerate(arms, start=1):
        hand, rest = edges(camera, arm)
        own = np.zeros_like(whose)
        for outline in hand:
            cv2.fillConvexPoly(own, outline, 1, cv2.LINE_8, _OUTLINE_SHIFT)
        hands.append(own)
        for outline in (*hand, *rest):
            cv2.fillConvexPoly(whose, outline, number, cv2.LINE_8, _OUTLINE_SHIFT)
    areas = [max(1, int(np.count_nonzero(own))) for own in hands]
    seen = [int(np.count_nonzero(own & (whose == number))) for number, own in enumerate(hands, start=1)]
    return tuple(part / area for part, area in zip(seen, areas, strict=True))
