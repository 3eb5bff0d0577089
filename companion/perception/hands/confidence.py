"""The confidence that a landed hand lies there and is that player's, from three sources.

Tracking, the hand verifier and the per-seat posterior are combined by a logistic regression.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log

import numpy as np

BY_SUPPORT = ((0.0, 0.35, 0.45, 1.0), (0.4, 0.7, 0.9, 0.95))
"""Share of hands that are right (second row) by the mean support of their frames (first row, natural logs);
interpolated."""
BY_AIR = ((0.2, 0.3), (1.0, 0.75))
"""Factor of that (second row) by the probability of being in the air while at rest (first row); interpolated."""
UNSEEN, TWICE = 0.8, 0.75
"""Factors for hands that were not seen to come down, and for those that seemed to have landed elsewhere before."""
TRACKING_WEIGHT, VERIFIER_WEIGHT, POSTERIOR_WEIGHT, INTERCEPT = 0.65, 0.05, 0.95, 0.5
"""Weights of the three logits and the intercept of a logistic regression on rounds of development
(`calibration/training/hands/README.md`)."""
MOST_TRACKING, MOST_VERIFIER, MOST_POSTERIOR = 0.98, 6.0, 0.993
"""Limits of the three sources: of the tracking confidence (a probability), of the verifier's logit, and of the
posterior (a probability)."""


def tracking_confidence(still: float, support: float, air: float, unseen: bool, twice: bool) -> float:
    """Confidence, 0 to 1, by how the hand was tracked.

    Args:
        still: probability, 0 to 1, that it has lain still since it came to rest.
        support: mean support of the frames in which it was near there, natural logs (`Place.support`).
        air: mean probability, 0 to 1, of being in the air meanwhile.
        unseen: whether it was not seen to come down.
        twice: whether it seemed to have landed elsewhere before.
    """
    confidence = still * float(np.interp(support, *BY_SUPPORT)) * float(np.interp(air, *BY_AIR))
    return confidence * (UNSEEN if unseen else 1.0) * (TWICE if twice else 1.0)


def combined_confidence(tracking: float, verifier_logits: Sequence[float], posterior: float) -> float:
    """Confidence, 0 to 1, by all three sources.

    Args:
        tracking: tracking confidence, 0 to 1.
        verifier_logits: logits of the hand verifier, one at least.
        posterior: probability, 0 to 1, that the hand lies there by the per-seat posteriors.
    """
    verifier = float(np.mean(np.clip(verifier_logits, -MOST_VERIFIER, MOST_VERIFIER)))
    odds = (
        TRACKING_WEIGHT * _logit(tracking, MOST_TRACKING)
        + VERIFIER_WEIGHT * verifier
        + POSTERIOR_WEIGHT * _logit(posterior, MOST_POSTERIOR)
    )
    return 1 / (1 + exp(-odds - INTERCEPT))


def _logit(share: float, most: float) -> float:
    """The logit of a probability that is first limited to between 1 - most and most."""
    limited = max(min(share, most), 1 - most)
    return log(limited / (1 - limited))
