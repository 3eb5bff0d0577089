"""Which hand landed first, and when that cannot be told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.perception.hands.seen import HandSeen, lain_upon, ordered

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


def test_where_two_hands_seem_to_land_on_one_card_as_one_the_less_sure_may_have_landed_before() -> None:
    sure, unsure, between = hand(0, 1, 20.0), hand(1, 1, 21.0, sure=0.9), hand(2, 2, 12.0)
    assert ordered(between, unsure, FRAME_S)
    first, second, third = lain_upon((sure, unsure, between), FRAME_S)
    assert (first, second) == (between, sure)
    assert third.seat == unsure.seat
    assert third.landed_s == unsure.landed_s
    assert not ordered(between, third, FRAME_S)
    assert not ordered(third, between, FRAME_S)
    assert ordered(between, second, FRAME_S)


@pytest.mark.parametrize(
    "other", [hand(1, 2, 20.0, 0.9), hand(1, None, 20.0, 0.9), hand(1, 1, 24.0, 0.9), hand(1, 1, 21.0, 0.995)]
)
def test_hands_on_other_cards_or_at_other_times_or_clearly_seen_are_believed(other: HandSeen) -> None:
    assert set(lain_upon((hand(0, 1, 20.0), other), FRAME_S)) == {hand(0, 1, 20.0), other}


@given(hands)
def test_nobody_is_lost_and_nobody_is_more_certain_for_it(found: list[HandSeen]) -> None:
    told = lain_upon(found, FRAME_S)
    assert [one.landed_s for one in told] == sorted(one.landed_s for one in found)
    before = {one.seat: one for one in found}
    assert {one.seat for one in told} == set(before)
    assert all(one.within_s >= before[one.seat].within_s for one in told)
    assert lain_upon(told, FRAME_S) == told
