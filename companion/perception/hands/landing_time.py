"""Estimates when each landed hand came down: runs the landing-time network over several frames and combines its answer.

The network may say that a hand has not landed yet: then it is asked again, since the hand may hover.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.core.units import PointPx
from companion.perception.hands.card_evidence import CardEvidence
from companion.perception.hands.landing import UNSEEN_FRAMES, Landing, landing_posterior
from companion.perception.hands.landing_network import FILM_FRAMES
from companion.perception.hands.networks import HandNetworks
from companion.perception.hands.order import Belief
from companion.perception.hands.seat import READ_EVERY_FRAMES, Seat, arms_beside
from companion.perception.hands.seat_state import LandingQuery, Now
from companion.perception.hands.seen import HandSeen

NOT_YET, MOST_REPEATS = 2.0, 4
"""A hand that by the network landed fewer frames ago than the first may hover still: the network is asked again, up to
this many times."""
STEPS_PER_FRAME = 4
"""Frames of the film that are evaluated in each frame of the stream: the stream is not held up."""
ALL_STEPS = FILM_FRAMES + 1
"""Steps that complete any query: of a hand that leaves the rest is evaluated at once."""
FEWEST_FRAMES, FRAMES_BEFORE, LAY = 32, 12, 0.2
"""A query covers at least this many frames, and this many before the hand may have lain by any evidence; a per-seat
posterior counts from this probability on."""


class LandingTimer:
    """Estimates the landing times of all seats' hands.

    Args:
        networks: with the landing-time network.
        card_evidence: what the per-seat posteriors say.
        seats: all seats.
    """

    def __init__(self, networks: HandNetworks, card_evidence: CardEvidence, seats: Sequence[Seat]) -> None:
        self._networks, self._card_evidence, self._seats = networks, card_evidence, seats

    def begin(
        self, seat: Seat, palm_xy: PointPx, card: int | None, tracked: Landing, now: Now, repeats: int = 0
    ) -> None:
        """Begin a query about a hand that lies now; it is kept in `Seat.landing_query`.

        Args:
            seat: whose hand.
            palm_xy: the palm's middle, pixels of the small picture.
            card: the number of the card under it, or None.
            tracked: the landing by the finder's track and the edges.
            now: the present frame.
            repeats: number of queries before that found that it had not landed.
        """
        readings = self._card_evidence.landing_evidence(seat, card, now.frame)
        steps = self._networks.landing_steps(
            palm_xy, seat.sits_xy, arms_beside(seat, self._seats), frames_needed(tracked, readings)
        )
        seat.landing_query = LandingQuery(steps, now, tracked, repeats)

    def step(self, seat: Seat, hand: HandSeen, now: Now, steps: int = STEPS_PER_FRAME) -> HandSeen:
        """Go on with a seat's query, if it has one.

        Args:
            seat: whose hand; its landing state is updated at the end of the query.
            hand: as it is reported now.
            now: the present frame.
            steps: frames of the film to evaluate; `ALL_STEPS` for all.

        Returns:
            The hand, with its landing time once the query is complete; where the network says that it has not landed
            (`Seat.not_landed_yet`), with the tracked one.
        """
        query = seat.landing_query
        if query is None:
            return hand
        try:
            for _ in range(steps):
                next(query.steps)
        except StopIteration as done:
            not_yet, probabilities = done.value[0], done.value[1:]
        else:
            return hand
        hovers = not_yet > probabilities.sum() or probabilities.argmax() < NOT_YET
        if hovers and not seat.not_landed_yet:
            seat.hovering_since_frame = query.began.frame
        seat.not_landed_yet = hovers
        if hovers and query.repeats < MOST_REPEATS:
            before = replace(query.tracked, ago=query.tracked.ago + now.frame - query.began.frame)
            self.begin(seat, hand.palm_xy, hand.card, before, now, query.repeats + 1)
            return hand
        began, seat.landing_query, seat.landing_known = query.began, None, True
        if hovers:
            landed_s, within_s = began.at_s - query.tracked.ago * began.frame_s, query.tracked.within * began.frame_s
        else:
            readings = self._card_evidence.landing_evidence(seat, hand.card, began.frame)
            seat.landing_belief = Belief.from_frames(
                landing_posterior(probabilities, query.tracked, readings), began.at_s, began.frame_s
            )
            landed_s, within_s = seat.landing_belief.credible_span(began.frame_s)
        return replace(hand, landed_s=landed_s, within_s=within_s)


def frames_needed(tracked: Landing, readings: Sequence[tuple[float, float]]) -> int:
    """How many frames of a film a query needs: those in which the hand may have landed, and some before.

    Args:
        tracked: the landing by the finder's track and the edges.
        readings: as for `landing.landing_posterior`.
    """
    seen = tracked.ago + (tracked.within if tracked.within < UNSEEN_FRAMES else 0.0)
    lay = max((ago for ago, share in readings if share > LAY), default=0.0)
    return round(max(FEWEST_FRAMES, seen + FRAMES_BEFORE, lay + READ_EVERY_FRAMES + FRAMES_BEFORE))
