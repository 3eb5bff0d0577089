"""On which card a hand lies by the per-seat posteriors: when they are believed, and when not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.core.units import PointPx
from companion.perception.hands.card_evidence import (
    BEST_READS,
    BEYOND_DOUBT,
    CLEAR_READS,
    FIRST_READS,
    FOLLOWED_FRAMES,
    LATE_READS,
    LAY_READS,
    SOON_FRAMES,
    CardEvidence,
)
from companion.perception.hands.order import Belief
from companion.perception.hands.seat import Seat
from companion.perception.hands.seat_network import SeatPosterior
from companion.perception.hands.seat_state import Place
from companion.perception.hands.seen import CardPlace

EVERY = 8
MIDDLES: tuple[PointPx, ...] = ((100.0, 100.0), (300.0, 100.0), (500.0, 300.0))
CARDS = [CardPlace(np.array([(x - 9, y - 9), (x + 9, y - 9), (x + 9, y + 9), (x - 9, y + 9)])) for x, y in MIDDLES]
BESIDE: PointPx = (300.0, 400.0)
EVIDENCE = CardEvidence(CARDS, 1.0)


def reading(*shares: float, beside: float = 0.0) -> SeatPosterior:
    """A posterior with these probabilities of lying on each card, and beside them; the rest is gone."""
    at = np.array([[*MIDDLES, BESIDE]])
    lies = np.zeros((1, len(MIDDLES) + 1), np.float32)
    lies[0, : len(shares)], lies[0, -1] = shares, beside
    return SeatPosterior(lies, np.zeros_like(lies), 1.0 - float(lies.sum()), at)


def seat(*readings: SeatPosterior, followed: int = FOLLOWED_FRAMES) -> Seat:
    made = Seat(0, (300.0, 500.0), ((200.0, 500.0), (400.0, 500.0)), (30, 40), 1.0)
    made.places.extend([Place((300.0, 300.0), 0.0, 1.0, 5.0)] * followed)
    made.posteriors.extend((EVERY * n, each) for n, each in enumerate(readings))
    return made


CONFIDENT, NOT_YET = reading(0.02, 0.96), reading(0.1, 0.2)
FLIES = replace(reading(), flies=np.array([[0.0, 0.95, 0.0, 0.0]], np.float32), gone=0.05)


def test_a_hand_seen_often_enough_on_one_card_lies_there_since_it_was_seen_first() -> None:
    found = EVIDENCE.find_missed(seat(NOT_YET, NOT_YET, *[CONFIDENT] * CLEAR_READS))
    assert found is not None
    assert (found.card, found.since, found.before, found.until) == (1, 2 * EVERY, EVERY, None)
    assert found.palm_xy == pytest.approx(MIDDLES[1], abs=0.1)
    assert found.readings == CLEAR_READS


def test_a_hand_that_lay_there_and_has_left_is_found_after_two_readings_without_it() -> None:
    visit = [NOT_YET, *[CONFIDENT] * CLEAR_READS]
    still = EVIDENCE.find_missed(seat(*visit, reading()))
    assert still is not None
    assert still.until is None
    found = EVIDENCE.find_missed(seat(*visit, reading(), reading()))
    assert found is not None
    assert (found.card, found.since, found.until) == (1, EVERY, EVERY * len(visit))


def test_of_two_cards_the_first_one_counts() -> None:
    found = EVIDENCE.find_missed(seat(*[CONFIDENT] * CLEAR_READS, reading(), reading(), *[reading(0.96)] * CLEAR_READS))
    assert found is not None
    assert (found.card, found.until) == (1, EVERY * CLEAR_READS)


@pytest.mark.parametrize(
    "readings",
    [
        [CONFIDENT] * (CLEAR_READS - 1),
        [CONFIDENT, CONFIDENT, *[reading(0.96)] * (CLEAR_READS - 2)],
        [reading(0.1, 0.45)] * CLEAR_READS,
        [reading(beside=0.9)] * CLEAR_READS,
    ],
)
def test_otherwise_it_is_not_found(readings: list[SeatPosterior]) -> None:
    assert EVIDENCE.find_missed(seat(*readings)) is None


def test_a_hand_that_was_not_tracked_is_found_only_beyond_doubt() -> None:
    likely_there = [reading(0.02, 0.75)] * (CLEAR_READS + 3)
    assert EVIDENCE.find_missed(seat(*likely_there)) is not None
    assert EVIDENCE.find_missed(seat(*likely_there, followed=FOLLOWED_FRAMES - 1)) is None
    assert EVIDENCE.visits(seat(*likely_there))[0].confidence < BEYOND_DOUBT
    assert EVIDENCE.find_missed(seat(*[CONFIDENT] * CLEAR_READS, followed=0)) is not None


def test_before_the_first_reading_nothing_is_known() -> None:
    assert EVIDENCE.probability_on(seat(), 1, 0) == 0.5
    assert not EVIDENCE.is_on_another(seat(), 1)
    assert not EVIDENCE.lay_on_another(seat(), 1)
    assert not EVIDENCE.has_left(seat(), 1, 0)
    assert EVIDENCE.find_missed(seat()) is None


def test_the_probability_of_lying_there_is_the_mean_of_the_readings_since() -> None:
    readings = seat(reading(0.9), reading(0.0, 0.4), reading(0.0, 0.6, beside=0.2))
    assert EVIDENCE.probability_on(readings, 1, EVERY) == pytest.approx(0.5)
    assert EVIDENCE.probability_on(readings, None, EVERY) == pytest.approx(0.1)
    assert EVIDENCE.probability_on(readings, 1, 100) == pytest.approx(0.6), "the last one always counts"


def test_the_probability_of_a_hand_with_a_known_landing_time_is_conditioned_on_not_flying() -> None:
    in_doubt = replace(reading(0.1, 0.3), flies=np.array([[0.0, 0.5, 0.0, 0.0]], np.float32), gone=0.1)
    readings = seat(in_doubt, in_doubt, FLIES)
    assert EVIDENCE.probability_on(readings, 1, 0) == pytest.approx(0.2)
    readings.landing_belief = Belief.uniform(1.0, 0.0)
    assert EVIDENCE.probability_on(readings, 1, 0) == pytest.approx(0.2 / (1 - 1.95 / 3))
    assert EVIDENCE.probability_on(readings, 0, 0) == pytest.approx(0.1 / 1.5 / (1 - 1.95 / 3))
    assert EVIDENCE.probability_on(readings, 1, 2 * EVERY) == 0.0, (
        "which a each that takes it for being in the air does not tell"
    )


def test_the_probability_of_having_lain_there_comes_from_the_readings_of_the_visit() -> None:
    readings = seat(NOT_YET, *[CONFIDENT] * 4, reading(), reading())
    assert EVIDENCE.probability_on(readings, 1, None) == pytest.approx(0.96)
    assert EVIDENCE.probability_on(readings, 1, 5 * EVERY) < 0.1
    long = seat(*[CONFIDENT] * FIRST_READS, *[reading(0.0, 0.7)] * 20, reading(), reading())
    assert EVIDENCE.probability_on(long, 1, None) == pytest.approx(0.96), "what hid it afterwards does not count"


def test_of_a_hand_that_rose_the_best_readings_count() -> None:
    comes, goes = reading(0.0, 0.7), reading(0.0, 0.6)
    visit = [NOT_YET, comes, *[CONFIDENT] * BEST_READS, goes, goes]
    assert EVIDENCE.probability_on(seat(*visit, FLIES), 1, None) == pytest.approx(0.96)
    assert EVIDENCE.probability_on(seat(*visit), 1, None) < 0.87, "it may lie there still, and others hide it"
    assert EVIDENCE.probability_on(seat(*visit[:-2], FLIES, reading()), 1, None) == pytest.approx(0.96), (
        "however few saw it"
    )


def test_it_is_clearly_on_a_card_by_the_mean_of_the_last_readings() -> None:
    assert EVIDENCE.is_clearly_on(seat(NOT_YET, *[CONFIDENT] * LATE_READS), 1)
    assert not EVIDENCE.is_clearly_on(seat(NOT_YET, *[CONFIDENT] * LATE_READS), 0)
    assert not EVIDENCE.is_clearly_on(seat(*[CONFIDENT] * LATE_READS, NOT_YET), 1)
    assert not EVIDENCE.is_clearly_on(seat(), 1)


def test_the_last_reading_says_whether_it_lies_elsewhere() -> None:
    assert EVIDENCE.is_on_another(seat(NOT_YET, CONFIDENT), 0)
    assert EVIDENCE.is_on_another(seat(NOT_YET, CONFIDENT), None)
    assert not EVIDENCE.is_on_another(seat(NOT_YET, CONFIDENT), 1)
    assert not EVIDENCE.is_on_another(seat(CONFIDENT, NOT_YET), 0)


def test_a_hand_that_lay_on_another_card_before_is_remembered() -> None:
    before = [reading(0.95)] * (LAY_READS + 2)
    assert EVIDENCE.lay_on_another(seat(NOT_YET, *before, NOT_YET, *[CONFIDENT] * 4), 1)
    assert not EVIDENCE.lay_on_another(seat(NOT_YET, *before, CONFIDENT), 0)
    assert not EVIDENCE.lay_on_another(seat(reading(0.95), *[CONFIDENT] * 3), 1)
    assert EVIDENCE.cards_lain_on(seat(NOT_YET, *before, NOT_YET, *[CONFIDENT] * 4)) == {0, 1}


def test_a_hand_has_left_after_two_readings_without_it_unless_that_was_before_the_landing() -> None:
    visit = [NOT_YET, *[CONFIDENT] * (LAY_READS + 1)]
    assert not EVIDENCE.has_left(seat(*visit, reading()), 1, 0)
    assert EVIDENCE.has_left(seat(*visit, reading(), reading()), 1, 0)
    assert not EVIDENCE.has_left(seat(*visit, reading(), reading()), 0, 0)
    assert not EVIDENCE.has_left(seat(*visit, reading(), reading()), 1, EVERY * len(visit)), (
        "it was found to have landed later"
    )


def test_a_hand_has_left_that_rose_soon_before_it_was_found_to_have_landed() -> None:
    visit = [NOT_YET, *[CONFIDENT] * (LAY_READS + 1)]
    rose, ended = seat(*visit, FLIES, reading()), EVERY * len(visit)
    assert EVIDENCE.has_left(rose, 1, ended)
    assert EVIDENCE.has_left(rose, 1, ended + SOON_FRAMES - 1)
    assert not EVIDENCE.has_left(rose, 1, ended + SOON_FRAMES), "that was long before"
    assert not EVIDENCE.has_left(seat(*visit, FLIES), 1, ended), "one reading may be wrong"


def test_landing_evidence_is_the_age_and_the_probability_of_each_reading() -> None:
    found = EVIDENCE.landing_evidence(seat(FLIES, CONFIDENT, NOT_YET, reading(0.1, 0.4)), 1, 3 * EVERY)
    assert found == [(3 * EVERY, 0.0), (2 * EVERY, pytest.approx(0.96)), (EVERY, pytest.approx(0.2)), (0, 0.5)]
    assert EVIDENCE.landing_evidence(seat(CONFIDENT), None, EVERY) == []
