"""What the network that dates landings should have answered."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.perception.hands.moment import ANSWERS, REACH


def answered(later: float) -> NDArray[np.float32]:
    """(ANSWERS,) for a hand that landed so many frames after the moment asked about: between two frames, both are."""
    answers, at = np.zeros(ANSWERS, np.float32), float(np.clip(later + REACH + 1, 0, ANSWERS - 1))
    low = int(at)
    answers[low] = 1 - (at - low)
    if at > low:
        answers[low + 1] = at - low
    return answers
