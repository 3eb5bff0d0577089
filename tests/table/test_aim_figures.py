"""Figures of a camera that somebody hangs up, and which of them are enough."""

from __future__ import annotations

import pytest

from companion.perception.health.aim import Aim
from companion.table.aim_figures import figures_of

NOTHING_FOUND = Aim((640, 480), 230.0, 0.0, None, {}, (), None, None, None)


@pytest.mark.parametrize(
    ("per_s", "enough"), [(30.0, True), (5.0, True), (4.6, True), (4.4, False), (1.0, False), (None, None)]
)
def test_about_five_pictures_a_second_are_enough(per_s: float | None, enough: bool | None) -> None:
    (rate,) = (each for each in figures_of(NOTHING_FOUND, per_s, watched=False) if each.key == "rate")
    assert rate.ok is enough
