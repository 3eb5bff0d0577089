"""A number that is printed on something flat has no die's body."""

from __future__ import annotations

import pytest

from calibration.training.none_of_ours import picture_of
from companion.perception.dice.reader import DiceReader, with_body


def test_without_a_body_a_doubtful_face_is_not_sure_and_a_clear_one_is() -> None:
    assert with_body(0.9, 1.0) == pytest.approx(0.9)
    assert with_body(0.9, 0.0) < 0.7
    assert with_body(0.999, 0.0) > 0.99


def test_printed_numbers_are_given_no_value() -> None:
    reader = DiceReader()
    for seed in (2011, 2012, 2023, 2024, 2035):  # clocks and tokens; on one of the clocks an 8 was read
        assert [die.value for die in reader.read(picture_of(seed)[1]) if die.value is not None] == []
