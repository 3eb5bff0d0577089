"""Whether a patch drifts: displacements of known fractions of a pixel, under noise, beneath other arms."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.perception.hands.drift import FEWEST, MOMENTS, Patch, has_drifted
from companion.perception.hands.motion import Detail

SIDE, NOISE = 44, 1.5
PX_PER_MM = 0.64
DISC = cv2.circle(np.zeros((SIDE, SIDE), np.uint8), (SIDE // 2, SIDE // 2), 19, 1, cv2.FILLED)
EVERYWHERE = cv2.GaussianBlur(np.random.default_rng(7).normal(0, 60, (90, 90)).astype(np.float32), (0, 0), 2.0)


def patch(right: float = 0.0, down: float = 0.0, seed: int = 0) -> Detail:
    """The same patch, displaced by these pixels, with noise of its own."""
    way = np.array([[1.0, 0.0, right - 20], [0.0, 1.0, down - 20]])
    seen = cv2.warpAffine(EVERYWHERE, way, (SIDE, SIDE), flags=cv2.INTER_CUBIC)
    return np.asarray(seen + np.random.default_rng(seed).normal(0, NOISE / 2**0.5, seen.shape), np.float32)


@given(right=st.floats(-1.5, 1.5), down=st.floats(-1.5, 1.5), seed=st.integers(1, 99))
def test_a_displacement_is_measured_to_a_fraction_of_a_pixel(right: float, down: float, seed: int) -> None:
    moved = Patch(patch(), DISC).displacement(patch(right, down, seed))
    assert moved.by_px == pytest.approx(float(np.hypot(right, down)), abs=0.12)
    assert moved.remains < 2 * NOISE


def test_a_lying_patch_does_not_drift_and_one_in_the_air_does() -> None:
    lies = [patch(seed=n) for n in range(1, 9)]
    flies = [patch(0.08 * n, -0.05 * n, n) for n in range(1, 9)]
    assert not has_drifted(patch(), DISC, lies, NOISE, PX_PER_MM)
    assert has_drifted(patch(), DISC, flies, NOISE, PX_PER_MM)
    assert not has_drifted(patch(), DISC, [*lies, *flies[-MOMENTS + 1 :]], NOISE, PX_PER_MM), "one frame is not enough"


def test_an_arm_that_crosses_a_patch_is_no_drift() -> None:
    crossed = [patch(seed=n) for n in range(1, 9)]
    for n, each in enumerate(crossed):
        each[:, 3 * n : 3 * n + 18] = 70.0 + np.random.default_rng(n).normal(0, 30, (SIDE, 18))
    assert not has_drifted(patch(), DISC, crossed, NOISE, PX_PER_MM)


def test_a_patch_of_too_few_pixels_has_not_drifted() -> None:
    few = np.zeros_like(DISC)
    few.flat[: FEWEST - 1] = 1
    assert not has_drifted(patch(), few, [patch(2.0, 0.0, n) for n in range(8)], NOISE, PX_PER_MM)
