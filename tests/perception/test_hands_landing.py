"""When a hand landed, by its edges, by the finder's track, and by all evidence combined."""

from __future__ import annotations

from math import ceil, floor

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.perception.hands.landing import (
    ALONE,
    CROSSED_FRAMES,
    FEWEST_EDGES,
    IN_A_ROW,
    LATE_FRAMES,
    READ_LATE,
    SHARP,
    UNSEEN_FRAMES,
    Descent,
    Landing,
    Probabilities,
    edges_stopped_ago,
    find_descent,
    landing_posterior,
    tracked_landing,
)
from companion.perception.hands.order import FINE, Belief


def edges(ago: float) -> NDArray[np.float32]:
    """Differences of 200 edge pixels of a hand that came to rest `ago` frames ago: larger the farther back."""
    frames, noise = np.arange(60.0)[:, None], np.abs(np.random.default_rng(4).normal(0, 0.8, (60, 200)))
    steep = np.linspace(2.0, 12.0, 200)
    return np.asarray(noise + steep * np.clip(frames - ago, 0.0, 3.0), np.float32)


@pytest.mark.parametrize("ago", [9.3, 12.0, 30.7])
def test_a_hand_landed_when_its_edges_stopped(ago: float) -> None:
    assert edges_stopped_ago(edges(ago)) == pytest.approx(ago, abs=0.8)


def test_an_arm_that_crosses_a_lying_hand_is_not_its_landing() -> None:
    crossed = edges(25.0)
    crossed[8:15, 40:160] += 20.0
    assert edges_stopped_ago(crossed) == pytest.approx(25.0, abs=0.8)


def test_an_arm_that_comes_to_lie_over_a_hand_is_taken_for_it_unless_it_is_left_out() -> None:
    covered = edges(25.0)
    covered[10:, :100] += 20.0
    assert edges_stopped_ago(covered) == pytest.approx(10.0, abs=2.0)
    assert edges_stopped_ago(covered[:, 100:]) == pytest.approx(25.0, abs=0.8)
    assert edges_stopped_ago(covered, Descent(25.0, 1.0, 24.0)) == pytest.approx(25.0, abs=0.8)


def test_too_few_edges_say_nothing() -> None:
    about = Descent(20.0, 0.5, 19.5)
    assert edges_stopped_ago(edges(20.0)[:, :FEWEST_EDGES], about) is not None
    assert edges_stopped_ago(edges(20.0)[:, : FEWEST_EDGES - 1], about) is None
    assert edges_stopped_ago(edges(20.0), Descent(40.0, 0.5, 39.5)) is None, "none of them stopped then"


def test_a_hand_came_down_between_lying_and_flying() -> None:
    descent = find_descent([0.03] * 12 + [0.97] * 20)
    assert descent is not None
    assert descent.ago == pytest.approx(11.5 + LATE_FRAMES, abs=0.3)
    assert descent.deviation < 1.5


def test_hidden_frames_widen_the_deviation_and_keep_the_mean() -> None:
    clear = find_descent([0.03] * 12 + [0.97] * 20)
    hidden = find_descent([0.03] * 8 + [0.5] * 8 + [0.97] * 16)
    assert clear is not None
    assert hidden is not None
    assert hidden.ago == pytest.approx(clear.ago, abs=0.3)
    assert 1.5 * clear.deviation < hidden.deviation < 5.0


def test_single_wrong_frames_are_outvoted() -> None:
    air = [0.03] * 12 + [0.97] * 20
    air[4], air[20] = 0.9, 0.1
    descent = find_descent(air)
    assert descent is not None
    assert descent.ago == pytest.approx(11.5 + LATE_FRAMES, abs=0.8)
    assert tracked_landing(descent, 12.5, False, [12], []).within == 0.0


def test_a_hand_that_flew_again_for_long_may_have_landed_again() -> None:
    air = [0.03] * 12 + [0.97] * 20
    air[4 : 4 + IN_A_ROW] = [0.6] * IN_A_ROW
    descent = find_descent(air)
    assert descent is not None
    assert descent.ago == pytest.approx(11.5 + LATE_FRAMES, abs=0.8)
    assert tracked_landing(descent, 12.5, False, [12], []).within > 3.0


def test_a_hand_that_was_not_clearly_in_the_air_just_before_may_have_landed_unseen() -> None:
    descent = Descent(12.0, 1.0, 11.5)
    assert tracked_landing(descent, 12.6, False, [2, 13, 20], []).within == 0.0
    assert tracked_landing(descent, 12.6, False, [2, 30], []).within == pytest.approx(14.4, abs=0.01)


