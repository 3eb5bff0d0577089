"""What is told of hands that came down on cards: whose, on which, when; and in which order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from math import hypot

import numpy as np
from numpy.typing import NDArray

from companion.perception.hands.tracks import PointPx

Quad = NDArray[np.float64]
"""(4, 2) pixels of the small picture."""

ON_CARD_MM, BESIDE_MM = 62.0, 80.0
"""A palm's middle so near to the middle of a card's motifs lies on it; farther than the second it does not touch it."""
TOUCHES, BESIDE = 0.85, 0.9
"""How surely a hand between these is meant for that card, and one that is farther for none."""
TIE_FRAMES = 1.5
"""Hands that landed closer than this tie."""
VAGUE_FRAMES = 2.0
"""What is dated no worse than this was seen to land; of two such hands only times tell whether they tie."""
FAR_FRAMES = 2.0
"""Where the lower of two hands landed later by more than this, however far off both may be, that is believed."""


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
    """

    seat: int
    card: int | None
    landed_s: float
    within_s: float
    hidden: tuple[float, ...]
    sure: float
    palm_xy: PointPx
    lifted_s: float | None = None
    known: bool = True


def under(palm_xy: PointPx, cards: Sequence[CardPlace], px_per_mm: float) -> tuple[int | None, float]:
    """The number of the card under a palm, and how sure that is."""
    far_mm = [hypot(palm_xy[0] - c.middle[0], palm_xy[1] - c.middle[1]) / px_per_mm for c in cards]
    nearest = int(np.argmin(far_mm))
    if far_mm[nearest] > BESIDE_MM:
        return None, BESIDE
    return nearest, 1.0 if far_mm[nearest] <= ON_CARD_MM else TOUCHES


def lain_upon(hands: Sequence[HandSeen], over: Set[tuple[int, int]], frame_s: float) -> tuple[HandSeen, ...]:
    """The hands, in the order in which they landed, each dated by the others as well.

    Where it is seen which of two lies over the other, it landed later: that bounds when either did of which little else
    is known.

    over: pairs of seats of which the first one's hand lies over the second one's.
    """
    found = {hand.seat: hand for hand in hands}
    pile = sorted((upper, lower) for upper, lower in over if upper in found and lower in found)
    found = _bounded(found, pile, frame_s)
    for upper, lower in pile:
        high, low = found[upper], found[lower]
        between_s = low.landed_s - low.within_s - high.landed_s - high.within_s
        if ordered(high, low, frame_s) and between_s < FAR_FRAMES * frame_s:
            found[lower] = replace(low, within_s=low.landed_s - high.landed_s)  # so they tie
    return tuple(sorted(found.values(), key=lambda hand: hand.landed_s))


def _bounded(found: Mapping[int, HandSeen], pile: Sequence[tuple[int, int]], frame_s: float) -> dict[int, HandSeen]:
    """The hands, none that is dated vaguely later than what lies over it, or earlier than what lies under it."""
    begins_s = {seat: hand.landed_s - hand.within_s for seat, hand in found.items()}
    ends_s = {seat: hand.landed_s + hand.within_s for seat, hand in found.items()}
    bounded = set()
    for upper, lower in pile:
        high, low = found[upper], found[lower]
        apart_s = max(TIE_FRAMES * frame_s, min(high.within_s, low.within_s) + frame_s / 2)
        vague = lower if low.within_s >= high.within_s else upper
        if found[vague].within_s <= VAGUE_FRAMES * frame_s:
            continue
        bounded.add(vague)
        if vague == lower:
            ends_s[lower] = min(ends_s[lower], high.landed_s - apart_s)
        else:
            begins_s[upper] = max(begins_s[upper], low.landed_s + apart_s)
    return {
        seat: replace(hand, landed_s=(begins_s[seat] + ends_s[seat]) / 2, within_s=(ends_s[seat] - begins_s[seat]) / 2)
        if seat in bounded and begins_s[seat] <= ends_s[seat]
        else hand
        for seat, hand in found.items()
    }


def ordered(first: HandSeen, second: HandSeen, frame_s: float) -> bool:
    """Whether it can be told that the first hand landed before the second: closer than that they tie.

    frame_s: from frame to frame; each moment is known to half of it at best.
    """
    apart_s = second.landed_s - first.landed_s
    return apart_s >= max(TIE_FRAMES * frame_s, hypot(first.within_s, second.within_s) + frame_s / 2)
