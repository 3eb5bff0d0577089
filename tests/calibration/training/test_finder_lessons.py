"""The lessons of the hand finder agree with their pictures."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.training.hands import finder_lessons as made
from calibration.training.hands.finder_lessons import MOMENTS, MOST_HANDS, ROUNDS, Truths, lessons
from companion.perception.hands.finder import INPUT_XY
from companion.simulator.bodies import Arm, ArmLook
from companion.simulator.optics import Optics
from companion.simulator.options import RenderedOptions

pytestmark = pytest.mark.whole

SKIN = ArmLook((172, 196, 236), (92, 60, 48))


@lru_cache
def some() -> tuple[NDArray[np.uint8], Truths]:
    return lessons(7)


def test_each_moment_has_three_pictures_and_room_for_all_hands() -> None:
    pictures, hands = some()
    assert pictures.shape == (ROUNDS * MOMENTS, 3, INPUT_XY[1], INPUT_XY[0], 3)
    assert hands.shape == (ROUNDS * MOMENTS, MOST_HANDS, 6)


def test_the_same_seed_gives_the_same_lessons() -> None:
    for one, other in zip(some(), lessons(7), strict=True):
        assert np.array_equal(one, other)


def test_hands_in_the_air_are_where_something_moves() -> None:
    there, mirrored = [], []
    for (now, before, _), truths in zip(*some(), strict=True):
        changed = np.abs(now.astype(int) - before).max(axis=-1) > 15
        for x, y, _, _, height, share in truths:
            if height >= 20 and share > 0.9 and 8 < x < INPUT_XY[0] - 8 and 8 < y < INPUT_XY[1] - 8:
                there.append(_near(changed, x, y))
                mirrored.append(_near(changed, INPUT_XY[0] - 1 - x, INPUT_XY[1] - 1 - y))
    assert len(there) > 10
    assert np.mean(there) > 1.5 * np.mean(mirrored)


def _near(changed: NDArray[np.bool_], x: float, y: float) -> float:
    """Share of the pixels about a palm."""
    row, col = round(y), round(x)
    return float(changed[row - 6 : row + 7, col - 6 : col + 7].mean())


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_of_two_hands_on_one_another_the_later_one_is_whole(order: tuple[int, int]) -> None:
    arms = [Arm("a", SKIN, (100.0, 560.0), (0.0, 0.0, 0.0)), Arm("b", SKIN, (-500.0, 60.0), (10.0, 5.0, 0.0))]
    hands = made.ground_truth(Optics(RenderedOptions(width=320, height=240), 320, 240), tuple(arms[n] for n in order))
    assert hands[0, 5] < 0.6
    assert hands[1, 5] == 1.0
    lower = arms[order[0]]
    way = np.array(lower.shoulder_xy_mm) - np.array(lower.palm_xyz_mm[:2])
    assert hands[0, 2:4] == pytest.approx(way / np.hypot(*way), abs=0.06)
    assert (hands[2:] == -1).all()
