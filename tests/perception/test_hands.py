"""Hands that land, hover, tie and leave, filmed on the simulated table with the truth known."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from random import Random
from typing import Any

import numpy as np
import pytest

from companion.camera.arrays import Pixels
from companion.perception.hands import order
from companion.perception.hands.assessment import DOUBTFUL, HOVERED, VERIFIER_READS
from companion.perception.hands.crop import Affine
from companion.perception.hands.departure import DENIES
from companion.perception.hands.departure_network import DepartureNetwork
from companion.perception.hands.follower import HandFollower
from companion.perception.hands.landing import Probabilities
from companion.perception.hands.landing_network import (
    FEATURES,
    FILM_FRAMES,
    NOT_LANDED_INDEX,
    Features,
    LandingTimeNetwork,
)
from companion.perception.hands.order import landed_before
from companion.perception.hands.seat import READ_EVERY_FRAMES
from companion.perception.hands.seat_network import PLACES, SeatNetwork, SeatPosterior, place_centres
from companion.perception.hands.seen import HandSeen
from companion.perception.hands.stillness import Stillness
from companion.perception.hands.verifier import HandVerifier
from companion.simulator.bodies import ArmLook
from companion.simulator.hand_motions import Manner, random_reach
from companion.table.watchers.slaps import CONFIDENT
from tests.games.leprechauns.rounds import seen_in
from tests.games.leprechauns.staged import FPS, Done, Round, acted, aim, laid, shoulder_xy_mm
from tests.games.leprechauns.tally import NAMED, Count

pytestmark = pytest.mark.whole

CAMERA = "rendered://?width=1280&height=960&fps=60&seed=5&tilt_deg=6&shadow={shadow}&noise=3"
Act = tuple[int, int, Manner, float]
"""Seat, the seat whose chest it slaps, how, and when it lands (seconds)."""
READINGS_BEFORE = round(1.1 * FPS / READ_EVERY_FRAMES) * 3
"""Posteriors of three seats before a hand lies that lands at one second."""
PALE, BROWN, DARK = (160, 190, 230), (100, 140, 190), (46, 62, 96)


def filmed(acts: tuple[Act, ...], seats: int, shadow: float = 0.6, seed: int = 1) -> Round:
    random = Random(seed)
    world, source, cards = laid(random, seed, seats, CAMERA.format(shadow=shadow))
    done = []
    for (seat, on, manner, lands_s), skin in zip(acts, (PALE, BROWN, DARK, PALE), strict=False):
        looks = ArmLook(skin, (150, 60, 50), size=0.95, spread=0.3)
        shoulder = shoulder_xy_mm(seat, seats, False, random)
        card = cards[on]
        target, other = aim(card, Random(8)), aim(cards[(on + 1) % seats], Random(8))
        reach = random_reach(random, f"seat {seat}", looks, shoulder, target, lands_s, manner, other)
        done.append(Done(seat, manner, None if manner == "shy" else on, lands_s, reach))
    return acted(seed, world, source, cards, tuple(done))


@lru_cache
def seen(acts: tuple[Act, ...], seats: int, shadow: float = 0.6) -> tuple[HandSeen, ...]:
    return seen_in(filmed(acts, seats, shadow), Count())


APART: tuple[Act, ...] = ((0, 1, "plain", 1.1), (1, 2, "plain", 1.3), (2, 0, "plain", 1.65))


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


TIED: tuple[Act, ...] = ((0, 2, "plain", 1.2), (1, 0, "plain", 1.205))


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


class VerifierSays(HandVerifier):
    """A hand verifier with scripted logits, the last of which is repeated."""

    def __init__(self, *logits: float) -> None:
        self._logits = list(logits)

    def predict(self, crops: Pixels) -> float:
        return self._logits.pop(0) if len(self._logits) > 1 else self._logits[0]


class UniformPosterior(SeatNetwork):
    """A seat network that cannot tell where a hand is."""

    def __init__(self) -> None:
        pass

    def predict(self, moments: Sequence[Pixels], settled: Pixels, transform: Affine) -> SeatPosterior:
        even = np.full((PLACES, PLACES), 0.5 / PLACES**2, np.float32)
        return SeatPosterior(even, even, 0.0, place_centres(transform))


class PosteriorAt(UniformPosterior):
    """A seat network that has each hand lie about a point, pixels of the networks' input.

    blind: number of first readings that see nothing.
    """

    def __init__(self, at_xy: tuple[float, float], blind: int = 0) -> None:
        self._at_xy, self._blind = at_xy, blind

    def predict(self, moments: Sequence[Pixels], settled: Pixels, transform: Affine) -> SeatPosterior:
        self._blind -= 1
        if self._blind >= 0:
            return super().predict(moments, settled, transform)
        at = place_centres(transform)
        near = np.hypot(*np.moveaxis(at - self._at_xy, 2, 0)) < 8
        return SeatPosterior((near / near.sum()).astype(np.float32), np.zeros_like(at[..., 0]), 0.0, at)


def palm_in_input(hand: HandSeen) -> tuple[float, float]:
    """Where a hand's palm is, pixels of the networks' input."""
    x, y = ((at + 0.5) / 2 - 0.5 for at in hand.palm_xy)
    return x, y


class DepartureSays(DepartureNetwork):
    """A departure network that gives one logit for every hand."""

    def __init__(self, logit: float) -> None:
        self._logit = logit

    def predict(self, crops: Pixels) -> float:
        return self._logit


def hand_seen(
    manner: Manner, *logits: float, seat: SeatNetwork | None = None, departure: DepartureNetwork | None = None
) -> HandSeen:
    """The only hand of a round, with a scripted verifier; the seat network sees nothing by default."""
    make = partial(HandFollower, verifier=VerifierSays(*logits), seat=seat or UniformPosterior(), departure=departure)
    (hand,) = (hand for hand in seen_in(filmed(((0, 1, manner, 1.0),), 3), Count(), make) if hand.seat == 0)
    return hand


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


class NeverLanded(LandingTimeNetwork):
    """A landing-time network that says of every film that the hand has not landed."""

    def __init__(self) -> None:
        pass

    def features(self, seen: Pixels) -> Features:
        return np.zeros(FEATURES, np.float32)

    def probabilities(self, film: Sequence[Features]) -> Probabilities:
        return np.eye(FILM_FRAMES + 2)[NOT_LANDED_INDEX]


def test_a_hand_that_has_not_landed_by_the_landing_network_is_asked_about() -> None:
    (hand,) = seen_in(filmed(((0, 1, "plain", 1.0),), 3), Count(), partial(HandFollower, landing=NeverLanded()))
    assert (hand.seat, hand.card, hand.confidence) == (0, 1, DOUBTFUL)


def test_a_hand_that_leaves_without_having_landed_by_the_landing_network_did_not_land() -> None:
    assert seen_in(filmed(((0, 1, "away", 1.0),), 3), Count(), partial(HandFollower, landing=NeverLanded())) == ()


class FoundByPosteriorAlone(HandFollower):
    """Detects no landing by tracking, and takes every hand for one that drifts."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._context.stillness.has_drifted = lambda *_: True
        self._landings.detect = lambda *_: None


