"""What differs between the table as it should be and as it is seen."""

from __future__ import annotations

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
