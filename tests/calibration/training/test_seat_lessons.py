"""The lessons of the seat network agree with their films."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest

from calibration.training.hands.film_columns import FILM, FIRST, FRAME, HEIGHT_MM, PALM, PX_PER_MM, SITS
from calibration.training.hands.seat_lessons import Film, films_of_camera
from calibration.training.hands.targets import FLIES, GONE, LIES, hand_state, position_target
from companion.perception.hands.finder import INPUT_XY
from companion.perception.hands.seat_network import PLACES, place_centres, seat_transform

pytestmark = pytest.mark.whole


@lru_cache
def films() -> tuple[Film, ...]:
    return tuple(films_of_camera(7))


def test_the_same_seed_gives_the_same_films() -> None:
    for one, other in zip(films(), films_of_camera(7), strict=True):
        assert np.array_equal(one.frames, other.frames)
        assert np.array_equal(one.hands, other.hands)


def test_hands_have_all_states_and_films_count_from_zero() -> None:
    hands = np.concatenate([film.hands for film in films()])
    assert {hand_state(hand) for hand in hands} == {LIES, FLIES, GONE}
    assert not hands[:, [FIRST, FILM]].any()
    for film in films():
        assert film.hands[:, FRAME].max() == len(film.frames) - 1
        assert film.settled.shape == film.frames[0].shape == (INPUT_XY[1], INPUT_XY[0], 3)


def test_the_target_is_where_the_palm_is() -> None:
    checked = 0
    for hand in films()[0].hands:
        way = seat_transform(tuple(hand[SITS]), INPUT_XY, float(hand[PX_PER_MM]))
        answers = position_target(hand, way)
        assert answers.sum() == pytest.approx(1.0)
        if answers[-1]:
            continue
        maps = answers[:-1].reshape(2, PLACES, PLACES)
        assert not maps[1 - hand_state(hand)].any()
        at = (maps[hand_state(hand)][..., None] * place_centres(way)).sum((0, 1))
        assert np.hypot(*(at - hand[PALM])) < 5.0
        checked += 1
    assert checked > 20


def test_a_hand_that_is_not_there_is_gone() -> None:
    hand = np.full(10, -1.0, np.float32)
    hand[SITS], hand[PX_PER_MM] = (160, 300), 0.3
    answers = position_target(hand, seat_transform((160.0, 300.0), INPUT_XY, 0.3))
    assert hand[HEIGHT_MM] < 0
    assert answers[-1] == answers.sum() == 1.0
