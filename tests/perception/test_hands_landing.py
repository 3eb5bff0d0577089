"""When a hand came to lie, from what its edges did and from what each moment says."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.perception.hands.landing import (
    ALONE,
    CROSSED_FRAMES,
    FAR_FRAMES,
    FEWEST_EDGES,
    IN_A_ROW,
    LATE_FRAMES,
    SEEN_EVERY,
    SEEN_LATE,
    SHARP,
    SOON_ASKED,
    UNSEEN_FRAMES,
    Descent,
    Landing,
    agreed,
    came_down,
    dated_soon,
    landed,
    stopped,
)


def edges(ago: float) -> NDArray[np.float32]:
    """How 200 edges of a hand differ that came to lie so many frames ago: the farther back, the farther away."""
    frames, noise = np.arange(60.0)[:, None], np.abs(np.random.default_rng(4).normal(0, 0.8, (60, 200)))
    steep = np.linspace(2.0, 12.0, 200)
    return np.asarray(noise + steep * np.clip(frames - ago, 0.0, 3.0), np.float32)


@pytest.mark.parametrize("ago", [9.3, 12.0, 30.7])
def test_a_hand_came_when_its_edges_stopped(ago: float) -> None:
    assert stopped(edges(ago)) == pytest.approx(ago, abs=0.8)


def test_what_crosses_a_hand_that_lies_is_not_its_coming() -> None:
    crossed = edges(25.0)
    crossed[8:15, 40:160] += 20.0
    assert stopped(crossed) == pytest.approx(25.0, abs=0.8)


def test_an_arm_that_comes_to_lie_over_a_hand_is_taken_for_it_unless_it_is_left_out() -> None:
    covered = edges(25.0)
    covered[10:, :100] += 20.0
    assert stopped(covered) == pytest.approx(10.0, abs=2.0)
    assert stopped(covered[:, 100:]) == pytest.approx(25.0, abs=0.8)
    assert stopped(covered, Descent(25.0, 1.0, 24.0)) == pytest.approx(25.0, abs=0.8)


def test_too_few_edges_say_nothing() -> None:
    about = Descent(20.0, 0.5, 19.5)
    assert stopped(edges(20.0)[:, :FEWEST_EDGES], about) is not None
    assert stopped(edges(20.0)[:, : FEWEST_EDGES - 1], about) is None
    assert stopped(edges(20.0), Descent(40.0, 0.5, 39.5)) is None, "none of them stopped then"


def test_a_hand_came_down_between_lying_and_flying() -> None:
    descent = came_down([0.03] * 12 + [0.97] * 20)
    assert descent is not None
    assert descent.ago == pytest.approx(11.5 + LATE_FRAMES, abs=0.3)
    assert descent.deviation < 1.5


def test_moments_in_which_it_was_hidden_widen_the_doubt_and_move_nothing() -> None:
    clear = came_down([0.03] * 12 + [0.97] * 20)
    hidden = came_down([0.03] * 8 + [0.5] * 8 + [0.97] * 16)
    assert clear is not None
    assert hidden is not None
    assert hidden.ago == pytest.approx(clear.ago, abs=0.3)
    assert 1.5 * clear.deviation < hidden.deviation < 5.0


def test_single_mistaken_moments_are_outvoted() -> None:
    air = [0.03] * 12 + [0.97] * 20
    air[4], air[20] = 0.9, 0.1
    descent = came_down(air)
    assert descent is not None
    assert descent.ago == pytest.approx(11.5 + LATE_FRAMES, abs=0.8)
    assert landed(descent, 12.5, False, [12], []).within == 0.0


def test_who_seemed_to_fly_again_for_long_may_have_come_down_again() -> None:
    air = [0.03] * 12 + [0.97] * 20
    air[4 : 4 + IN_A_ROW] = [0.6] * IN_A_ROW
    descent = came_down(air)
    assert descent is not None
    assert descent.ago == pytest.approx(11.5 + LATE_FRAMES, abs=0.8)
    assert landed(descent, 12.5, False, [12], []).within > 3.0


def test_who_was_not_clearly_seen_in_the_air_just_before_may_have_landed_unseen() -> None:
    descent = Descent(12.0, 1.0, 11.5)
    assert landed(descent, 12.6, False, [2, 13, 20], []).within == 0.0
    assert landed(descent, 12.6, False, [2, 30], []).within == pytest.approx(14.4, abs=0.01)


def test_who_seemed_to_lie_before_other_arms_went_over_it_may_have_landed_then() -> None:
    descent = Descent(12.0, 1.0, 11.5)
    lay = [0, 1, 2, 3, 17, 20, 21, 22, 23, 25]
    assert landed(descent, 12.6, True, [13], lay).within == pytest.approx(23 - 12.6 + CROSSED_FRAMES)
    assert landed(descent, 12.6, False, [13], lay).within == 0.0, "its edges say when"


def test_who_was_never_seen_in_the_air_was_not_seen_to_come_down() -> None:
    assert came_down([0.1] * 30) is None


def test_both_witnesses_together_are_sure_and_apart_they_are_not() -> None:
    descent = Descent(12.0, 1.0, 11.5)
    assert landed(descent, 12.6, False, [12], []) == Landing(12.6, 0.0)
    assert landed(descent, 14.5, False, [12], []).within == pytest.approx(3.5, abs=0.01)
    assert landed(descent, 12.6, True, [12], []).within > 0.0
    assert landed(descent, None, False, [12], []) == Landing(12.0, ALONE)


FILM = 90


UNKNOWN = (None, None)


def test_where_edges_and_network_agree_their_mean_says_when() -> None:
    for edges, network in ((Landing(27.5, 0.0), Landing(26.5, 0.5)), (Landing(27.5, SHARP), Landing(26.5, 2.0))):
        both = agreed(edges, network, FILM, *UNKNOWN)
        assert both.ago == pytest.approx(26.8)
        assert both.within == 0.0


@pytest.mark.parametrize(("ago", "doubt"), [(26.5, SHARP + 0.1), (40.0, 10.0), (20.0, 6.0), (80.0, UNSEEN_FRAMES)])
def test_where_the_first_ones_were_in_doubt_the_network_says_when(ago: float, doubt: float) -> None:
    assert agreed(Landing(27.3, doubt), Landing(ago, 0.5), FILM, *UNKNOWN) == Landing(ago, 0.5)


@pytest.mark.parametrize("doubt", [1.0, 4.0])
def test_where_they_contradict_each_other_both_may_be_true(doubt: float) -> None:
    both = agreed(Landing(27.3, doubt), Landing(40.0, 1.0), FILM, *UNKNOWN)
    assert both.ago - both.within <= 27.3 - doubt
    assert both.ago + both.within >= 41.0


def test_looks_from_the_seat_decide_for_the_network_where_they_are_near_enough_to_it() -> None:
    first, third = Landing(27.3, 4.0), Landing(40.0, 1.0)
    assert agreed(first, third, FILM, 34.0, 44.0) == third
    assert agreed(first, third, FILM, 16.0, 57.0).within > 12.0, "it may have landed at any time between these"
    assert agreed(first, third, FILM, 34.0, None).within > 12.0


@pytest.mark.parametrize(("lay", "flew"), [(None, None), (23.0, None), (None, 17.5), (22.0, 18.0)])
def test_what_is_seen_from_the_seat_may_be_a_little_late(lay: float | None, flew: float | None) -> None:
    assert agreed(Landing(20.0, 5.0), Landing(20.0, 0.5), FILM, lay, flew) == Landing(20.0, 0.5)


@pytest.mark.parametrize("first", [Landing(20.0, 0.0), Landing(24.0, 3.0), Landing(20.0, UNSEEN_FRAMES)])
def test_where_both_others_agree_it_may_be_off_by_as_much_as_looks_are_apart(first: Landing) -> None:
    unseen = first.within == UNSEEN_FRAMES
    for lay, flew in ((27.0, None), (None, 13.0)):
        assert (agreed(first, Landing(20.0, 0.5), FILM, lay, flew).within > SEEN_EVERY) == unseen
        apart = agreed(Landing(40.0, 3.0), Landing(20.0, 0.5), FILM, lay, flew)
        assert apart.within > SEEN_EVERY, "they do not"


def test_what_is_seen_from_the_seat_and_contradicts_it_may_be_true_as_well() -> None:
    late = agreed(Landing(20.0, 0.0), Landing(20.0, 0.5), FILM, 31.0, None)
    assert late.ago + late.within >= 31.0
    early = agreed(Landing(40.0, 0.0), Landing(40.0, 0.5), FILM, None, 25.0)
    assert early.ago - early.within <= 25.0


@pytest.mark.parametrize("first", [Landing(60.0, 9.0), Landing(40.0, UNSEEN_FRAMES), Landing(27.0, 0.0)])
def test_what_may_have_been_before_the_film_is_not_dated_by_the_network(first: Landing) -> None:
    assert agreed(first, Landing(FILM - 2.5, 0.5), FILM, *UNKNOWN) == first


TOLD, UNSURE = Landing(40.0, 30.0), Landing(41.0, 8.0)


SAID = Landing(62.0, 0.5)


def test_what_was_in_doubt_is_when_all_say_who_are_asked_as_of_soon_after() -> None:
    anew = dated_soon(TOLD, UNSURE, [Landing(62.0, 2.0), Landing(61.5, 1.5), Landing(63.1, 2.0)], None, None)
    assert anew.ago == pytest.approx(62.2)
    assert anew.within == 2.0
    assert dated_soon(Landing(62.0, 1.5), UNSURE, [Landing(62.0, 2.0)] * SOON_ASKED, None, None).within == 1.5


def test_who_says_so_with_doubt_need_only_allow_what_two_say_without() -> None:
    assert dated_soon(TOLD, UNSURE, [SAID, Landing(52.0, 8.5), SAID], None, None) == SAID
    assert dated_soon(TOLD, UNSURE, [SAID, Landing(52.0, 7.5), SAID], None, None) == TOLD
    assert dated_soon(TOLD, UNSURE, [SAID, Landing(52.0, 8.5), Landing(60.0, 8.5)], None, None) == TOLD


def test_edges_that_stopped_sharply_after_it_was_seen_to_lie_did_so_for_something_else() -> None:
    sharp = Landing(62.0 - FAR_FRAMES - 1, SHARP)
    assert dated_soon(TOLD, sharp, [SAID] * SOON_ASKED, sharp.ago + SEEN_LATE + 1, None) == SAID
    assert dated_soon(TOLD, sharp, [SAID] * SOON_ASKED, sharp.ago + SEEN_LATE, None) == TOLD


def test_what_was_clearly_in_the_air_long_after_may_have_landed_then() -> None:
    assert dated_soon(TOLD, UNSURE, [SAID] * SOON_ASKED, None, SAID.ago - SEEN_EVERY) == SAID
    contradicted = dated_soon(TOLD, UNSURE, [SAID] * SOON_ASKED, None, SAID.ago - SEEN_EVERY - 1)
    assert contradicted.ago == SAID.ago
    assert contradicted.ago - contradicted.within < SAID.ago - SEEN_EVERY - 1


@pytest.mark.parametrize(
    ("first", "soon"),
    [
        (UNSURE, []),
        (UNSURE, [SAID] * (SOON_ASKED - 1)),
        (UNSURE, [SAID, SAID, Landing(64.5, 0.5)]),
        (Landing(62.0 - FAR_FRAMES - 1, SHARP), [SAID] * SOON_ASKED),
    ],
)
def test_otherwise_it_stays_in_doubt(first: Landing, soon: list[Landing]) -> None:
    assert dated_soon(TOLD, first, soon, None, None) == TOLD
