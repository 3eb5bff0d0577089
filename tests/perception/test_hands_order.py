"""Which hand landed first, and when that cannot be told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.perception.hands.seen import FAR_FRAMES, HandSeen, lain_upon, ordered

FRAME_S = 1 / 60


def hand(seat: int, card: int | None, landed: float, sure: float = 1.0, within: float = 0.0) -> HandSeen:
    """landed, within: in frames."""
    return HandSeen(seat, card, landed * FRAME_S, within * FRAME_S, (), sure, (0.0, 0.0))


hands = st.lists(
    st.builds(
        hand, st.integers(0, 5), st.none() | st.integers(0, 2), st.floats(0, 30), st.floats(0.1, 1), st.floats(0, 9)
    ),
    max_size=6,
    unique_by=lambda one: one.seat,
)


@pytest.mark.parametrize(
    ("apart", "within", "told"), [(1.4, 0.0, False), (1.6, 0.0, True), (4.0, 4.0, False), (6.0, 4.0, True)]
)
def test_an_order_is_told_where_it_is_farther_than_both_may_be_off(apart: float, within: float, told: bool) -> None:
    first, second = hand(0, 1, 10.0, within=within), hand(1, 2, 10.0 + apart)
    assert ordered(first, second, FRAME_S) is told
    assert not ordered(second, first, FRAME_S)


@given(hands)
def test_hands_of_which_none_is_seen_to_lie_over_another_stay_as_they_were_dated(found: list[HandSeen]) -> None:
    told = lain_upon(found, frozenset(), FRAME_S)
    assert set(told) == set(found)
    assert [one.landed_s for one in told] == sorted(one.landed_s for one in found)


NEAR = 20.0


@pytest.mark.parametrize(
    ("lower", "upper", "told"),
    [
        (hand(0, 1, NEAR, within=12.0), hand(1, 2, NEAR), True),  # it may have landed long before, but no later
        (hand(0, 1, NEAR), hand(1, 2, NEAR, within=12.0), True),
        (hand(0, 1, NEAR + 8, within=12.0), hand(1, 2, NEAR), True),
        (hand(0, 1, NEAR, within=4.0), hand(1, 2, NEAR, within=12.0), True),
        (hand(0, 1, NEAR), hand(1, 2, NEAR), False),  # both were seen to land at one moment
        (hand(0, 1, NEAR + 2, within=0.5), hand(1, 2, NEAR, within=0.5), False),  # what was seen contradicts it
        (hand(0, 1, NEAR + 1.8), hand(1, 2, NEAR), False),
        (hand(0, 1, NEAR + 9, within=8.0), hand(1, 2, NEAR), False),
    ],
)
def test_a_hand_landed_before_the_one_that_lies_over_it_unless_it_was_seen_otherwise(
    lower: HandSeen, upper: HandSeen, told: bool
) -> None:
    found = {one.seat: one for one in lain_upon((lower, upper), {(1, 0)}, FRAME_S)}
    assert ordered(found[0], found[1], FRAME_S) is told
    assert not ordered(found[1], found[0], FRAME_S)


@pytest.mark.parametrize(
    ("lower", "upper"),
    [
        (hand(0, 1, NEAR + 4, within=0.5), hand(1, 2, NEAR, within=0.5)),
        (hand(0, 1, NEAR + 20, within=12.0), hand(1, 2, NEAR)),
        (hand(0, 1, NEAR + 20), hand(1, 2, NEAR, within=12.0)),
    ],
)
def test_who_was_clearly_seen_to_land_later_did_so_whatever_lies_over_it(lower: HandSeen, upper: HandSeen) -> None:
    found = {one.seat: one for one in lain_upon((lower, upper), {(1, 0)}, FRAME_S)}
    assert ordered(found[1], found[0], FRAME_S)


def test_what_landed_before_the_lower_one_did_so_before_the_upper_one() -> None:
    first, hidden, last = hand(0, 1, 10.0), hand(1, 2, 19.0, within=30.0), hand(2, 3, 20.0)
    told = {one.seat: one for one in lain_upon((first, hidden, last), {(1, 0), (2, 1)}, FRAME_S)}
    assert ordered(told[0], told[1], FRAME_S)
    assert ordered(told[1], told[2], FRAME_S)


@given(hands, st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)).filter(lambda two: two[0] != two[1]), max_size=8))
def test_nobody_who_lies_under_another_is_told_to_have_landed_soon_after_it(
    found: list[HandSeen], over: set[tuple[int, int]]
) -> None:
    over = {(upper, lower) for upper, lower in over if (lower, upper) not in over}
    told = {one.seat: one for one in lain_upon(found, over, FRAME_S)}
    assert set(told) == {one.seat for one in found}
    assert list(told.values()) == sorted(told.values(), key=lambda one: one.landed_s)
    assert all(one.within_s >= 0 for one in told.values())
    after = [(told[u], told[low]) for u, low in over if u in told and low in told]
    far_s = (FAR_FRAMES - 1e-6) * FRAME_S
    assert all(low.landed_s - u.landed_s >= far_s for u, low in after if ordered(u, low, FRAME_S))
