"""The hand verifier: its input, and how often it is right about unseen hands."""

from __future__ import annotations

from itertools import islice
from math import cos, radians, sin

import cv2
import numpy as np
import pytest

from calibration.training.hands.verifier_lessons import KINDS, lessons
from companion.perception.hands.crop import CROP_XY, palm_transform
from companion.perception.hands.verifier import CHANNELS, FRAMES_AGO, HandVerifier, verifier_input

pytestmark = pytest.mark.whole

FRESH_SEEDS = range(900_000, 900_004)  # lessons are made with smaller ones
LIES = KINDS.index("lies")


@pytest.mark.parametrize("deg", [0, 90, 200])
def test_the_player_sits_below(deg: int) -> None:
    sits = (160 + 150 * cos(radians(deg)), 120 + 150 * sin(radians(deg)))
    aside = (160 - 20 * sin(radians(deg)), 120 + 20 * cos(radians(deg)))
    picture = np.zeros((240, 320, 3), np.uint8)
    cv2.line(picture, (160, 120), (round(sits[0]), round(sits[1])), (0, 200, 0), 3)
    cv2.circle(picture, (round(aside[0]), round(aside[1])), 4, (0, 0, 200), cv2.FILLED)
    seen = verifier_input([picture] * (1 + len(FRAMES_AGO)), picture, palm_transform((160.0, 120.0), sits, 0.29))
    assert seen.shape == (CROP_XY[1], CROP_XY[0], CHANNELS)
    assert (seen[30:70, 22:26, 1].max(axis=1) > 100).all(), "the arm goes down from the palm"
    assert seen[:16, :, 1].max() < 50, "nothing of it is beyond"
    red = np.argwhere(seen[:, :, 2] > 100).mean(axis=0)
    assert red == pytest.approx((19.5, 23.5 - 20 / (0.29 * 3.5)), abs=1.5), "seen from the player, its left is left"


def test_settled_and_earlier_pictures_have_their_channels() -> None:
    moments = [np.full((240, 320, 3), 10 * n, np.uint8) for n in range(1 + len(FRAMES_AGO))]
    seen = verifier_input(
        moments, np.full((240, 320, 3), 200, np.uint8), palm_transform((160.0, 120.0), (160.0, 300.0), 0.3)
    )
    assert seen[40, 24].tolist() == [0] * 3 + [200] * 3 + [
        10 * n for n in range(1, 1 + len(FRAMES_AGO)) for _ in range(3)
    ]


def test_on_unseen_hands_it_is_mostly_right() -> None:
    network = HandVerifier()
    asked = [(network.predict(seen), kind) for seed in FRESH_SEEDS for seen, kind in islice(lessons(seed), 120)]
    right = [(logit > 0) == (kind == LIES) for logit, kind in asked]
    assert len(right) > 300
    assert np.mean(right) > 0.9
