"""The departure network: its input, and how often it is right about unseen hands."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.training.hands.departure_lessons import lessons
from calibration.training.hands.seat_lessons import films_of_camera
from companion.perception.hands.crop import CROP_XY, MM_PER_PX, palm_transform
from companion.perception.hands.departure_network import CHANNELS, DepartureNetwork, departure_input

pytestmark = pytest.mark.whole

FRESH_SEEDS = range(900_000, 900_004)  # lessons are made with smaller ones


def test_each_picture_and_the_others_arms_have_their_channels() -> None:
    palm, sits = (160.0, 120.0), (160.0, 300.0)
    then, now, before, settled = (np.full((240, 320, 3), level, np.uint8) for level in (10, 20, 30, 40))
    shown = departure_input(
        then, now, before, settled, palm_transform(palm, sits, 1 / MM_PER_PX), [((170.0, 120.0), (400.0, 120.0))]
    )
    assert shown.shape == (CROP_XY[1], CROP_XY[0], CHANNELS)
    assert shown[0, 0, :12].tolist() == [10] * 3 + [20] * 3 + [30] * 3 + [40] * 3
    assert shown[20, 33, 12] == 255, "a palm"
    assert shown[20, 47, 12] > 0, "and its arm"
    assert not shown[70:, :, 12].any()


def test_on_unseen_hands_it_is_nearly_always_right() -> None:
    network, said = DepartureNetwork(), list[tuple[float, bool]]()
    for film in (film for seed in FRESH_SEEDS for film in films_of_camera(seed)):
        for shown, left in lessons(film.frames, film.settled[None], film.hands, np.random.default_rng(3)):
            said.append((network.predict(shown), left))
    left = np.array([logit > 0 for logit, gone in said if gone])
    stays = np.array([logit < 0 for logit, gone in said if not gone])
    assert min(len(left), len(stays)) > 40
    assert left.mean() > 0.85
    assert stays.mean() > 0.95
