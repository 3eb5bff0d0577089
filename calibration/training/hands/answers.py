"""What the networks should have answered that date landings, and that tell where a player's hand is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.training.hands.films import HEIGHT_MM, PALM
from companion.perception.hands.piece import Way
from companion.perception.hands.whose import PLACE_PX, PLACES

LIES_MM = 1.0
LIES, FLIES, GONE = range(3)


def landed_then(ago: float, frames: int) -> NDArray[np.float32]:
    """(frames + 2,) for a hand that landed so many frames ago, or will do so: between two frames, both are true.

    The first is that it has not landed, the last that it did so before so many frames.
    """
    answers, at = np.zeros(frames + 2, np.float32), float(np.clip(ago + 1, 0, frames + 1))
    low = int(at)
    answers[low] = 1 - (at - low)
    if at > low:
        answers[low + 1] = at - low
    return answers


def state(hand: NDArray[np.float32]) -> int:
    """Whether a hand of `whose_lessons` lies, is in the air, or is not there."""
    if hand[HEIGHT_MM] < 0:
        return GONE
    return LIES if hand[HEIGHT_MM] < LIES_MM else FLIES


def whereabouts(hand: NDArray[np.float32], way: Way) -> NDArray[np.float32]:
    """(2 PLACES^2 + 1,) for a hand of `whose_lessons`, seen that way: between places, those next to it share."""
    answers = np.zeros(2 * PLACES * PLACES + 1, np.float32)
    back = np.linalg.inv(np.vstack([way, [0.0, 0.0, 1.0]]))
    x, y = ((back @ (*hand[PALM], 1.0))[:2] - (PLACE_PX - 1) / 2) / PLACE_PX
    if state(hand) == GONE or not (-0.5 <= x < PLACES - 0.5 and -0.5 <= y < PLACES - 0.5):
        answers[-1] = 1.0
        return answers
    maps = answers[:-1].reshape(2, PLACES, PLACES)[state(hand)]
    x, y = float(np.clip(x, 0, PLACES - 1.001)), float(np.clip(y, 0, PLACES - 1.001))
    col, row = int(x), int(y)
    maps[row : row + 2, col : col + 2] = np.outer((1 - y + row, y - row), (1 - x + col, x - col))
    return answers
