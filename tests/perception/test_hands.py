"""Hands that land, hover, tie and leave, filmed on the simulated table with truth known."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from random import Random
from typing import Any

import numpy as np
import pytest

from companion.camera.arrays import Pixels
from companion.perception.hands import order
from companion.perception.hands.follower import DOUBTFUL, HOVERED, LOOKS, HandEyes
from companion.perception.hands.landing import Shares
from companion.perception.hands.leaving import DENIES
from companion.perception.hands.moment import FEATURES, KEPT, NOT_YET_AT, Features, MomentLook
from companion.perception.hands.order import ordered
from companion.perception.hands.piece import Way
from companion.perception.hands.seat import LOOK_EVERY
from companion.perception.hands.second_look import SecondLook
from companion.perception.hands.seen import HandSeen
from companion.perception.hands.staying import StayingLook
from companion.perception.hands.stillness import Stillness
from companion.perception.hands.whose import PLACES, Whereabouts, WhoseLook, places
from companion.simulator.bodies import ArmLook
from companion.simulator.hand_motions import Manner, random_reach
from companion.table.watchers.slaps import CONFIDENT
from tests.games.leprechauns.rounds import seen_in
from tests.games.leprechauns.staged import FPS, Done, Round, acted, aim, laid, shoulder_xy_mm
from tests.games.leprechauns.tally import NAMED, Count

CAMERA = "rendered://?width=1280&height=960&fps=60&seed=5&tilt_deg=6&shadow={shadow}&noise=3"
Act = tuple[int, int, Manner, float]
"""Seat, the seat whose chest it slaps, how, and when it lands."""
LOOKS_BEFORE = round(1.1 * FPS / LOOK_EVERY) * 3
"""What three seats look before a hand lies that lands at one second."""
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
    assert ordered(first, second)
    assert not ordered(second, first)


TIED: tuple[Act, ...] = ((0, 2, "plain", 1.2), (1, 0, "plain", 1.205))


def test_hands_closer_than_a_frame_tie() -> None:
    hands = seen(TIED, 3)
    assert {hand.seat for hand in hands} == {0, 1}
    assert not ordered(hands[0], hands[1])
    assert not ordered(hands[1], hands[0])


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


class Says(SecondLook):
    """A second look that says what it is told to, the last of it from then on."""

    def __init__(self, *logits: float) -> None:
        self._logits = list(logits)

    def look(self, piece: Pixels) -> float:
        return self._logits.pop(0) if len(self._logits) > 1 else self._logits[0]


class SeesNothing(WhoseLook):
    """Looks from a seat that cannot tell where its hand is."""

    def __init__(self) -> None:
        pass

    def look(self, moments: Sequence[Pixels], settled: Pixels, way: Way) -> Whereabouts:
        even = np.full((PLACES, PLACES), 0.5 / PLACES**2, np.float32)
        return Whereabouts(even, even, 0.0, places(way))


class SeesIt(SeesNothing):
    """Looks from a seat that see its hand lie about a point, pixels of the picture that is looked at.

    blind: so many looks see nothing before.
    """

    def __init__(self, at_xy: tuple[float, float], blind: int = 0) -> None:
        self._at_xy, self._blind = at_xy, blind

    def look(self, moments: Sequence[Pixels], settled: Pixels, way: Way) -> Whereabouts:
        self._blind -= 1
        if self._blind >= 0:
            return super().look(moments, settled, way)
        at = places(way)
        near = np.hypot(*np.moveaxis(at - self._at_xy, 2, 0)) < 8
        return Whereabouts((near / near.sum()).astype(np.float32), np.zeros_like(at[..., 0]), 0.0, at)


def looked_at(hand: HandSeen) -> tuple[float, float]:
    """Where its palm is in the picture that is looked at."""
    x, y = ((at + 0.5) / 2 - 0.5 for at in hand.palm_xy)
    return x, y


class HoldsAgainst(StayingLook):
    """Says of every hand how surely it lies no more where it did."""

    def __init__(self, logit: float) -> None:
        self._logit = logit

    def look(self, piece: Pixels) -> float:
        return self._logit


def hand_seen(
    manner: Manner, *logits: float, whose: WhoseLook | None = None, stays: StayingLook | None = None
) -> HandSeen:
    """The only hand of a round, by eyes whose second look says so, and from whose seat nothing is seen by default."""
    make = partial(HandEyes, second=Says(*logits), whose=whose or SeesNothing(), stays=stays)
    (hand,) = (hand for hand in seen_in(filmed(((0, 1, manner, 1.0),), 3), Count(), make) if hand.seat == 0)
    return hand


def test_what_the_second_look_denies_is_waited_for_and_then_asked_about() -> None:
    believed, doubted = hand_seen("plain", 4.0), hand_seen("plain", -4.0, -4.0, 2.0)
    assert doubted.confidence < believed.confidence < NAMED, "neither is named without a look from its seat"
    assert (doubted.seat, doubted.card) == (believed.seat, believed.card)


def test_what_the_second_look_denies_to_the_end_did_not_land() -> None:
    make = partial(HandEyes, second=Says(-4.0), whose=SeesNothing())
    assert seen_in(filmed(((0, 1, "plain", 1.0),), 3), Count(), make) == ()


def test_what_is_seen_from_the_seat_is_believed() -> None:
    blind = hand_seen("plain", 4.0)
    hand = hand_seen("plain", 4.0, whose=SeesIt(looked_at(blind), LOOKS_BEFORE))
    assert (hand.seat, hand.card) == (0, 1)
    assert hand.confidence > 0.95


def test_what_is_seen_from_the_seat_to_lie_on_another_chest_has_not_landed_on_this_one() -> None:
    a_round = filmed(((0, 1, "plain", 1.0),), 3)
    (other,) = seen(((0, 2, "plain", 1.0),), 3)
    make = partial(HandEyes, second=Says(4.0), whose=SeesIt(looked_at(other)))
    assert {hand.card for hand in seen_in(a_round, Count(), make)} == {2}


@pytest.mark.parametrize("denials", [1, 2])
def test_what_is_denied_and_confirmed_afterwards_is_believed_and_says_when(denials: int) -> None:
    hand = hand_seen("plain", *[-4.0] * denials, 5.0)
    assert hand.confidence == pytest.approx(hand_seen("plain", 5.0).confidence, abs=0.1)
    assert abs(hand.landed_s - 1.0) * FPS < 2.0 + hand.within_s * FPS


def test_what_is_seen_soon_after_the_landing_counts_too() -> None:
    first, *others = 1.0, 6.0, 6.0
    alone, together = (hand_seen("plain", *said, whose=WhoseLook()) for said in ([first], [first, *others]))
    assert alone.confidence < together.confidence


class NotYet(MomentLook):
    """Says of every film that the hand comes down later."""

    def __init__(self) -> None:
        pass

    def features(self, seen: Pixels) -> Features:
        return np.zeros(FEATURES, np.float32)

    def shares(self, film: Sequence[Features]) -> Shares:
        return np.eye(KEPT + 2)[NOT_YET_AT]


def test_who_has_not_come_down_by_what_dates_it_is_asked_about() -> None:
    (hand,) = seen_in(filmed(((0, 1, "plain", 1.0),), 3), Count(), partial(HandEyes, moment=NotYet()))
    assert (hand.seat, hand.card, hand.confidence) == (0, 1, DOUBTFUL)


def test_who_leaves_without_having_come_down_by_what_dates_it_did_not_land() -> None:
    assert seen_in(filmed(((0, 1, "away", 1.0),), 3), Count(), partial(HandEyes, moment=NotYet())) == ()


class FoundFromItsSeat(HandEyes):
    """Finds every hand from its seat alone, and takes it for one that drifts."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._stillness.drifts = lambda *_: True

    def _comes_to_lie(self, *_: object) -> None:
        return None


