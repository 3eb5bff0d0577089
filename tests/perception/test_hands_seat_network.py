"""The seat network: its view, its cells, and how often it is right about unseen hands."""

from __future__ import annotations

from math import cos, radians, sin

import cv2
import numpy as np
import pytest

from calibration.training.hands.film_columns import EVERY, FRAME, PALM, PX_PER_MM, SITS
from calibration.training.hands.seat_lessons import films_of_camera
from calibration.training.hands.targets import GONE, LIES, hand_state
from companion.perception.hands.finder import INPUT_XY
from companion.perception.hands.seat_network import (
    PLACES,
    SIDE,
    SeatNetwork,
    SeatPosterior,
    place_centres,
    seat_transform,
    seat_view,
)
from companion.perception.hands.verifier import CHANNELS, FRAMES_AGO

pytestmark = pytest.mark.whole

FRESH_SEEDS = range(900_000, 900_003)  # lessons are made with smaller ones
SCALE_PX_PER_MM = 0.3


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("deg", [0, 90, 200, 300])
def test_the_player_sits_below_and_the_cells_have_their_places(deg: int, mirrored: bool) -> None:
    sits = (159.5 + 150 * cos(radians(deg)), 119.5 + 150 * sin(radians(deg)))
    at = 159.5 + 60 * cos(radians(deg + 20)), 119.5 + 60 * sin(radians(deg + 20))
    picture = np.zeros((240, 320, 3), np.uint8)
    cv2.circle(picture, (round(at[0]), round(at[1])), 5, (0, 0, 200), cv2.FILLED)
    way = seat_transform(sits, INPUT_XY, SCALE_PX_PER_MM, mirrored)
    view = seat_view([picture] * (1 + len(FRAMES_AGO)), picture, way)
    assert view.shape == (SIDE, SIDE, CHANNELS)
    row, col = np.argwhere(view[:, :, 2] > 100).mean(axis=0)
    assert row > SIDE / 2 + 30, "it is on the player's side of the middle"
    aside = col - SIDE / 2
    assert (aside if mirrored else -aside) > 10, "clockwise from the player is the left"
    found = place_centres(way)[round(row / 8 - 0.5), round(col / 8 - 0.5)]
    assert np.hypot(*(found - at)) < 8 * 4.0 * SCALE_PX_PER_MM


def test_the_probabilities_near_a_card_are_added_up_for_the_nearest_one() -> None:
    at = place_centres(seat_transform((160.0, 300.0), INPUT_XY, SCALE_PX_PER_MM))
    lies = np.zeros((PLACES, PLACES), np.float32)
    lies[5, 5:8], lies[15, 15] = 0.2, 0.3
    seen = SeatPosterior(lies, np.zeros_like(lies), 0.1, at)
    middles = [(float(x), float(y)) for x, y in (at[5, 6], at[5, 9], at[15, 17])]
    assert seen.lying_near_each(middles, 40 * SCALE_PX_PER_MM) == pytest.approx([0.6, 0.0, 0.0])
    assert seen.lying_near_each(middles, 80 * SCALE_PX_PER_MM) == pytest.approx([0.6, 0.0, 0.3]), (
        "at[5, 7] is nearer to the first"
    )
    assert seen.lying_near_each(middles[1:], 80 * SCALE_PX_PER_MM) == pytest.approx([0.2, 0.3])


def test_on_unseen_hands_it_is_mostly_right() -> None:
    network, right = SeatNetwork(), []
    for film in (film for seed in FRESH_SEEDS for film in films_of_camera(seed)):
        for hand in film.hands[::3]:
            now = int(hand[FRAME])
            if now < FRAMES_AGO[-1] // EVERY or hand_state(hand) == GONE:
                continue
            way = seat_transform(tuple(hand[SITS]), INPUT_XY, float(hand[PX_PER_MM]))
            seen = network.predict([film.frames[now - ago // EVERY] for ago in (0, *FRAMES_AGO)], film.settled, way)
            near = np.hypot(*np.moveaxis(seen.at_xy - hand[PALM], 2, 0)) < 62 * hand[PX_PER_MM]
            right.append(float((seen.lies if hand_state(hand) == LIES else seen.flies)[near].sum()) > 0.5)
    assert len(right) > 200
    assert np.mean(right) > 0.8
