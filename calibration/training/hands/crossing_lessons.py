"""Which of two arms that cross lies over the other: pieces of simulated rounds, with what is true.

    python -m calibration.training.hands.crossing_lessons crossings/c100.npz --first 100 --count 60

Rounds are simulated as for the second look's lessons. Written are `pieces` (N, 96, 96, CHANNELS) uint8, as
`companion.perception.hands.crossing` cuts them, and `says` (N, 12, 12) which of its answers is right at each place.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.training.hands.films import EVERY
from calibration.training.hands.lessons import FRAME_S, each_round, told
from calibration.training.hands.second_lessons import LOW_MM, Camera, acted
from companion.core.mat import Mat
from companion.core.units import PointPx
from companion.perception.hands.crossing import NEITHER, OVER, PLACES, SIDE, UNDER, crossing, cut_from, piece
from companion.perception.hands.finder import SEEN_XY
from companion.perception.hands.piece import Way, cut
from companion.simulator.bodies import Arm
from companion.simulator.draw import Painter
from companion.simulator.pile import ArmMasks, arm_masks

FEWEST, WITHIN_S = 3, 0.7
TAIL_S = 0.5
LAIN = 2
"""Moments in which a hand must have lain."""
OFF_MM, FAR_OFF_MM, FAR_OFF = 7.0, 22.0, 0.2
"""Where a palm is is known to so many millimetres, of some hidden hands less well."""
PLACE_SHARE = 0.4
"""So much of a place must show the one arm over the other."""
OFTEN, OFTEN_UNSEEN = 0.15, 0.08
"""How often it is asked about two arms, and about two of which neither lies over the other."""
Lesson = tuple[NDArray[np.uint8], NDArray[np.uint8]]
"""A piece and its answers."""


def main() -> None:
    target, seeds = told(__doc__)
    made = [each for seed in seeds for each in lessons(seed)]
    says = np.stack([answers for _, answers in made])
    np.savez(target, pieces=np.stack([seen for seen, _ in made]), says=says)
    print(target.name, [int((says == answer).any(axis=(1, 2)).sum()) for answer in (OVER, UNDER)], "of", len(says))


def lessons(seed: int) -> Iterator[Lesson]:
    """Under one camera: pieces and answers, as above."""
    return each_round(Random(f"crossing {seed}"), seed, _filmed)


def _filmed(random: Random, painter: Painter, mat: Mat, first: int) -> Iterator[Lesson]:
    """One round. first: number of its first frame."""
    world, sits = acted(random, mat, FEWEST, WITHIN_S)
    camera = Camera(painter, world)
    sits_px = {owner: point(camera.pixel((*at, 0.0))) for owner, at in sits.items()}
    settled = camera.settled(first)
    lain: dict[str, int] = {}
    world.advance(min(reach.settles_s for reach in world.reaches) + random.uniform(0, EVERY * FRAME_S))
    ends_s, shown = max(reach.settles_s for reach in world.reaches) + TAIL_S, first
    while world.elapsed_s < ends_s:
        shown += 1
        arms = world.snapshot().arms
        lain = {arm.owner: lain.get(arm.owner, 0) + 1 for arm in arms if arm.palm_xyz_mm[2] < LOW_MM}
        lie = {
            arm.owner: (seen_at(random, camera, arm), sits_px[arm.owner])
            for arm in arms
            if lain.get(arm.owner, 0) >= LAIN
        }
        pairs = [pair for pair in permutations(lie, 2) if random.random() < OFTEN]
        if pairs:
            picture, view = camera.picture(shown), painter.optics.camera
            pile, owners = arm_masks(view, arms), [None, *(arm.owner for arm in arms)]
            for one, other in pairs:
                arm, under = lie[one], lie[other]
                at = crossing(arm, under, camera.px_per_mm)
                if at is None or not (0 < at[0] < SEEN_XY[0] - 1 and 0 < at[1] < SEEN_XY[1] - 1):
                    continue
                way = cut_from(at, arm, camera.px_per_mm)
                numbers = owners.index(one), owners.index(other)
                says = _answers(pile, numbers, way, view.width_px / SEEN_XY[0])
                if (says != NEITHER).any() or random.random() < OFTEN_UNSEEN / OFTEN:
                    rest = [lie[owner] for owner in lie if owner not in (one, other)]
                    yield piece(picture, settled, way, arm, under, rest), says
        world.advance(EVERY * FRAME_S)


def _answers(pile: ArmMasks, numbers: tuple[int, int], way: Way, scale: float) -> NDArray[np.uint8]:
    """(PLACES, PLACES) what is true of two arms at each place of a piece.

    numbers: theirs in the pile. scale: the pile's pixels for each that is seen.
    """
    both = (pile.wholes[numbers[0]] & pile.wholes[numbers[1]]) > 0
    larger = np.column_stack([way[:, :2] * scale, (way[:, 2] + 0.5) * scale - 0.5])
    shares = [
        cv2.resize(
            cut((both & (pile.upper == number)).astype(np.uint8) * 255, larger, (SIDE, SIDE), cv2.BORDER_CONSTANT),
            (PLACES, PLACES),
            interpolation=cv2.INTER_AREA,
        )
        / 255
        for number in numbers
    ]
    return np.where(shares[0] > PLACE_SHARE, OVER, np.where(shares[1] > PLACE_SHARE, UNDER, NEITHER)).astype(np.uint8)


def seen_at(random: Random, camera: Camera, arm: Arm) -> PointPx:
    """About where its palm is."""
    off = (FAR_OFF_MM if random.random() < FAR_OFF else OFF_MM) * camera.px_per_mm
    x, y = camera.pixel((*arm.palm_xyz_mm[:2], 0.0))
    return float(x) + random.gauss(0, off), float(y) + random.gauss(0, off)


def point(at: NDArray[np.float64]) -> PointPx:
    return float(at[0]), float(at[1])


if __name__ == "__main__":
    main()
