"""Hands that come down on cards: whose, on which card, when, whether they hide what they must, whether they stay.

Fed with every frame of the small stream. In each one all hands are found, with the way their arms come; each seat's own
is followed from the table's edge (`hands.tracks`). It has landed when it is as still as the table, which no hand in the
air is. When it landed is found by looking back from there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from math import hypot

import cv2
import numpy as np

from companion.camera.arrays import Pixels
from companion.camera.source import Frame
from companion.core.units import PointPx
from companion.perception.hands.certainty import all_looks, first_look
from companion.perception.hands.closely import Closely
from companion.perception.hands.crossing import CrossingLook
from companion.perception.hands.finder import BACKS, SEEN_XY, STRIDE, HandFinder
from companion.perception.hands.ground import REDUCED, Ground, hidden_shares, reduced
from companion.perception.hands.landing import (
    FEWEST_EDGES,
    SHARP_FRAMES,
    UNSEEN_FRAMES,
    Landing,
    came_down,
    landed,
    stopped,
)
from companion.perception.hands.leaving import AGREED, Leaving
from companion.perception.hands.moment import MomentLook
from companion.perception.hands.motion import KEPT, Motion
from companion.perception.hands.order import in_order
from companion.perception.hands.pile import Pile
from companion.perception.hands.seat import CLEAR, HERE_MM, LAY, LOOK_EVERY, Now, Rest, Seat, shoulders
from companion.perception.hands.second_look import SecondLook
from companion.perception.hands.seeking import OVERLOOKED, Seeking, Sought
from companion.perception.hands.seen import CardPlace, HandSeen
from companion.perception.hands.staying import StayingLook
from companion.perception.hands.stillness import STILL_FRAMES, Stillness
from companion.perception.hands.timing import ALL_STEPS, Timing
from companion.perception.hands.tracks import Grid, rivalled
from companion.perception.hands.whose import WhoseLook

AGAINST_BY_COVERED = ((0.1, 0.4), (-1.5, -0.05))
"""What a moment says against a hand where so much is covered about."""
KEEPS_S = 0.3
"""A hand in the air drifts by more than a millimetre within this time; one that lies does not."""
SAME_MM, SAME_S = 30.0, 0.07
"""What comes to lie so near to another hand, at the same moment, is that hand."""
HOVERED_FRAMES = 24
"""Who had not landed so long before leaving hovered; later it may have left already."""
LOOKS = 3
"""A hand that has landed is looked at so many times by the second look, so many frames apart; their mean counts."""
IN_DOUBT, MOST_LOOKS = 0.8, 8
"""If it is less sure then it is looked at again, up to so many times; the last ones count."""
TAKEN_BACK, LEFT_UNSURE = 0.1, 0.6
"""A hand that is less sure in the end, or when it goes before that, did not land: it is followed on."""
DOUBTFUL, AFTER_ALL = 0.5, 0.85
"""No surer is a hand that lay on another card before or left one in doubt, where another seat's was found since, or
that has not come down by what dates it. Nor one that is found from its seat alone and drifts, or is where another
seat's is: until that says when it came down, or it is as likely by these looks and all last ones agree."""
HOVERED = 0.9
"""And no surer than this is one that hovered over another card by what dates it."""
OVERDUE_LOOKS = 8
"""A hand that so many looks from its seat see lie on a card has landed, whatever the first look still waits for."""
DENIED = -2.0
"""A hand of which the second look is so sure that it does not lie there, or is another's, is first waited for."""