def test_who_is_found_from_its_seat_and_seems_to_drift_is_asked_about_until_it_is_dated() -> None:
    a_round = partial(filmed, ((0, 1, "plain", 1.0),), 3)
    (dated,) = seen_in(a_round(), Count(), partial(FoundFromItsSeat, second=Says(-1.0)))
    assert (dated.seat, dated.card) == (0, 1)
    assert dated.confidence > NAMED
    never = partial(FoundFromItsSeat, second=Says(-1.0), moment=NotYet())
    assert [hand.confidence for hand in seen_in(a_round(), Count(), never)] == [DOUBTFUL]


class LeftBefore(HandEyes):
    """Has taken back that a hand had landed, because it left in doubt."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._seats[0].left_before.add(2)


def test_who_may_have_landed_elsewhere_before_is_asked_about() -> None:
    (hand,) = seen_in(filmed(((0, 1, "plain", 1.0),), 3), Count(), LeftBefore)
    assert (hand.seat, hand.card, hand.confidence) == (0, 1, DOUBTFUL)


class Hovered(HandEyes):
    """Has taken back that a hand had landed on these cards, because it hovered."""

    def __init__(self, over: set[int], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._seats[0].hovered_over |= over


@pytest.mark.parametrize(("over", "tapped"), [({1}, False), ({2}, True)])
def test_who_hovered_over_a_card_may_land_on_it_and_on_another_but_there_not_without_a_tap(
    over: set[int], tapped: bool
) -> None:
    (hand,) = seen_in(filmed(((0, 1, "plain", 1.0),), 3), Count(), partial(Hovered, over))
    assert (hand.seat, hand.card, hand.confidence == HOVERED) == (0, 1, tapped)
    assert NAMED <= HOVERED < CONFIDENT


class MayHaveLainElsewhere(HandEyes):
    """Takes every hand for one that lay on another card before."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._seeking.lay_elsewhere = lambda seat, card: True


