"""Detects hands whose landing tracking missed among others, by the per-seat posteriors."""

from __future__ import annotations

from companion.camera.arrays import Pixels
from companion.perception.hands.assessment import Assessment
from companion.perception.hands.card_evidence import OVERLOOKED, MissedHand
from companion.perception.hands.context import FollowerContext
from companion.perception.hands.landing import UNSEEN_FRAMES
from companion.perception.hands.landing_detector import LandingDetector, is_same_hand
from companion.perception.hands.seat import READ_EVERY_FRAMES, Seat
from companion.perception.hands.seat_state import Rest
from companion.perception.hands.seen import HandSeen
from companion.perception.hands.stillness import STILL_FRAMES

OVERDUE_READS = 8
"""A hand that this many per-seat posteriors have on one card has landed, even while tracking waits for it to rest."""


class MissedHandDetector:
    """Detects missed hands, seat by seat.

    Args:
        context: of the follower.
        landings: records landings.
        assessment: computes confidences.
    """

    def __init__(self, context: FollowerContext, landings: LandingDetector, assessment: Assessment) -> None:
        self._context, self._landings, self._assessment = context, landings, assessment

    def detect(self, seat: Seat, picture: Pixels) -> HandSeen | None:
        """The seat's hand where the per-seat posteriors find it and tracking does not; at most once a posterior.

        Args:
            seat: whose hand; its marks of doubt are updated.
            picture: (H, W, 3) uint8 BGR, the present downscaled picture.

        Returns:
            The hand, with `lifted_s` where it has left already; None where there is none.
        """
        context = self._context
        if not seat.posteriors or seat.posteriors[-1][0] == seat.searched_frame:
            return None
        seat.searched_frame = seat.posteriors[-1][0]
        missed = context.card_evidence.find_missed(seat)
        if missed is not None and missed.until is not None:
            return self._left_unnoticed(seat, missed, missed.until)
        if missed is None or (missed.readings < OVERDUE_READS and self._is_about_to_land(seat, missed.card)):
            return None
        rest = self._rest(seat, missed)
        if rest is None:
            return None
        for other in context.seats:
            if other is not seat and other.hand is not None and is_same_hand(other.hand, rest, context.px_per_mm):
                # One hand cannot be two players'; two on one another are clearly seen from both their seats.
                other.lay_elsewhere |= not context.card_evidence.is_clearly_on(other, other.hand.card)
                seat.unproven |= not context.card_evidence.is_clearly_on(seat, missed.card)
        return self._landings.land(seat, rest, OVERLOOKED, picture)

    def _rest(self, seat: Seat, missed: MissedHand) -> Rest | None:
        """Where a missed hand rests, and since when by the posteriors; None beside the picture."""
        context = self._context
        about = context.stillness.zone(seat, missed.palm_xy)
        if about is None:
            return None
        box, disc = about
        seat.lay_elsewhere = context.card_evidence.lay_on_another(seat, missed.card)
        seat.unproven = context.stillness.has_drifted(seat, missed.palm_xy)
        seat.lying_logits = [context.networks.lying_logit(missed.palm_xy, seat.sits_xy)]
        now_s, (ago, within) = context.now_s, self._landed_ago(missed)
        lies, edges = context.motion.mean(STILL_FRAMES, box), context.stillness.edges(box, disc, STILL_FRAMES)
        landed_s, within_s = now_s - ago * context.frame_s, within * context.frame_s
        return Rest(missed.palm_xy, landed_s, within_s, now_s, box, edges, lies)

    def _is_about_to_land(self, seat: Seat, card: int) -> bool:
        """Whether tracking already has the hand at rest on that card."""
        return seat.rest is not None and self._context.card_evidence.card_under(seat.rest.palm_xy)[0] == card

    def _left_unnoticed(self, seat: Seat, missed: MissedHand, until: int) -> HandSeen:
        """A hand that left before its landing was noticed. until: number of the first frame without it."""
        context, (ago, within) = self._context, self._landed_ago(missed)
        now_s, frame_s = context.now_s, context.frame_s
        seat.tracking_confidence, seat.lying_logits, seat.noticed_frame = OVERLOOKED, [0.0], context.frame
        seat.lay_elsewhere, seat.unproven = context.card_evidence.lay_on_another(seat, missed.card), False
        return HandSeen(
            seat.number,
            missed.card,
            landed_s=now_s - ago * frame_s,
            within_s=within * frame_s,
            hidden=(),
            confidence=self._assessment.confidence(seat, missed.palm_xy, left=True),
            palm_xy=missed.palm_xy,
            lifted_s=now_s - (context.frame - until) * frame_s,
            known=True,
        )

    def _landed_ago(self, missed: MissedHand) -> tuple[float, float]:
        """How many frames ago a missed hand landed, and the error bound of that in frames."""
        ago = self._context.frame - missed.since + READ_EVERY_FRAMES / 2
        return ago, UNSEEN_FRAMES if missed.before is None else float(missed.since - missed.before)
