"""What is reported of hands that come down on cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

import numpy as np

from companion.camera.arrays import Quad
from companion.core.units import PointPx

ON_CARD_MM, BESIDE_MM = 62.0, 80.0
"""A palm nearer than the first to the middle of a card's motifs lies on the card; farther than the second it does not
touch it. Millimetres."""
TOUCHES, BESIDE = 0.85, 0.9
"""Confidence that a hand between these distances is meant for the card, and that one farther away is meant for none."""


@dataclass(frozen=True, slots=True, eq=False)
class CardPlace:
    """A card on the table.

    Attributes:
        corners: (4, 2) float64, pixels of the small picture.
        motifs: (4, 2) float64 corners of each motif that a hand must hide.
    """

    corners: Quad
    motifs: tuple[Quad, ...] = ()

    @property
    def middle(self) -> PointPx:
        """The middle of the motifs, or of the card where it has none; pixels of the small picture."""
        x, y = np.mean(np.concatenate(self.motifs or (self.corners,)), axis=0)
        return float(x), float(y)


@dataclass(frozen=True, slots=True)
class HandSeen:
    """A hand that has landed.

    Attributes:
        seat: number of the seat whose hand it is.
        card: number of the card under it; None when it lies on no card.
        landed_s: landing time on the frames' clock, seconds; finer than a frame.
        within_s: error bound of that, seconds, beyond half a frame.
        hidden: share, 0 to 1, of each of the card's motifs that the hand hides.
        confidence: calibrated probability, 0 to 1, that seat and card are right.
        palm_xy: the palm's middle, pixels of the small picture.
        lifted_s: when it was seen to have lifted or moved, seconds; None while it lies.
        known: whether nothing more will be found out about when and where it landed.
        after: seats whose hands landed before it with a probability of `order.ORDERED`; the others tie or landed later.
    """

    seat: int
    card: int | None
    landed_s: float
    within_s: float
    hidden: tuple[float, ...]
    confidence: float
    palm_xy: PointPx
    lifted_s: float | None = None
    known: bool = True
    after: frozenset[int] = frozenset()


def card_under(palm_xy: PointPx, cards: Sequence[CardPlace], px_per_mm: float) -> tuple[int | None, float]:
    """The number of the card under a palm, None where there is none; and the confidence of that, 0 to 1.

    Args:
        palm_xy: pixels of the small picture.
        cards: one at least.
        px_per_mm: scale of the small picture.
    """
    far_mm = [hypot(palm_xy[0] - c.middle[0], palm_xy[1] - c.middle[1]) / px_per_mm for c in cards]
    nearest = int(np.argmin(far_mm))
    if far_mm[nearest] > BESIDE_MM:
        return None, BESIDE
    return nearest, 1.0 if far_mm[nearest] <= ON_CARD_MM else TOUCHES