def test_a_hand_that_only_the_posterior_finds_and_that_drifts_is_asked_about_until_its_landing_time_is_known() -> None:
    a_round = partial(filmed, ((0, 1, "plain", 1.0),), 3)
    (dated,) = seen_in(a_round(), Count(), partial(FoundByPosteriorAlone, verifier=VerifierSays(-1.0)))
    assert (dated.seat, dated.card) == (0, 1)
    assert dated.confidence > NAMED
    never = partial(FoundByPosteriorAlone, verifier=VerifierSays(-1.0), landing=NeverLanded())
    assert [hand.confidence for hand in seen_in(a_round(), Count(), never)] == [DOUBTFUL]


class LeftInDoubt(HandFollower):
    """Has retracted a landing of a hand that left in doubt."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._context.seats[0].cards_left_in_doubt.add(2)


def test_a_hand_that_may_have_landed_elsewhere_before_is_asked_about() -> None:
    (hand,) = seen_in(filmed(((0, 1, "plain", 1.0),), 3), Count(), LeftInDoubt)
    assert (hand.seat, hand.card, hand.confidence) == (0, 1, DOUBTFUL)


class Hovered(HandFollower):
    """Has retracted a landing of a hand that hovered over these cards."""

    def __init__(self, over: set[int], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._context.seats[0].cards_hovered_over |= over


@pytest.mark.parametrize(("over", "tapped"), [({1}, False), ({2}, True)])
def test_a_hand_that_hovered_over_another_card_is_not_played_without_a_tap(over: set[int], tapped: bool) -> None:
    (hand,) = seen_in(filmed(((0, 1, "plain", 1.0),), 3), Count(), partial(Hovered, over))
    assert (hand.seat, hand.card, hand.confidence == HOVERED) == (0, 1, tapped)
    assert NAMED <= HOVERED < CONFIDENT


class MayHaveLainElsewhere(HandFollower):
    """Takes every hand for one that lay on another card before."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._context.card_evidence.lay_on_another = lambda seat, card: True


