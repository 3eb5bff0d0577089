"""A side of a die that is taken for its top, seen from far aside."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.perception.dice.face import rotated_crop
from companion.perception.dice.shared_camera import SharedCamera
from companion.perception.dice.top import clues, top_probabilities

SIGMA = 0.032
LEVEL = -0.6
"""Along y: the table's upright, seen from 37 degrees aside."""


def seen(displaced: list[tuple[float, float]], leaning: float, upright_y: float = LEVEL) -> SharedCamera:
    """Dice side by side in the picture's middle, whose table is seen with this upright."""
    count = len(displaced)
    places = np.stack([np.linspace(-0.1, 0.1, count), np.zeros(count)], 1)
    uprights = np.tile([0.0, upright_y], (count, 1))
    return SharedCamera(places, np.array(displaced), np.full(count, leaning), SIGMA, uprights)


def chances(displaced: list[tuple[float, float]], steep: float, leaning: float) -> NDArray[np.float64]:
    uprights = np.tile([0.0, LEVEL], (len(displaced), 1))
    shape = len(displaced)
    return top_probabilities(clues(np.full(shape, steep), uprights, np.array(displaced), np.full(shape, leaning)))


def test_dice_turned_as_their_table_show_their_tops() -> None:
    assert chances([(0.0, -0.6), (0.05, -0.58), (-0.04, -0.62)], -2.0, -1.0).min() > 0.9


def test_dice_that_seem_seen_from_above_on_a_table_seen_from_aside_show_sides() -> None:
    assert chances([(0.2, 0.0), (-0.1, 0.1), (0.0, -0.1)], 1.0, 3.0).max() < 0.5


def test_dice_on_a_table_seen_from_aside_lie_flat_when_they_are_turned_as_it_is() -> None:
    camera = seen([(-0.09, -0.6), (0.0, -0.61), (0.1, -0.59)], leaning=0.5)
    assert camera.leaning_probabilities().max() < 0.05


def test_tops_that_agree_with_the_table_explain_more() -> None:
    agreeing = seen([(-0.09, -0.6), (0.0, -0.61), (0.1, -0.59)], leaning=0.0)
    askew = seen([(0.3, -0.1), (-0.2, -0.3), (0.1, 0.2)], leaning=4.0)
    assert agreeing.evidence() > askew.evidence() + 5


def test_a_single_die_from_above_is_believed_before_the_table() -> None:
    above = seen([(0.0, -0.05)], leaning=-4.0, upright_y=-0.35)
    aside = seen([(0.0, -0.7)], leaning=2.0, upright_y=-0.35)
    assert above.evidence() > aside.evidence()


def test_where_the_table_is_not_known_tops_are_expected_as_from_above() -> None:
    camera = SharedCamera(np.array([[0.2, 0.0]]), np.zeros((1, 2)), np.zeros(1), SIGMA)
    np.testing.assert_allclose(camera.upright_displacements(), [[0.19, 0.0]])


@pytest.mark.parametrize("aside_xy", [(0.0, -0.6), (0.6, 0.0), (0.4, 0.4)])
def test_a_face_that_is_seen_from_aside_is_unfolded(aside_xy: tuple[float, float]) -> None:
    side, radius = 200, 60.0
    y, x = np.mgrid[:side, :side] - (side - 1) / 2
    aside = np.hypot(*aside_xy)
    along = (x * aside_xy[0] + y * aside_xy[1]) / aside
    across = (y * aside_xy[0] - x * aside_xy[1]) / aside
    ellipse = (along / np.sqrt(1 - aside**2)) ** 2 + across**2 < radius**2
    picture = np.repeat(np.where(ellipse, 255, 0).astype(np.uint8)[..., None], 3, 2)
    middle = ((side - 1) / 2, (side - 1) / 2)
    crop = rotated_crop(picture, middle, 80.0, 30.0, 48, aside_xy)[..., 0]
    rows, columns = np.nonzero(crop > 127)
    assert abs(np.ptp(rows) - np.ptp(columns)) <= 1
    assert np.ptp(rows) == pytest.approx(36, abs=2)
