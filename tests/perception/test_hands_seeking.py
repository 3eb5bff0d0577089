"""On which card a hand lies, by what looks from its seat say: when they are believed, and when they are not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.perception.hands.seat import Place, Seat
from companion.perception.hands.seeking import (
    BEYOND_DOUBT,
    FOLLOWED_FRAMES,
    LAY_LOOKS,
    LOOKS,
    elsewhere,
    lay_and_flew,
    lay_elsewhere,
    likely,
    sought,
)
from companion.perception.hands.seen import CardPlace
from companion.perception.hands.tracks import PointPx
from companion.perception.hands.whose import Whereabouts

EVERY = 8
MIDDLES: tuple[PointPx, ...] = ((100.0, 100.0), (300.0, 100.0), (500.0, 300.0))
CARDS = [CardPlace(np.array([(x - 9, y - 9), (x + 9, y - 9), (x + 9, y + 9), (x - 9, y + 9)])) for x, y in MIDDLES]
BESIDE: PointPx = (300.0, 400.0)


def seen(*shares: float, beside: float = 0.0) -> Whereabouts:
    """A look that sees a hand lie so likely on each card, and beside them; the rest is gone."""
    at = np.array([[*MIDDLES, BESIDE]])
    lies = np.zeros((1, len(MIDDLES) + 1), np.float32)
    lies[0, : len(shares)], lies[0, -1] = shares, beside
    return Whereabouts(lies, np.zeros_like(lies), 1.0 - float(lies.sum()), at)


def seat(*looks: Whereabouts, followed: int = FOLLOWED_FRAMES) -> Seat:
    made = Seat(0, (300.0, 500.0), ((200.0, 500.0), (400.0, 500.0)), (30, 40), 1.0)
    made.places.extend([Place((300.0, 300.0), 0.0, 1.0, 5.0)] * followed)
    made.whose.extend((EVERY * n, look) for n, look in enumerate(looks))
    return made


SURE, NOT_YET = seen(0.02, 0.96), seen(0.1, 0.2)


def test_a_hand_seen_often_enough_on_one_card_lies_there_since_it_was_seen_first() -> None:
    found = sought(seat(NOT_YET, NOT_YET, *[SURE] * LOOKS), CARDS, 1.0)
    assert found is not None
    assert (found.card, found.since, found.before) == (1, 2 * EVERY, EVERY)
    assert found.palm_xy == pytest.approx(MIDDLES[1], abs=0.1)


@pytest.mark.parametrize(
    "looks",
    [
        [SURE] * (LOOKS - 1),
        [*[SURE] * (LOOKS - 1), NOT_YET],
        [SURE, SURE, seen(0.96), *[SURE] * (LOOKS - 3)],
        [seen(0.1, 0.55)] * LOOKS,
        [seen(beside=0.9)] * LOOKS,
    ],
)
def test_otherwise_it_is_not_found(looks: list[Whereabouts]) -> None:
    assert sought(seat(*looks), CARDS, 1.0) is None


def test_nobody_is_sought_who_was_not_followed_unless_it_is_beyond_doubt() -> None:
    likely_there = [seen(0.02, BEYOND_DOUBT - 0.05)] * LOOKS
    assert sought(seat(*likely_there), CARDS, 1.0) is not None
    assert sought(seat(*likely_there, followed=FOLLOWED_FRAMES - 1), CARDS, 1.0) is None
    assert sought(seat(*[SURE] * LOOKS, followed=0), CARDS, 1.0) is not None


def test_before_the_first_look_nothing_is_known() -> None:
    assert likely(seat(), 1, CARDS, 1.0, 0) == 0.5
    assert not elsewhere(seat(), 1, CARDS, 1.0)
    assert not lay_elsewhere(seat(), 1, CARDS, 1.0)


def test_how_likely_it_lies_there_is_the_mean_of_the_looks_since_then() -> None:
    looks = seat(seen(0.9), seen(0.0, 0.4), seen(0.0, 0.6, beside=0.2))
    assert likely(looks, 1, CARDS, 1.0, EVERY) == pytest.approx(0.5)
    assert likely(looks, None, CARDS, 1.0, EVERY) == pytest.approx(0.1)
    assert likely(looks, 1, CARDS, 1.0, 100) == pytest.approx(0.6), "the last one counts in any case"


def test_the_last_look_says_whether_it_lies_elsewhere() -> None:
    assert elsewhere(seat(NOT_YET, SURE), 0, CARDS, 1.0)
    assert elsewhere(seat(NOT_YET, SURE), None, CARDS, 1.0)
    assert not elsewhere(seat(NOT_YET, SURE), 1, CARDS, 1.0)
    assert not elsewhere(seat(SURE, NOT_YET), 0, CARDS, 1.0)


def test_a_hand_that_lay_on_another_card_before_is_remembered() -> None:
    before = [seen(0.9)] * LAY_LOOKS
    assert lay_elsewhere(seat(*before, SURE, SURE), 1, CARDS, 1.0)
    assert not lay_elsewhere(seat(*before, SURE, SURE), 0, CARDS, 1.0)
    assert not lay_elsewhere(seat(*before[1:], SURE, SURE), 1, CARDS, 1.0)


def test_since_when_it_lay_there_and_until_when_it_flew_is_what_two_looks_and_one_say() -> None:
    flies = replace(seen(), flies=np.array([[0.0, 0.95, 0.0, 0.0]], np.float32), gone=0.05)
    looks = seat(flies, SURE, flies, SURE, SURE, SURE)
    assert lay_and_flew(looks, 1, CARDS, 1.0, 50) == (50 - 3 * EVERY, 50 - 2 * EVERY)
    assert lay_and_flew(looks, 0, CARDS, 1.0, 50) == (None, 50 - 2 * EVERY)
    assert lay_and_flew(looks, 1, CARDS, 1.0, EVERY) == (None, EVERY), "what was seen later does not count"
    assert lay_and_flew(seat(), 1, CARDS, 1.0, 50) == (None, None)
