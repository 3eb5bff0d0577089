"""Lessons of the crossing network: crops of simulated rounds with what is true of both arms in each cell.

    python -m calibration.training.hands.crossing_lessons crossings/c100.npz --first 100 --count 60

Rounds are simulated as for the hand verifier's lessons. The file holds `pieces` (N, 96, 96, CHANNELS) uint8, inputs as
`companion.perception.hands.crossing_network` makes them, and `says` (N, 12, 12) uint8, the class of each cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.training.hands.film_columns import EVERY
from calibration.training.hands.finder_lessons import FRAME_S, lesson_arguments, rounds_under_camera
from calibration.training.hands.verifier_lessons import LOW_MM, Camera, simulated_round
from companion.core.mat import Mat
from companion.core.units import PointPx
from companion.perception.hands.crop import Affine, crop
from companion.perception.hands.crossing_network import (
    NEITHER,
    OVER,
    PLACES,
    SIDE,
    UNDER,
    crossing_input,
    crossing_point,
    crossing_transform,
)
from companion.perception.hands.finder import INPUT_XY
from companion.simulator.bodies import Arm
from companion.simulator.draw import Painter
from companion.simulator.pile import ArmMasks, arm_masks

FEWEST_HANDS, WITHIN_S = 3, 0.7
"""Hands of a round, at least, which land within about this time (seconds)."""
TAIL_S = 0.5
"""A film goes on for this long after the last hand has settled, seconds."""
LAIN_MOMENTS = 2
"""Pictures in which a hand must have lain before it is asked about."""
OFF_MM, FAR_OFF_MM, FAR_OFF = 7.0, 22.0, 0.2
"""Standard deviation of the error of a palm's place, and of that of some hidden hands, millimetres; and the share of
these."""
PLACE_SHARE = 0.4
"""Share of a cell that must show the one arm over the other."""
ASK_PROBABILITY, ASK_PROBABILITY_APART = 0.15, 0.08
"""Probability that a pair of arms is asked about in a picture, and of one of which neither lies over the other."""
Lesson = tuple[NDArray[np.uint8], NDArray[np.uint8]]
"""(96, 96, CHANNELS) uint8 input and (12, 12) uint8 classes."""


def main() -> None:
    """Write the file; prints how many lessons have a cell with the first arm on top, and with the second."""
    target, seeds = lesson_arguments(__doc__)
    made = [each for seed in seeds for each in lessons(seed)]
    says = np.stack([answers for _, answers in made])
    np.savez(target, pieces=np.stack([seen for seen, _ in made]), says=says)
    print(target.name, [int((says == answer).any(axis=(1, 2)).sum()) for answer in (OVER, UNDER)], "of", len(says))


def lessons(seed: int) -> Iterator[Lesson]:
    """The lessons of the camera of a seed."""
    return rounds_under_camera(Random(f"crossing {seed}"), seed, _filmed)


def _filmed(random: Random, painter: Painter, mat: Mat, first: int) -> Iterator[Lesson]:
    """The lessons of one round. first: number of its first frame."""
    world, sits = simulated_round(random, mat, FEWEST_HANDS, WITHIN_S)
    camera = Camera(painter, world)
    sits_px = {owner: as_point(camera.pixel((*at, 0.0))) for owner, at in sits.items()}
    settled = camera.settled(first)
    lain: dict[str, int] = {}
    world.advance(min(reach.settles_s for reach in world.reaches) + random.uniform(0, EVERY * FRAME_S))
    ends_s, shown = max(reach.settles_s for reach in world.reaches) + TAIL_S, first
    while world.elapsed_s < ends_s:
        shown += 1
        arms = world.snapshot().arms
        lain = {arm.owner: lain.get(arm.owner, 0) + 1 for arm in arms if arm.palm_xyz_mm[2] < LOW_MM}
        lie = {
            arm.owner: (noisy_palm(random, camera, arm), sits_px[arm.owner])
            for arm in arms
            if lain.get(arm.owner, 0) >= LAIN_MOMENTS
        }
        pairs = [pair for pair in permutations(lie, 2) if random.random() < ASK_PROBABILITY]
        if pairs:
            picture, view = camera.picture(shown), painter.optics.camera
            pile, owners = arm_masks(view, arms), [None, *(arm.owner for arm in arms)]
            for one, other in pairs:
                arm, under = lie[one], lie[other]
                at = crossing_point(arm, under, camera.px_per_mm)
                if at is None or not (0 < at[0] < INPUT_XY[0] - 1 and 0 < at[1] < INPUT_XY[1] - 1):
                    continue
                way = crossing_transform(at, arm, camera.px_per_mm)
                numbers = owners.index(one), owners.index(other)
                says = _answers(pile, numbers, way, view.width_px / INPUT_XY[0])
                if (says != NEITHER).any() or random.random() < ASK_PROBABILITY_APART / ASK_PROBABILITY:
                    rest = [lie[owner] for owner in lie if owner not in (one, other)]
                    yield crossing_input(picture, settled, way, arm, under, rest), says
        world.advance(EVERY * FRAME_S)


def _answers(pile: ArmMasks, numbers: tuple[int, int], way: Affine, scale: float) -> NDArray[np.uint8]:
    """(PLACES, PLACES) uint8 classes of two arms in each cell of a crop.

    numbers: theirs in the pile. scale: pixels of the pile for each pixel of the input.
    """
    both = (pile.wholes[numbers[0]] & pile.wholes[numbers[1]]) > 0
    larger = np.column_stack([way[:, :2] * scale, (way[:, 2] + 0.5) * scale - 0.5])
    shares = [
        cv2.resize(
            crop((both & (pile.upper == number)).astype(np.uint8) * 255, larger, (SIDE, SIDE), cv2.BORDER_CONSTANT),
            (PLACES, PLACES),
            interpolation=cv2.INTER_AREA,
        )
        / 255
        for number in numbers
    ]
    return np.where(shares[0] > PLACE_SHARE, OVER, np.where(shares[1] > PLACE_SHARE, UNDER, NEITHER)).astype(np.uint8)


def noisy_palm(random: Random, camera: Camera, arm: Arm) -> PointPx:
    """About where an arm's palm is, pixels of the networks' input, with an error as the tracker makes."""
    off = (FAR_OFF_MM if random.random() < FAR_OFF else OFF_MM) * camera.px_per_mm
    x, y = camera.pixel((*arm.palm_xyz_mm[:2], 0.0))
    return float(x) + random.gauss(0, off), float(y) + random.gauss(0, off)


def as_point(at: NDArray[np.float64]) -> PointPx:
    """A (2,) array as a tuple."""
    return float(at[0]), float(at[1])


if __name__ == "__main__":
    main()
