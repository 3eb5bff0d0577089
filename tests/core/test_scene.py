"""What differs between the table as it should be and as it is seen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.scene import EXTRA, MISSING, NEAR_MM, Difference, Scene, Thing, differences

DICE = frozenset({"die"})
CARD = Thing("card", "K", xy_mm=(0.0, 0.0), level=1)


def test_dice_that_may_lie_anywhere_are_compared_by_face() -> None:
    expected = Scene((Thing("die", "7"), Thing("die", "7", xy_mm=(10.0, 0.0), level=1)), DICE)
    assert differences(expected, Scene((Thing("die", "7"), Thing("die", "7")), DICE)) == ()
    unlike = differences(expected, Scene((Thing("die", "7"), Thing("die", "8")), DICE))
    assert [each.what for each in unlike] == [
        MISSING.filled(kind="die", face="7"),
        EXTRA.filled(kind="die", face="8"),
    ]


def test_a_thing_must_lie_near_its_place_and_on_its_level() -> None:
    expected = Scene((CARD,), frozenset({"card"}))

    def seen(x_mm: float, level: int = 1) -> tuple[Difference, ...]:
        return differences(expected, Scene((Thing("card", "K", xy_mm=(x_mm, 0.0), level=level),), expected.kinds))

    assert seen(NEAR_MM - 0.1) == ()
    assert len(seen(NEAR_MM + 0.1)) == 2
    assert len(seen(0.0, level=0)) == 2


def test_what_was_not_looked_at_is_not_denied() -> None:
    assert differences(Scene((CARD, Thing("die", "3")), frozenset({"card", "die"})), Scene((), frozenset())) == ()


@pytest.mark.parametrize(("off_mm", "is_there"), [(11.0, True), (20.0, False)])
def test_a_disc_askew_on_its_tile_is_in_its_place_and_one_on_the_next_is_not(off_mm: float, is_there: bool) -> None:
    """A disc of 30 mm on a tile of 42 mm: hands lay it a third of a tile off, and half a tile off nobody knows."""
    tile = Thing("disc", "w", xy_mm=(0.0, 0.0))
    seen = replace(tile, xy_mm=(off_mm * 0.6, off_mm * 0.8))
    assert (differences(Scene((tile,), frozenset({"disc"})), Scene((seen,), frozenset({"disc"}))) == ()) == is_there
