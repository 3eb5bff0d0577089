"""Tells whether what the pose network takes for a die's top is its top: seen from far aside, a side of it looks alike.

Three witnesses know little of each other: the view network tells from where the table is seen, the pose network how the
die is turned, and whether it stands askew. A side that is taken for the top is turned otherwise than the table.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

WEIGHTS = (1.57, -0.19, -3.37, -4.51, -0.2)
"""Of 1 and of each clue, in logits; found by `calibration.training.dice.tops`."""
CAMERAS_ABOVE = 1.5
"""Added to the logits: the pictures that the weights are from are as often seen from 60 degrees aside as from above;
cameras over tables seldom are."""
LEANING_LIMIT = 6.0
"""Logits of leaning beyond which nothing more is learnt."""


def clues(
    steep: NDArray[np.float64], upright: NDArray[np.float64], displaced: NDArray[np.float64],
    leaning: NDArray[np.float64],
) -> NDArray[np.float64]:  # fmt: skip
    """What speaks for and against the tops of the dice of one picture, (N, 5): 1; the mean logit of a steep camera; by
    how much less each die is turned aside than the table, and all of them in the mean; and the logit of leaning. To
    which side does not count: the view network takes all cameras to hang level.

    Args:
        steep: (N,) logits that the camera looks from far aside.
        upright: (N, 2) displacement of a flat die's top by the view network, radii.
        displaced: (N, 2) displacement of the top, radii.
        leaning: (N,) logits that the die leans.
    """
    less = np.hypot(*upright.T) - np.hypot(*displaced.T)
    return np.stack(
        [
            np.ones(len(steep)),
            np.full(len(steep), steep.mean()),
            less,
            np.full(len(steep), less.mean()),
            leaning.clip(-LEANING_LIMIT, LEANING_LIMIT),
        ],
        1,
    )


def top_probabilities(told: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the probability that each top is one, (N,) 0 to 1, by its `clues`, (N, 5)."""
    return np.asarray(1 / (1 + np.exp(-(told @ WEIGHTS + CAMERAS_ABOVE))), np.float64)
