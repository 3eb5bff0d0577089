"""What a board's first picture tells of places that look unlike the others with their mark."""

from __future__ import annotations

import numpy as np
import pytest

from companion.perception.boards.features import FEATURES
from companion.perception.boards.first_picture import ENOUGH_TO_COMPARE, _odd


def places(number: int) -> np.ndarray:
    """Features of places with one mark that differ by grain; something lies on the last."""
    values = np.random.default_rng(4).normal(0.0, 0.02, (number, FEATURES))
    values[-1] += 1.5
    return values


@pytest.mark.parametrize("number", [4, 6, 12])
def test_a_place_on_which_something_lies_is_told_among_four_and_more(number: int) -> None:
    assert _odd(places(number), "_").tolist() == [False] * (number - 1) + [True]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_among_three_nobody_knows_which_is_the_odd_one(number: int) -> None:
    assert number < ENOUGH_TO_COMPARE
    assert not _odd(places(number), "_").any()
