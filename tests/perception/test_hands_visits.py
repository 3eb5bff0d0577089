"""On which cards a hand lay, by all readings together: one wrong reading does not count, a visit that ended does."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest

from companion.perception.hands import visits as module
from companion.perception.hands.visits import Visit, find_visits

CARDS = 3
UP, FIRST, SECOND, BESIDE = (0.0, 0.0, 0.0), (0.96, 0.0, 0.01), (0.01, 0.95, 0.0), (0.01, 0.0, 0.0)


def told(*readings: tuple[float, ...], beside: float = 0.0) -> list[Visit]:
    return find_visits(readings, [min(1.0, sum(reading) + beside) for reading in readings])


def cards(*readings: tuple[float, ...]) -> list[tuple[int, int, int]]:
    return [(each.card, each.first, each.after) for each in told(*readings)]


def test_without_a_reading_there_is_no_visit() -> None:
    assert told() == []
    assert told(UP, UP, UP) == []


def test_a_visit_lasts_from_its_first_reading_to_its_last() -> None:
    (visit,) = told(UP, UP, *[FIRST] * 5)
    assert (visit.card, visit.first, visit.after, visit.readings) == (0, 2, 7, 5)
    assert visit.confidence > 0.95


def test_one_wrong_reading_neither_makes_nor_ends_a_visit() -> None:
    assert cards(UP, UP, FIRST, UP, UP, UP) == []
    assert cards(UP, *[FIRST] * 3, UP, *[FIRST] * 3) == [(0, 1, 8)]
    assert cards(UP, *[FIRST] * 3, SECOND, *[FIRST] * 3) == [(0, 1, 8)]


def test_a_hand_that_goes_on_to_another_card_visits_both() -> None:
    assert cards(UP, *[FIRST] * 4, UP, UP, *[SECOND] * 4) == [(0, 1, 5), (1, 7, 11)]
    assert cards(*[FIRST] * 5, *[SECOND] * 5) == [(0, 0, 5), (1, 5, 10)]


def test_the_confidence_of_a_visit_grows_with_every_reading() -> None:
    confidence = [told(UP, *[(0.0, 0.8, 0.1)] * count)[0].confidence for count in range(3, 9)]
    assert confidence == sorted(confidence)
    assert confidence[-1] > 0.9 > confidence[0]


def test_a_hand_beside_all_cards_visits_none() -> None:
    assert told(*[BESIDE] * 6, beside=0.9) == []


@pytest.mark.parametrize("seed", range(6))
def test_path_and_probabilities_agree_with_exact_enumeration(seed: int) -> None:
    rng = np.random.default_rng(seed)
    on = rng.dirichlet(np.full(CARDS + 2, 0.4), 5)[:, :CARDS]
    lies = on.sum(axis=1) + rng.uniform(0, 1, 5) * (1 - on.sum(axis=1))
    seen = np.column_stack([1 - lies, on, lies - on.sum(axis=1)])
    states = CARDS + 2
    logs = module.READING_WEIGHT * np.log(module.MISTAKEN / states + (1 - module.MISTAKEN) * seen)
    steps = np.exp(module._log_transitions(states))
    assert steps.sum(axis=1) == pytest.approx(1.0)
    begins = np.array([1 - module.BEGINS_LYING, *[module.BEGINS_LYING / (states - 1)] * (states - 1)])
    every = list(product(range(states), repeat=5))
    weights = np.array(
        [
            begins[way[0]]
            * np.prod([steps[a, b] for a, b in pairwise(way)])
            * np.exp(sum(logs[n, state] for n, state in enumerate(way)))
            for way in every
        ]
    )
    path = module._viterbi(logs, np.log(begins), np.log(steps))
    assert tuple(path.tolist()) == every[int(weights.argmax())]
    shares = module._forward_backward(logs, np.log(begins), np.log(steps))
    for reading, state in product(range(5), range(states)):
        ways = [weight for way, weight in zip(every, weights, strict=True) if way[reading] == state]
        assert shares[reading, state] == pytest.approx(sum(ways) / weights.sum())
