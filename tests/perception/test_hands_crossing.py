"""Which of two arms that cross lies over the other: where they cross, what counts, and how often the network is
right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.training.hands.crossing_lessons import lessons
from companion.perception.hands.crossing_network import (
    CHANNELS,
    OVER,
    PLACES,
    SIDE,
    UNDER,
    Arm,
    CrossingNetwork,
    OverlapCounts,
    crossing_input,
    crossing_point,
    crossing_transform,
    overlap_counts,
)
from companion.perception.hands.networks import HandNetworks
from companion.perception.hands.overlaps import (
    EVERY_FRAMES,
    FEWEST_ANSWERS,
    MOST_ANSWERS,
    MOST_LOG_ODDS,
    OverlapEvidence,
)
from companion.perception.hands.seat import Seat
from companion.perception.hands.seen import HandSeen

pytestmark = pytest.mark.whole

FRESH_SEEDS = range(900_000, 900_006)  # lessons are made with smaller ones
PX_PER_MM = 0.5
FROM_BELOW: Arm = ((100.0, 100.0), (100.0, 300.0))
FROM_THE_LEFT: Arm = ((140.0, 120.0), (-100.0, 120.0))


def test_two_arms_cross_where_their_courses_meet_fingers_included() -> None:
    assert crossing_point(FROM_BELOW, FROM_THE_LEFT, PX_PER_MM) == pytest.approx((100.0, 120.0))
    touching: Arm = ((75.0, 120.0), (-100.0, 120.0))  # its fingers reach 30 pixels beyond its palm
    assert crossing_point(FROM_BELOW, touching, PX_PER_MM) == pytest.approx((100.0, 120.0))


def test_they_may_cross_where_they_come_near_each_other_and_do_not_where_they_are_far_apart() -> None:
    near: Arm = ((30.0, 150.0), (-100.0, 150.0))
    assert crossing_point(FROM_BELOW, near, PX_PER_MM) == pytest.approx((80.0, 150.0))
    far: Arm = ((0.0, 150.0), (-100.0, 150.0))
    assert crossing_point(FROM_BELOW, far, PX_PER_MM) is None
    beside: Arm = ((200.0, 100.0), (200.0, 300.0))
    assert crossing_point(FROM_BELOW, beside, PX_PER_MM) is None


@pytest.mark.parametrize(("one", "other"), [(FROM_BELOW, FROM_THE_LEFT), (FROM_THE_LEFT, FROM_BELOW)])
def test_the_crop_has_the_first_player_below_and_each_arm_in_its_own_channel(one: Arm, other: Arm) -> None:
    at = crossing_point(one, other, PX_PER_MM)
    assert at is not None
    picture = np.zeros((240, 320, 3), np.uint8)
    seen = crossing_input(picture, picture, crossing_transform(at, one, PX_PER_MM), one, other, [])
    assert not seen[..., 8].any()
    assert seen.shape == (SIDE, SIDE, CHANNELS)
    own, others = seen[..., 6] > 0, seen[..., 7] > 0
    assert own[-1].any(), "its own arm comes from below"
    assert not own[:, [0, -1]].any()
    assert not others[-1].any()
    assert others[:, 0].any() != others[:, -1].any(), "the other one from one side"
    assert (own & others)[SIDE // 2 - 2 : SIDE // 2 + 2, SIDE // 2 - 2 : SIDE // 2 + 2].all()


def test_near_the_upper_palm_its_arm_is_low() -> None:
    probabilities = np.zeros((3, PLACES, PLACES), np.float32)
    probabilities[OVER, 0, 0], probabilities[UNDER, 11, 11] = 0.5, 0.75
    way = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    near, far = ((10.0, 10.0), (0.0, 900.0)), ((250.0, 250.0), (0.0, 900.0))
    assert overlap_counts(probabilities, way, near, far, PX_PER_MM) == OverlapCounts(0.5, 0.75, 0.5, 0.0)
    assert overlap_counts(probabilities, way, far, ((90.0, 90.0), (0.0, 0.0)), PX_PER_MM) == OverlapCounts(
        0.5, 0.75, 0.0, 0.75
    )


def test_on_unseen_arms_it_is_mostly_right_and_hardly_ever_wrong() -> None:
    network, right, wrong, asked = CrossingNetwork(), 0, 0, 0
    for seen, says in (each for seed in FRESH_SEEDS for each in lessons(seed)):
        true = {answer: int((says == answer).sum()) for answer in (OVER, UNDER)}
        if max(true.values()) < 3 or min(true.values()) > 0:
            continue
        probabilities = network.predict(seen)
        assert probabilities.shape == (3, PLACES, PLACES)
        assert probabilities.sum(axis=0) == pytest.approx(np.ones((PLACES, PLACES)), abs=1e-3)
        over, under = float(probabilities[OVER].sum()), float(probabilities[UNDER].sum())
        said = OVER if over > 3 * under + 4 else UNDER if under > 3 * over + 4 else None
        asked += 1
        right += said is not None and true[said] > 0
        wrong += said is not None and true[said] == 0
    assert asked > 150
    assert right > 0.5 * asked
    assert wrong < 0.05 * asked


class ScriptedNetworks:
    """Answers from a script, from the view of the first of the two arms that it is asked about."""

    def __init__(self, answers: Sequence[OverlapCounts | None]) -> None:
        self._answers = list(answers)
        self.asked: list[tuple[Arm, Arm]] = []
        self.mirrored: list[bool] = []

    def overlap(self, one: Arm, other: Arm, rest: Sequence[Arm], mirrored: bool) -> OverlapCounts | None:
        self.asked.append((one, other))
        self.mirrored.append(mirrored)
        return self._answers.pop(0) if self._answers else None


def seat(number: int) -> Seat:
    made = Seat(number, (100.0 * number, 0.0), ((0.0, 0.0), (0.0, 0.0)), (15, 20), PX_PER_MM)
    made.hand = HandSeen(number, 1, 1.0, 0.0, (), 1.0, (100.0 * number, 50.0))
    return made


def collected(
    answers: Sequence[OverlapCounts | None], frames: int = 100, seats: int = 2
) -> tuple[OverlapEvidence, ScriptedNetworks]:
    networks = ScriptedNetworks(answers)
    evidence, hands = OverlapEvidence(cast(HandNetworks, networks)), [seat(number) for number in range(seats)]
    for frame in range(frames):
        evidence.update(hands, frame)
    return evidence, networks


CLEAR = OverlapCounts(6.0, 0.1, 5.0, 0.0)
OTHERWISE, RAISED = CLEAR.swapped, OverlapCounts(6.0, 0.1, 0.5, 0.0)


def test_both_sides_are_asked_and_enough_answers_give_log_odds() -> None:
    evidence, networks = collected([CLEAR, OTHERWISE], frames=EVERY_FRAMES * FEWEST_ANSWERS)
    assert [one[1] for one, _ in networks.asked] == [(0.0, 0.0), (100.0, 0.0)], "every other time the other way round"
    assert evidence.log_odds_later()[0, 1] == -collected([OTHERWISE, CLEAR])[0].log_odds_later()[0, 1] > 2.0
    assert collected([CLEAR] * MOST_ANSWERS)[1].mirrored == [False, False, True, True]


@pytest.mark.parametrize(
    "answers",
    [
        [CLEAR],
        [CLEAR, CLEAR],
        [OverlapCounts(0.3, 0.0, 0.3, 0.0), OverlapCounts(0.0, 0.3, 0.0, 0.3)],
        [None, None],
        [RAISED, RAISED.swapped],
    ],
)
def test_one_answer_contradicting_answers_small_overlaps_and_raised_arms_give_hardly_any_odds(
    answers: list[OverlapCounts | None],
) -> None:
    assert abs(collected(answers)[0].log_odds_later().get((0, 1), 0.0)) < 0.5


@given(st.floats(0, 144), st.floats(0, 144), st.floats(0, 10))
def test_the_log_odds_grow_with_the_overlap_up_to_their_limit(over: float, under: float, more: float) -> None:
    few, many = (OverlapCounts(each, under, each, under) for each in (over, over + more))
    first, second = (collected([each, each.swapped])[0].log_odds_later()[0, 1] for each in (few, many))
    assert -MOST_LOG_ODDS <= first <= second <= MOST_LOG_ODDS


def test_each_pair_is_asked_about_up_to_its_limit_and_one_pair_a_frame() -> None:
    assert len(collected([CLEAR] * 100, frames=EVERY_FRAMES * MOST_ANSWERS, seats=3)[1].asked) == 3 * MOST_ANSWERS
    assert len(collected([CLEAR] * 100, frames=5, seats=6)[1].asked) == 5


def test_a_hand_that_did_not_land_or_has_left_is_not_asked_about() -> None:
    networks = ScriptedNetworks([CLEAR, OTHERWISE])
    evidence, hands = OverlapEvidence(cast(HandNetworks, networks)), [seat(0), seat(1)]
    for frame in (0, EVERY_FRAMES):
        evidence.update(hands, frame)
    assert set(evidence.log_odds_later()) == {(0, 1)}
    evidence.forget(1)
    assert evidence.log_odds_later() == {}
    hands[1].hand = None
    evidence.update(hands, 2 * EVERY_FRAMES)
    assert len(networks.asked) == 2
