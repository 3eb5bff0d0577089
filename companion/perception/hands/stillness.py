"""Whether a hand is as still as the table, as none in the air is: by its edges, and by how it drifts.

What other arms cross cannot say so: it is left out, and where too little is left nobody can tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

import numpy as np

from companion.core.units import PointPx
from companion.perception.hands.arms import RESTS_MM, crossed, spread, zone
from companion.perception.hands.drift import drifts
from companion.perception.hands.ground import Mask
from companion.perception.hands.landing import FEWEST_EDGES
from companion.perception.hands.motion import Motion, Points
from companion.perception.hands.seat import CLEAR, HERE_MM, REST_FRAMES, Box, Rest, Seat
from companion.perception.hands.tracks import FOLLOWED

IN_AIR = 0.5
"""A hand that seems to be in the air in more than this share of the frames in which it is still, hovers."""
STILL = 1.35
"""A hand lies when its detail differs by less than this many times the noise from what it was."""
STILL_SHARE = 60.0
"""This percentile of the edges' differences is looked at: another arm may hide and move a third of them."""
STILL_BACKS = (1, 3, 6)
"""Frames between the two."""
STILL_FRAMES = 3
DRIFT_BACKS = range(4, 19, 2)
"""Frames ago at which a hand is looked for that drifts."""
KEPT_STILL = 2.0
"""The same as `STILL`, over that time: light changes a little."""
EDGE_LEVELS = 4.0
ELSEWHERE_FRAMES = 4
"""A hand that is clearly found elsewhere in so many frames did not come to lie there."""
HIDDEN, HIDDEN_FRAMES = 0.7, 4
"""How sure it is that a hand lies that was hidden soon after it came to be still, for so many frames now."""


class Stillness:
    """Tells of each seat's hand.

    Args:
        motion: the last frames' detail.
        seats: all of them.
        size_xy: of the reduced picture.
        px_per_mm: of the small picture.
    """

    still_noises, kept_noises, in_air, drift_backs = STILL, KEPT_STILL, IN_AIR, DRIFT_BACKS

    def __init__(self, motion: Motion, seats: Sequence[Seat], size_xy: tuple[int, int], px_per_mm: float) -> None:
        self._motion, self._seats, self._size_xy, self._px_per_mm = motion, seats, size_xy, px_per_mm

    def is_still(self, seat: Seat) -> bool:
        """Whether its hand has been as still as the table for some frames."""
        last = list(seat.places)[-REST_FRAMES:]
        rests = (
            len(last) == REST_FRAMES
            and all(place is not None and place.lead > FOLLOWED for place in last)
            and self._motion.frames > STILL_BACKS[-1]
        )
        if not rests or spread([p.xy for p in last if p is not None]) > RESTS_MM * self._px_per_mm:
            seat.still = 0
            return False
        about = self.zone(seat, seat.palm())
        if about is None:
            return False
        box, disc = about
        edges = self.edges(box, disc)
        still = len(edges[0]) > 0 and all(
            float(np.percentile(self._motion.unlike(0, back, box, edges), STILL_SHARE)) < self.still_noises
            for back in STILL_BACKS
        )
        seat.still = seat.still + 1 if still else 0
        return seat.still >= STILL_FRAMES

    def kept_still(self, seat: Seat, rest: Rest) -> float:
        """How sure it is that a hand that came to be still lies: it is low, and has not drifted.

        Where another arm hides it by now, nobody can tell whether it lay or hovered. 0 when it did not lie.
        """
        since = seat.since(rest.at_s)
        near = [place for place in since if self._apart_mm(place.xy, rest.palm_xy) < HERE_MM]
        if all(place not in near and place.fits > CLEAR for place in since[-ELSEWHERE_FRAMES:]):
            return 0.0  # what lies there is another's, after all
        if not near or float(np.mean([place.air for place in near])) > self.in_air:
            return 0.0
        hidden = sum(place.fits > 0.0 for place in since[-HIDDEN_FRAMES:]) == 0
        drifted = self.drifted(seat, rest, len(since))
        if drifted is not None and (drifted < self.kept_noises or not hidden):
            return float(drifted < self.kept_noises)
        middle = np.median([place.xy for place in since], axis=0)
        stays = self._apart_mm((float(middle[0]), float(middle[1])), rest.palm_xy) < RESTS_MM
        return HIDDEN if hidden else float(stays)

    def drifts(self, seat: Seat, palm: PointPx) -> bool:
        """Whether a hand there has surely drifted of late, so that it hovers."""
        about = self.zone(seat, palm)
        if about is None:
            return False
        box, disc = about
        before = (self._motion.detail(back, box) for back in self.drift_backs)
        return drifts(self._motion.mean(STILL_FRAMES, box), disc, before, self._motion.noise, self._px_per_mm)

    def drifted(self, seat: Seat, rest: Rest, frames: int) -> float | None:
        """How far the edges that no arm crossed in the last frames are from what they were, in deviations of the noise;
        None where there are too few."""
        clear = self.crossed(seat, rest.box, frames)[rest.own] == 0
        if np.count_nonzero(clear) < FEWEST_EDGES:
            return None
        return float(np.percentile(self._motion.unlike(0, rest.lies, rest.box, rest.own)[clear], STILL_SHARE))

    def zone(self, seat: Seat, palm: PointPx) -> tuple[Box, Mask] | None:
        return zone(palm, seat.at, self._px_per_mm, self._size_xy)

    def edges(self, box: Box, disc: Mask, frames: int = 1) -> Points:
        """The pixels of a hand that tell whether it moves: flesh and wood look the same wherever they are."""
        detail = np.abs(self._motion.mean(frames, box)) * disc
        return np.nonzero(detail > max(EDGE_LEVELS, 4 * self._motion.noise))

    def crossed(self, seat: Seat, box: Box, frames: int) -> Mask:
        """255 where other arms went in the last frames."""
        return crossed((other for other in self._seats if other is not seat), box, frames, self._px_per_mm)

    def _apart_mm(self, one: PointPx, other: PointPx) -> float:
        return hypot(one[0] - other[0], one[1] - other[1]) / self._px_per_mm
