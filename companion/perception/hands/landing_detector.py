"""Detects that a hand has landed: it is as still as the table, stays so, and the networks agree.

A hand in the air is never as still as the table. When the hand landed is found by looking back from its rest.
"""

from __future__ import annotations

from dataclasses import replace
from math import hypot

import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels
from companion.perception.hands.assessment import Assessment
from companion.perception.hands.background import hidden_shares
from companion.perception.hands.context import FollowerContext
from companion.perception.hands.landing import (
    FEWEST_EDGES,
    SHARP_FRAMES,
    UNSEEN_FRAMES,
    Landing,
    edges_stopped_ago,
    find_descent,
    tracked_landing,
)
from companion.perception.hands.motion import Detail, Points
from companion.perception.hands.seat import CLEAR, HERE_MM, Seat
from companion.perception.hands.seat_state import Box, Rest
from companion.perception.hands.seen import HandSeen
from companion.perception.hands.stillness import STILL_FRAMES

KEEPS_S = 0.3
"""Seconds that a rest must last: a hand in the air drifts by more than a millimetre within them, one that lies does
not."""
SAME_MM, SAME_S = 30.0, 0.07
"""Two rests nearer together than this (millimetres, and seconds between the landing times) are one hand."""
DENIED = -2.0
"""Logit of the hand verifier; at or below it a rest is first rejected, and accepted if it is found there again."""


