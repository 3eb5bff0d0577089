"""Training targets of the landing-time network and of the seat network."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.training.hands.film_columns import HEIGHT_MM, PALM
from companion.perception.hands.crop import Affine
from companion.perception.hands.seat_network import PLACE_PX, PLACES

LIES_MM = 1.0
"""A hand lower than this over the table lies on it, millimetres."""
LIES, FLIES, GONE = range(3)
"""States of a hand: on the table, in the air, not there."""


def landing_target(ago: float, frames: int) -> NDArray[np.float32]:
    """The target of the landing-time network for a film.

    Args:
        ago: frames before the film's last one at which the hand landed, with a fraction; negative if it lands later.
        frames: length of the film.

    Returns:
        (frames + 2,) float32 that add up to 1: not landed, landed 0 to frames - 1 frames ago, landed before the film. A
        landing between two frames is shared by both.
    """
    answers, at = np.zeros(frames + 2, np.float32), float(np.clip(ago + 1, 0, frames + 1))
    low = int(at)
    answers[low] = 1 - (at - low)
    if at > low:
        answers[low + 1] = at - low
    return answers


def hand_state(hand: NDArray[np.float32]) -> int:
    """The state of a hand of `seat_lessons`, (10,) float32: `LIES`, `FLIES` or `GONE`."""
    if hand[HEIGHT_MM] < 0:
        return GONE
    return LIES if hand[HEIGHT_MM] < LIES_MM else FLIES


def position_target(hand: NDArray[np.float32], way: Affine) -> NDArray[np.float32]:
    """The target of the seat network.

    Args:
        hand: (10,) float32, a row of `seat_lessons`.
        way: transform of the view.

    Returns:
        (2 * PLACES**2 + 1,) float32 that add up to 1: lying in each cell, in the air in each cell, gone. A palm between
        cells is shared by them bilinearly.
    """
    answers = np.zeros(2 * PLACES * PLACES + 1, np.float32)
    back = np.linalg.inv(np.vstack([way, [0.0, 0.0, 1.0]]))
    x, y = ((back @ (*hand[PALM], 1.0))[:2] - (PLACE_PX - 1) / 2) / PLACE_PX
    if hand_state(hand) == GONE or not (-0.5 <= x < PLACES - 0.5 and -0.5 <= y < PLACES - 0.5):
        answers[-1] = 1.0
        return answers
    maps = answers[:-1].reshape(2, PLACES, PLACES)[hand_state(hand)]
    x, y = float(np.clip(x, 0, PLACES - 1.001)), float(np.clip(y, 0, PLACES - 1.001))
    col, row = int(x), int(y)
    maps[row : row + 2, col : col + 2] = np.outer((1 - y + row, y - row), (1 - x + col, x - col))
    return answers
