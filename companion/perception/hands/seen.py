"""What is told of hands that came down on cards: whose, on which, when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

import numpy as np

from companion.camera.arrays import Quad
from companion.core.units import PointPx

ON_CARD_MM, BESIDE_MM = 62.0, 80.0
"""A palm's middle so near to the middle of a card's motifs lies on it; farther than the second it does not touch it."""
TOUCHES, BESIDE = 0.85, 0.9
"""How surely a hand between these is meant for that card, and one that is farther for none."""


@dataclass(frozen=True, slots=True, eq=False)
class CardPlace:
    """A card that lies on the table: its corners and its motifs' corners."""

    corners: Quad
    motifs: tuple[Quad, ...] = ()

    @property
    def middle(self) -> PointPx:
        """Of what a hand must hide."""
        x, y = np.mean(np.concatenate(self.motifs or (self.corners,)), axis=0)
        return float(x), float(y)


@dataclass(frozen=True, slots=True)
class HandSeen:
    """A hand that has landed.

    Attributes:
        seat: whose, by its number.
        card: the number of the card under it; None when it lies on no card.
        landed_s: when, on the frames' clock; finer than a frame.
        within_s: how far that may be off, beyond half a frame: another arm went over it.
        hidden: share of each of the card's motifs that it hides.
        lifted_s: when it was seen to have lifted or moved; None while it lies.
        sure: 0 to 1, that seat and card are right.
        palm_xy: the palm's middle, pixels of the small picture.
        known: nothing more will be found out about when and where it landed.
        after: the seats of those hands that surely landed before it; others tie with it, or landed later.
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


def under(palm_xy: PointPx, cards: Sequence[CardPlace], px_per_mm: float) -> tuple[int | None, float]:
    """The number of the card under a palm, and how sure that is."""
    far_mm = [hypot(palm_xy[0] - c.middle[0], palm_xy[1] - c.middle[1]) / px_per_mm for c in cards]
    nearest = int(np.argmin(far_mm))
    if far_mm[nearest] > BESIDE_MM:
        return None, BESIDE
    return nearest, 1.0 if far_mm[nearest] <= ON_CARD_MM else TOUCHES
