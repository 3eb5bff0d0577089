"""The confidence of a hand that has landed: tracking, hand verifier and per-seat posterior, and the caps in doubt."""

from __future__ import annotations

from companion.core.units import PointPx
from companion.perception.hands.confidence import combined_confidence, tracking_confidence
from companion.perception.hands.context import FollowerContext
from companion.perception.hands.departure import AGREED
from companion.perception.hands.landing import UNSEEN_FRAMES
from companion.perception.hands.seat import HERE_MM, LAY, READ_EVERY_FRAMES, Seat
from companion.perception.hands.seat_state import Rest

VERIFIER_READS = 3
"""Answers of the hand verifier whose mean counts; it is asked at least this many times."""
DOUBTFUL, AFTER_ALL = 0.5, 0.85
"""Cap of the confidence of a hand in doubt: it may have lain on another card before or left one unreported, another
seat's hand was found at its place, or the landing-time network says that it has not landed. A hand that the per-seat
posteriors alone found, and that drifts or lies at another seat's hand, is in doubt until its landing time is known, or
until its posterior exceeds the second number and the verifier's last answers agree."""
HOVERED = 0.9
"""Cap of the confidence of a hand that hovered over another card, by the landing-time network."""


class Assessment:
    """Computes confidences.

    Args:
        context: of the follower.
    """

    def __init__(self, context: FollowerContext) -> None:
        self._context = context

    def at_rest(self, seat: Seat, rest: Rest, still: float) -> float:
        """Confidence, 0 to 1, by tracking alone, that the hand that has come to rest has landed and is this seat's.

        Also sets `Seat.lay_elsewhere`.

        Args:
            seat: whose hand it is.
            rest: where it rests.
            still: probability that it has lain still since, of `Stillness.still_confidence`.
        """
        context, before = self._context, seat.rejected
        unseen = rest.within_s >= UNSEEN_FRAMES * context.frame_s
        twice = before is not None and before.air < LAY and context.distance_mm(before.palm_xy, rest.palm_xy) > HERE_MM
        card, _ = context.card_evidence.card_under(rest.palm_xy)
        seat.lay_elsewhere = context.card_evidence.lay_on_another(seat, card)
        return tracking_confidence(
            still, seat.mean_support_at(rest.palm_xy), seat.mean_air_since(rest.at_s), unseen, twice
        )

    def confidence(self, seat: Seat, palm_xy: PointPx, left: bool = False) -> float:
        """Confidence, 0 to 1, that seat and card of a landed hand are right.

        Args:
            seat: whose hand it is.
            palm_xy: the palm's middle, pixels of the small picture.
            left: whether the hand lay there and has left.
        """
        confidence, posterior = self.by_readings(seat, palm_xy, left)
        enough = left or len(seat.lying_logits) > VERIFIER_READS
        agreed = enough and min(seat.lying_logits[-VERIFIER_READS:]) > AGREED and posterior > AFTER_ALL
        unproven = seat.unproven and not agreed and not seat.landing_known
        if seat.cards_left_in_doubt or seat.lay_elsewhere or seat.not_landed_yet or unproven:
            return min(confidence, DOUBTFUL)
        card, _ = self._context.card_evidence.card_under(palm_xy)
        return min(confidence, HOVERED) if seat.cards_hovered_over - {card} else confidence

    def by_readings(self, seat: Seat, palm_xy: PointPx, left: bool) -> tuple[float, float]:
        """Confidence by all readings before any cap, and the probability by the per-seat posteriors; both 0 to 1.

        Args: as for `confidence`.
        """
        evidence = self._context.card_evidence
        card, confidence = evidence.card_under(palm_xy)
        late = max(seat.noticed_frame, self._context.frame - VERIFIER_READS * READ_EVERY_FRAMES) - READ_EVERY_FRAMES
        posterior = evidence.probability_on(seat, card, None if left else late)
        logits = seat.lying_logits[-VERIFIER_READS:]
        return confidence * combined_confidence(seat.tracking_confidence, logits, posterior), posterior
