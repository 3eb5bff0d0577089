"""Whether a hand that landed lies there still: what is shown, and how often the answer is right."""

from __future__ import annotations

import numpy as np

from calibration.training.hands.staying_lessons import lessons
from calibration.training.hands.whose_lessons import filmed
from companion.perception.hands.piece import MM_PER_PX, PIECE_XY, turned
from companion.perception.hands.staying import CHANNELS, StayingLook, piece

FRESH_SEEDS = range(900_000, 900_004)  # lessons are made with smaller ones


def test_then_now_before_and_the_settled_table_have_their_places_and_so_have_the_others_arms() -> None:
    palm, sits = (160.0, 120.0), (160.0, 300.0)
    then, now, before, settled = (np.full((240, 320, 3), level, np.uint8) for level in (10, 20, 30, 40))
    shown = piece(then, now, before, settled, turned(palm, sits, 1 / MM_PER_PX), [((170.0, 120.0), (400.0, 120.0))])
    assert shown.shape == (PIECE_XY[1], PIECE_XY[0], CHANNELS)
    assert shown[0, 0, :12].tolist() == [10] * 3 + [20] * 3 + [30] * 3 + [40] * 3
    assert shown[20, 33, 12] == 255, "a palm"
    assert shown[20, 47, 12] > 0, "and its arm"
    assert not shown[70:, :, 12].any()


def test_of_hands_it_never_saw_it_is_nearly_always_right() -> None:
    look, said = StayingLook(), list[tuple[float, bool]]()
    for film in (film for seed in FRESH_SEEDS for film in filmed(seed)):
        for shown, left in lessons(film.frames, film.settled[None], film.hands, np.random.default_rng(3)):
            said.append((look.look(shown), left))
    left = np.array([logit > 0 for logit, gone in said if gone])
    stays = np.array([logit < 0 for logit, gone in said if not gone])
    assert min(len(left), len(stays)) > 40
    assert left.mean() > 0.85
    assert stays.mean() > 0.95
