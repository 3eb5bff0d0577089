"""What is counted of eyes that are right, and of eyes with one fault each: every line of the figures can get worse."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from companion.perception.hands.order import in_order
from companion.perception.hands.seen import HandSeen
from companion.table.watchers.slaps import CONFIDENT
from tests.games.leprechauns.staged import FPS, Done, made
from tests.games.leprechauns.tally import IN_SIGHT, NAMED, Count, compare

pytestmark = pytest.mark.whole

SEEDS = (900_003, 900_004, 900_008, 900_009)
Fault = Callable[[Done, HandSeen], HandSeen | None]

staged = cache(made)


def as_done(done: Done) -> HandSeen | None:
    """What eyes without any fault tell of a hand; None of one that hovers."""
    if done.on is None:
        return None
    lifted_s = done.reach.settles_s if done.lifted else None
    return HandSeen(done.seat, done.on, done.lands_s, 0.0, (1.0, 1.0), 1.0, (0.0, 0.0), lifted_s)


def counted(fault: Fault = lambda done, hand: hand) -> Count:
    """All rounds, as eyes see them that have one fault."""
    whole = Count()
    for seed in SEEDS:
        a_round, count = staged(seed), Count()
        hands = ((each, as_done(each)) for each in a_round.done)
        seen = (fault(done, hand) for done, hand in hands if hand is not None)
        compare(a_round, in_order([hand for hand in seen if hand is not None], {}, {}, 1 / FPS), count)
        whole.add(count)
    return whole


@pytest.fixture(scope="module")
def faultless() -> Count:
    return counted()


def test_eyes_that_see_what_was_done_are_right_throughout(faultless: Count) -> None:
    assert faultless.slaps == faultless.right == faultless.played > 0
    assert faultless.pairs_apart == faultless.ordered > 0
    assert faultless.lifts == faultless.lifts_caught > 0
    assert faultless.hovered > 0
    assert faultless.stayed > 0
    assert faultless.pairs_close > 0
    assert faultless.asked == faultless.missed == faultless.wrong == faultless.played_wrong == 0
    assert faultless.hover_called == faultless.hover_asked == faultless.accused == 0
    assert faultless.order_open == faultless.order_wrong == faultless.tie_called_order == 0
    assert faultless.notes == []


def test_each_hand_and_each_pair_is_in_one_group_of_sight(faultless: Count) -> None:
    of = faultless.by_sight
    assert sum(of[group, "slaps"] for group in IN_SIGHT) == faultless.slaps
    assert sum(of[group, "pairs"] for group in IN_SIGHT) == faultless.pairs_apart
    assert all(of[group, "slaps"] for group in IN_SIGHT)


def test_a_hand_on_another_chest_is_wrong_and_noted(faultless: Count) -> None:
    amiss = counted(lambda done, hand: replace(hand, card=99))
    assert amiss.wrong == amiss.played_wrong == len(amiss.notes) == faultless.slaps
    assert amiss.right == amiss.pairs_apart == amiss.lifts == amiss.stayed == 0
    assert sum(amiss.by_sight[group, "right"] for group in IN_SIGHT) == 0


def test_a_hand_that_is_told_with_doubt_is_asked_about(faultless: Count) -> None:
    amiss = counted(lambda done, hand: replace(hand, confidence=NAMED - 0.01))
    assert (amiss.asked, amiss.right, amiss.played) == (faultless.slaps, 0, 0)


def test_a_hand_that_is_named_and_not_quite_sure_waits_for_a_tap(faultless: Count) -> None:
    amiss = counted(lambda done, hand: replace(hand, confidence=CONFIDENT - 0.001))
    assert (amiss.right, amiss.played) == (faultless.slaps, 0)


def test_a_hand_that_is_not_told_is_missed(faultless: Count) -> None:
    amiss = counted(lambda done, hand: None)
    assert (amiss.missed, amiss.right) == (faultless.slaps, 0)


def test_moments_in_reverse_are_orders_in_reverse(faultless: Count) -> None:
    amiss = counted(lambda done, hand: replace(hand, landed_s=-hand.landed_s))
    assert amiss.order_wrong == faultless.pairs_apart
    assert sum(amiss.by_sight[group, "order_wrong"] for group in IN_SIGHT) == faultless.pairs_apart
    assert amiss.ordered == 0


def test_moments_that_are_one_tie(faultless: Count) -> None:
    amiss = counted(lambda done, hand: replace(hand, landed_s=0.0))
    assert (amiss.order_open, amiss.ordered, amiss.order_wrong) == (faultless.pairs_apart, 0, 0)


def test_an_order_of_hands_that_tied_is_counted(faultless: Count) -> None:
    amiss = counted(lambda done, hand: replace(hand, landed_s=done.seat * 1.0))
    assert amiss.tie_called_order == faultless.pairs_close


def test_lifts_that_are_not_seen_and_those_that_are_not_there_are_counted(faultless: Count) -> None:
    amiss = counted(lambda done, hand: replace(hand, lifted_s=None if done.lifted else 9.0))
    assert (amiss.lifts_caught, amiss.accused) == (0, faultless.stayed)


def test_who_hovers_and_is_told_to_have_slapped_is_counted(faultless: Count) -> None:
    called, asked = Count(), Count()
    for seed in SEEDS:
        a_round = staged(seed)
        over = [each for each in a_round.done if each.on is None]
        for count, confidence in ((called, 1.0), (asked, NAMED - 0.01)):
            compare(
                a_round, tuple(HandSeen(each.seat, 0, 1.0, 0.0, (), confidence, (0.0, 0.0)) for each in over), count
            )
    assert called.hover_called == called.played_wrong == asked.hover_asked == faultless.hovered
    assert called.hover_asked == asked.hover_called == 0
