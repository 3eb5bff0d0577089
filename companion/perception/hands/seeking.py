"""On which card a seat's hand lies, by what the looks from that seat say: also where the first look lost it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.perception.hands.seat import Seat
from companion.perception.hands.seen import BESIDE_MM, ON_CARD_MM, CardPlace
from companion.perception.hands.tracks import PointPx

FOLLOWED_FRAMES, BEYOND_DOUBT = 24, 0.9
"""Only a hand is sought that was followed for so many frames of late, or lies somewhere so likely."""
LOOKS, LIKELY, SURELY = 6, 0.5, 0.75
"""So likely to lie on the same card in so many looks, one after the other, and so likely on the mean, it lies there."""
ELSEWHERE = 0.6
"""So likely to lie on another card than where it seems to have landed, it did not land there."""
LAY, LAY_LOOKS = 0.8, 3
"""So likely in so many looks, one after the other, it lay on a card."""
CLEARLY = 0.85
"""So likely to lie there in two looks, one after the other, it did; and so likely in the air in one, it was."""
OVERLOOKED = 0.2
"""How sure the first look may be of a hand that it did not see come down."""


@dataclass(frozen=True, slots=True)
class Sought:
    """Where a hand lies.

    Attributes:
        card: its number.
        palm_xy: pixels of the small picture.
        since: the first frame in which it seemed to lie there.
        before: the last one before in which it did not; None when nobody looked.
    """

    card: int
    palm_xy: PointPx
    since: int
    before: int | None


def shares(seat: Seat, cards: Sequence[CardPlace], px_per_mm: float, since: int) -> list[list[float]]:
    """How likely a seat's hand lies on each card, look by look from a frame on; the last one in any case."""
    looks = [where for frame, where in seat.whose if frame >= since] or [where for _, where in list(seat.whose)[-1:]]
    middles = [card.middle for card in cards]
    return [where.lies_by(middles, BESIDE_MM * px_per_mm).tolist() for where in looks]


def likely(seat: Seat, card: int | None, cards: Sequence[CardPlace], px_per_mm: float, since: int) -> float:
    """How likely it lies on that card, or on none, on the mean of these looks; 0.5 before there is any."""
    said = shares(seat, cards, px_per_mm, since)
    if not said:
        return 0.5
    on = np.mean(said, axis=0)
    if card is not None:
        return float(on[card])
    lies = [float(where.lies.sum()) for _, where in list(seat.whose)[-len(said) :]]
    return max(0.0, float(np.mean(lies)) - float(on.sum()))


def elsewhere(seat: Seat, card: int | None, cards: Sequence[CardPlace], px_per_mm: float) -> bool:
    """Whether it lies on another card by the last look."""
    last = shares(seat, cards, px_per_mm, 0)[-1:]
    return any(share > ELSEWHERE for on in last for number, share in enumerate(on) if number != card)


def lay_elsewhere(seat: Seat, card: int | None, cards: Sequence[CardPlace], px_per_mm: float) -> bool:
    """Whether it lay on another card before, of late."""
    said = shares(seat, cards, px_per_mm, 0)
    runs = [said[n : n + LAY_LOOKS] for n in range(len(said) - LAY_LOOKS + 1)]
    return any(min(look[n] for look in run) > LAY for run in runs for n in range(len(cards)) if n != card)


def lay_and_flew(
    seat: Seat, card: int | None, cards: Sequence[CardPlace], px_per_mm: float, now: int
) -> tuple[float | None, float | None]:
    """How many frames before `now` it first lay on that card, and how many it was last in the air; None if never."""
    looks = [(now - frame, where) for frame, where in seat.whose if frame <= now]
    middles = [each.middle for each in cards]
    lies = [card is not None and where.lies_by(middles, BESIDE_MM * px_per_mm)[card] > CLEARLY for _, where in looks]
    lay = [looks[n][0] for n in range(len(looks) - 1) if lies[n] and lies[n + 1]]
    flew = [ago for ago, where in looks if float(where.flies.sum()) > CLEARLY]
    return (lay[0] if lay else None), (flew[-1] if flew else None)


def sought(seat: Seat, cards: Sequence[CardPlace], px_per_mm: float) -> Sought | None:
    """Where a hand lies that the first look did not see land."""
    if len(seat.whose) < LOOKS:
        return None
    frames, said = [frame for frame, _ in seat.whose], np.array(shares(seat, cards, px_per_mm, 0))
    card = int(said[-LOOKS:].mean(axis=0).argmax())
    followed = sum(place is not None for place in seat.places) >= FOLLOWED_FRAMES
    sure = float(said[-LOOKS:, card].mean())
    if said[-LOOKS:, card].min() < LIKELY or sure < (SURELY if followed else BEYOND_DOUBT):
        return None
    others = np.flatnonzero(said[:, card] < LIKELY)
    since = int(others[-1]) + 1 if len(others) else 0
    palm = seat.whose[-1][1].lies_near(cards[card].middle, ON_CARD_MM * px_per_mm)
    return Sought(card, palm, frames[since], frames[since - 1] if since else None)
