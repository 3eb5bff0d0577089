"""How sure a die's value is, by its views, its sides and the network's logits."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.perception.network import softmax

CLEAR_SIDES = 0.8
"""`Turned.agreement` from which on the sides around a face count as seen; print has none, and few dice have less."""
UNCLEAR = 0.05
"""Less agreement by this divides the odds of a value by e."""


def face_probabilities(logits: NDArray[np.float32], temperature: float, doubt: float) -> NDArray[np.float64]:
    """Combine the views of one face.

    Args:
        logits: (views, 13).
        temperature: of the softmax over the views' mean.
        doubt: raises the temperature in proportion to the spread of the winner's lead over the views.

    Returns:
        (13,), probabilities of the values 1 to 12 and of no value, by the face alone.
    """
    scores = logits.astype(np.float64)
    scores -= scores.max(axis=1, keepdims=True)
    mean = scores.mean(axis=0)
    best = int(np.argmax(mean))
    lead = scores[:, best] - np.max(np.delete(scores, best, axis=1), axis=1)
    soft = temperature * (1 + doubt * float(lead.std()) / (1 + max(0.0, float(lead.mean()))))
    return softmax(mean / soft)


def with_sides(confidence: float, agreement: float) -> float:
    """Return a confidence, 0 to 1, of a face whose sides are seen this clearly (`Turned.agreement`): a number that is
    printed on something flat has none."""
    odds = np.exp(min(0.0, (agreement - CLEAR_SIDES) / UNCLEAR))
    told = confidence * odds
    return float(told / (told + 1 - confidence))


def probability(logit: float) -> float:
    """Return the probability, 0 to 1, of a logit."""
    return float(1 / (1 + np.exp(-np.clip(logit, -30, 30))))
