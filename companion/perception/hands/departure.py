"""Detects that a hand which had landed has left: it rose, or moved on."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf

import numpy as np

from companion.camera.arrays import Pixels
from companion.core.units import PointPx
from companion.perception.hands.background import BackgroundModel
from companion.perception.hands.card_evidence import CardEvidence
from companion.perception.hands.networks import HandNetworks
from companion.perception.hands.seat import CLEAR, Seat, arms_beside
from companion.perception.hands.seat_state import Rest
from companion.perception.hands.seen import ON_CARD_MM, HandSeen
from companion.perception.hands.stillness import Stillness

GOES = 4.0
"""A hand has left by tracking when its having stayed falls this far behind the best track, natural logs."""
LEFT_MM = 26.0
"""A hand has left that is found farther than this from where it landed, millimetres."""
LEFT_FRAMES = 5
"""Consecutive frames in which tracking must say so: one alone may be wrong."""
ALOFT = 0.2
"""Above this mean probability of being in the air a hand is not on the table; one that slides is there a little."""
BARE = 0.25
"""Share of the pixels of a departed hand's edges that must be background."""
GONE = 6.0
"""The edges of a hand that is up differ from what they were by more than this many standard deviations of the noise."""
AGREED, AGREED_IF_SEEN = 1.0, -1.0
"""The hand verifier must be at or below the first logit for a departure; at or below the second where the last
posterior does not have the hand in the air or gone."""
HARDLY, AWAY, AWAY_READS = 0.5, 0.2, 2
"""A hand may have left where the posteriors' probability of its lying there is below the first, and is away below the
second. The third is the number of consecutive readings that suffice without any other sign; a regular posterior that no
longer sees the hand counts as one of them if an earlier one of the last `SEEN` did."""
SEEN = 4
"""Regular posteriors that are searched for one that saw the hand lie there."""
LEFT_SURE, LEFT_READS = 6.0, 2
"""A hand has left when the departure network's last answers, this many (second), all exceed this logit (first). So they
do for slides that all else overlooks, and for none of 363 hands of development that stayed, but for one that
hovered."""
SAW, DENIES, DENIED_READS = 2.0, -4.0, 2
"""A hand has left when the verifier's logit was once at least the first and the last answers, this many (third), are at
most the second. Of 912 hands of development that stayed none was denied so."""