def test_a_hand_that_lay_before_other_arms_crossed_it_may_have_landed_then() -> None:
    descent = Descent(12.0, 1.0, 11.5)
    lay = [0, 1, 2, 3, 17, 20, 21, 22, 23, 25]
    assert tracked_landing(descent, 12.6, True, [13], lay).within == pytest.approx(23 - 12.6 + CROSSED_FRAMES)
    assert tracked_landing(descent, 12.6, False, [13], lay).within == 0.0, "its edges say when"


def test_a_hand_that_was_never_in_the_air_has_no_descent() -> None:
    assert find_descent([0.1] * 30) is None


def test_track_and_edges_are_sharp_when_they_agree() -> None:
    descent = Descent(12.0, 1.0, 11.5)
    assert tracked_landing(descent, 12.6, False, [12], []) == Landing(12.6, 0.0)
    assert tracked_landing(descent, 14.5, False, [12], []).within == pytest.approx(3.5, abs=0.01)
    assert tracked_landing(descent, 12.6, True, [12], []).within > 0.0
    assert tracked_landing(descent, None, False, [12], []) == Landing(12.0, ALONE)


FILM = 90


def by_network(*landed: float, confidence: float = 0.98) -> Probabilities:
    """Probabilities of a network that gives `confidence` to these frames, shared equally."""
    probabilities = np.full(FILM, (1 - confidence) / FILM)
    for each in landed:
        probabilities[round(each)] += confidence / len(landed)
    return probabilities


def told(probabilities: Probabilities) -> Landing:
    """The landing by a posterior, in frames."""
    then, within = Belief.from_frames(probabilities, 0.0, 1.0).credible_span(1.0)
    return Landing(-then, within)


UNSEEN = Landing(40.0, UNSEEN_FRAMES)
NOTHING = np.full(FILM, 1 / FILM)


def test_alone_the_network_is_believed() -> None:
    said = landing_posterior(by_network(27), UNSEEN, [])
    assert said.sum() == pytest.approx(1.0)
    seen = told(said)
    assert seen.ago == pytest.approx(27.0, abs=0.1)
    assert seen.within == FINE


@pytest.mark.parametrize(("within", "surely"), [(0.0, True), (SHARP, True), (8.0, False)])
def test_the_tracked_landing_chooses_between_equal_probabilities_of_the_network(within: float, surely: bool) -> None:
    assert told(landing_posterior(by_network(20, 40), UNSEEN, [])).within >= 10.0
    said = landing_posterior(by_network(20, 40), Landing(40.3, within), [])
    assert said[40] > said[20]
    assert (told(said).within == FINE) == surely, "a landing that is not sharp may be wrong"


def test_contradicting_sharp_evidence_keeps_both_times() -> None:
    both = told(landing_posterior(by_network(27, confidence=0.5), Landing(35.0, 0.0), []))
    assert both.ago - both.within <= 27.0
    assert both.ago + both.within >= 35.0


def test_posteriors_choose_too_and_one_of_them_may_err() -> None:
    readings = [(then, 0.95 if then < 40 else 0.02) for then in range(4, 60, 8)]
    assert told(landing_posterior(by_network(20, 40), UNSEEN, readings)).ago == pytest.approx(40.0, abs=0.5)
    wrong = [(then, 0.95 if then < 40 or then == 52 else 0.02) for then in range(4, 60, 8)]
    assert told(landing_posterior(by_network(20, 40), UNSEEN, wrong)).ago == pytest.approx(40.0, abs=0.5)


@pytest.mark.parametrize("lay", [0.99, 0.01])
def test_all_posteriors_may_err_alike_and_then_the_network_is_believed(lay: float) -> None:
    readings = [(then, lay) for then in range(4, 60, 8) if (then > 20) == (lay > 0.5)]
    assert told(landing_posterior(by_network(20, confidence=0.999), UNSEEN, readings)).ago == pytest.approx(
        20.0, abs=0.5
    )
    assert told(landing_posterior(by_network(20, confidence=0.3), UNSEEN, readings)).within > 3.0


def test_between_two_posteriors_all_frames_are_equally_likely() -> None:
    said = landing_posterior(NOTHING, UNSEEN, [(20, 0.99), (28, 0.01)])
    between = said[20 + ceil(READ_LATE) + 1 : 28 + floor(READ_LATE)]
    assert between.std() < 0.05 * between.mean()
    assert between.mean() > 5 * said.mean()
    assert said[:20].mean() == pytest.approx(said[32:60].mean(), rel=0.1), "a posterior may be wrong"
