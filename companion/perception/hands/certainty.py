"""How sure it is that a hand that landed lies there and is that player's: two looks, weighed together."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log

import numpy as np

BY_FITS = ((0.0, 0.35, 0.45, 1.0), (0.4, 0.7, 0.9, 0.95))
"""How often seat and card are right of hands for which the moments speak so far."""
BY_AIR = ((0.2, 0.3), (1.0, 0.75))
"""The same of hands that seemed to be in the air so far while they were still."""
UNSEEN, TWICE = 0.8, 0.75
"""And of hands that were not seen to come down, and of those that seemed to have done so elsewhere before."""
FIRST_COUNTS, SECOND_COUNTS, USUAL = 0.75, 0.35, 0.7
"""How much the logits of both looks count, and what is added: a logistic regression on rounds of development."""
CONTRADICTED = 0.5
"""What the second look denies is no surer than this, so people are asked."""
CERTAIN, MOST_SECOND = 0.98, 6.0
"""No first look is surer, however well all agrees; the most that a second one says, as a logit."""


def first_look(kept: float, fits: float, air: float, unseen: bool, twice: bool) -> float:
    """0 to 1, from how a hand was followed.

    kept: 0 to 1, that it has lain there since. fits: of `Place`, the mean near there. air: 0 to 1, how surely it was in
    the air meanwhile. unseen: nobody saw it come down. twice: it seemed to have done so elsewhere.
    """
    sure = kept * float(np.interp(fits, *BY_FITS)) * float(np.interp(air, *BY_AIR))
    return sure * (UNSEEN if unseen else 1.0) * (TWICE if twice else 1.0)


def both_looks(first: float, seconds: Sequence[float]) -> float:
    """0 to 1, from what the first look makes of it and the logits of the second, at least one."""
    odds = max(min(first, CERTAIN), 1 - CERTAIN)
    second = float(np.mean(np.clip(seconds, -MOST_SECOND, MOST_SECOND)))
    both = 1 / (1 + exp(-FIRST_COUNTS * log(odds / (1 - odds)) - SECOND_COUNTS * second - USUAL))
    return both if second > 0 else min(both, CONTRADICTED)
