"""Whether a hand is as still as the table, as none in the air is: by its edges, and by how it drifts.

What other arms have crossed is left out; where too little is left, nothing can be said.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

import numpy as np

from companion.core.units import PointPx
from companion.perception.hands.arms import RESTS_MM, hand_zone, max_spread, swept_mask
from companion.perception.hands.background import Mask
from companion.perception.hands.drift import has_drifted
from companion.perception.hands.landing import FEWEST_EDGES
from companion.perception.hands.motion import Motion, Points
from companion.perception.hands.seat import CLEAR, HERE_MM, REST_FRAMES, Seat
from companion.perception.hands.seat_state import Box, Rest
from companion.perception.hands.tracks import FOLLOWED

IN_AIR = 0.5
"""A hand hovers if its mean probability of being in the air while at rest is more than this."""
STILL = 1.35
"""A hand is still when its detail differs from before by less than this many standard deviations of the noise."""
STILL_PERCENTILE = 60.0
"""Percentile of the edge pixels' differences that is compared: another arm may hide and change a third of them."""
STILL_BACKS = (1, 3, 6)
"""Ages in frames of the earlier frames that are compared."""
STILL_FRAMES = 3
"""Consecutive still frames that make a rest; also the number of frames of a mean."""
DRIFT_BACKS = range(4, 19, 2)
"""Ages in frames of the frames that are compared to find a drift."""
KEPT_STILL = 2.0
"""`STILL` for frames that are compared with the beginning of the rest: light changes a little meanwhile."""
EDGE_LEVELS = 4.0
"""Least contrast of an edge pixel, grey levels: more than the noise."""
ELSEWHERE_FRAMES = 4
"""A hand that was clearly found elsewhere in this many last frames did not come to lie there."""
HIDDEN, HIDDEN_FRAMES = 0.7, 4
"""Probability that a hand lies which another arm hid soon after it came to rest; it is hidden if this many last frames
do not show it."""


class Stillness:
    """Tests each seat's hand. Tests of this module replace the class attributes.

    Args:
        motion: detail of the last frames.
        seats: all seats.
        size_xy: size of the downscaled picture.
        px_per_mm: scale of the small picture.
    """

    still_noises, kept_noises, in_air, drift_backs = STILL, KEPT_STILL, IN_AIR, DRIFT_BACKS

    def __init__(self, motion: Motion, seats: Sequence[Seat], size_xy: tuple[int, int], px_per_mm: float) -> None:
        self._motion, self._seats, self._size_xy, self._px_per_mm = motion, seats, size_xy, px_per_mm

    def is_still(self, seat: Seat) -> bool:
        """Whether a seat's hand has been as still as the table for `STILL_FRAMES` frames; counts in
        `Seat.still_frames`."""
        last = list(seat.places)[-REST_FRAMES:]
        rests = (
            len(last) == REST_FRAMES
            and all(place is not None and place.lead > FOLLOWED for place in last)
            and self._motion.frames > STILL_BACKS[-1]
        )
        if not rests or max_spread([p.xy for p in last if p is not None]) > RESTS_MM * self._px_per_mm:
            seat.still_frames = 0
            return False
        about = self.zone(seat, seat.palm())
        if about is None:
            return False
        box, disc = about
        edges = self.edges(box, disc)
        still = len(edges[0]) > 0 and all(
            float(np.percentile(self._motion.difference(0, back, box, edges), STILL_PERCENTILE)) < self.still_noises
            for back in STILL_BACKS
        )
        seat.still_frames = seat.still_frames + 1 if still else 0
        return seat.still_frames >= STILL_FRAMES

    def still_confidence(self, seat: Seat, rest: Rest) -> float:
        """Probability, 0 to 1, that a hand that came to rest lies: it is low and has not drifted.

        0 where it did not lie, or another's hand lies there; `HIDDEN` where another arm hides it, so that nobody can
        tell.
        """
        since = seat.places_since(rest.at_s)
        near = [place for place in since if self._apart_mm(place.xy, rest.palm_xy) < HERE_MM]
        if all(place not in near and place.support > CLEAR for place in since[-ELSEWHERE_FRAMES:]):
            return 0.0  # what lies there is another's, after all
        if not near or float(np.mean([place.air for place in near])) > self.in_air:
            return 0.0
        hidden = sum(place.support > 0.0 for place in since[-HIDDEN_FRAMES:]) == 0
        changed = self.edge_change(seat, rest, len(since))
        if changed is not None and (changed < self.kept_noises or not hidden):
            return float(changed < self.kept_noises)
        middle = np.median([place.xy for place in since], axis=0)
        stays = self._apart_mm((float(middle[0]), float(middle[1])), rest.palm_xy) < RESTS_MM
        return HIDDEN if hidden else float(stays)

    def has_drifted(self, seat: Seat, palm: PointPx) -> bool:
        """Whether a hand at a point (pixels of the small picture) has drifted in the last frames, so that it
        hovers."""
        about = self.zone(seat, palm)
        if about is None:
            return False
        box, disc = about
        before = (self._motion.detail(back, box) for back in self.drift_backs)
        return has_drifted(self._motion.mean(STILL_FRAMES, box), disc, before, self._motion.noise, self._px_per_mm)

    def edge_change(self, seat: Seat, rest: Rest, frames: int) -> float | None:
        """How much a resting hand's edges have changed since.

        Args:
            seat: whose hand.
            rest: where it came to rest.
            frames: edges that other arms crossed in this many last frames are left out.

        Returns:
            Percentile `STILL_PERCENTILE` of the change, standard deviations of the noise; None where fewer than
            `FEWEST_EDGES` pixels are left.
        """
        clear = self.swept_by_others(seat, rest.box, frames)[rest.own] == 0
        if np.count_nonzero(clear) < FEWEST_EDGES:
            return None
        return float(np.percentile(self._motion.difference(0, rest.lies, rest.box, rest.own)[clear], STILL_PERCENTILE))

    def zone(self, seat: Seat, palm: PointPx) -> tuple[Box, Mask] | None:
        """Box and mask of a seat's hand with this palm, as `arms.hand_zone` gives them; None beside the picture."""
        return hand_zone(palm, seat.sits_xy, self._px_per_mm, self._size_xy)

    def edges(self, box: Box, disc: Mask, frames: int = 1) -> Points:
        """Indices within a box of a hand's edge pixels, in the mean of the last `frames` frames.

        Only edges tell whether a hand moves: plain skin and wood look the same wherever they are.
        """
        detail = np.abs(self._motion.mean(frames, box)) * disc
        return np.nonzero(detail > max(EDGE_LEVELS, 4 * self._motion.noise))

    def swept_by_others(self, seat: Seat, box: Box, frames: int) -> Mask:
        """(H, W) uint8 of a box, 255 where other seats' arms went in the last `frames` frames."""
        return swept_mask((other for other in self._seats if other is not seat), box, frames, self._px_per_mm)

    def _apart_mm(self, one: PointPx, other: PointPx) -> float:
        return hypot(one[0] - other[0], one[1] - other[1]) / self._px_per_mm
