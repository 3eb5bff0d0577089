"""Whether a hand has left by the networks' readings: two consecutive ones suffice, whichever network they come from."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import pytest

from companion.perception.hands.departure import (
    AGREED,
    AGREED_IF_SEEN,
    AWAY_READS,
    DENIED_READS,
    DENIES,
    LEFT_READS,
    LEFT_SURE,
    SAW,
    DepartureDetector,
)
from companion.perception.hands.seat import Seat
from companion.perception.hands.seat_network import SeatPosterior
from companion.perception.hands.seen import HandSeen

PALM, BESIDE = (100.0, 100.0), (400.0, 300.0)


def where(share: float) -> SeatPosterior:
    """A posterior with this probability of lying at the palm; the rest is in the air."""
    lies = np.array([[share, 0.0]], np.float32)
    return SeatPosterior(lies, np.array([[0.0, 1 - share]], np.float32), 0.0, np.array([[PALM, BESIDE]]))


class Elsewhere:
    """Card evidence with a fixed probability of being elsewhere."""

    def __init__(self, share: float) -> None:
        self._share = share

    def probability_elsewhere(self, where: object, card: object) -> float:
        return self._share


class NetworksSay:
    """Networks with a fixed logit of the verifier and a fixed posterior."""

    def __init__(self, verifier: float, there: float) -> None:
        self._verifier, self._there = verifier, there

    def lying_logit(self, palm_xy: object, sits_xy: object) -> float:
        return self._verifier

    def seat_posterior(self, sits_xy: object, mirrored: bool) -> SeatPosterior:
        return where(self._there)


def observed(verifier: float, there: float, *regular: float, elsewhere: float = 0.9) -> Seat:
    """A seat with a known, lying hand, after one more observation."""
    seat = Seat(0, (100.0, 500.0), ((0.0, 500.0), (200.0, 500.0)), (30, 40), 1.0)
    seat.posteriors.extend((8 * n, where(share)) for n, share in enumerate(regular))
    unused = cast(Any, None)
    detector = DepartureDetector(
        unused, unused, cast(Any, NetworksSay(verifier, there)), cast(Any, Elsewhere(elsewhere)), (), 1.0
    )
    detector.observe(seat, HandSeen(0, 1, 1.0, 0.0, (), 1.0, PALM, known=True))
    return seat


@pytest.mark.parametrize(
    ("verifier", "there", "regular", "away"),
    [
        (AGREED - 3, 0.02, (0.97, 0.97), 1),
        (AGREED - 3, 0.02, (0.97, 0.05), AWAY_READS),
        (AGREED - 3, 0.95, (0.97, 0.05), 0),
        (AGREED + 3, 0.02, (0.97, 0.05), 0),
        (AGREED - 3, 0.02, (), 1),
        (AGREED - 3, 0.02, (0.05, 0.05), 1),
        (AGREED_IF_SEEN + 1, 0.02, (0.97, 0.97), 0),
        (AGREED_IF_SEEN + 1, 0.02, (0.97, 0.05), AWAY_READS),
    ],
)
def test_readings_without_the_hand_are_counted(
    verifier: float, there: float, regular: tuple[float, ...], away: int
) -> None:
    assert observed(verifier, there, *regular).away_reads == away


def test_one_reading_with_the_hand_ends_the_count() -> None:
    seat = observed(AGREED - 3, 0.02, 0.97, 0.05)
    assert seat.away_reads == AWAY_READS
    unused = cast(Any, None)
    detector = DepartureDetector(unused, unused, cast(Any, NetworksSay(AGREED + 1, 0.9)), unused, (), 1.0)
    detector.observe(seat, HandSeen(0, 1, 1.0, 0.0, (), 1.0, PALM, known=True))
    assert seat.away_reads == 0


def test_a_hand_that_others_hide_has_not_left() -> None:
    assert observed(AGREED - 3, 0.02, 0.97, 0.05, elsewhere=0.4).away_reads == 0


@pytest.mark.parametrize(
    ("logits", "left"),
    [
        ((SAW, *[DENIES] * DENIED_READS), True),
        ((SAW, 0.0, *[DENIES] * DENIED_READS), True),
        ((SAW - 0.1, *[DENIES] * DENIED_READS), False),  # the verifier never saw it
        ((SAW, 0.0, *[DENIES] * (DENIED_READS - 1)), False),  # once may be by chance
        ((SAW, *[DENIES] * DENIED_READS, 0.0), False),
        ((DENIES,), False),
    ],
)
def test_it_has_left_when_the_verifier_saw_it_and_then_surely_does_not(logits: tuple[float, ...], left: bool) -> None:
    seat, unused = Seat(0, (100.0, 500.0), ((0.0, 500.0), (200.0, 500.0)), (30, 40), 1.0), cast(Any, None)
    seat.watch_place(PALM)
    seat.rest, seat.lying_logits = cast(Any, object()), list(logits)
    seat.places.append(None)
    detector = DepartureDetector(unused, unused, unused, unused, (), 1.0)
    assert detector.has_left(seat, HandSeen(0, 1, 1.0, 0.0, (), 1.0, PALM, known=True), unused, 8) is left


@pytest.mark.parametrize(
    ("gone", "left"),
    [
        ((LEFT_SURE + 1,) * LEFT_READS, True),
        ((-9.0, *[LEFT_SURE + 1] * LEFT_READS), True),
        ((LEFT_SURE + 1,) * (LEFT_READS - 1), False),  # once may be by chance
        ((*[LEFT_SURE + 1] * LEFT_READS, 0.0), False),
        ((-9.0,), False),
        ((), False),
    ],
)
def test_it_has_left_when_the_departure_network_is_sure(gone: tuple[float, ...], left: bool) -> None:
    seat, unused = Seat(0, (100.0, 500.0), ((0.0, 500.0), (200.0, 500.0)), (30, 40), 1.0), cast(Any, None)
    seat.watch_place(PALM)
    seat.rest, seat.departure_logits = cast(Any, object()), list(gone)
    seat.places.append(None)
    detector = DepartureDetector(unused, unused, unused, unused, (), 1.0)
    assert detector.has_left(seat, HandSeen(0, 1, 1.0, 0.0, (), 1.0, PALM, known=True), unused, 8) is left


class EvidenceSays:
    """Card evidence that says whether a hand has left."""

    def __init__(self, left: bool) -> None:
        self._left = left

    def has_left(self, seat: object, card: object, since: object) -> bool:
        return self._left


@pytest.mark.parametrize(
    ("left", "frame", "says"),
    [(False, 8, False), (True, 8, True), (True, 9, False)],
    ids=["stays", "left", "no reading now"],
)
def test_it_has_left_when_the_posteriors_say_so(left: bool, frame: int, says: bool) -> None:
    seat, unused = Seat(0, (100.0, 500.0), ((0.0, 500.0), (200.0, 500.0)), (30, 40), 1.0), cast(Any, None)
    seat.watch_place(PALM)
    seat.rest = cast(Any, object())
    seat.places.append(None)
    seat.posteriors.append((8, where(0.9)))
    detector = DepartureDetector(unused, unused, unused, cast(Any, EvidenceSays(left)), (), 1.0)
    assert detector.has_left(seat, HandSeen(0, 1, 1.0, 0.0, (), 1.0, PALM, known=True), unused, frame) is says
