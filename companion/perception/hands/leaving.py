"""Whether a hand that had landed has left: it rose, or moved on."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf

import numpy as np

from companion.camera.arrays import Pixels
from companion.core.units import PointPx
from companion.perception.hands.closely import Closely
from companion.perception.hands.ground import Ground
from companion.perception.hands.seat import CLEAR, Rest, Seat, arms_beside
from companion.perception.hands.seeking import Seeking
from companion.perception.hands.seen import ON_CARD_MM, HandSeen
from companion.perception.hands.stillness import Stillness

GOES = 4.0
"""A hand has left when its having stayed falls so far behind, in natural logs."""
LEFT_MM = 26.0
"""A hand has left that is found so far from where it landed."""
LEFT_FRAMES = 5
"""In so many frames, one after the other."""
ALOFT = 0.2
"""A hand is not on the table that seems to be in the air so far; one that slides does, a little."""
BARE = 0.25
"""So much of where its edges lay is table then."""
GONE = 6.0
"""The edges of a hand that is up differ by so many deviations of the noise from what they were."""
AGREED, AGREED_IF_SEEN = 1.0, -1.0
"""A hand has left only where the second look says no more than this for its lying there still; and no more than the
second one where the last look from its seat sees it rather lie anywhere than in the air, or gone,"""
HARDLY, AWAY, AWAY_LOOKS = 0.5, 0.2, 2
"""And one from its seat says that it is hardly there. Or so many in a row, with nothing else, that it is not. The last
regular one from its seat counts among them,"""
SEEN = 4
"""If one of so many regular ones saw it lie."""
LEFT_SURE, LEFT_LOOKS = 6.0, 2
"""Or so many looks in a row that hold it against how it was when it had landed are so sure, as logits: so they are of
slides that all else overlooks, and of none of 363 hands of development that stayed, but for one that hovered."""
SAW, DENIES, DENIED_LOOKS = 2.0, -4.0, 2
"""Or so many second looks in a row are so sure that it does not lie there, after one that saw it do so: of 912 hands of
development that stayed none was denied so."""


class Leaving:
    """Tells of each seat's hand.

    Args:
        px_per_mm: of the small picture.
    """

    def __init__(
        self, stillness: Stillness, ground: Ground, closely: Closely, seeking: Seeking, seats: Sequence[Seat],
        px_per_mm: float,
    ) -> None:  # fmt: skip
        self._stillness, self._ground, self._seats = stillness, ground, seats
        self._closely, self._seeking, self._px_per_mm = closely, seeking, px_per_mm

    def look(self, seat: Seat, hand: HandSeen) -> None:
        """The second look at a hand that has landed; where it does not see it lie, one from its seat, too."""
        seat.looks.append(self._closely.lies(hand.palm_xy, seat.at))
        if seat.then is not None:
            seat.gone.append(self._closely.left(seat.then, hand.palm_xy, seat.at, arms_beside(seat, self._seats)))
        most = AGREED_IF_SEEN if seat.whose and not seat.whose[-1][1].up else AGREED
        seat.there = 1.0 if seat.looks[-1] > most else self._there(seat, hand)
        if seat.there >= AWAY:
            seat.away = 0
            return
        late = [where.lies_by([hand.palm_xy], ON_CARD_MM * self._px_per_mm)[0] for _, where in list(seat.whose)[-SEEN:]]
        seat.away += 1 + (max(late, default=0.0) > HARDLY and bool(late[-1] < AWAY))

    def _there(self, seat: Seat, hand: HandSeen) -> float:
        """How likely it lies where it landed by a look from its seat, and one in the mirror."""
        looks = [self._closely.whereabouts(seat.at, mirrored) for mirrored in (False, True)]
        there = float(np.mean([each.lies_by([hand.palm_xy], ON_CARD_MM * self._px_per_mm)[0] for each in looks]))
        # Where others hide it, it may be anywhere: that is no sign of its having left.
        elsewhere = float(np.mean([self._seeking.elsewhere_now(each, hand.card) for each in looks]))
        return there if elsewhere > HARDLY else max(there, AWAY)

    def has_left(self, seat: Seat, hand: HandSeen, picture: Pixels, frame: int) -> bool:
        """Whether it is clearly found elsewhere, the table where it lay; or there, in the air and looking otherwise; or
        whether having risen explains the moments since far better than having stayed; and both looks agree. Or whether
        these see by themselves that it is gone, or those from its seat tell so together, or the second look by itself,
        or those that hold it against how it was.

        Another arm's edges over a hand that lies look otherwise, too, but nobody takes that for a hand in the air.
        picture: the reduced one. frame: its number.
        """
        assert seat.rest is not None
        place = seat.places[-1]
        left = seat.track.stays < -GOES and seat.rose()
        if place is not None and place.fits > CLEAR:
            if self._apart_mm(place.xy, hand.palm_xy) > LEFT_MM:
                left = left or self._bare(seat.rest, picture) > BARE
            elif float(np.mean(seat.air(LEFT_FRAMES))) > ALOFT:
                drifted = self._stillness.drifted(seat, seat.rest, LEFT_FRAMES)
                left = left or (drifted is not None and drifted > GONE)
        seat.left = seat.left + 1 if left else 0
        gone = seat.away >= AWAY_LOOKS or (seat.left >= LEFT_FRAMES and seat.there < HARDLY)
        if gone or _denied(seat.looks) or _unlike(seat.gone):
            return True
        looked_now = bool(seat.whose) and seat.whose[-1][0] == frame
        return looked_now and self._seeking.has_left(seat, hand.card, seat.noticed)

    def _bare(self, rest: Rest, picture: Pixels) -> float:
        """Share of where a hand's edges lay that is table now."""
        x0, y0, x1, y1 = rest.box
        return 1.0 - float(np.mean(self._ground.covered(picture)[y0:y1, x0:x1][rest.own]))

    def _apart_mm(self, one: PointPx, other: PointPx) -> float:
        return hypot(one[0] - other[0], one[1] - other[1]) / self._px_per_mm


def _denied(looks: Sequence[float]) -> bool:
    """Whether the second look saw it lie, and of late clearly did not."""
    return max(looks[:-DENIED_LOOKS], default=-inf) >= SAW and max(looks[-DENIED_LOOKS:]) <= DENIES


def _unlike(said: Sequence[float]) -> bool:
    """Whether the last looks that hold it against how it was are sure that it lies there no more."""
    return len(said) >= LEFT_LOOKS and min(said[-LEFT_LOOKS:]) > LEFT_SURE
