"""One seat's hand among what is found from moment to moment."""

from __future__ import annotations

from math import atan2, pi

import numpy as np
import pytest

from companion.perception.hands.finder import STEP_RAD, WAYS, Maps
from companion.perception.hands.tracks import PointPx, Track

SIZE = (30, 40)
SOUTH, EAST, WEST = [(16.0, 44.0), (24.0, 44.0)], [(54.0, 10.0), (54.0, 18.0)], [(-14.0, 10.0), (-14.0, 18.0)]
Hand = tuple[PointPx, PointPx]
"""Where its palm is, and where its arm comes from."""


def moment(*hands: Hand) -> Maps:
    """What a finder says that is sure of these hands."""
    logits = np.full((WAYS, *SIZE), -6.0, np.float32)
    for (x, y), (from_x, from_y) in hands:
        way = round(atan2(from_y - y, from_x - x) % (2 * pi) / STEP_RAD) % WAYS
        logits[way, round(y), round(x)] = 3.0
    return logits


def middle(points: list[PointPx]) -> PointPx:
    return (points[0][0] + points[1][0]) / 2, (points[0][1] + points[1][1]) / 2


def from_south(step: int) -> Hand:
    return (20.0, 28.0 - min(step, 18)), middle(SOUTH)


def from_east(step: int) -> Hand:
    return (38.0 - min(step, 26), 14.0), middle(EAST)


def at(track: Track) -> tuple[int, int] | None:
    step = track.now
    return None if step is None else (step.col, step.row)


def test_a_hand_is_followed_from_its_edge_to_where_it_stays() -> None:
    track = Track(SOUTH, SIZE)
    for step in range(40):
        track.look(moment(from_south(step)))
    assert at(track) == (20, 10)


def test_no_hand_is_none() -> None:
    track = Track(SOUTH, SIZE)
    for _ in range(20):
        track.look(moment())
    assert track.now is None


def test_a_hand_that_is_hidden_for_a_while_is_found_again_farther_on() -> None:
    track = Track(SOUTH, SIZE)
    for step in range(40):
        track.look(moment() if 8 <= step < 14 else moment(from_south(step)))
    assert at(track) == (20, 10)


def test_hands_that_cross_are_kept_apart() -> None:
    south, east = Track(SOUTH, SIZE), Track(EAST, SIZE)
    for step in range(50):
        logits = moment(from_south(step), from_east(step))
        for track in sorted((south, east), key=lambda each: -each.lead):
            track.look(logits)
    assert (at(south), at(east)) == ((20, 10), (12, 14))


@pytest.mark.parametrize("shoulders", [SOUTH, WEST])
def test_another_seats_hand_is_not_taken(shoulders: list[PointPx]) -> None:
    track = Track(shoulders, SIZE)
    for step in range(50):
        track.look(moment(from_east(step)))
    assert track.now is None


def test_a_track_that_asks_nobody_where_the_arm_comes_from_is_caught() -> None:
    track = Track(WEST, SIZE)
    track._astray[:] = 0.0
    for step in range(50):
        track.look(moment(from_east(step)))
    assert track.now is not None


def test_what_one_seat_takes_is_left_for_no_other() -> None:
    first, logits = Track(SOUTH, SIZE), moment()
    for step in range(30):
        logits = moment(from_south(step))
        first.look(logits)
    assert logits.max() < 0.0


def test_what_flashes_up_far_away_draws_nobody_off() -> None:
    track = Track(SOUTH, SIZE)
    for step in range(40):
        stray: Hand = ((33.0, 20.0), middle(SOUTH))
        track.look(moment(from_south(step), stray) if 20 <= step < 26 else moment(from_south(step)))
    assert at(track) == (20, 10)


def test_a_hand_is_here_only_while_it_is_found_where_it_was() -> None:
    track = Track(SOUTH, SIZE)
    assert not track.is_here(moment(from_south(0))), "nobody has come yet"
    for step in range(30):
        track.look(moment(from_south(step)))
    assert track.is_here(moment(from_south(30)))
    assert not track.is_here(moment()), "hidden"
    assert not track.is_here(moment(((33.0, 20.0), middle(SOUTH)))), "another's, elsewhere"
    assert not track.is_here(moment(((20.0, 10.0), middle(EAST)))), "another's, over it"
