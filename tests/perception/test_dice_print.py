"""A number that is printed on something flat has no sides around it."""

from __future__ import annotations

import pytest

from calibration.training.none_of_ours import picture_of
from companion.perception.dice.confidence import with_sides
from companion.perception.dice.reader import DiceReader


def test_where_no_sides_are_seen_nothing_is_sure() -> None:
    assert with_sides(0.9, 0.95) == pytest.approx(0.9)
    assert with_sides(0.95, 0.6) < 0.5
    assert with_sides(0.999, 0.3) < 0.1


@pytest.mark.parametrize("seed", [2011, 2012, 2023, 2024, 2035, 5023])
def test_printed_numbers_are_given_no_value(seed: int) -> None:
    """Clocks and tokens: on some of them an 8 is read."""
    assert [die.value for die in DiceReader().read(picture_of(seed)[1]) if die.value is not None] == []
