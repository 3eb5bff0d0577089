"""Hands that the first look lost among others: the second one seeks them on all cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

from companion.perception.hands.closely import Closely
from companion.perception.hands.seat import Seat
from companion.perception.hands.seen import CardPlace
from companion.perception.hands.tracks import PointPx

FOLLOWED_FRAMES = 24
"""Only a hand is sought that was followed for so many frames of late, and has not landed."""
LIES, BESIDE_MM = 2.0, 18.0
"""What the second look must say, a logit; and how far beside a card's middle it looks, too."""
LOOKS = 5
"""Seen on the same card so often, one look after the other, it lies there."""
LAY_LOOKS, LAY = 2, 4.0
"""Seen so often and so surely on one card before it landed on another one, it may have landed on that one first."""
LAY_ELSEWHERE, OVERLOOKED = 0.06, 0.2
"""How sure the first look may be of such a hand, and of one that it did not see come down: people are asked."""


@dataclass(frozen=True, slots=True)
class Sought:
    """Where a hand lies by the second look alone: its palm, pixels of the small picture, and what that look says."""

    palm_xy: PointPx
    logit: float


def sought(seat: Seat, closely: Closely, cards: Sequence[CardPlace], px_per_mm: float) -> Sought | None:
    """Look for a seat's hand once more; where it was seen on the same card again and again."""
    if sum(place is not None for place in seat.places) < FOLLOWED_FRAMES or len(cards) < 2:
        return None
    looks = {n: closely.lies_about(cards[n].middle, BESIDE_MM * px_per_mm, seat.at) for n in _others(seat, cards)}
    card = max(looks, key=lambda number: looks[number])
    logit, palm = looks[card]
    if logit < LIES:
        seat.sought = []
    elif seat.sought and card == seat.sought[-1][0]:
        seat.sought.append((card, logit))
    else:
        seat.sought = [(card, logit)]
    if len(seat.sought) >= LAY_LOOKS and min(said for _, said in seat.sought[-LAY_LOOKS:]) >= LAY:
        seat.lay_on.add(card)
    return Sought(palm, logit) if len(seat.sought) >= LOOKS else None


def _others(seat: Seat, cards: Sequence[CardPlace]) -> list[int]:
    """All cards but its own, the nearest: over that one its arm goes to wherever it lies."""
    far = [hypot(card.middle[0] - seat.at[0], card.middle[1] - seat.at[1]) for card in cards]
    return sorted(range(len(cards)), key=lambda number: far[number])[1:]
