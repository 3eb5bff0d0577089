"""Where a player's hand is, seen from where the player sits: what is shown, and how often it is right."""

from __future__ import annotations

from math import cos, radians, sin

import cv2
import numpy as np
import pytest

from calibration.training.hands.answers import GONE, LIES, state
from calibration.training.hands.films import EVERY, FRAME, PALM, PX_PER_MM, SITS
from calibration.training.hands.whose_lessons import filmed
from companion.perception.hands.finder import SEEN_XY
from companion.perception.hands.second_look import AGO, CHANNELS
from companion.perception.hands.whose import PLACES, SIDE, Whereabouts, WhoseLook, places, seen_from, viewed

FRESH_SEEDS = range(900_000, 900_003)  # lessons are made with smaller ones
PX_A_MM = 0.3


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("deg", [0, 90, 200, 300])
def test_the_player_sits_below_and_the_places_are_where_they_seem_to_be(deg: int, mirrored: bool) -> None:
    sits = (159.5 + 150 * cos(radians(deg)), 119.5 + 150 * sin(radians(deg)))
    at = 159.5 + 60 * cos(radians(deg + 20)), 119.5 + 60 * sin(radians(deg + 20))
    picture = np.zeros((240, 320, 3), np.uint8)
    cv2.circle(picture, (round(at[0]), round(at[1])), 5, (0, 0, 200), cv2.FILLED)
    way = seen_from(sits, SEEN_XY, PX_A_MM, mirrored)
    view = viewed([picture] * (1 + len(AGO)), picture, way)
    assert view.shape == (SIDE, SIDE, CHANNELS)
    row, col = np.argwhere(view[:, :, 2] > 100).mean(axis=0)
    assert row > SIDE / 2 + 30, "it is on the player's side of the middle"
    aside = col - SIDE / 2
    assert (aside if mirrored else -aside) > 10, "clockwise from the player is the left"
    found = places(way)[round(row / 8 - 0.5), round(col / 8 - 0.5)]
    assert np.hypot(*(found - at)) < 8 * 4.0 * PX_A_MM


def test_what_lies_on_a_card_is_added_up_and_between_two_it_counts_for_the_nearer_one() -> None:
    at = places(seen_from((160.0, 300.0), SEEN_XY, PX_A_MM))
    lies = np.zeros((PLACES, PLACES), np.float32)
    lies[5, 5:8], lies[15, 15] = 0.2, 0.3
    seen = Whereabouts(lies, np.zeros_like(lies), 0.1, at)
    middles = [(float(x), float(y)) for x, y in (at[5, 6], at[5, 9], at[15, 17])]
    assert seen.lies_by(middles, 40 * PX_A_MM) == pytest.approx([0.6, 0.0, 0.0])
    assert seen.lies_by(middles, 80 * PX_A_MM) == pytest.approx([0.6, 0.0, 0.3]), "at[5, 7] is nearer to the first"
    assert seen.lies_by(middles[1:], 80 * PX_A_MM) == pytest.approx([0.2, 0.3])


def test_of_hands_it_never_saw_it_is_mostly_right() -> None:
    look, right = WhoseLook(), []
    for film in (film for seed in FRESH_SEEDS for film in filmed(seed)):
        for hand in film.hands[::3]:
            now = int(hand[FRAME])
            if now < AGO[-1] // EVERY or state(hand) == GONE:
                continue
            way = seen_from(tuple(hand[SITS]), SEEN_XY, float(hand[PX_PER_MM]))
            seen = look.look([film.frames[now - ago // EVERY] for ago in (0, *AGO)], film.settled, way)
            near = np.hypot(*np.moveaxis(seen.at_xy - hand[PALM], 2, 0)) < 62 * hand[PX_PER_MM]
            right.append(float((seen.lies if state(hand) == LIES else seen.flies)[near].sum()) > 0.5)
    assert len(right) > 200
    assert np.mean(right) > 0.8
