"""What the per-seat posteriors say about the cards: on which one a seat's hand lies, lay, or no longer lies.

They also find hands whose landing tracking missed. One evaluation of the seat network is called a reading.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.core.units import PointPx
from companion.perception.hands.seat import Seat
from companion.perception.hands.seat_network import SeatPosterior
from companion.perception.hands.seen import BESIDE_MM, ON_CARD_MM, CardPlace, card_under
from companion.perception.hands.visits import Visit, find_visits

FOLLOWED_FRAMES, BEYOND_DOUBT = 24, 0.9
"""A missed hand counts if tracking found it in this many of the kept frames, or else if its visit has at least the
second as confidence."""
CLEAR_READS, CLEAR = 5, 0.85
"""A hand lay on a card if a visit has this many readings and at least this confidence."""
LAY_READS, LAY = 3, 0.6
"""A hand may have lain on a card if a visit has this many readings and more than this confidence."""
OVER_READS = 2
"""A visit is over once this many readings after it see the hand elsewhere."""
ELSEWHERE = 0.6
"""Above this probability of lying on another card by the last reading, a hand did not land where it seems to have."""
DECIDED = 0.6
"""A reading in which no alternative is this probable says nothing about the landing time."""
CLEARLY = 0.85
"""Above this probability a hand clearly lies on a card, or is clearly in the air."""
LATE_READS = 4
"""Last readings whose mean says whether a hand clearly lies on a card."""
SOON_FRAMES = 24
"""A hand's landing is noticed up to this many frames late; it may have left in between, if it is clearly in the air
then."""
FIRST_READS, BEST_READS = 8, 4
"""The probability that a hand lay on a card which it has left is the mean of the first this many readings of the visit.
If the last readings see it in the air or gone, it is the highest mean of the second number of consecutive ones: the
others see the hand come or go."""
LEAST = 0.05
"""Least probability of not being in the air that is divided by: readings that all have the hand in the air still
count."""
OVERLOOKED = 0.45
"""Tracking confidence of a hand whose landing tracking missed; set on rounds of development, where 116 of 125 such
hands were right."""


@dataclass(frozen=True, slots=True)
class MissedHand:
    """A hand that the per-seat posteriors find on a card.

    Attributes:
        card: the card's number.
        palm_xy: the palm's middle, pixels of the small picture.
        since: number of the first frame with a reading that has it there.
        before: number of the last frame before with a reading, which does not; None where there is none.
        until: number of the first frame after with a reading that no longer does; None while it lies there.
        readings: number of readings of the visit.
    """

    card: int
    palm_xy: PointPx
    since: int
    before: int | None
    until: int | None
    readings: int


class CardEvidence:
    """Evaluates the readings of a seat.

    Args:
        cards: where the cards lie.
        px_per_mm: scale of the small picture.
    """

    def __init__(self, cards: Sequence[CardPlace], px_per_mm: float) -> None:
        self._cards, self._px_per_mm = cards, px_per_mm
        self._middles = [card.middle for card in cards]

    def card_under(self, palm_xy: PointPx) -> tuple[int | None, float]:
        """The number of the card under a palm (pixels of the small picture), or None; and the confidence of that, 0 to
        1."""
        return card_under(palm_xy, self._cards, self._px_per_mm)

    def card_probabilities(self, seat: Seat, since: int) -> list[list[float]]:
        """Probability that the hand lies on each card, reading by reading since a frame; of the last reading in any
        case."""
        return [self._on(where) for where in _since(seat, since)]

    def visits(self, seat: Seat) -> list[Visit]:
        """The visits of the hand to cards by all readings together, in their order; none before the first reading."""
        if not seat.posteriors:
            return []
        return find_visits(self.card_probabilities(seat, 0), [float(where.lies.sum()) for _, where in seat.posteriors])

    def probability_on(self, seat: Seat, card: int | None, since: int | None) -> float:
        """Probability, 0 to 1, that the hand lies on a card.

        For a hand whose landing time is known, readings are conditioned on its not being in the air.

        Args:
            seat: whose hand.
            card: the card's number; None for beside all cards.
            since: the mean over the readings since this frame counts; None for a hand that lay there and has left: then
                the readings of its visit count (`FIRST_READS`).

        Returns:
            The probability; 0.5 before the first reading.
        """
        if not seat.posteriors:
            return 0.5
        readings = _since(seat, since or 0)
        there = [each for each in self.visits(seat) if each.card == card] if since is None else []
        if there and card is not None:
            saw = readings[there[-1].first : there[-1].after][:FIRST_READS]
            rose = any(where.up for _, where in list(seat.posteriors)[-OVER_READS:])
            some = BEST_READS if rose else FIRST_READS
            return max(
                self._mean_probability(seat, card, saw[n : n + some]) for n in range(max(1, len(saw) - some + 1))
            )
        return self._mean_probability(seat, card, readings)

    def _mean_probability(self, seat: Seat, card: int | None, readings: Sequence[SeatPosterior]) -> float:
        """Probability that the hand lies on a card, or beside all of them, by the mean of these readings."""
        on = np.mean([self._on(where) for where in readings], axis=0)
        lies = float(np.mean([where.lies.sum() for where in readings]))
        flies = float(np.mean([where.flies.sum() for where in readings])) if seat.landing_belief is not None else 0.0
        share = float(on[card]) if card is not None else max(0.0, lies - float(on.sum()))
        return min(1.0, share / max(1.0 - flies, LEAST))

    def _on(self, where: SeatPosterior) -> list[float]:
        """Probability that the hand lies on each card by one reading."""
        return where.lying_near_each(self._middles, BESIDE_MM * self._px_per_mm).tolist()

    def is_clearly_on(self, seat: Seat, card: int | None) -> bool:
        """Whether the hand lies on that card by the mean of the last `LATE_READS` readings; False for None."""
        late = self.card_probabilities(seat, 0)[-LATE_READS:]
        return bool(late) and card is not None and float(np.mean(late, axis=0)[card]) > CLEARLY

    def is_on_another(self, seat: Seat, card: int | None) -> bool:
        """Whether the hand lies on another card than this one (None: on any) by the last reading."""
        last = self.card_probabilities(seat, 0)[-1:]
        return any(share > ELSEWHERE for on in last for number, share in enumerate(on) if number != card)

    def probability_elsewhere(self, where: SeatPosterior, card: int | None) -> float:
        """Probability, by one posterior, of the most likely alternative to lying on that card: in the air or gone, or
        on another one."""
        others = (share for number, share in enumerate(self._on(where)) if number != card)
        return max(1.0 - float(where.lies.sum()), *others)

    def cards_lain_on(self, seat: Seat) -> set[int]:
        """The numbers of the cards on which the hand may have lain."""
        return {each.card for each in self.visits(seat) if each.readings >= LAY_READS and each.confidence > LAY}

    def lay_on_another(self, seat: Seat, card: int | None) -> bool:
        """Whether the hand may have lain on another card than this one before."""
        return any(each != card for each in self.cards_lain_on(seat))

    def landing_evidence(self, seat: Seat, card: int | None, now: int) -> list[tuple[float, float]]:
        """What the readings say about the landing time, as `landing.landing_posterior` takes it.

        Args:
            seat: whose hand.
            card: the card it lies on; None gives nothing.
            now: number of the frame to count back from.

        Returns:
            For each reading its age in frames and the probability that the hand lay on the card; 0.5 where the reading
            is undecided.
        """
        if card is None:
            return []
        told = list[tuple[float, float]]()
        for frame, where in seat.posteriors:
            on, flies = self._on(where)[card], float(where.flies.sum())
            told.append((now - frame, on if max(on, flies, 1.0 - on - flies) >= DECIDED else 0.5))
        return told

    def find_missed(self, seat: Seat) -> MissedHand | None:
        """The first card on which the hand clearly lies or lay, though tracking did not see it land; None where there
        is none."""
        followed = sum(place is not None for place in seat.places) >= FOLLOWED_FRAMES
        least = CLEAR if followed else BEYOND_DOUBT
        clear = (visit for visit in self.visits(seat) if visit.readings >= CLEAR_READS and visit.confidence >= least)
        first = next(clear, None)
        if first is None or (first.after < len(seat.posteriors) and not _is_over(first, seat)):
            return None
        readings = list(seat.posteriors)
        (since, _), (_, last) = readings[first.first], readings[first.after - 1]
        palm = last.lying_centroid(self._middles[first.card], ON_CARD_MM * self._px_per_mm)
        before = readings[first.first - 1][0] if first.first else None
        until = readings[first.after][0] if first.after < len(readings) else None
        return MissedHand(first.card, palm, since, before, until, first.readings)

    def has_left(self, seat: Seat, card: int | None, since: int) -> bool:
        """Whether the hand's last visit to that card is over.

        Args:
            seat: whose hand.
            card: the card's number.
            since: number of the frame in which the landing was noticed. A visit that ended before it counts only if
                that was within `SOON_FRAMES` and the hand was clearly in the air then.
        """
        there = [each for each in self.visits(seat) if each.card == card and each.readings >= LAY_READS]
        if not there or not _is_over(there[-1], seat):
            return False
        frame, after = seat.posteriors[there[-1].after]
        return frame > since or (frame > since - SOON_FRAMES and float(after.flies.sum()) > CLEARLY)


def _since(seat: Seat, frame: int) -> list[SeatPosterior]:
    """The readings from a frame on; the last one in any case."""
    return [each for then, each in seat.posteriors if then >= frame] or [each for _, each in list(seat.posteriors)[-1:]]


def _is_over(visit: Visit, seat: Seat) -> bool:
    return visit.after <= len(seat.posteriors) - OVER_READS
