"""Whether a hand has left, by looks: two in a row that do not see it are enough, wherever they come from."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import pytest

from companion.perception.hands.leaving import (
    AGREED,
    AGREED_IF_SEEN,
    AWAY_LOOKS,
    DENIED_LOOKS,
    DENIES,
    LEFT_LOOKS,
    LEFT_SURE,
    SAW,
    Leaving,
)
from companion.perception.hands.seat import Seat
from companion.perception.hands.seen import HandSeen
from companion.perception.hands.whose import Whereabouts

PALM, BESIDE = (100.0, 100.0), (400.0, 300.0)


def where(share: float) -> Whereabouts:
    """A look that sees the hand lie there so likely, and else in the air."""
    lies = np.array([[share, 0.0]], np.float32)
    return Whereabouts(lies, np.array([[0.0, 1 - share]], np.float32), 0.0, np.array([[PALM, BESIDE]]))


class Elsewhere:
    """Knows how likely it is somewhere else."""

    def __init__(self, share: float) -> None:
        self._share = share

    def elsewhere_now(self, where: object, card: object) -> float:
        return self._share


class Says:
    """Looks closely: the logit of the second look, and how likely the one from the seat sees it there."""

    def __init__(self, second: float, there: float) -> None:
        self._second, self._there = second, there

    def lies(self, palm_xy: object, sits_xy: object) -> float:
        return self._second

    def whereabouts(self, sits_xy: object, mirrored: bool) -> Whereabouts:
        return where(self._there)


def looked(second: float, there: float, *regular: float, elsewhere: float = 0.9) -> Seat:
    """A seat whose hand lies and is known, after one more look."""
    seat = Seat(0, (100.0, 500.0), ((0.0, 500.0), (200.0, 500.0)), (30, 40), 1.0)
    seat.whose.extend((8 * n, where(share)) for n, share in enumerate(regular))
    unused = cast(Any, None)
    leaving = Leaving(unused, unused, cast(Any, Says(second, there)), cast(Any, Elsewhere(elsewhere)), (), 1.0)
    leaving.look(seat, HandSeen(0, 1, 1.0, 0.0, (), 1.0, PALM, known=True))
    return seat


@pytest.mark.parametrize(
    ("second", "there", "regular", "away"),
    [
        (AGREED - 3, 0.02, (0.97, 0.97), 1),
        (AGREED - 3, 0.02, (0.97, 0.05), AWAY_LOOKS),
        (AGREED - 3, 0.95, (0.97, 0.05), 0),
        (AGREED + 3, 0.02, (0.97, 0.05), 0),
        (AGREED - 3, 0.02, (), 1),
        (AGREED - 3, 0.02, (0.05, 0.05), 1),
        (AGREED_IF_SEEN + 1, 0.02, (0.97, 0.97), 0),
        (AGREED_IF_SEEN + 1, 0.02, (0.97, 0.05), AWAY_LOOKS),
    ],
)
def test_looks_that_do_not_see_it_are_counted(
    second: float, there: float, regular: tuple[float, ...], away: int
) -> None:
    assert looked(second, there, *regular).away == away


def test_one_look_that_sees_it_ends_the_count() -> None:
    seat = looked(AGREED - 3, 0.02, 0.97, 0.05)
    assert seat.away == AWAY_LOOKS
    unused = cast(Any, None)
    leaving = Leaving(unused, unused, cast(Any, Says(AGREED + 1, 0.9)), unused, (), 1.0)
    leaving.look(seat, HandSeen(0, 1, 1.0, 0.0, (), 1.0, PALM, known=True))
    assert seat.away == 0


def test_where_it_may_be_anywhere_because_others_hide_it_it_has_not_left() -> None:
    assert looked(AGREED - 3, 0.02, 0.97, 0.05, elsewhere=0.4).away == 0


@pytest.mark.parametrize(
    ("looks", "left"),
    [
        ((SAW, *[DENIES] * DENIED_LOOKS), True),
        ((SAW, 0.0, *[DENIES] * DENIED_LOOKS), True),
        ((SAW - 0.1, *[DENIES] * DENIED_LOOKS), False),  # it never saw it
        ((SAW, 0.0, *[DENIES] * (DENIED_LOOKS - 1)), False),  # once may be by chance
        ((SAW, *[DENIES] * DENIED_LOOKS, 0.0), False),
        ((DENIES,), False),
    ],
)
def test_it_has_left_where_the_second_look_saw_it_and_then_is_sure_not_to(looks: tuple[float, ...], left: bool) -> None:
    seat, unused = Seat(0, (100.0, 500.0), ((0.0, 500.0), (200.0, 500.0)), (30, 40), 1.0), cast(Any, None)
    seat.hold(PALM)
    seat.rest, seat.looks = cast(Any, object()), list(looks)
    seat.places.append(None)
    leaving = Leaving(unused, unused, unused, unused, (), 1.0)
    assert leaving.has_left(seat, HandSeen(0, 1, 1.0, 0.0, (), 1.0, PALM, known=True), unused, 8) is left


@pytest.mark.parametrize(
    ("gone", "left"),
    [
        ((LEFT_SURE + 1,) * LEFT_LOOKS, True),
        ((-9.0, *[LEFT_SURE + 1] * LEFT_LOOKS), True),
        ((LEFT_SURE + 1,) * (LEFT_LOOKS - 1), False),  # once may be by chance
        ((*[LEFT_SURE + 1] * LEFT_LOOKS, 0.0), False),
        ((-9.0,), False),
        ((), False),
    ],
)
def test_it_has_left_where_it_is_surely_not_as_it_was_when_it_had_landed(gone: tuple[float, ...], left: bool) -> None:
    seat, unused = Seat(0, (100.0, 500.0), ((0.0, 500.0), (200.0, 500.0)), (30, 40), 1.0), cast(Any, None)
    seat.hold(PALM)
    seat.rest, seat.gone = cast(Any, object()), list(gone)
    seat.places.append(None)
    leaving = Leaving(unused, unused, unused, unused, (), 1.0)
    assert leaving.has_left(seat, HandSeen(0, 1, 1.0, 0.0, (), 1.0, PALM, known=True), unused, 8) is left


class Tells:
    """What the looks from its seat tell together."""

    def __init__(self, left: bool) -> None:
        self._left = left

    def has_left(self, seat: object, card: object, since: object) -> bool:
        return self._left


@pytest.mark.parametrize(
    ("left", "frame", "says"),
    [(False, 8, False), (True, 8, True), (True, 9, False)],
    ids=["stays", "left", "nobody looked now"],
)
def test_it_has_left_where_the_looks_from_its_seat_tell_that_it_rose(left: bool, frame: int, says: bool) -> None:
    seat, unused = Seat(0, (100.0, 500.0), ((0.0, 500.0), (200.0, 500.0)), (30, 40), 1.0), cast(Any, None)
    seat.hold(PALM)
    seat.rest = cast(Any, object())
    seat.places.append(None)
    seat.whose.append((8, where(0.9)))
    leaving = Leaving(unused, unused, unused, cast(Any, Tells(left)), (), 1.0)
    assert leaving.has_left(seat, HandSeen(0, 1, 1.0, 0.0, (), 1.0, PALM, known=True), unused, frame) is says
