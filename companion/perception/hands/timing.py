"""When each hand that lies came down: the third witness is asked a little in every frame, and what it says is weighed.

It may say that a hand has not come down yet: then it is asked again, for the hand may hover.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.core.units import PointPx
from companion.perception.hands.closely import Closely
from companion.perception.hands.landing import UNSEEN_FRAMES, Landing, weighed
from companion.perception.hands.moment import KEPT
from companion.perception.hands.order import Belief
from companion.perception.hands.seat import LOOK_EVERY, Dating, Now, Seat, arms_beside
from companion.perception.hands.seeking import Seeking
from companion.perception.hands.seen import HandSeen

NOT_YET, DATED_AGAIN = 2.0, 4
"""A hand that by that witness landed fewer frames ago may hover still: it is asked so many times more."""
DATING_STEPS = 4
"""So many frames of its film are looked at in each: when it landed is told at once, and soon more exactly."""
ALL_STEPS = KEPT + 1
"""Of a hand that leaves all are looked at together."""
FEWEST, BEFORE, LAY = 32, 12, 0.2
"""At least so many frames are looked at, and so many before it may have lain by any witness: by a look where that is as
likely as this."""


class Timing:
    """Dates all seats' hands."""

    def __init__(self, closely: Closely, seeking: Seeking, seats: Sequence[Seat]) -> None:
        self._closely, self._seeking, self._seats = closely, seeking, seats

    def begin(self, seat: Seat, palm_xy: PointPx, card: int | None, first: Landing, now: Now, again: int = 0) -> None:
        """Begin to date what lies there now.

        card: the number of the card under it. first: by the first two witnesses. again: how often it was dated before.
        """
        looks = self._seeking.looks(seat, card, now.frame)
        steps = self._closely.dating(palm_xy, seat.at, arms_beside(seat, self._seats), enough(first, looks))
        seat.dating = Dating(steps, now, first, again)

    def go_on(self, seat: Seat, hand: HandSeen, now: Now, steps: int = DATING_STEPS) -> HandSeen:
        """Ask some more; once all is said, that is when the hand landed, or it has not yet (`Seat.not_yet`).

        steps: so many frames of its film are looked at, or `ALL_STEPS`.
        """
        dating = seat.dating
        if dating is None:
            return hand
        try:
            for _ in range(steps):
                next(dating.steps)
        except StopIteration as done:
            not_yet, shares = done.value[0], done.value[1:]
        else:
            return hand
        hovers = not_yet > shares.sum() or shares.argmax() < NOT_YET
        if hovers and not seat.not_yet:
            seat.hovers_since = dating.began.frame
        seat.not_yet = hovers
        if hovers and dating.again < DATED_AGAIN:
            before = replace(dating.first, ago=dating.first.ago + now.frame - dating.began.frame)
            self.begin(seat, hand.palm_xy, hand.card, before, now, dating.again + 1)
            return hand
        began, seat.dating, seat.dated = dating.began, None, True
        if hovers:
            landed_s, within_s = began.at_s - dating.first.ago * began.frame_s, dating.first.within * began.frame_s
        else:
            looks = self._seeking.looks(seat, hand.card, began.frame)
            seat.landed = Belief.of(weighed(shares, dating.first, looks), began.at_s, began.frame_s)
            landed_s, within_s = seat.landed.span(began.frame_s)
        return replace(hand, landed_s=landed_s, within_s=within_s)


def enough(first: Landing, looks: Sequence[tuple[float, float]]) -> int:
    """How many frames of a film may do: those in which the hand may have landed, and some before.

    first: by the first two witnesses. looks: as for `weighed`.
    """
    seen = first.ago + (first.within if first.within < UNSEEN_FRAMES else 0.0)
    lay = max((ago for ago, share in looks if share > LAY), default=0.0)
    return round(max(FEWEST, seen + BEFORE, lay + LOOK_EVERY + BEFORE))