def test_who_leaves_while_in_doubt_about_where_it_lay_first_is_asked_about() -> None:
    (hand,) = seen_in(filmed(((0, 1, "away", 1.0),), 3), Count(), MayHaveLainElsewhere)
    assert (hand.seat, hand.card, hand.confidence) == (0, 1, DOUBTFUL)
    assert hand.lifted_s is not None
    assert not hand.known, "so it was not reported before"


def test_who_is_hardly_anybodys_in_the_end_did_not_land() -> None:
    make = partial(HandEyes, second=Says(1.0), whose=SeesNothing())
    assert seen_in(filmed(((0, 1, "plain", 1.0),), 3), Count(), make) == ()


def test_a_hand_has_left_where_looks_see_it_no_more() -> None:
    denied, there = [*[5.0] * LOOKS, DENIES + 1], SeesIt(looked_at(hand_seen("plain", 5.0)))
    lies, gone = HoldsAgainst(-9.0), HoldsAgainst(9.0)
    assert hand_seen("away", *denied, whose=WhoseLook(), stays=lies).lifted_s is not None
    assert hand_seen("away", 5.0, whose=WhoseLook(), stays=lies).lifted_s is not None, "whatever the second look says"
    assert hand_seen("away", 5.0, whose=there, stays=lies).lifted_s is None, "all see it lying"
    assert hand_seen("away", 5.0, whose=there).lifted_s is not None, "it is not as it was"
    assert hand_seen("plain", *denied, whose=WhoseLook()).lifted_s is None, "those from the seat see it"
    assert hand_seen("plain", 5.0, whose=there, stays=gone).lifted_s is not None


class SawIt(SeesIt):
    """Looks from a seat that see its hand lie so many times after they were blind, and then see that it is gone."""

    def __init__(self, at_xy: tuple[float, float], blind: int, looks: int) -> None:
        super().__init__(at_xy, blind)
        self._left = blind + looks

    def look(self, moments: Sequence[Pixels], settled: Pixels, way: Way) -> Whereabouts:
        self._left -= 1
        seen = super().look(moments, settled, way)
        return seen if self._left >= 0 else Whereabouts(0 * seen.lies, 0 * seen.flies, 1.0, seen.at_xy)


class LeavesAtOnce(HandEyes):
    """Takes every hand for one that has left as soon as it was found to lie."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._leaving.has_left = lambda *_: True


def test_who_leaves_before_it_is_dated_stays_as_sure_as_the_looks_made_it_that_saw_it_lie() -> None:
    there = looked_at(hand_seen("plain", 4.0))
    make = partial(LeavesAtOnce, second=Says(4.0), whose=SawIt(there, LOOKS_BEFORE, 9))
    (hand,) = (one for one in seen_in(filmed(((0, 1, "plain", 1.0),), 3), Count(), make) if one.seat == 0)
    assert (hand.card, hand.lifted_s is None) == (1, False)
    assert hand.confidence > NAMED


class TakesAllForStill(Stillness):
    """Sees neither that a hand in the air moves nor that it drifts."""

    still_noises = kept_noises = 60.0
    in_air = 2.0
    drift_backs = range(0)


class CallsHoveringASlap(HandEyes):
    """Takes a hand that stands still in the air for one that lies, whatever its drifting says."""

    stillness = TakesAllForStill


def test_eyes_that_call_hovering_a_slap_are_caught() -> None:
    (there,) = seen(((0, 1, "plain", 1.0),), 3)
    make = partial(CallsHoveringASlap, whose=SeesIt(looked_at(there)), second=Says(4.0))
    assert seen_in(filmed(((0, 1, "shy", 1.0),), 3), Count(), make) != ()


def test_an_order_that_knows_no_ties_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(order, "TIE_FRAMES", 0.0)
    monkeypatch.setattr(order, "ORDERED", 0.5)
    first, second = seen_in(filmed(TIED, 3), Count())
    assert ordered(first, second) or ordered(second, first)
