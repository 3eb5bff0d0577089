"""Which of two arms that cross lies over the other: where they cross, what counts, how often it is right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.training.hands.crossing_lessons import lessons
from companion.perception.hands.closely import Closely
from companion.perception.hands.crossing import (
    CHANNELS,
    OVER,
    PLACES,
    SIDE,
    UNDER,
    Arm,
    Crossed,
    CrossingLook,
    crossed,
    crossing,
    cut_from,
    piece,
)
from companion.perception.hands.pile import ASKED, EVERY, FEWEST, MOST, Pile
from companion.perception.hands.seat import Seat
from companion.perception.hands.seen import HandSeen

FRESH_SEEDS = range(900_000, 900_006)  # lessons are made with smaller ones
PX_A_MM = 0.5
FROM_BELOW: Arm = ((100.0, 100.0), (100.0, 300.0))
FROM_THE_LEFT: Arm = ((140.0, 120.0), (-100.0, 120.0))


def test_two_arms_cross_where_their_ways_meet_fingers_included() -> None:
    assert crossing(FROM_BELOW, FROM_THE_LEFT, PX_A_MM) == pytest.approx((100.0, 120.0))
    touching: Arm = ((75.0, 120.0), (-100.0, 120.0))  # its fingers reach 30 pixels beyond its palm
    assert crossing(FROM_BELOW, touching, PX_A_MM) == pytest.approx((100.0, 120.0))


def test_they_may_cross_where_they_come_near_each_other_and_do_not_where_they_are_far_apart() -> None:
    near: Arm = ((30.0, 150.0), (-100.0, 150.0))
    assert crossing(FROM_BELOW, near, PX_A_MM) == pytest.approx((80.0, 150.0))
    far: Arm = ((0.0, 150.0), (-100.0, 150.0))
    assert crossing(FROM_BELOW, far, PX_A_MM) is None
    beside: Arm = ((200.0, 100.0), (200.0, 300.0))
    assert crossing(FROM_BELOW, beside, PX_A_MM) is None


@pytest.mark.parametrize(("one", "other"), [(FROM_BELOW, FROM_THE_LEFT), (FROM_THE_LEFT, FROM_BELOW)])
def test_the_piece_has_the_first_player_below_and_either_arm_in_a_channel_of_its_own(one: Arm, other: Arm) -> None:
    at = crossing(one, other, PX_A_MM)
    assert at is not None
    picture = np.zeros((240, 320, 3), np.uint8)
    seen = piece(picture, picture, cut_from(at, one, PX_A_MM), one, other, [])
    assert not seen[..., 8].any()
    assert seen.shape == (SIDE, SIDE, CHANNELS)
    own, others = seen[..., 6] > 0, seen[..., 7] > 0
    assert own[-1].any(), "its own arm comes from below"
    assert not own[:, [0, -1]].any()
    assert not others[-1].any()
    assert others[:, 0].any() != others[:, -1].any(), "the other one from one side"
    assert (own & others)[SIDE // 2 - 2 : SIDE // 2 + 2, SIDE // 2 - 2 : SIDE // 2 + 2].all()


def test_near_the_upper_palm_its_arm_is_low() -> None:
    shares = np.zeros((3, PLACES, PLACES), np.float32)
    shares[OVER, 0, 0], shares[UNDER, 11, 11] = 0.5, 0.75
    way = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    near, far = ((10.0, 10.0), (0.0, 900.0)), ((250.0, 250.0), (0.0, 900.0))
    assert crossed(shares, way, near, far, PX_A_MM) == Crossed(0.5, 0.75, 0.5, 0.0)
    assert crossed(shares, way, far, ((90.0, 90.0), (0.0, 0.0)), PX_A_MM) == Crossed(0.5, 0.75, 0.0, 0.75)


def test_of_arms_it_never_saw_it_is_mostly_right_and_hardly_ever_wrong() -> None:
    look, right, wrong, asked = CrossingLook(), 0, 0, 0
    for seen, says in (each for seed in FRESH_SEEDS for each in lessons(seed)):
        true = {answer: int((says == answer).sum()) for answer in (OVER, UNDER)}
        if max(true.values()) < 3 or min(true.values()) > 0:
            continue
        shares = look.ask(seen)
        assert shares.shape == (3, PLACES, PLACES)
        assert shares.sum(axis=0) == pytest.approx(np.ones((PLACES, PLACES)), abs=1e-3)
        over, under = float(shares[OVER].sum()), float(shares[UNDER].sum())
        said = OVER if over > 3 * under + 4 else UNDER if under > 3 * over + 4 else None
        asked += 1
        right += said is not None and true[said] > 0
        wrong += said is not None and true[said] == 0
    assert asked > 150
    assert right > 0.5 * asked
    assert wrong < 0.05 * asked


class Told:
    """Answers as it was told to, in the frame of the first of two seats that it is asked about."""

    def __init__(self, answers: Sequence[Crossed | None]) -> None:
        self._answers = list(answers)
        self.asked: list[tuple[Arm, Arm]] = []
        self.mirrored: list[bool] = []

    def crossed(self, one: Arm, other: Arm, rest: Sequence[Arm], mirrored: bool) -> Crossed | None:
        self.asked.append((one, other))
        self.mirrored.append(mirrored)
        return self._answers.pop(0) if self._answers else None


def seat(number: int) -> Seat:
    made = Seat(number, (100.0 * number, 0.0), ((0.0, 0.0), (0.0, 0.0)), (15, 20), PX_A_MM)
    made.hand = HandSeen(number, 1, 1.0, 0.0, (), 1.0, (100.0 * number, 50.0))
    return made


def looked_at(answers: Sequence[Crossed | None], frames: int = 100, seats: int = 2) -> tuple[Pile, Told]:
    told = Told(answers)
    pile, hands = Pile(cast(Closely, told)), [seat(number) for number in range(seats)]
    for frame in range(frames):
        pile.look(hands, frame)
    return pile, told


CLEAR = Crossed(6.0, 0.1, 5.0, 0.0)
OTHERWISE, RAISED = CLEAR.turned, Crossed(6.0, 0.1, 0.5, 0.0)


def test_it_is_asked_from_both_sides_and_told_once_enough_agree() -> None:
    pile, told = looked_at([CLEAR, OTHERWISE], frames=EVERY * FEWEST)
    assert [one[1] for one, _ in told.asked] == [(0.0, 0.0), (100.0, 0.0)], "every other time the other way round"
    assert pile.later()[0, 1] == -looked_at([OTHERWISE, CLEAR])[0].later()[0, 1] > 2.0
    assert looked_at([CLEAR] * ASKED)[1].mirrored == [False, False, True, True]


@pytest.mark.parametrize(
    "answers",
    [
        [CLEAR],
        [CLEAR, CLEAR],
        [Crossed(0.3, 0.0, 0.3, 0.0), Crossed(0.0, 0.3, 0.0, 0.3)],
        [None, None],
        [RAISED, RAISED.turned],
    ],
)
def test_little_is_told_by_one_answer_by_two_that_differ_or_of_little_or_of_a_raised_arm(
    answers: list[Crossed | None],
) -> None:
    assert abs(looked_at(answers)[0].later().get((0, 1), 0.0)) < 0.5


@given(st.floats(0, 144), st.floats(0, 144), st.floats(0, 10))
def test_the_more_lies_over_the_surer_it_is_but_never_surer_than_it_may_be(
    over: float, under: float, more: float
) -> None:
    few, many = (Crossed(each, under, each, under) for each in (over, over + more))
    first, second = (looked_at([each, each.turned])[0].later()[0, 1] for each in (few, many))
    assert -MOST <= first <= second <= MOST


def test_each_pair_is_asked_about_as_often_as_it_may_be_and_one_a_frame() -> None:
    assert len(looked_at([CLEAR] * 100, frames=EVERY * ASKED, seats=3)[1].asked) == 3 * ASKED
    assert len(looked_at([CLEAR] * 100, frames=5, seats=6)[1].asked) == 5


def test_who_did_not_land_after_all_or_has_left_is_not_asked_about() -> None:
    told = Told([CLEAR, OTHERWISE])
    pile, hands = Pile(cast(Closely, told)), [seat(0), seat(1)]
    for frame in (0, EVERY):
        pile.look(hands, frame)
    assert set(pile.later()) == {(0, 1)}
    pile.forget(1)
    assert pile.later() == {}
    hands[1].hand = None
    pile.look(hands, 2 * EVERY)
    assert len(told.asked) == 2
