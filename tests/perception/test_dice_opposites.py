"""What the sides of a die tell of the face between them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from companion.perception.dice.opposites import evidence

ALIKE = np.full(12, 1 / 12)


def shows(*values: int | None) -> NDArray[np.float64]:
    """Sides of these values, read clearly; None: not read."""
    return np.array([ALIKE if value is None else np.eye(12)[value - 1] for value in values])


def test_sides_that_were_not_read_tell_nothing() -> None:
    np.testing.assert_allclose(evidence(shows(None, None, None, None, None)), 1.0)


def test_five_sides_leave_one_pair_of_opposites() -> None:
    told = evidence(shows(2, 12, 5, 10, 9))
    assert set(np.argsort(-told)[:2] + 1) == {6, 7}
    assert told[5] > 20 * told[0]


def test_a_nine_beside_it_makes_a_face_a_six() -> None:
    told = evidence(shows(9, None, None, None, None))
    assert told[5] > 5 * told[8]


def test_what_lies_opposite_a_side_is_no_side_and_not_the_face() -> None:
    told = evidence(shows(1, None, None, None, None))
    assert told[11] == pytest.approx(told[0])
    assert told[11] < 0.5


def test_a_die_that_is_numbered_otherwise_is_not_ruled_out() -> None:
    told = evidence(shows(1, 12, 2, 11, 3))
    assert told.min() > 0.01


@given(
    st.lists(st.lists(st.floats(0.01, 1), min_size=12, max_size=12), min_size=5, max_size=5), st.permutations(range(5))
)
def test_the_order_of_the_sides_tells_nothing_and_opposites_are_alike(
    read: list[list[float]], order: list[int]
) -> None:
    sides = np.array(read)
    sides /= sides.sum(axis=1, keepdims=True)
    told = evidence(sides)
    np.testing.assert_allclose(told, told[::-1])
    np.testing.assert_allclose(told, evidence(sides[order]))
    assert told.sum() == pytest.approx(12)
