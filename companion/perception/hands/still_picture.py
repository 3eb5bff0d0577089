"""Hands in a single picture of an unknown table: from which side they reach in, and on which card they lie.

The hand finder sees them, to which nothing seems to move, as it is and mirrored: what it sees in both is a palm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels, Quad
from companion.perception.hands.finder import (
    DIRECTIONS,
    FRAMES_BACK,
    INPUT_XY,
    MODEL,
    STEP_RAD,
    STRIDE,
    HandDetections,
    HandFinder,
    network_size,
)  # fmt: skip
from companion.perception.network import sigmoid

Side = Literal["north", "east", "south", "west"]
"""Side of the picture; north is the top."""

CONFIDENCE = (-4.42, 7.29)
"""Offset and slope of the logistic regression from the finder's mean logit of a palm to the probability of a hand; set
by `calibration.training.hands.still_train`."""
LEAST_CONFIDENCE = 0.9
"""What is less likely a hand is not told: of 50 drawn hands 46 are, of 200 pictures of nothing one."""
LEAST_LOGIT = -2.0
"""A palm that the finder thinks less of is none."""
APART = 5
"""Cells, 10 cm, within which two palms are one."""
ON_CARD = 0.2
"""Least share of a card that a hand hides when it lies on it."""
FORWARD_CARDS, HAND_CARDS = 0.5, 0.8
"""From the palm's middle to the hand's, and the hand's radius, in card widths."""

DISC_CORNERS = 24
"""Corners of the disc that is drawn for a hand."""


@dataclass(frozen=True, slots=True)
class StillHand:
    """A hand in a single picture.

    Attributes:
        xy: the middle of the palm, pixels.
        side: of the picture, where its arm comes in.
        card: number of the card it lies on, or None.
        palm_logit: the hand finder's mean logit of a palm there.
    """

    xy: tuple[float, float]
    side: Side
    card: int | None
    palm_logit: float

    @property
    def confidence(self) -> float:
        """Probability, 0 to 1, that it is a hand."""
        return float(sigmoid(np.array(CONFIDENCE[0] + CONFIDENCE[1] * self.palm_logit)))


class StillHandReader:
    """Finds the hands in pictures of unknown tables.

    Args:
        model: of the hand finder.

    Raises:
        cv2.error: the file is missing or broken.
    """

    def __init__(self, model: Path = MODEL) -> None:
        self._finder = HandFinder(model)

    def read(self, picture: Pixels, cards: Sequence[Quad] = ()) -> tuple[StillHand, ...]:
        """All hands that reach into a picture.

        Args:
            picture: (H, W, 3) uint8 BGR.
            cards: (4, 2) corners of each card, pixels.
        """
        return tuple(each for each in self.candidates(picture, cards) if each.confidence >= LEAST_CONFIDENCE)

    def candidates(self, picture: Pixels, cards: Sequence[Quad] = ()) -> tuple[StillHand, ...]:
        """All that may be hands, however unlikely, the likeliest first; arguments as in `read`."""
        small = network_size(picture)
        found, mirrored = (self._detect(each) for each in (small, np.ascontiguousarray(small[:, ::-1])))
        other = mirrored.logits[MIRRORED][:, :, ::-1]
        logits = (found.logits + other) / 2
        best, hands = logits.max(axis=0), list[StillHand]()
        to_picture = np.array(picture.shape[1::-1]) * STRIDE / INPUT_XY
        while best.max() > LEAST_LOGIT:
            row, column = (int(each) for each in np.unravel_index(np.argmax(best), best.shape))
            xy = (np.array([column, row]) + 0.5 + found.offset_xy[:, row, column]) * to_picture
            arm_rad = STEP_RAD * int(np.argmax(logits[:, row, column]))
            card = _under(cards, xy, arm_rad)
            hands.append(StillHand((float(xy[0]), float(xy[1])), _side(arm_rad), card, float(best[row, column])))
            best[max(0, row - APART) : row + APART + 1, max(0, column - APART) : column + APART + 1] = -np.inf
        return tuple(hands)

    def _detect(self, small: Pixels) -> HandDetections:
        return self._finder.detect([small] * (1 + len(FRAMES_BACK)))


MIRRORED = [(DIRECTIONS // 2 - direction) % DIRECTIONS for direction in range(DIRECTIONS)]
"""What each direction of an arm is in a mirror."""


def _side(arm_rad: float) -> Side:
    """Where an arm comes in that reaches from a palm towards `arm_rad`, clockwise from the picture's right."""
    x, y = np.cos(arm_rad), np.sin(arm_rad)
    if abs(x) > abs(y):
        return "east" if x > 0 else "west"
    return "south" if y > 0 else "north"


def _under(cards: Sequence[Quad], palm_xy: NDArray[np.float64], arm_rad: float) -> int | None:
    """The card that a hand hides most: a disc in front of its palm."""
    if not cards:
        return None
    width = float(np.median([min(hypot(*(q[1] - q[0])), hypot(*(q[2] - q[1]))) for q in map(np.asarray, cards)]))
    forward = -np.array([np.cos(arm_rad), np.sin(arm_rad)])
    turns = np.linspace(0.0, 2 * np.pi, DISC_CORNERS, endpoint=False)
    corners = np.column_stack([np.cos(turns), np.sin(turns)])
    disc = np.asarray(palm_xy + FORWARD_CARDS * width * forward + HAND_CARDS * width * corners, np.float32)
    outlines = [np.asarray(card, np.float32) for card in cards]
    shares = [cv2.intersectConvexConvex(disc, each)[0] / max(1.0, cv2.contourArea(each)) for each in outlines]
    best = int(np.argmax(shares))
    return best if shares[best] >= ON_CARD else None
