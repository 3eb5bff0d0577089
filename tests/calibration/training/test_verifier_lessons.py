"""The lessons of the hand verifier agree with their crops."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.training.hands.verifier_lessons import KINDS, lessons
from companion.perception.hands.crop import CROP_XY
from companion.perception.hands.verifier import CHANNELS

pytestmark = pytest.mark.whole


@lru_cache
def some() -> tuple[tuple[NDArray[np.uint8], int], ...]:
    return tuple(lessons(7))


def test_there_are_lessons_of_every_kind() -> None:
    assert {kind for seed in (7, 8, 9) for _, kind in lessons(seed)} == set(range(len(KINDS)))
    assert all(seen.shape == (CROP_XY[1], CROP_XY[0], CHANNELS) for seen, _ in some())


def test_the_same_seed_gives_the_same_lessons() -> None:
    for one, other in zip(some(), lessons(7), strict=True):
        assert one[1] == other[1]
        assert np.array_equal(one[0], other[0])


def test_a_lying_hand_has_not_moved_recently_and_one_in_the_air_has() -> None:
    def moved(seen: NDArray[np.uint8]) -> float:
        """Between two and one moments ago, about the palm."""
        about = seen[14:26, 18:30].astype(int)
        return float(np.abs(about[..., 6:9].mean(axis=2) - about[..., 9:12].mean(axis=2)).mean())

    lying, flying = ([moved(seen) for seen, kind in some() if kind == wanted] for wanted in (0, 1))
    assert len(lying) > 10
    assert len(flying) > 10
    assert np.median(flying) > 1.5 * np.median(lying)
