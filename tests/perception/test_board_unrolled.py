"""A disc unrolled about its middle: circles become straight lines, wherever its top is seen."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.perception.board_cell import READ_PX, READ_REACH
from companion.perception.board_unrolled import CHANNELS, FIRST, LAST, RADII, TURNS, WRAP, unrolled

AVERAGED = CHANNELS - 1
CIRCLE, WIDTH = 0.2, 0.03
"""Radius and width of the circle on the disc, in sides."""
NOISE = 6.0
RINGS = np.linspace(FIRST, LAST, RADII)
ON_DISC = RINGS < 0.3


def crop(contrast: float, off: tuple[float, float], seed: int = 1) -> NDArray[np.uint8]:
    """A bright disc on a darker tile, with a circle that stands out by `contrast` grey levels, and noise."""
    at = ((np.arange(READ_PX) + 0.5) / READ_PX * 2 - 1) * READ_REACH
    x, y = np.meshgrid(at, at)
    away = np.hypot(x - off[0], y - off[1])
    edge = 1 / (1 + np.exp((away - 0.36) * 200))
    line = np.exp(-((away - CIRCLE) ** 2) / (2 * (WIDTH / 2) ** 2))
    light = 80 + 90 * edge - contrast * line
    noise = np.random.default_rng(seed).normal(0, NOISE, (READ_PX, READ_PX, 3))
    return np.clip(light[..., None] + noise, 0, 255).astype(np.uint8)


def test_what_is_unrolled_goes_on_around() -> None:
    patch = unrolled(crop(40, (0.0, 0.0))[None], READ_REACH)
    assert patch.shape == (1, CHANNELS, RADII, TURNS + 2 * WRAP)
    assert np.allclose(patch[..., :WRAP], patch[..., TURNS : TURNS + WRAP], atol=1e-4)
    assert len(unrolled(np.zeros((0, READ_PX, READ_PX, 3), np.uint8), READ_REACH)) == 0


@pytest.mark.parametrize("off", [(0.0, 0.0), (0.07, -0.03), (-0.12, 0.11), (0.02, 0.21)])
def test_a_circle_is_a_straight_line_wherever_the_top_is_seen(off: tuple[float, float]) -> None:
    patch = unrolled(crop(70, off)[None], READ_REACH)[0, :AVERAGED].mean(0)[:, WRAP:-WRAP]
    lowest = RINGS[ON_DISC][patch[ON_DISC].argmin(axis=0)]
    assert np.abs(lowest - CIRCLE).max() < 0.035


@pytest.mark.parametrize("seed", range(6))
def test_a_circle_as_faint_as_the_noise_stands_out_where_it_is(seed: int) -> None:
    faint, none = unrolled(np.stack([crop(NOISE, (0.05, 0.04), seed), crop(0, (0.05, 0.04), seed)]), READ_REACH)
    dip = (none - faint)[AVERAGED, :, 0][ON_DISC]
    assert abs(RINGS[ON_DISC][dip.argmax()] - CIRCLE) < 0.03
    assert dip.max() > 1
