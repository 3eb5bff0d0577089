"""Hands that land, hover, tie and leave, filmed on the simulated table with the truth known."""

from __future__ import annotations

from functools import partial

import pytest

from companion.perception.hands import order
from companion.perception.hands.follower import HandFollower
from companion.perception.hands.order import landed_before
from companion.perception.hands.stillness import Stillness
from companion.simulator.hand_motions import Manner
from tests.games.leprechauns.rounds import seen_in
from tests.games.leprechauns.staged import FPS
from tests.games.leprechauns.tally import Count
from tests.perception.filmed_hands import (
    APART,
    TIED,
    PosteriorAt,
    VerifierSays,
    filmed,
    palm_in_input,
    seen,
)

pytestmark = pytest.mark.whole


@pytest.mark.parametrize("shadow", [0.0, 0.8])
def test_each_hand_has_its_seat_its_card_and_its_moment(shadow: float) -> None:
    hands = seen(APART, 3, shadow)
    assert sorted((hand.seat, hand.card) for hand in hands) == [(0, 1), (1, 2), (2, 0)]
    for hand, (_, _, _, lands_s) in zip(sorted(hands, key=lambda hand: hand.seat), APART, strict=True):
        assert abs(hand.landed_s - lands_s) * FPS < 2.0 + 1.2 * hand.within_s * FPS
        assert hand.lifted_s is None


def test_hands_well_apart_are_in_order() -> None:
    (first, second) = seen(((0, 2, "plain", 1.1), (1, 0, "plain", 1.3)), 3)
    assert (first.seat, second.seat) == (0, 1)
    assert landed_before(first, second)
    assert not landed_before(second, first)


def test_hands_closer_than_a_frame_tie() -> None:
    hands = seen(TIED, 3)
    assert {hand.seat for hand in hands} == {0, 1}
    assert not landed_before(hands[0], hands[1])
    assert not landed_before(hands[1], hands[0])


def test_a_hand_that_hovers_has_not_landed() -> None:
    assert seen(((0, 1, "shy", 1.0),), 3) == ()


@pytest.mark.parametrize("manner", ["away", "slide", "hop"])
def test_a_hand_that_leaves_its_card_is_seen_to(manner: Manner) -> None:
    (hand,) = seen(((0, 1, manner, 1.0),), 3)
    assert (hand.seat, hand.card) == (0, 1)
    assert hand.lifted_s is not None


def test_what_a_hand_hides_is_told_motif_by_motif() -> None:
    for hand in seen(APART, 3):
        assert len(hand.hidden) == 2
        assert min(hand.hidden) > 0.5


class TakesAllForStill(Stillness):
    """Sees neither motion nor drift of a hand in the air."""

    still_noises = kept_noises = 60.0
    in_air = 2.0
    drift_backs = range(0)


class CallsHoveringASlap(HandFollower):
    """Takes a hand that stands still in the air for one that lies."""

    stillness = TakesAllForStill


def test_a_follower_that_calls_hovering_a_slap_is_caught() -> None:
    (there,) = seen(((0, 1, "plain", 1.0),), 3)
    make = partial(CallsHoveringASlap, seat=PosteriorAt(palm_in_input(there)), verifier=VerifierSays(4.0))
    assert seen_in(filmed(((0, 1, "shy", 1.0),), 3), Count(), make) != ()


def test_an_order_that_knows_no_ties_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(order, "TIE_FRAMES", 0.0)
    monkeypatch.setattr(order, "ORDERED", 0.5)
    first, second = seen_in(filmed(TIED, 3), Count())
    assert landed_before(first, second) or landed_before(second, first)
