"""Old dice are not taken for a new throw."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.scene import Thing
from companion.perception.eyes import Sighting
from companion.table.freshness import Freshness, freshness


def die(face: str, x: float, y: float) -> Sighting:
    return Sighting(Thing("die", face), 0.99, (x, y), 40.0, (face,))


BEFORE = (die("3", 100, 100), die("7", 300, 100), die("10", 200, 300))


def moved(*which: int) -> tuple[Sighting, ...]:
    return tuple(
        replace(s, centre_xy_px=(s.centre_xy_px[0] + 60, s.centre_xy_px[1])) if n in which else s
        for n, s in enumerate(BEFORE)
    )


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (BEFORE, Freshness.OLD),
        (tuple(reversed(BEFORE)), Freshness.OLD),
        (tuple(replace(s, centre_xy_px=(s.centre_xy_px[0] + 5, s.centre_xy_px[1])) for s in BEFORE), Freshness.OLD),
        # Pushed onto the board's numbers: the faces are the old ones, so people are asked.
        (moved(0, 1, 2), Freshness.DOUBTFUL),
        (moved(1), Freshness.DOUBTFUL),
        # One die knocked over, the others untouched.
        ((*BEFORE[:2], die("11", 200, 300)), Freshness.DOUBTFUL),
        ((*BEFORE[:2], die("11", 500, 500)), Freshness.DOUBTFUL),
        # Two still lie there, one is in somebody's hand.
        (BEFORE[:2], Freshness.DOUBTFUL),
        ((die("4", 120, 400), die("7", 500, 120), die("10", 400, 330)), Freshness.NEW),
        # Same places, other faces: thrown in a tray that sorts them.
        ((die("4", 100, 100), die("8", 300, 100), die("11", 200, 300)), Freshness.NEW),
    ],
)
def test_what_is_new(now: tuple[Sighting, ...], expected: Freshness) -> None:
    assert freshness(BEFORE, now) is expected


def test_the_first_throw_on_an_empty_table_is_new() -> None:
    assert freshness((), BEFORE) is Freshness.NEW


def test_the_same_three_values_thrown_again_are_asked_about() -> None:
    again = tuple(die(s.thing.face, x, y) for s, (x, y) in zip(BEFORE, ((500, 90), (480, 300), (90, 410)), strict=True))
    assert freshness(BEFORE, again) is Freshness.DOUBTFUL
