"""Which boards nobody can read: those whose circles are not in the picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.training.boards.colours import Finish, random_finish
from calibration.training.boards.drawing import Drawing
from calibration.training.boards.layout import Layout, random_layout
from calibration.training.boards.legible import LEAST_LEVELS, faintest_ring
from calibration.training.boards.surfaces import surfaces

pytestmark = pytest.mark.whole

SIZE_PX = (640, 480)
WHITE, BLACK = np.full(3, 0.8), np.full(3, 0.05)


def _drawn(marks: str, ring: np.ndarray) -> tuple[np.ndarray, Layout]:
    """A table whose discs all bear one of `marks`, white ones with `ring` for their circle."""
    rng = np.random.default_rng(5)
    made = random_layout(rng, *SIZE_PX, hand_share=0.0)
    discs = tuple(replace(disc, mark=marks[n % len(marks)]) for n, disc in enumerate(made.discs))
    made = replace(made, discs=discs)
    finish: Finish = replace(
        random_finish(rng), white=WHITE, white_ring=ring, milled=False, ring_share=0.6, ring_width=0.15
    )
    picture = Drawing(rng, made, finish, surfaces(np.random.default_rng(0), [])).draw()
    return np.clip(picture * 255, 0, 255).astype(np.uint8), made


def test_a_black_circle_on_white_is_told() -> None:
    assert faintest_ring(*_drawn("W", BLACK)) > 10 * LEAST_LEVELS


def test_a_white_circle_on_white_is_not() -> None:
    assert faintest_ring(*_drawn("wW", WHITE)) < faintest_ring(*_drawn("wW", BLACK)) / 5


def test_what_the_sensor_lost_is_not_told() -> None:
    picture, made = _drawn("W", BLACK)
    assert faintest_ring(np.full_like(picture, 255), made) < LEAST_LEVELS


def test_without_a_circle_all_can_be_read() -> None:
    assert faintest_ring(*_drawn("wr", WHITE)) == 255.0
