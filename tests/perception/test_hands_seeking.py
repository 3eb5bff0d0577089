"""On which card a hand lies, by what looks from its seat say: when they are believed, and when they are not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.core.units import PointPx
from companion.perception.hands.order import Belief
from companion.perception.hands.seat import Place, Seat
from companion.perception.hands.seeking import (
    BEST_LOOKS,
    BEYOND_DOUBT,
    CLEAR_LOOKS,
    FIRST_LOOKS,
    FOLLOWED_FRAMES,
    LATE_LOOKS,
    LAY_LOOKS,
    SOON_FRAMES,
    Seeking,
)
from companion.perception.hands.seen import CardPlace
from companion.perception.hands.whose import Whereabouts

EVERY = 8
MIDDLES: tuple[PointPx, ...] = ((100.0, 100.0), (300.0, 100.0), (500.0, 300.0))
CARDS = [CardPlace(np.array([(x - 9, y - 9), (x + 9, y - 9), (x + 9, y + 9), (x - 9, y + 9)])) for x, y in MIDDLES]
BESIDE: PointPx = (300.0, 400.0)
ASKED = Seeking(CARDS, 1.0)


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


CONFIDENT, NOT_YET = seen(0.02, 0.96), seen(0.1, 0.2)
FLIES = replace(seen(), flies=np.array([[0.0, 0.95, 0.0, 0.0]], np.float32), gone=0.05)


def test_a_hand_seen_often_enough_on_one_card_lies_there_since_it_was_seen_first() -> None:
    found = ASKED.sought(seat(NOT_YET, NOT_YET, *[CONFIDENT] * CLEAR_LOOKS))
    assert found is not None
    assert (found.card, found.since, found.before, found.until) == (1, 2 * EVERY, EVERY, None)
    assert found.palm_xy == pytest.approx(MIDDLES[1], abs=0.1)
    assert found.looks == CLEAR_LOOKS


def test_a_hand_that_lay_there_and_has_left_is_found_once_two_looks_say_so() -> None:
    visit = [NOT_YET, *[CONFIDENT] * CLEAR_LOOKS]
    still = ASKED.sought(seat(*visit, seen()))
    assert still is not None
    assert still.until is None
    found = ASKED.sought(seat(*visit, seen(), seen()))
    assert found is not None
    assert (found.card, found.since, found.until) == (1, EVERY, EVERY * len(visit))


def test_of_two_cards_the_first_one_counts() -> None:
    found = ASKED.sought(seat(*[CONFIDENT] * CLEAR_LOOKS, seen(), seen(), *[seen(0.96)] * CLEAR_LOOKS))
    assert found is not None
    assert (found.card, found.until) == (1, EVERY * CLEAR_LOOKS)


@pytest.mark.parametrize(
    "looks",
    [
        [CONFIDENT] * (CLEAR_LOOKS - 1),
        [CONFIDENT, CONFIDENT, *[seen(0.96)] * (CLEAR_LOOKS - 2)],
        [seen(0.1, 0.45)] * CLEAR_LOOKS,
        [seen(beside=0.9)] * CLEAR_LOOKS,
    ],
)
def test_otherwise_it_is_not_found(looks: list[Whereabouts]) -> None:
    assert ASKED.sought(seat(*looks)) is None


def test_nobody_is_sought_who_was_not_followed_unless_it_is_beyond_doubt() -> None:
    likely_there = [seen(0.02, 0.75)] * (CLEAR_LOOKS + 3)
    assert ASKED.sought(seat(*likely_there)) is not None
    assert ASKED.sought(seat(*likely_there, followed=FOLLOWED_FRAMES - 1)) is None
    assert ASKED.story(seat(*likely_there))[0].confidence < BEYOND_DOUBT
    assert ASKED.sought(seat(*[CONFIDENT] * CLEAR_LOOKS, followed=0)) is not None


def test_before_the_first_look_nothing_is_known() -> None:
    assert ASKED.likely(seat(), 1, 0) == 0.5
    assert not ASKED.elsewhere(seat(), 1)
    assert not ASKED.lay_elsewhere(seat(), 1)
    assert not ASKED.has_left(seat(), 1, 0)
    assert ASKED.sought(seat()) is None


def test_how_likely_it_lies_there_is_the_mean_of_the_looks_since_then() -> None:
    looks = seat(seen(0.9), seen(0.0, 0.4), seen(0.0, 0.6, beside=0.2))
    assert ASKED.likely(looks, 1, EVERY) == pytest.approx(0.5)
    assert ASKED.likely(looks, None, EVERY) == pytest.approx(0.1)
    assert ASKED.likely(looks, 1, 100) == pytest.approx(0.6), "the last one counts in any case"


def test_of_a_hand_that_landed_by_what_dates_it_only_where_it_lies_is_asked() -> None:
    in_doubt = replace(seen(0.1, 0.3), flies=np.array([[0.0, 0.5, 0.0, 0.0]], np.float32), gone=0.1)
    looks = seat(in_doubt, in_doubt, FLIES)
    assert ASKED.likely(looks, 1, 0) == pytest.approx(0.2)
    looks.landed = Belief.within(1.0, 0.0)
    assert ASKED.likely(looks, 1, 0) == pytest.approx(0.2 / (1 - 1.95 / 3))
    assert ASKED.likely(looks, 0, 0) == pytest.approx(0.1 / 1.5 / (1 - 1.95 / 3))
    assert ASKED.likely(looks, 1, 2 * EVERY) == 0.0, "which a look that takes it for being in the air does not tell"


def test_how_likely_it_lay_on_what_it_has_left_is_what_the_looks_before_that_say() -> None:
    looks = seat(NOT_YET, *[CONFIDENT] * 4, seen(), seen())
    assert ASKED.likely(looks, 1, None) == pytest.approx(0.96)
    assert ASKED.likely(looks, 1, 5 * EVERY) < 0.1
    long = seat(*[CONFIDENT] * FIRST_LOOKS, *[seen(0.0, 0.7)] * 20, seen(), seen())
    assert ASKED.likely(long, 1, None) == pytest.approx(0.96), "what hid it afterwards does not count"


def test_of_a_hand_that_rose_the_looks_count_that_saw_it_lie_best() -> None:
    comes, goes = seen(0.0, 0.7), seen(0.0, 0.6)
    visit = [NOT_YET, comes, *[CONFIDENT] * BEST_LOOKS, goes, goes]
    assert ASKED.likely(seat(*visit, FLIES), 1, None) == pytest.approx(0.96)
    assert ASKED.likely(seat(*visit), 1, None) < 0.87, "it may lie there still, and others hide it"
    assert ASKED.likely(seat(*visit[:-2], FLIES, seen()), 1, None) == pytest.approx(0.96), "however few saw it"


def test_it_is_clearly_on_a_card_by_the_mean_of_the_last_looks() -> None:
    assert ASKED.is_clearly_on(seat(NOT_YET, *[CONFIDENT] * LATE_LOOKS), 1)
    assert not ASKED.is_clearly_on(seat(NOT_YET, *[CONFIDENT] * LATE_LOOKS), 0)
    assert not ASKED.is_clearly_on(seat(*[CONFIDENT] * LATE_LOOKS, NOT_YET), 1)
    assert not ASKED.is_clearly_on(seat(), 1)


def test_the_last_look_says_whether_it_lies_elsewhere() -> None:
    assert ASKED.elsewhere(seat(NOT_YET, CONFIDENT), 0)
    assert ASKED.elsewhere(seat(NOT_YET, CONFIDENT), None)
    assert not ASKED.elsewhere(seat(NOT_YET, CONFIDENT), 1)
    assert not ASKED.elsewhere(seat(CONFIDENT, NOT_YET), 0)


def test_a_hand_that_lay_on_another_card_before_is_remembered() -> None:
    before = [seen(0.95)] * (LAY_LOOKS + 2)
    assert ASKED.lay_elsewhere(seat(NOT_YET, *before, NOT_YET, *[CONFIDENT] * 4), 1)
    assert not ASKED.lay_elsewhere(seat(NOT_YET, *before, CONFIDENT), 0)
    assert not ASKED.lay_elsewhere(seat(seen(0.95), *[CONFIDENT] * 3), 1)
    assert ASKED.lay_on(seat(NOT_YET, *before, NOT_YET, *[CONFIDENT] * 4)) == {0, 1}


def test_a_hand_has_left_what_two_looks_see_it_on_no_more_unless_that_was_before() -> None:
    visit = [NOT_YET, *[CONFIDENT] * (LAY_LOOKS + 1)]
    assert not ASKED.has_left(seat(*visit, seen()), 1, 0)
    assert ASKED.has_left(seat(*visit, seen(), seen()), 1, 0)
    assert not ASKED.has_left(seat(*visit, seen(), seen()), 0, 0)
    assert not ASKED.has_left(seat(*visit, seen(), seen()), 1, EVERY * len(visit)), "it was found to have landed later"


def test_a_hand_has_left_that_rose_soon_before_it_was_found_to_have_landed() -> None:
    visit = [NOT_YET, *[CONFIDENT] * (LAY_LOOKS + 1)]
    rose, ended = seat(*visit, FLIES, seen()), EVERY * len(visit)
    assert ASKED.has_left(rose, 1, ended)
    assert ASKED.has_left(rose, 1, ended + SOON_FRAMES - 1)
    assert not ASKED.has_left(rose, 1, ended + SOON_FRAMES), "that was long before"
    assert not ASKED.has_left(seat(*visit, FLIES), 1, ended), "one look may be mistaken"


def test_each_look_says_how_likely_it_lay_on_that_card_and_how_many_frames_before_it_was() -> None:
    looked = ASKED.looks(seat(FLIES, CONFIDENT, NOT_YET, seen(0.1, 0.4)), 1, 3 * EVERY)
    assert looked == [(3 * EVERY, 0.0), (2 * EVERY, pytest.approx(0.96)), (EVERY, pytest.approx(0.2)), (0, 0.5)]
    assert ASKED.looks(seat(CONFIDENT), None, EVERY) == []