def test_a_hand_that_leaves_while_its_first_card_is_in_doubt_is_asked_about() -> None:
    (hand,) = seen_in(filmed(((0, 1, "away", 1.0),), 3), Count(), MayHaveLainElsewhere)
    assert (hand.seat, hand.card, hand.confidence) == (0, 1, DOUBTFUL)
    assert hand.lifted_s is not None
    assert not hand.known, "so it was not reported before"


def test_a_hand_with_hardly_any_confidence_in_the_end_did_not_land() -> None:
    make = partial(HandFollower, verifier=VerifierSays(1.0), seat=UniformPosterior())
    assert seen_in(filmed(((0, 1, "plain", 1.0),), 3), Count(), make) == ()


def test_a_hand_has_left_when_the_networks_no_longer_see_it() -> None:
    denied, there = [*[5.0] * VERIFIER_READS, DENIES + 1], PosteriorAt(palm_in_input(hand_seen("plain", 5.0)))
    lies, gone = DepartureSays(-9.0), DepartureSays(9.0)
    assert hand_seen("away", *denied, seat=SeatNetwork(), departure=lies).lifted_s is not None
    assert hand_seen("away", 5.0, seat=SeatNetwork(), departure=lies).lifted_s is not None, "whatever the verifier says"
    assert hand_seen("away", 5.0, seat=there, departure=lies).lifted_s is None, "all networks see it lying"
    assert hand_seen("away", 5.0, seat=there).lifted_s is not None, "the departure network sees it"
    assert hand_seen("plain", *denied, seat=SeatNetwork()).lifted_s is None, "the posteriors see it"
    assert hand_seen("plain", 5.0, seat=there, departure=gone).lifted_s is not None


class PosteriorAtThenGone(PosteriorAt):
    """A seat network that has its hand lie for a number of readings after the blind ones, and then gone."""

    def __init__(self, at_xy: tuple[float, float], blind: int, readings: int) -> None:
        super().__init__(at_xy, blind)
        self._left = blind + readings

    def predict(self, moments: Sequence[Pixels], settled: Pixels, transform: Affine) -> SeatPosterior:
        self._left -= 1
        seen = super().predict(moments, settled, transform)
        return seen if self._left >= 0 else SeatPosterior(0 * seen.lies, 0 * seen.flies, 1.0, seen.at_xy)


class LeavesAtOnce(HandFollower):
    """Takes every hand for one that has left as soon as it has landed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._departures.has_left = lambda *_: True


def test_a_hand_that_leaves_before_its_landing_time_is_known_keeps_the_confidence_of_the_readings_that_saw_it() -> None:
    there = palm_in_input(hand_seen("plain", 4.0))
    make = partial(LeavesAtOnce, verifier=VerifierSays(4.0), seat=PosteriorAtThenGone(there, READINGS_BEFORE, 9))
    (hand,) = (one for one in seen_in(filmed(((0, 1, "plain", 1.0),), 3), Count(), make) if one.seat == 0)
    assert (hand.card, hand.lifted_s is None) == (1, False)
    assert hand.confidence > NAMED


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