class LandingDetector:
    """Detects landings, seat by seat.

    Args:
        context: of the follower.
        assessment: computes confidences.
    """

    def __init__(self, context: FollowerContext, assessment: Assessment) -> None:
        self._context, self._assessment = context, assessment

    def detect(self, seat: Seat, picture: Pixels) -> HandSeen | None:
        """The seat's hand once it has landed, `KEEPS_S` after it came to rest; None until then.

        Args:
            seat: whose hand; its `rest` and `rejected` are updated.
            picture: (H, W, 3) uint8 BGR, the present downscaled picture.
        """
        stillness = self._context.stillness
        if seat.rest is None and stillness.is_still(seat):
            seat.rest = self._rest(seat)
        rest = seat.rest
        if rest is None or self._context.now_s - rest.at_s < KEEPS_S:
            return None
        still = stillness.still_confidence(seat, rest)
        lies = still > 0.0 and not self._is_anothers(seat, rest) and not stillness.has_drifted(seat, rest.palm_xy)
        if lies and self._is_verified(seat, rest):
            tracking = self._assessment.at_rest(seat, rest, still)
            return self.land(seat, rest, tracking, picture)
        seat.rejected, seat.rest = replace(rest, air=seat.mean_air_since(rest.at_s)), None
        return None

    def land(self, seat: Seat, rest: Rest, tracking: float, picture: Pixels) -> HandSeen:
        """Record that a hand has landed, and begin to estimate its landing time.

        Args:
            seat: whose hand.
            rest: where it rests, and since when by tracking.
            tracking: confidence by tracking alone, 0 to 1.
            picture: (H, W, 3) uint8 BGR, the present downscaled picture.

        Returns:
            The hand as it is reported first; its landing time is not final (`known` is False).
        """
        context = self._context
        seat.watch_place(rest.palm_xy)
        seat.frame_at_landing, seat.departure_logits = context.networks.frame_ago(0), []
        seat.rest, seat.read_frame, seat.noticed_frame = rest, context.frame, context.frame
        seat.tracking_confidence = tracking
        now_s, frame_s = context.now_s, context.frame_s
        tracked = Landing((now_s - rest.landed_s) / frame_s, rest.within_s / frame_s)
        card, _ = context.card_evidence.card_under(rest.palm_xy)
        context.timer.begin(seat, rest.palm_xy, card, tracked, context.now)
        hidden = (
            () if card is None else hidden_shares(context.background.foreground(picture), context.cards[card].motifs)
        )
        confidence = self._assessment.confidence(seat, rest.palm_xy)
        return HandSeen(seat.number, card, rest.landed_s, rest.within_s, hidden, confidence, rest.palm_xy, known=False)

    def _is_verified(self, seat: Seat, rest: Rest) -> bool:
        """Whether the hand verifier accepts the rest, or has been asked about it before: then people are asked.

        Never where the last per-seat posterior has the hand on another card.
        """
        before, context = seat.lying_logits, self._context
        seat.lying_logits = [context.networks.lying_logit(rest.palm_xy, seat.sits_xy)]
        again = seat.rejected is not None and context.distance_mm(rest.palm_xy, seat.rejected.palm_xy) < HERE_MM
        if context.card_evidence.is_on_another(seat, context.card_evidence.card_under(rest.palm_xy)[0]):
            return False
        return seat.lying_logits[0] > DENIED or (again and bool(before))

    def _is_anothers(self, seat: Seat, rest: Rest) -> bool:
        """Whether what has come to rest is rather the hand of a seat with a better track.

        Two hands that came to rest on one another at one moment are both found, each for itself.
        """
        return seat.mean_support_at(rest.palm_xy) < CLEAR and any(
            other.track.lead >= seat.track.lead and is_same_hand(resting, rest, self._context.px_per_mm)
            for other in self._context.seats
            if other is not seat and (resting := other.hand or other.rest) is not None
        )

    def _rest(self, seat: Seat) -> Rest:
        """The rest of a hand that is still now, with its landing time by the finder's track and by the edges."""
        context = self._context
        around = context.stillness.zone(seat, seat.palm())
        assert around is not None
        box, disc = around
        edges = context.stillness.edges(box, disc, STILL_FRAMES)
        lies = context.motion.mean(STILL_FRAMES, box)
        seen, clear = self._tracked_landing(seat, box, edges, lies)
        own = tuple(each[clear] for each in edges) if np.count_nonzero(clear) >= FEWEST_EDGES else edges
        landed_s, within_s = context.now_s - seen.ago * context.frame_s, seen.within * context.frame_s
        palm = seat.palm()
        before = seat.rejected
        if before is not None and context.distance_mm(palm, before.palm_xy) < HERE_MM:
            # It may have lain here before: something passed over it, and it seemed to move.
            within_s = max(within_s, landed_s - before.landed_s + before.within_s)
        return Rest(palm, landed_s, within_s, context.now_s, box, own, lies)

    def _tracked_landing(self, seat: Seat, box: Box, edges: Points, lies: Detail) -> tuple[Landing, NDArray[np.bool_]]:
        """When a hand landed by the finder's track and its edges; and which edge pixels no other arm has crossed."""
        context, here = self._context, seat.frames_here()
        back = min(context.motion.frames, len(context.times)) - 1
        others = context.stillness.swept_by_others(seat, box, here + SHARP_FRAMES)
        off = np.stack([context.motion.difference(n, lies, box, edges) for n in range(back + 1)])
        descent = find_descent(seat.recent_air(here))
        clear = others[edges] == 0
        if descent is None:
            return Landing(float(here), UNSEEN_FRAMES), clear
        stop = edges_stopped_ago(off[:, clear], descent)
        all_stop = edges_stopped_ago(off, descent) if stop is None else stop
        flew, lay = seat.flight_frames_ago(here), seat.lying_frames_ago()
        return tracked_landing(descent, all_stop, stop is None, flew, lay), clear


def is_same_hand(one: Rest | HandSeen, other: Rest | HandSeen, px_per_mm: float) -> bool:
    """Whether what two seats have at rest is one hand: at one place, landed at one time; px_per_mm: small picture."""
    apart = hypot(one.palm_xy[0] - other.palm_xy[0], one.palm_xy[1] - other.palm_xy[1])
    return apart < SAME_MM * px_per_mm and abs(one.landed_s - other.landed_s) < SAME_S