class DepartureDetector:
    """Detects departures, seat by seat.

    Args:
        stillness: tests whether a hand is still.
        background: the background model.
        networks: the networks that look at crops.
        card_evidence: what the per-seat posteriors say.
        seats: all seats.
        px_per_mm: scale of the small picture.
    """

    def __init__(
        self, stillness: Stillness, background: BackgroundModel, networks: HandNetworks,
        card_evidence: CardEvidence, seats: Sequence[Seat], px_per_mm: float,
    ) -> None:  # fmt: skip
        self._stillness, self._background, self._seats = stillness, background, seats
        self._networks, self._card_evidence, self._px_per_mm = networks, card_evidence, px_per_mm

    def observe(self, seat: Seat, hand: HandSeen) -> None:
        """Ask the networks whether a landed hand still lies there, and note the answers in the seat's state.

        The hand verifier and the departure network are always asked; two posteriors, one of them mirrored, only where
        the verifier does not see the hand.
        """
        seat.lying_logits.append(self._networks.lying_logit(hand.palm_xy, seat.sits_xy))
        if seat.frame_at_landing is not None:
            seat.departure_logits.append(
                self._networks.departure_logit(
                    seat.frame_at_landing, hand.palm_xy, seat.sits_xy, arms_beside(seat, self._seats)
                )
            )
        most = AGREED_IF_SEEN if seat.posteriors and not seat.posteriors[-1][1].up else AGREED
        seat.lies_probability = 1.0 if seat.lying_logits[-1] > most else self._probability_there(seat, hand)
        if seat.lies_probability >= AWAY:
            seat.away_reads = 0
            return
        late = [
            where.lying_near_each([hand.palm_xy], ON_CARD_MM * self._px_per_mm)[0]
            for _, where in list(seat.posteriors)[-SEEN:]
        ]
        seat.away_reads += 1 + (max(late, default=0.0) > HARDLY and bool(late[-1] < AWAY))

    def _probability_there(self, seat: Seat, hand: HandSeen) -> float:
        """Probability that the hand lies where it landed by two posteriors, one of them mirrored."""
        posteriors = [self._networks.seat_posterior(seat.sits_xy, mirrored) for mirrored in (False, True)]
        there = float(
            np.mean([each.lying_near_each([hand.palm_xy], ON_CARD_MM * self._px_per_mm)[0] for each in posteriors])
        )
        # Where others hide it, it may be anywhere: that is no sign of its having left.
        elsewhere = float(np.mean([self._card_evidence.probability_elsewhere(each, hand.card) for each in posteriors]))
        return there if elsewhere > HARDLY else max(there, AWAY)

    def has_left(self, seat: Seat, hand: HandSeen, picture: Pixels, frame: int) -> bool:
        """Whether a landed hand has left, by any of three signs.

        Tracking finds it clearly elsewhere and background where it lay; or there, in the air and changed; or having
        risen explains the frames far better than having stayed: all for `LEFT_FRAMES` frames, and the posteriors agree.
        Or `AWAY_READS` consecutive readings do not see it. Or the verifier, the departure network or all posteriors
        together say so by themselves.

        Another arm's edges over a hand change it, too, but are not taken for a hand in the air.

        Args:
            seat: whose hand; it has a `rest`.
            hand: as it was reported.
            picture: (H, W, 3) uint8 BGR, the present downscaled picture.
            frame: its number.
        """
        assert seat.rest is not None
        place = seat.places[-1]
        left = seat.track.stays < -GOES and seat.has_risen()
        if place is not None and place.support > CLEAR:
            if self._apart_mm(place.xy, hand.palm_xy) > LEFT_MM:
                left = left or self._bare(seat.rest, picture) > BARE
            elif float(np.mean(seat.recent_air(LEFT_FRAMES))) > ALOFT:
                drifted = self._stillness.edge_change(seat, seat.rest, LEFT_FRAMES)
                left = left or (drifted is not None and drifted > GONE)
        seat.left_frames = seat.left_frames + 1 if left else 0
        gone = seat.away_reads >= AWAY_READS or (seat.left_frames >= LEFT_FRAMES and seat.lies_probability < HARDLY)
        if gone or _is_denied(seat.lying_logits) or _differs_from_landing(seat.departure_logits):
            return True
        looked_now = bool(seat.posteriors) and seat.posteriors[-1][0] == frame
        return looked_now and self._card_evidence.has_left(seat, hand.card, seat.noticed_frame)

    def _bare(self, rest: Rest, picture: Pixels) -> float:
        """Share, 0 to 1, of the hand's edge pixels that are background now."""
        x0, y0, x1, y1 = rest.box
        return 1.0 - float(np.mean(self._background.foreground(picture)[y0:y1, x0:x1][rest.own]))

    def _apart_mm(self, one: PointPx, other: PointPx) -> float:
        return hypot(one[0] - other[0], one[1] - other[1]) / self._px_per_mm


def _is_denied(posteriors: Sequence[float]) -> bool:
    """Whether the verifier saw the hand lie there, and in its last answers clearly does not."""
    return max(posteriors[:-DENIED_READS], default=-inf) >= SAW and max(posteriors[-DENIED_READS:]) <= DENIES


def _differs_from_landing(said: Sequence[float]) -> bool:
    """Whether the departure network's last answers are sure that the hand has left."""
    return len(said) >= LEFT_READS and min(said[-LEFT_READS:]) > LEFT_SURE
