"""Hard lessons come again sooner, easy ones do not stay away."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.training.boards.hard_lessons import EASY, HARDEST, HardLessonSampler

pytestmark = pytest.mark.whole


def shares(often: HardLessonSampler) -> np.ndarray:
    chosen = often.choose(40_000)
    return np.asarray(np.bincount(chosen, minlength=len(often)) / len(chosen))


def test_lessons_come_as_often_as_their_weights_say_until_one_is_learnt() -> None:
    often = HardLessonSampler(np.random.default_rng(1), np.array([1.0, 1.0, 2.0]))
    np.testing.assert_allclose(shares(often), [0.25, 0.25, 0.5], atol=0.01)
    for _ in range(40):
        often.record_losses(np.array([0, 2]), np.array([0.0, 9.0], np.float32))
    expected = np.array([EASY, EASY + HARDEST, 2 * (EASY + HARDEST)])
    np.testing.assert_allclose(shares(often), expected / expected.sum(), atol=0.01)


def test_a_new_lesson_counts_as_hard() -> None:
    often = HardLessonSampler(np.random.default_rng(1), np.zeros(0))
    often.add(1.0)
    often.add(3.0)
    assert len(often) == 2
    np.testing.assert_allclose(shares(often), [0.25, 0.75], atol=0.01)
