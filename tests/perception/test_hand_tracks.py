"""Tracks of each seat's hand among scripted detections."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, pi

import numpy as np
import pytest

from companion.core.units import PointPx
from companion.perception.hands.finder import DIRECTIONS, STEP_RAD, Maps
from companion.perception.hands.tracks import Track, rival_logits

SIZE = (30, 40)
SOUTH, EAST, WEST = [(16.0, 44.0), (24.0, 44.0)], [(54.0, 10.0), (54.0, 18.0)], [(-14.0, 10.0), (-14.0, 18.0)]
Hand = tuple[PointPx, PointPx]
"""Where its palm is, and where its arm comes from; cells."""


def moment(*hands: Hand) -> Maps:
    """The logits of a finder that is sure of these hands and of no others."""
    logits = np.full((DIRECTIONS, *SIZE), -6.0, np.float32)
    for (x, y), (from_x, from_y) in hands:
        way = round(atan2(from_y - y, from_x - x) % (2 * pi) / STEP_RAD) % DIRECTIONS
        logits[way, round(y), round(x)] = 3.0
    return logits


def middle(points: list[PointPx]) -> PointPx:
    return (points[0][0] + points[1][0]) / 2, (points[0][1] + points[1][1]) / 2


def from_south(step: int) -> Hand:
    return (20.0, 28.0 - min(step, 18)), middle(SOUTH)


def from_east(step: int) -> Hand:
    return (38.0 - min(step, 26), 14.0), middle(EAST)


def at(track: Track) -> tuple[int, int] | None:
    step = track.best
    return None if step is None else (step.col, step.row)


def watch(tracks: Sequence[Track], logits: Maps, air: float = 0.02, bare: bool = False) -> None:
    """One frame. air: probability of all detections of being in the air. bare: the table is visible wherever no hand
    is."""
    least = np.full(SIZE, -1.5 if bare else -0.05, np.float32)
    for track in tracks:
        track.predict()
    for track, rivals in zip(tracks, rival_logits(tracks, logits), strict=True):
        track.update(logits, np.full(SIZE, air, np.float32), rivals, least)


def place(track: Track) -> PointPx:
    found = at(track)
    assert found is not None
    return found


def test_a_hand_is_followed_from_its_edge_to_where_it_stays() -> None:
    track = Track(SOUTH, SIZE)
    for step in range(40):
        watch([track], moment(from_south(step)))
    assert at(track) == (20, 10)


def test_without_a_detection_there_is_no_track() -> None:
    track = Track(SOUTH, SIZE)
    for _ in range(20):
        watch([track], moment())
    assert track.best is None


def test_a_hand_that_is_hidden_for_a_while_is_found_again_farther_on() -> None:
    track = Track(SOUTH, SIZE)
    for step in range(40):
        watch([track], moment() if 8 <= step < 14 else moment(from_south(step)), air=0.9 if step < 18 else 0.02)
    assert at(track) == (20, 10)


def test_a_hand_that_lies_stays_where_it_is_while_another_arm_hides_it() -> None:
    track = Track(SOUTH, SIZE)
    for step in range(100):
        watch([track], moment(from_south(step)) if step < 40 else moment())
    assert at(track) == (20, 10)


def test_a_hand_that_is_gone_from_a_table_that_is_seen_has_left() -> None:
    track = Track(SOUTH, SIZE)
    for step in range(100):
        watch([track], moment(from_south(step)) if step < 40 else moment(), bare=True)
    assert track.best is None


def test_hands_that_cross_are_kept_apart() -> None:
    south, east = Track(SOUTH, SIZE), Track(EAST, SIZE)
    for step in range(50):
        watch([south, east], moment(from_south(step), from_east(step)))
    assert (at(south), at(east)) == ((20, 10), (12, 14))


@pytest.mark.parametrize("first", [0, 1])
def test_a_hand_that_comes_while_another_is_hidden_goes_to_the_right_track(first: int) -> None:
    """Both arms come from one side: where the hands were tells whose each is."""
    left, right = Track([(14.0, 44.0), (18.0, 44.0)], SIZE), Track([(20.0, 44.0), (24.0, 44.0)], SIZE)
    tracks = [left, right] if first == 0 else [right, left]
    for step in range(90):
        lies: Hand = ((16.0, 28.0 - min(step, 18)), (16.0, 44.0))
        comes: Hand = ((22.0 - min(max(step - 50, 0), 18) * 0.2, 28.0 - min(max(step - 50, 0), 18)), (22.0, 44.0))
        hands = [lies] if step < 50 else [comes]
        watch(tracks, moment(*hands), air=0.9 if 50 <= step < 68 or step < 18 else 0.02)
    assert place(left) == (16, 10)
    assert place(right) == (18, 10)


@pytest.mark.parametrize("shoulders", [SOUTH, WEST])
def test_another_seats_hand_is_not_taken(shoulders: list[PointPx]) -> None:
    track = Track(shoulders, SIZE)
    for step in range(50):
        watch([track], moment(from_east(step)))
    assert track.best is None


def test_a_track_that_ignores_the_direction_of_the_arm_is_caught() -> None:
    track = Track(WEST, SIZE)
    track._course_penalty[:] = 0.0
    for step in range(50):
        watch([track], moment(from_east(step)))
    assert track.best is not None


def test_one_detection_counts_for_one_seat_only() -> None:
    south, idle = Track(SOUTH, SIZE), Track(SOUTH, SIZE)
    for step in range(30):
        watch([south], moment(from_south(step)))
    for step in range(30, 60):
        watch([south, idle], moment(from_south(step)))
    assert at(south) == (20, 10)
    assert idle.best is None


def test_a_weak_detection_beside_a_hand_keeps_no_departed_hand_alive() -> None:
    south, other = Track(SOUTH, SIZE), Track([(36.0, 44.0), (44.0, 44.0)], SIZE)
    for step in range(40):
        beside: Hand = ((31.0 - min(step, 18) * 0.5, 28.0 - min(step, 18)), (40.0, 44.0))
        watch([south, other], moment(from_south(step), beside))
    assert (at(south), at(other)) == ((20, 10), (22, 10))
    for _ in range(60):
        spilt = moment(((21.0, 10.0), (40.0, 44.0))) - 1.0
        watch([south, other], np.maximum(moment(from_south(40)), spilt), bare=True)
    assert at(south) == (20, 10)
    assert other.best is None


def test_a_short_false_detection_far_away_does_not_move_a_track() -> None:
    track = Track(SOUTH, SIZE)
    for step in range(40):
        stray: Hand = ((33.0, 20.0), middle(SOUTH))
        watch([track], moment(from_south(step), stray) if 20 <= step < 26 else moment(from_south(step)))
    assert at(track) == (20, 10)


@pytest.mark.parametrize("risen", [True, False])
def test_a_hand_that_rises_over_its_card_did_not_stay(risen: bool) -> None:
    track = Track(SOUTH, SIZE)
    for step in range(40):
        watch([track], moment(from_south(step)))
    track.watch_place((20.0, 10.0))
    for step in range(60):
        watch([track], moment(from_south(40)), air=0.95 if risen and step < 25 else 0.02)
    assert (track.stays < -4.0) == risen