class HandEyes:
    """Follows the hands of one slap.

    Args:
        settled: the small picture (H, W, 3) of the table at rest, cards up, no hands.
        cards: where they lie in it.
        seats: a point for each seat, where its player sits, in pixels of the small picture and mostly outside of it.
        px_per_mm: of the small picture, about.
        finder, second, moment, whose, crossing, stays: other ones than the product's.
    """

    stillness = Stillness

    def __init__(
        self, settled: Pixels, cards: Sequence[CardPlace], seats: Sequence[PointPx], px_per_mm: float,
        finder: HandFinder | None = None, second: SecondLook | None = None, moment: MomentLook | None = None,
        whose: WhoseLook | None = None, crossing: CrossingLook | None = None, stays: StayingLook | None = None,
    ) -> None:  # fmt: skip
        self._finder = HandFinder() if finder is None else finder
        ground = reduced(settled)
        self._height, self._width = ground.shape[:2]
        self._ground = Ground(ground)
        self._closely = Closely(
            ground,
            px_per_mm,
            self._width * REDUCED,
            SecondLook() if second is None else second,
            MomentLook() if moment is None else moment,
            WhoseLook() if whose is None else whose,
            CrossingLook() if crossing is None else crossing,
            StayingLook() if stays is None else stays,
        )
        self._cards = cards
        self._px_per_mm = px_per_mm
        self._seeking = Seeking(cards, px_per_mm)
        rows_cols = (SEEN_XY[1] // STRIDE, SEEN_XY[0] // STRIDE)
        middle = (self._width * REDUCED / 2, self._height * REDUCED / 2)
        self._seats = [
            Seat(number, at, shoulders(at, middle, px_per_mm), rows_cols, px_per_mm) for number, at in enumerate(seats)
        ]
        self._motion = Motion()
        self._stillness = self.stillness(self._motion, self._seats, (self._width, self._height), px_per_mm)
        self._leaving = Leaving(self._stillness, self._ground, self._closely, self._seeking, self._seats, px_per_mm)
        self._timing = Timing(self._closely, self._seeking, self._seats)
        self._pile = Pile(self._closely)
        self._times: deque[float] = deque(maxlen=KEPT)
        self._frames = 0

    @property
    def _now(self) -> Now:
        return Now(self._frames, self._times[-1], self._times[-1] - self._times[-2])

    @property
    def hands(self) -> tuple[HandSeen, ...]:
        """All that have landed so far, in the order in which they did."""
        found = [seat.hand for seat in self._seats if seat.hand is not None]
        beliefs = {seat.number: seat.landed for seat in self._seats if seat.landed is not None}
        return in_order(found, beliefs, self._pile.later(), self._now.frame_s) if found else ()

    def look(self, frame: Frame) -> tuple[HandSeen, ...]:
        """Take in the next frame; hands that have landed or lifted, as of it."""
        picture = reduced(frame.pixels)
        self._times.append(frame.taken_s)
        self._frames += 1
        self._motion.look(picture)
        self._closely.take(picture)
        found = self._finder.look([self._closely.back(frames) for frames in (0, *BACKS)])
        bare = self._bare_places(picture)
        news = []
        for seat in self._seats:
            seat.track.foresee()
        rivals = rivalled([seat.track for seat in self._seats], found.logits)
        for seat in self._seats:
            seat.look(frame.taken_s, found, rivals[seat.number], bare)
            if (self._frames + seat.number) % LOOK_EVERY == 0 and (seat.hand is None or seat.hand.lifted_s is None):
                mirrored = self._frames // LOOK_EVERY % 2 == 1  # every other time
                seat.whose.append((self._frames, self._closely.whereabouts(seat.at, mirrored)))
            if seat.hand is None:
                seat.hand = self._overlooked(seat, picture) or self._comes_to_lie(seat, picture)
                if seat.hand is not None:
                    news += [replace(seat.hand, lifted_s=None), *([] if seat.hand.lifted_s is None else [seat.hand])]
                continue
            dating, seat.hand = seat.dating, self._timing.go_on(seat, seat.hand, self._now)
            if seat.dating is not dating:
                left = seat.hand.lifted_s is not None
                seat.hand = replace(seat.hand, confidence=self._sure(seat, seat.hand.palm_xy, left))
            self._look_again(seat, seat.hand)
            seat.hand = replace(seat.hand, known=self._known(seat, seat.hand))
            if seat.hand.lifted_s is None and self._leaving.has_left(seat, seat.hand, picture, self._frames):
                news += self._leaves(seat, seat.hand, frame.taken_s)
            elif seat.hand.lifted_s is None and seat.hand.known and seat.hand.confidence < TAKEN_BACK:
                seat.take_back()
            if seat.hand is None:
                self._pile.forget(seat.number)
        self._pile.look(self._seats, self._frames)
        return tuple(news)

    def _leaves(self, seat: Seat, hand: HandSeen, now_s: float) -> list[HandSeen]:
        """What is told of a hand that has left; nothing, and it is followed on, where it hardly lay there."""
        if not hand.known:
            hand = self._timing.go_on(seat, hand, self._now, ALL_STEPS)
        # Who surely lay there, and only may have lain elsewhere before, is asked about.
        doubtful = seat.doubtful and not seat.unproven and not seat.not_yet
        if self._frames - seat.hovers_since < HOVERED_FRAMES:
            seat.not_yet = False  # it is the place without the hand that was dated
        confidence = hand.confidence if hand.known else self._sure(seat, hand.palm_xy, left=True)
        lay = self._by_looks(seat, hand.palm_xy, left=True)[0] if doubtful else confidence
        if hand.known or lay >= LEFT_UNSURE:
            seat.hand = replace(hand, confidence=confidence, lifted_s=now_s)
            return [seat.hand]
        (seat.hovered_over if seat.not_yet else seat.left_before).update(self._seeking.lay_on(seat))
        seat.take_back()
        return []

    def _bare_places(self, picture: Pixels) -> Grid:
        """What this moment may say against a hand at each place of the finder's grid: most where only table is seen."""
        size = (SEEN_XY[0] // STRIDE, SEEN_XY[1] // STRIDE)
        covered = cv2.resize(self._ground.covered(picture).astype(np.float32), size, interpolation=cv2.INTER_AREA)
        share = cv2.blur(covered, (3, 3))
        return np.asarray(np.interp(share, *AGAINST_BY_COVERED), np.float32)

    # Landing ------------------------------------------------------------------------------------------------

    def _comes_to_lie(self, seat: Seat, picture: Pixels) -> HandSeen | None:
        """Its hand when it has landed, some time after it came to be still; until then None."""
        if seat.rest is None and self._stillness.is_still(seat):
            seat.rest = self._rest(seat)
        rest = seat.rest
        if rest is None or self._times[-1] - rest.at_s < KEEPS_S:
            return None
        kept = self._stillness.kept_still(seat, rest)
        lies = kept > 0.0 and not self._anothers(seat, rest) and not self._stillness.drifts(seat, rest.palm_xy)
        if lies and self._believed(seat, rest):
            first = self._first(seat, rest, kept)
            return self._land(seat, rest, first, picture)
        seat.denied, seat.rest = replace(rest, air=seat.aloft(rest.at_s)), None
        return None

    def _believed(self, seat: Seat, rest: Rest) -> bool:
        """Whether the second look does not contradict the first, or has done so here before: then people are asked."""
        before = seat.looks
        seat.looks = [self._closely.lies(rest.palm_xy, seat.at)]
        again = seat.denied is not None and self._apart_mm(rest.palm_xy, seat.denied.palm_xy) < HERE_MM
        if self._seeking.elsewhere(seat, self._seeking.under(rest.palm_xy)[0]):
            return False
        return seat.looks[0] > DENIED or (again and bool(before))

    def _look_again(self, seat: Seat, hand: HandSeen) -> None:
        """Now and then after a hand has landed; what is seen soon after counts as much as at first."""
        if self._frames - seat.looked < LOOK_EVERY or hand.lifted_s is not None:
            return
        seat.looked = self._frames
        self._leaving.look(seat, hand)
        if not hand.known and not seat.away:
            seat.hand = replace(hand, confidence=self._sure(seat, hand.palm_xy))

    def _known(self, seat: Seat, hand: HandSeen) -> bool:
        """Whether nothing more will be found out: what is in doubt is looked at for longer."""
        enough = LOOKS if hand.confidence >= IN_DOUBT else MOST_LOOKS
        return hand.known or (seat.dating is None and len(seat.looks) >= enough)

    def _overlooked(self, seat: Seat, picture: Pixels) -> HandSeen | None:
        """Its hand where the first look lost it among others, and those from its seat do not."""
        if not seat.whose or seat.whose[-1][0] == seat.sought:
            return None
        seat.sought = seat.whose[-1][0]
        seen = self._seeking.sought(seat)
        if seen is not None and seen.until is not None:
            return self._was_there(seat, seen, seen.until)
        if seen is None or (seen.looks < OVERDUE_LOOKS and self._waits(seat, seen.card)):
            return None
        about = self._stillness.zone(seat, seen.palm_xy)
        if about is None:
            return None
        seat.doubtful = self._seeking.lay_elsewhere(seat, seen.card)
        seat.unproven = self._stillness.drifts(seat, seen.palm_xy)
        now_s, (box, disc), seat.looks = self._times[-1], about, [self._closely.lies(seen.palm_xy, seat.at)]
        frame_s = now_s - self._times[-2]
        since, within = self._frames - seen.since + LOOK_EVERY / 2, UNSEEN_FRAMES
        if seen.before is not None:
            within = float(seen.since - seen.before)
        lies, edges = self._motion.mean(STILL_FRAMES, box), self._stillness.edges(box, disc, STILL_FRAMES)
        rest = Rest(seen.palm_xy, now_s - since * frame_s, within * frame_s, now_s, box, edges, lies)
        for other in self._seats:
            if other is not seat and other.hand is not None and _is_same(other.hand, rest, self._px_per_mm):
                # One hand cannot be two players'; two on one another are clearly seen from both their seats.
                other.doubtful |= not self._seeking.is_clearly_on(other, other.hand.card)
                seat.unproven |= not self._seeking.is_clearly_on(seat, seen.card)
        return self._land(seat, rest, OVERLOOKED, picture)

    def _waits(self, seat: Seat, card: int) -> bool:
        """Whether it is about to be seen to have landed there."""
        return seat.rest is not None and self._seeking.under(seat.rest.palm_xy)[0] == card

    def _was_there(self, seat: Seat, seen: Sought, until: int) -> HandSeen:
        """Its hand that lay there and has left before it was noticed."""
        now_s, frame_s = self._times[-1], self._times[-1] - self._times[-2]
        ago = self._frames - seen.since + LOOK_EVERY / 2
        within = UNSEEN_FRAMES if seen.before is None else float(seen.since - seen.before)
        seat.first, seat.looks, seat.noticed = OVERLOOKED, [0.0], self._frames
        seat.doubtful, seat.unproven = self._seeking.lay_elsewhere(seat, seen.card), False
        confidence, lifted_s = self._sure(seat, seen.palm_xy, left=True), now_s - (self._frames - until) * frame_s
        return HandSeen(
            seat.number,
            seen.card,
            now_s - ago * frame_s,
            within * frame_s,
            (),
            confidence,
            seen.palm_xy,
            lifted_s,
            known=True,
        )

    def _apart_mm(self, one: PointPx, other: PointPx) -> float:
        return hypot(one[0] - other[0], one[1] - other[1]) / self._px_per_mm

    def _anothers(self, seat: Seat, rest: Rest) -> bool:
        """Whether what came to lie is rather the hand of somebody who has been followed for longer.

        Two hands that came to lie on one another at one moment are both found, each for itself.
        """
        return seat.fits_at(rest.palm_xy) < CLEAR and any(
            other.track.lead >= seat.track.lead and _is_same(lain, rest, self._px_per_mm)
            for other in self._seats
            if other is not seat and (lain := other.hand or other.rest) is not None
        )

    def _land(self, seat: Seat, rest: Rest, first: float, picture: Pixels) -> HandSeen:
        """first: how sure the first look is."""
        seat.hold(rest.palm_xy)
        seat.then, seat.gone = self._closely.back(0), []
        seat.rest, seat.looked, seat.noticed, seat.first = rest, self._frames, self._frames, first
        now_s, frame_s = self._times[-1], self._times[-1] - self._times[-2]
        before = Landing((now_s - rest.landed_s) / frame_s, rest.within_s / frame_s)
        card, _ = self._seeking.under(rest.palm_xy)
        self._timing.begin(seat, rest.palm_xy, card, before, self._now)
        hidden = () if card is None else hidden_shares(self._ground.covered(picture), self._cards[card].motifs)
        confidence = self._sure(seat, rest.palm_xy)
        return HandSeen(seat.number, card, rest.landed_s, rest.within_s, hidden, confidence, rest.palm_xy, known=False)

    def _sure(self, seat: Seat, palm_xy: PointPx, left: bool = False) -> float:
        """left: it lay there and does no more."""
        confidence, whose = self._by_looks(seat, palm_xy, left)
        enough = left or len(seat.looks) > LOOKS
        agreed = enough and min(seat.looks[-LOOKS:]) > AGREED and whose > AFTER_ALL
        unproven = seat.unproven and not agreed and not seat.dated
        if seat.left_before or seat.doubtful or seat.not_yet or unproven:
            return min(confidence, DOUBTFUL)
        return min(confidence, HOVERED) if seat.hovered_over - {self._seeking.under(palm_xy)[0]} else confidence

    def _by_looks(self, seat: Seat, palm_xy: PointPx, left: bool) -> tuple[float, float]:
        """How sure it is by all looks, whatever else speaks against it; and by those from its seat alone."""
        card, confidence = self._seeking.under(palm_xy)
        late = max(seat.noticed, self._frames - LOOKS * LOOK_EVERY) - LOOK_EVERY
        whose = self._seeking.likely(seat, card, None if left else late)
        return confidence * all_looks(seat.first, seat.looks[-LOOKS:], whose), whose

    def _first(self, seat: Seat, rest: Rest, kept: float) -> float:
        """How sure the first look is of a hand that has landed."""
        before = seat.denied
        unseen = rest.within_s >= UNSEEN_FRAMES * (self._times[-1] - self._times[-2])
        twice = before is not None and before.air < LAY and self._apart_mm(before.palm_xy, rest.palm_xy) > HERE_MM
        seat.doubtful = self._seeking.lay_elsewhere(seat, self._seeking.under(rest.palm_xy)[0])
        return first_look(kept, seat.fits_at(rest.palm_xy), seat.aloft(rest.at_s), unseen, twice)

    def _rest(self, seat: Seat) -> Rest:
        """Looks back for the moment in which it landed."""
        around = self._stillness.zone(seat, seat.palm())
        assert around is not None
        box, disc = around
        frame_s = self._times[-1] - self._times[-2]
        here = seat.here_frames()
        back = min(self._motion.frames, len(self._times)) - 1
        others = self._stillness.crossed(seat, box, here + SHARP_FRAMES)
        edges = self._stillness.edges(box, disc, STILL_FRAMES)
        lies = self._motion.mean(STILL_FRAMES, box)
        off = np.stack([self._motion.unlike(n, lies, box, edges) for n in range(back + 1)])
        about = came_down(seat.air(here))
        clear = others[edges] == 0
        if about is None:
            seen = Landing(float(here), UNSEEN_FRAMES)
        else:
            stop = stopped(off[:, clear], about)
            all_stop = stopped(off, about) if stop is None else stop
            seen = landed(about, all_stop, stop is None, seat.flew_ago(here), seat.lay_ago())
        own = tuple(each[clear] for each in edges) if np.count_nonzero(clear) >= FEWEST_EDGES else edges
        palm, landed_s, within_s = seat.palm(), self._times[-1] - seen.ago * frame_s, seen.within * frame_s
        denied = seat.denied
        if denied is not None and self._apart_mm(palm, denied.palm_xy) < HERE_MM:
            # It may have lain here before: something passed over it, and it seemed to move.
            within_s = max(within_s, landed_s - denied.landed_s + denied.within_s)
        return Rest(palm, landed_s, within_s, self._times[-1], box, own, lies)


def _is_same(one: Rest | HandSeen, other: Rest | HandSeen, px_per_mm: float) -> bool:
    """Whether two seats' hands are one: at one place since one moment."""
    apart = hypot(one.palm_xy[0] - other.palm_xy[0], one.palm_xy[1] - other.palm_xy[1])
    return apart < SAME_MM * px_per_mm and abs(one.landed_s - other.landed_s) < SAME_S
