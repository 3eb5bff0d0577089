"""Hands on drawn tables with cards, seen in one picture, near what their finder was taught and beyond it."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from calibration.training.hands.still_train import (
    HALF_XY_MM,
    PLACES_MM,
    REACH_MM,
    SHOULDERS_MM,
    SKINS_BGR,
    table_with_hands,
)
from companion.camera.arrays import Pixels
from companion.perception.hands.still_picture import StillHandReader
from companion.simulator.bodies import ArmLook
from tests.proof.claims import FAR, NEAR, RIGHT, UNKNOWN, WRONG, Claim, crop_of

READER = "hands"
SAME_HAND_MM = 90.0
"""A hand is told where it lies when the middle of its palm is at most this far off: about a hand's width."""
HAND_MM = 90.0
"""Half a hand's length."""
BLURRED_PX, DIMMED = (4.0, 9.0), (0.1, 0.25)
"""Of pictures that are far: standard deviation of a blur, and factors of the light of others."""
SEED = 35
NOTHING = "no hand"


def drawn(pictures: int, first: int) -> Iterator[Claim]:
    """What the reader says of tables with one hand: of `pictures` like those it was taught on, and of as many that are
    not. It is right when it tells from which side the hand comes. first: the seed of the first picture."""
    reader = StillHandReader()
    for where in (NEAR, FAR):
        for seed in range(first, first + pictures):
            rng = np.random.default_rng([SEED, seed])
            side = list(SHOULDERS_MM)[seed % len(SHOULDERS_MM)]
            at = (float(rng.uniform(-REACH_MM[0], REACH_MM[0])), float(rng.uniform(-REACH_MM[1], REACH_MM[1])))
            skin = SKINS_BGR[rng.integers(len(SKINS_BGR))]
            sleeve = rng.integers(10, 240, 3).tolist()
            picture, cards = table_with_hands({side: at}, ArmLook(skin, (sleeve[0], sleeve[1], sleeve[2])))
            seen = picture if where == NEAR else _worse(picture, rng)
            to_picture = _plane(np.array(cards))
            middle, beside = cv2.perspectiveTransform(np.array([[at, (at[0] + HAND_MM, at[1])]]), to_picture)[0]
            hand_px = float(np.hypot(*(beside - middle)))
            crop = crop_of(seen, (float(middle[0]), float(middle[1])), hand_px)
            left = list(reader.read(seen, cards))
            near_px = hand_px * SAME_HAND_MM / HAND_MM
            mine = next((each for each in left if np.hypot(*(np.array(each.xy) - middle)) < near_px), None)
            if mine is None:
                yield Claim(READER, where, side, "", UNKNOWN, False, None, crop)
            else:
                left.remove(mine)
                right = mine.side == side
                yield Claim(READER, where, side, mine.side, RIGHT if right else WRONG, right, mine.confidence, crop)
            for each in left:
                crop = crop_of(seen, each.xy, hand_px)
                yield Claim(READER, where, NOTHING, each.side, WRONG, False, each.confidence, crop)


def _plane(cards: np.typing.NDArray[np.float64]) -> np.typing.NDArray[np.float64]:
    """(3, 3), mm of the mat to pixels, from the corners (4, 4, 2) of the cards on it."""
    wide, tall = HALF_XY_MM
    own = np.array([[-wide, -tall], [wide, -tall], [wide, tall], [-wide, tall]])
    there = np.concatenate([own + place for place in np.array(PLACES_MM)])
    return np.asarray(cv2.findHomography(there, cards.reshape(-1, 2))[0], np.float64)


def _worse(picture: Pixels, rng: np.random.Generator) -> Pixels:
    """A picture out of focus, or of a dark room."""
    if rng.random() < 0.5:
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(*BLURRED_PX))), np.uint8)
    return np.asarray(np.round(picture * rng.uniform(*DIMMED)), np.uint8)
