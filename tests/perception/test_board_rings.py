"""Rings of colour about a disc's middle: the same wherever the disc stands on its tile, other where a circle is."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.perception.boards.cell import READ_PX, READ_REACH
from companion.perception.boards.rings import RING_FEATURES, SPREAD, TYPICAL_LOG_LIGHT, ring_features

SIDE_PX = READ_PX / (2 * READ_REACH)
FINE = 4  # bits of a pixel
RED, DARK, TILE = (60, 60, 200), (20, 20, 70), (90, 110, 130)
INNERMOST, UNEVEN = slice(0, 3), RING_FEATURES - 1


def crop(circle: bool, off: tuple[float, float] = (0.0, 0.0)) -> NDArray[np.uint8]:
    """A red disc on a tile; its circle between 0.15 and 0.2 sides from its middle."""
    picture = np.full((READ_PX, READ_PX, 3), TILE, np.uint8)
    middle = [round(((READ_PX - 1) / 2 + each * SIDE_PX) * (1 << FINE)) for each in off]
    for radius, colour in ((0.36, RED), (0.2, DARK), (0.15, RED)) if circle else ((0.36, RED),):
        cv2.circle(picture, middle, round(radius * SIDE_PX * (1 << FINE)), colour, -1, cv2.LINE_AA, FINE)
    return np.asarray(picture, np.uint8)


@pytest.mark.parametrize("off", [(0.0, 0.0), (0.05, 0.0), (-0.1, 0.05), (0.0, -0.15)])
@pytest.mark.parametrize("circle", [False, True])
def test_a_disc_is_measured_about_its_own_middle(circle: bool, off: tuple[float, float]) -> None:
    askew, centred = ring_features(np.stack([crop(circle, off), crop(circle)]), READ_REACH)
    assert askew[:12] == pytest.approx(centred[:12], abs=0.35)
    assert askew[INNERMOST] == pytest.approx((np.log(np.array(RED) + 6.0) - TYPICAL_LOG_LIGHT) / SPREAD, abs=0.1)


def test_a_circle_is_seen_where_it_is_and_makes_the_rings_uneven() -> None:
    plain, circled = ring_features(np.stack([crop(False), crop(True)]), READ_REACH)
    assert circled[UNEVEN] > plain[UNEVEN] + 0.5
    dip = (circled - plain)[:12].reshape(4, 3).mean(axis=1)
    assert dip.argmin() == 2
    assert dip[0] == pytest.approx(0, abs=0.1)
