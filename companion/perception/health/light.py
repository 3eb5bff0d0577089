"""Pictures without light, with too little, and with too much of it."""

from __future__ import annotations

import numpy as np

from companion.camera.arrays import Grey
from companion.camera.condition import Condition

BLACK = 20.0
"""Grey levels. Where no more than a hundredth of the picture is brighter, nothing can be seen in it."""
EVEN, EVEN_SHARE = 2.5, 0.06
"""Standard deviation of an even picture, in grey levels and as a share of its brightness: something lies on the lens. A
table has a quarter of its brightness and more."""
DARK = 40.0
"""Grey levels. Where no more than a twentieth of the picture is brighter, dice are lost in the noise."""
CLIPPED = 250
"""Grey levels from which on a sensor no longer follows the light."""
MOST_CLIPPED = 0.4
"""Share of the picture that may be clipped: white sheets of paper under a lamp cover less of it."""

LIGHT_MEAN = 220.0
"""Mean grey level from which on a picture is bleached though little of it is clipped, as in coloured light: a right
exposure shows white sheets as light, not all that lies around them, and what lies on a lens takes light."""


def light_of(low: Grey) -> Condition:
    """What is wrong with the light of a low picture, (h, w) uint8: COVERED, DARK, BLEACHED, or WELL."""
    counts = np.bincount(low.ravel(), minlength=256)
    brighter = 1.0 - np.cumsum(counts) / low.size  # share that is brighter than each level
    if brighter[int(BLACK)] <= 0.01:
        return Condition.COVERED
    if brighter[CLIPPED - 1] >= MOST_CLIPPED or float(low.mean()) >= LIGHT_MEAN:
        return Condition.BLEACHED
    if float(low.std()) < max(EVEN, EVEN_SHARE * float(low.mean())):
        return Condition.COVERED
    return Condition.DARK if brighter[int(DARK)] <= 0.05 else Condition.WELL
