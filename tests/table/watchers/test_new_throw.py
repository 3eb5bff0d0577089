"""Old dice are not taken for a new throw."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.scene import Thing
from companion.perception.eyes import Sighting
from companion.table.watchers.new_throw import Change, change, faces


def die(face: str, x: float, y: float) -> Sighting:
    return Sighting(Thing("die", face), 0.99, (x, y), 40.0, (face,))


BEFORE = (die("3", 100, 100), die("7", 300, 100), die("10", 200, 300))


def moved(*which: int) -> tuple[Sighting, ...]:
    return tuple(
        replace(s, centre_xy_px=(s.centre_xy_px[0] + 60, s.centre_xy_px[1])) if n in which else s
        for n, s in enumerate(BEFORE)
    )


def test_nothing_is_fresh_on_a_table_that_was_left_alone() -> None:
    jitter = tuple(replace(s, centre_xy_px=(s.centre_xy_px[0] + 5, s.centre_xy_px[1])) for s in BEFORE)
    for now in (BEFORE, tuple(reversed(BEFORE)), jitter):
        assert change(BEFORE, now) == Change((), ())


@pytest.mark.parametrize("radius_px", [18.0, 40.0, 90.0])
@pytest.mark.parametrize(("radii", "is_new"), [(0.3, False), (0.4, True)])
def test_a_nudged_die_is_old_and_one_farther_off_is_new(radius_px: float, radii: float, is_new: bool) -> None:
    """A sleeve pushes a die by a third of its radius at most; reading one twice is off by less than a tenth."""
    old = replace(die("7", 300, 100), radius_px=radius_px)
    for x, y in ((1.0, 0.0), (0.0, -1.0), (0.6, 0.8)):
        there = replace(old, centre_xy_px=(300 + x * radii * radius_px, 100 + y * radii * radius_px))
        assert change((old,), (there,)) == (Change((there,), (old,)) if is_new else Change((), ()))


def test_a_throw_leaves_nothing_in_its_place() -> None:
    now = (die("4", 120, 400), die("7", 500, 120), die("10", 400, 330))
    assert change(BEFORE, now) == Change(now, BEFORE)
    assert faces(now) != faces(BEFORE)


def test_dice_in_a_tray_may_fall_where_the_last_ones_lay() -> None:
    now = (die("4", 100, 100), die("8", 300, 100), die("11", 200, 300))
    assert change(BEFORE, now) == Change(now, BEFORE)


@pytest.mark.parametrize("which", [(0, 1, 2), (1,)])
def test_dice_that_were_only_pushed_show_the_faces_that_went(which: tuple[int, ...]) -> None:
    changed = change(BEFORE, moved(*which))
    assert changed == Change(tuple(moved(*which)[n] for n in which), tuple(BEFORE[n] for n in which))
    assert faces(changed.fresh) == faces(changed.gone)


@pytest.mark.parametrize("unread", range(3))
def test_what_is_read_only_at_the_second_look_was_there_before(unread: int) -> None:
    blurred = tuple(die("", *s.centre_xy_px) if n == unread else s for n, s in enumerate(BEFORE))
    assert change(blurred, BEFORE) == Change((), ())
    assert change(BEFORE, blurred) == Change((), ())


def test_one_die_knocked_over_is_fresh_alone() -> None:
    fallen = die("11", 205, 300)
    assert change(BEFORE, (*BEFORE[:2], fallen)) == Change((fallen,), BEFORE[2:])


def test_everything_is_fresh_on_an_empty_table() -> None:
    assert change((), BEFORE) == Change(BEFORE, ())


def test_two_alike_dice_in_one_place_are_two() -> None:
    twins = (die("5", 100, 100), die("5", 104, 100))
    assert change(twins, twins[:1]) == Change((), twins[1:])
