"""How sure it is that a hand that landed lies there and is that player's: three looks, weighed together."""

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
FIRST_COUNTS, SECOND_COUNTS, WHOSE_COUNTS, USUAL = 0.65, 0.05, 0.95, 0.5
"""How much the logits of all three looks count, and what is added: a logistic regression on rounds of development."""
CERTAIN, MOST_SECOND, MOST_WHOSE = 0.98, 6.0, 0.993
"""No first look is surer, however well all agrees; the most that a second one says, as a logit; and the third."""


def first_look(kept: float, fits: float, air: float, unseen: bool, twice: bool) -> float:
    """0 to 1, from how a hand was followed.

    kept: 0 to 1, that it has lain there since. fits: of `Place`, the mean near there. air: 0 to 1, how surely it was in
    the air meanwhile. unseen: nobody saw it come down. twice: it seemed to have done so elsewhere.
    """
    confidence = kept * float(np.interp(fits, *BY_FITS)) * float(np.interp(air, *BY_AIR))
    return confidence * (UNSEEN if unseen else 1.0) * (TWICE if twice else 1.0)


def all_looks(first: float, seconds: Sequence[float], whose: float) -> float:
    """0 to 1, from what the first look makes of it, the logits of the second, at least one, and how likely that
    player's hand lies there by the looks from its seat."""
    second = float(np.mean(np.clip(seconds, -MOST_SECOND, MOST_SECOND)))
    odds = FIRST_COUNTS * _logit(first, CERTAIN) + SECOND_COUNTS * second + WHOSE_COUNTS * _logit(whose, MOST_WHOSE)
    return 1 / (1 + exp(-odds - USUAL))


def _logit(share: float, most: float) -> float:
    """No share counts as more than `most`, or as less than what that leaves."""
    held = max(min(share, most), 1 - most)
    return log(held / (1 - held))
