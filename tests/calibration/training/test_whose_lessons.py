"""What the lessons about whose hand is where say of their films."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest

from calibration.training.hands.answers import FLIES, GONE, LIES, state, whereabouts
from calibration.training.hands.films import FILM, FIRST, FRAME, HEIGHT_MM, PALM, PX_PER_MM, SITS
from calibration.training.hands.whose_lessons import Film, filmed
from companion.perception.hands.finder import SEEN_XY
from companion.perception.hands.whose import PLACES, places, seen_from


@lru_cache
def films() -> tuple[Film, ...]:
    return tuple(filmed(7))


def test_the_same_seed_gives_the_same_films() -> None:
    for one, other in zip(films(), filmed(7), strict=True):
        assert np.array_equal(one.frames, other.frames)
        assert np.array_equal(one.hands, other.hands)


def test_hands_lie_fly_and_go_and_films_count_from_nothing() -> None:
    hands = np.concatenate([film.hands for film in films()])
    assert {state(hand) for hand in hands} == {LIES, FLIES, GONE}
    assert not hands[:, [FIRST, FILM]].any()
    for film in films():
        assert film.hands[:, FRAME].max() == len(film.frames) - 1
        assert film.settled.shape == film.frames[0].shape == (SEEN_XY[1], SEEN_XY[0], 3)


def test_what_is_answered_is_where_the_palm_is() -> None:
    checked = 0
    for hand in films()[0].hands:
        way = seen_from(tuple(hand[SITS]), SEEN_XY, float(hand[PX_PER_MM]))
        answers = whereabouts(hand, way)
        assert answers.sum() == pytest.approx(1.0)
        if answers[-1]:
            continue
        maps = answers[:-1].reshape(2, PLACES, PLACES)
        assert not maps[1 - state(hand)].any()
        at = (maps[state(hand)][..., None] * places(way)).sum((0, 1))
        assert np.hypot(*(at - hand[PALM])) < 5.0
        checked += 1
    assert checked > 20


def test_a_hand_that_is_not_there_is_gone() -> None:
    hand = np.full(10, -1.0, np.float32)
    hand[SITS], hand[PX_PER_MM] = (160, 300), 0.3
    answers = whereabouts(hand, seen_from((160.0, 300.0), SEEN_XY, 0.3))
    assert hand[HEIGHT_MM] < 0
    assert answers[-1] == answers.sum() == 1.0
