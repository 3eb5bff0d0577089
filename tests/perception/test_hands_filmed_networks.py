"""What each network says of a filmed hand counts: the verifier, the seat and the landing network."""

from __future__ import annotations

from functools import partial

import pytest

from companion.perception.hands.assessment import DOUBTFUL
from companion.perception.hands.follower import HandFollower
from companion.perception.hands.seat_network import SeatNetwork
from tests.games.leprechauns.rounds import seen_in
from tests.games.leprechauns.staged import FPS
from tests.games.leprechauns.tally import NAMED, Count
from tests.perception.filmed_hands import (
    READINGS_BEFORE,
    NeverLanded,
    PosteriorAt,
    UniformPosterior,
    VerifierSays,
    filmed,
    hand_seen,
    palm_in_input,
    seen,
)

pytestmark = pytest.mark.whole


def test_a_rest_that_the_verifier_denies_is_waited_for_and_then_asked_about() -> None:
    believed, doubted = hand_seen("plain", 4.0), hand_seen("plain", -4.0, -4.0, 2.0)
    assert doubted.confidence < believed.confidence < NAMED, "neither is named without a posterior"
    assert (doubted.seat, doubted.card) == (believed.seat, believed.card)


def test_a_rest_that_the_verifier_always_denies_is_no_landing() -> None:
    make = partial(HandFollower, verifier=VerifierSays(-4.0), seat=UniformPosterior())
    assert seen_in(filmed(((0, 1, "plain", 1.0),), 3), Count(), make) == ()


def test_the_per_seat_posterior_is_believed() -> None:
    blind = hand_seen("plain", 4.0)
    hand = hand_seen("plain", 4.0, seat=PosteriorAt(palm_in_input(blind), READINGS_BEFORE))
    assert (hand.seat, hand.card) == (0, 1)
    assert hand.confidence > 0.95


def test_a_hand_that_the_posterior_has_on_another_chest_has_not_landed_on_this_one() -> None:
    a_round = filmed(((0, 1, "plain", 1.0),), 3)
    (other,) = seen(((0, 2, "plain", 1.0),), 3)
    make = partial(HandFollower, verifier=VerifierSays(4.0), seat=PosteriorAt(palm_in_input(other)))
    assert {hand.card for hand in seen_in(a_round, Count(), make)} == {2}


@pytest.mark.parametrize("denials", [1, 2])
def test_a_rest_that_is_denied_and_then_confirmed_is_believed_with_its_landing_time(denials: int) -> None:
    hand = hand_seen("plain", *[-4.0] * denials, 5.0)
    assert hand.confidence == pytest.approx(hand_seen("plain", 5.0).confidence, abs=0.1)
    assert abs(hand.landed_s - 1.0) * FPS < 2.0 + hand.within_s * FPS


def test_the_verifiers_answers_soon_after_the_landing_count_too() -> None:
    first, *others = 1.0, 6.0, 6.0
    alone, together = (hand_seen("plain", *said, seat=SeatNetwork()) for said in ([first], [first, *others]))
    assert alone.confidence < together.confidence


def test_a_hand_that_has_not_landed_by_the_landing_network_is_asked_about() -> None:
    (hand,) = seen_in(filmed(((0, 1, "plain", 1.0),), 3), Count(), partial(HandFollower, landing=NeverLanded()))
    assert (hand.seat, hand.card, hand.confidence) == (0, 1, DOUBTFUL)


def test_a_hand_that_leaves_without_having_landed_by_the_landing_network_did_not_land() -> None:
    assert seen_in(filmed(((0, 1, "away", 1.0),), 3), Count(), partial(HandFollower, landing=NeverLanded())) == ()


def test_a_hand_with_hardly_any_confidence_in_the_end_did_not_land() -> None:
    make = partial(HandFollower, verifier=VerifierSays(1.0), seat=UniformPosterior())
    assert seen_in(filmed(((0, 1, "plain", 1.0),), 3), Count(), make) == ()
