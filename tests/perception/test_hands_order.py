"""When each hand landed and which one first, by landing times and overlaps; and when hands tie."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations, product
from math import exp

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from companion.perception.hands.landing import Probabilities
from companion.perception.hands.order import (
    AT_ONCE_FRAMES,
    CONFIDENT,
    FINE,
    NEAR,
    ORDERED,
    TIE_FRAMES,
    Belief,
    Pair,
    in_order,
    landed_before,
)
from companion.perception.hands.seen import HandSeen

SURELY = 5.0
"""Log odds of a clear overlap."""


def hand(seat: int, landed: float = 0.0, within: float = 0.0) -> HandSeen:
    """landed, within: in frames, one of which takes a second here."""
    return HandSeen(seat, seat, landed, within, (), 1.0, (0.0, 0.0))


def mostly(landed: float, confidence: float, otherwise: float) -> Belief:
    """A belief in two landing times, the first with probability `confidence`."""
    first, last = sorted(((landed, confidence), (otherwise, 1 - confidence)))
    return Belief(np.array([first[0], last[0]]), np.array([first[1], last[1]]))


def told(beliefs: Mapping[int, Belief], later: Mapping[Pair, float] | None = None) -> dict[int, HandSeen]:
    return {one.seat: one for one in in_order([hand(seat) for seat in beliefs], beliefs, later or {}, 1.0)}


def orders(beliefs: Mapping[int, Belief], later: Mapping[Pair, float] | None = None) -> set[Pair]:
    """The pairs of which the first hand surely landed before the second."""
    found = told(beliefs, later)
    return {(one, two) for one, two in permutations(found, 2) if landed_before(found[one], found[two])}


beliefs = st.builds(
    lambda at, probabilities: Belief(np.sort(at), probabilities / probabilities.sum()),
    arrays(np.float64, 4, elements=st.integers(0, 100).map(lambda n: n * 0.3), unique=True),
    arrays(np.float64, 4, elements=st.floats(0.01, 1.0)),
)
logs = st.floats(-5.0, 5.0)


@pytest.mark.parametrize(
    ("apart", "within", "is_told"), [(1.4, 0.0, False), (1.6, 0.0, True), (4.0, 4.0, False), (6.0, 4.0, True)]
)
def test_hands_without_a_belief_are_in_order_when_they_are_farther_apart_than_their_error_bounds(
    apart: float, within: float, is_told: bool
) -> None:
    first, second = in_order([hand(1, 10.0 + apart), hand(0, 10.0, within)], {}, {}, 1.0)
    assert (first.seat, second.seat) == (0, 1)
    assert landed_before(first, second) is is_told
    assert not landed_before(second, first)


@pytest.mark.parametrize(("confidence", "is_told"), [(ORDERED - 0.01, False), (ORDERED + 0.01, True)])
def test_an_order_needs_its_probability(confidence: float, is_told: bool) -> None:
    found = {0: mostly(20.0, confidence, 40.0), 1: mostly(30.0, 0.999, 30.5)}
    assert ((0, 1) in orders(found)) is is_told
    assert (1, 0) not in orders(found)


def test_the_upper_hand_landed_later_where_that_was_in_doubt() -> None:
    doubtful = {0: mostly(20.0, 0.5, 40.0), 1: mostly(30.0, 0.999, 30.5)}
    assert orders(doubtful) == set()
    assert orders(doubtful, {(1, 0): SURELY}) == {(0, 1)}
    assert orders(doubtful, {(0, 1): SURELY}) == {(1, 0)}
    assert orders(doubtful, {(0, 1): -SURELY}) == {(0, 1)}


def test_a_known_order_narrows_the_landing_time() -> None:
    doubtful = {0: mostly(20.0, 0.5, 40.0), 1: mostly(30.0, 0.999, 30.5)}
    assert told(doubtful)[0].within_s > 5.0
    assert (told(doubtful, {(1, 0): SURELY})[0].landed_s, told(doubtful, {(0, 1): SURELY})[0].landed_s) == (20.0, 40.0)


@pytest.mark.parametrize("apart", [2.0, 20.0])
def test_a_clearly_later_landing_outweighs_an_overlap(apart: float) -> None:
    clear = {0: mostly(20.0 + apart, 0.9999, 5.0), 1: mostly(20.0, 0.9999, 60.0)}
    assert orders(clear, {(1, 0): SURELY}) == {(1, 0)}


def test_hands_that_landed_at_once_tie_whichever_lies_over_the_other() -> None:
    at_once = {0: mostly(20.0, 0.999, 24.0), 1: mostly(20.0 + AT_ONCE_FRAMES / 2, 0.999, 30.0)}
    assert orders(at_once, {(1, 0): SURELY}) == orders(at_once, {(0, 1): SURELY}) == set()


def test_messages_are_passed_on_to_the_third_hand() -> None:
    hidden = {
        0: mostly(10.0, 0.999, 10.5),
        1: mostly(30.0, 0.9, 12.0),
        2: mostly(20.0, 0.999, 20.5),
        3: mostly(25.0, 0.999, 26.0),
    }
    assert (3, 1) in orders(hidden)
    under = {(2, 1): SURELY}
    assert orders(hidden, under) >= {(0, 1), (1, 2), (1, 3)}
    among = {4: mostly(11.0, 0.6, 35.0), **hidden}  # in doubt itself, it lies over the first and under the hidden one
    assert orders(among, under | {(1, 4): SURELY}) >= {(4, 2), (4, 3)}


@given(st.lists(beliefs, max_size=6), st.data())
def test_hands_are_sorted_and_none_is_before_and_after_another(found: list[Belief], data: st.DataObject) -> None:
    pairs = [(one, two) for one, two in permutations(range(len(found)), 2) if one < two]
    later = {pair: data.draw(logs) for pair in pairs if data.draw(st.booleans())}
    hands = in_order([hand(seat) for seat in range(len(found))], dict(enumerate(found)), later, 1.0)
    assert [one.landed_s for one in hands] == sorted(one.landed_s for one in hands)
    assert {one.seat for one in hands} == set(range(len(found)))
    assert all(one.within_s >= FINE for one in hands)
    assert not any(landed_before(one, two) and landed_before(two, one) for one, two in permutations(hands, 2))


@given(beliefs, beliefs, beliefs, logs, logs)
def test_on_a_chain_of_three_it_agrees_with_exact_enumeration(
    low: Belief, middle: Belief, high: Belief, upper: float, lower: float
) -> None:
    """Belief propagation is exact on trees."""
    found, later = (low, middle, high), {(1, 0): lower, (2, 1): upper}
    likely = np.zeros((3, 3))
    total = 0.0
    for cases in product(*(zip(each.at_s.tolist(), each.probabilities.tolist(), strict=True) for each in found)):
        at, weight = [one for one, _ in cases], float(np.prod([share for _, share in cases]))
        for (second, first), log in later.items():
            apart = at[second] - at[first]
            weight *= exp(log / 2 * (0 if abs(apart) <= AT_ONCE_FRAMES else np.sign(apart)))
        total += weight
        for one, two in ((0, 1), (1, 0), (1, 2), (2, 1)):
            likely[one, two] += weight * (at[two] - at[one] > TIE_FRAMES - 1e-6)
    got = orders(dict(enumerate(found)), later)
    for pair in ((0, 1), (1, 0), (1, 2), (2, 1)):
        share = likely[pair] / total
        if abs(share - ORDERED) > 1e-6:
            assert (pair in got) == (share >= ORDERED)


@given(beliefs, beliefs, logs, st.floats(0, 5))
def test_more_odds_for_an_order_never_remove_it(one: Belief, two: Belief, log: float, more: float) -> None:
    before = (0, 1) in orders({0: one, 1: two}, {(1, 0): log})
    assert not before or (0, 1) in orders({0: one, 1: two}, {(1, 0): log + more})


@given(beliefs)
def test_the_credible_span_holds_its_probability(belief: Belief) -> None:
    landed_s, within_s = belief.credible_span(1.0)
    inside = np.abs(belief.at_s - landed_s) <= within_s + 1e-6
    assert belief.probabilities[inside].sum() >= CONFIDENT - 1e-6


@given(arrays(np.float64, st.integers(1, 97), elements=st.floats(1e-6, 1.0)))
def test_frame_probabilities_make_a_belief(probabilities: Probabilities) -> None:
    made = Belief.from_frames(probabilities, 100.0, 1.0)
    assert (np.diff(made.at_s) > 0).all()
    assert made.probabilities.sum() == pytest.approx(1.0)
    first = int(probabilities.argmax())
    near = probabilities[max(0, first - NEAR) : first + NEAR + 1].sum() / probabilities.sum()
    (core,) = (
        share for at, share in zip(made.at_s, made.probabilities, strict=True) if abs(100.0 - at - first) <= NEAR
    )
    assert core == pytest.approx(near), "frames near the most likely one are merged"
