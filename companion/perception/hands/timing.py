"""When each hand that lies came down: the third witness is asked a little in every frame, and what it says is weighed.

It may say that a hand has not come down yet: then it is asked again, for the hand may hover. What stays in doubt is
dated anew, as of soon after the landing, when less had hidden it.
"""

from __future__ import annotations

from dataclasses import replace

from companion.perception.hands.closely import Closely
from companion.perception.hands.landing import DOUBTED, Landing, agreed, dated_soon
from companion.perception.hands.seat import Dating, Now, Seat, Soon
from companion.perception.hands.seeking import Seeking
from companion.perception.hands.seen import HandSeen
from companion.perception.hands.tracks import PointPx

NOT_YET, DATED_AGAIN = 2.0, 9
"""A hand that by that witness landed fewer frames ago may hover still: it is asked so many times more."""
LONG_ENOUGH = 14
"""What landed so many frames ago can be dated anew, as of soon after that."""
LOOKED_AT = 3
"""And what the second look has seen so often."""
DATING_STEPS = 2
"""So many questions a frame about when a hand landed: it is told at once, and soon more exactly."""


class Timing:
    """Dates all seats' hands."""

    def __init__(self, closely: Closely, seeking: Seeking) -> None:
        self._closely, self._seeking = closely, seeking

    def begin(self, seat: Seat, palm_xy: PointPx, first: Landing, now: Now, again: int = 0) -> None:
        """Begin to date what lies there now.

        first: by the first two witnesses. again: how often it was dated before.
        """
        steps = self._closely.dating(palm_xy, seat.at)
        seat.dating = Dating(steps, now, first, self._closely.frames, again)

    def go_on(self, seat: Seat, hand: HandSeen, now: Now) -> HandSeen:
        """Ask some more; once all is said, that is when the hand landed, or it has not yet (`Seat.not_yet`)."""
        dating = seat.dating
        if dating is None:
            return self._anew(seat, hand, now)
        try:
            for _ in range(DATING_STEPS):
                next(dating.steps)
        except StopIteration as done:
            third = done.value
        else:
            return hand
        if third.ago < NOT_YET and not seat.not_yet:
            seat.hovers_since = dating.began.frame
        seat.not_yet = third.ago < NOT_YET
        if seat.not_yet and dating.again < DATED_AGAIN:
            before = replace(dating.first, ago=dating.first.ago + now.frame - dating.began.frame)
            self.begin(seat, hand.palm_xy, before, now, dating.again + 1)
            return hand
        seat.dating, seat.dated = None, dating
        lay, flew = self._seeking.lay_and_flew(seat, hand.card, dating.began.frame)
        seen = dating.first if seat.not_yet else agreed(dating.first, third, dating.frames, lay, flew)
        return _landed(hand, seen, dating.began.at_s, dating.began.frame_s)

    def is_done(self, seat: Seat, hand: HandSeen) -> bool:
        """Whether no more will be found out about when it landed."""
        return seat.dating is None and not self._is_due(seat, hand)

    def _is_due(self, seat: Seat, hand: HandSeen) -> bool:
        """Whether it is to be dated anew."""
        if seat.dated is None or hand.known or seat.not_yet or (seat.soon is not None and seat.soon.steps is None):
            return False
        return hand.within_s > DOUBTED * seat.dated.began.frame_s

    def _anew(self, seat: Seat, hand: HandSeen, now: Now) -> HandSeen:
        """What hid a hand since it landed may mislead: what is in doubt is dated as of soon after that, too."""
        dated, soon = seat.dated, seat.soon
        if dated is None or not self._is_due(seat, hand) or len(seat.looks) < LOOKED_AT:
            return hand
        frame_s = dated.began.frame_s
        if soon is None:
            ago = round((now.at_s - hand.landed_s) / frame_s)
            if ago < LONG_ENOUGH:
                return hand
            since, at = self._seeking.since(seat, hand.card), (hand.palm_xy, seat.at)
            steps = None if since is None else self._closely.dating_soon(*at, now.frame - since, ago)
            seat.soon = Soon(steps, now)
            return hand
        assert soon.steps is not None
        try:
            for _ in range(DATING_STEPS):
                next(soon.steps)
        except StopIteration as done:
            told = Landing((soon.began.at_s - hand.landed_s) / frame_s, hand.within_s / frame_s)
            later = soon.began.frame - dated.began.frame
            first = replace(dated.first, ago=dated.first.ago + later)
            looks = self._seeking.lay_and_flew(seat, hand.card, dated.began.frame)
            lay, flew = (None if each is None else each + later for each in looks)
            seat.soon = replace(soon, steps=None)
            seen = dated_soon(told, first, done.value, lay, flew)
            return _landed(hand, seen, soon.began.at_s, frame_s)
        return hand


def _landed(hand: HandSeen, seen: Landing, now_s: float, frame_s: float) -> HandSeen:
    """seen: in frames before that time."""
    return replace(hand, landed_s=now_s - seen.ago * frame_s, within_s=seen.within * frame_s)
