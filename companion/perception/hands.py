"""Hands that come down on cards: whose, on which card, when, whether they hide what they must, whether they stay.

Fed with every frame of the small stream. An arm belongs to the seat where it came into the picture; it is followed to
its end, and has landed when it lies as still as the table does, which no hand in the air can. When it landed is found
by looking back from there. What has landed becomes part of the ground, so that hands that come later and cross it are
told apart from it, and so that its own leaving shows what lay under it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.source import Frame, Pixels
from companion.perception.hand_ground import REDUCED, Ground, Mask, reduced
from companion.perception.hand_motion import KEPT, Detail, Motion, Points
from companion.perception.hand_reach import LOST_FRAMES, PointPx, Way, entries

Quad = NDArray[np.float64]
"""(4, 2) pixels of the small picture."""
Box = tuple[int, int, int, int]

HAND_MM = 80.0
"""Around the palm's middle: hand and most of the fingers, no forearm."""
PALM_MM = 22.0
"""A palm's middle is flesh all around, this far."""
ARM_MM = 55.0
"""Half an arm with its sleeve and the room that it may take up."""
UNDER_MM = 38.0
"""What lies so near to the line of another arm is that arm's."""
NEAR_MM = 45.0
"""So near to another arm nobody can tell where one of them ends."""
STILL = 1.35
"""A hand lies when its detail differs by less than this many times the noise from what it was."""
STILL_SHARE = 60.0
"""This percentile of the edges' differences is looked at: another arm may hide and move a third of them."""
EDGE_LEVELS = 4.0
BEFORE_S = 0.5
"""Among other arms nobody can tell the moment: it was at most so long ago."""
AGREE_FRAMES = 3.0
"""The flock comes to rest within so many frames of the landing."""
FEWEST_EDGES = 60
"""Pixels of a hand's edges that tell when it came."""
QUIET, AMISS, SURELY_AWAY = 0.12, 0.3, 0.6
"""Share of its edges that a hand shows elsewhere than it lies: none that matters; it is in the air; it is far away."""
SHARP_FRAMES = 3
"""A slap takes no longer from far away to where it lies."""
SAME_NOISE = 3.0
"""Standard deviations by which an edge that has not moved may differ."""
STILL_BACKS = (1, 8, 20)
"""Frames between the two: a hand in the air drifts by a millimetre within a third of a second."""
STILL_FRAMES = 5
AWAY_FRAMES = 5
BARE, BARE_FRAMES = 0.12, 3
"""A hand has left when the table shows through so much of it, for so many frames."""
TIE_FRAMES = 1.5
"""Hands that landed closer than this tie."""
ON_CARD = 0.2
"""Share of a card that a hand hides when it lies on it; less is a finger's end."""
PLAIN = 0.85
"""How often seat and card of a hand with nothing amiss are right: 33 of 38 in two lots of filmed rounds."""
MERGED, STRAYED, CROWDED = 0.6, 0.7, 0.75
"""How sure it is where a hand ends that lies against something else; that was out of sight on its way; that lies among
other arms."""
RIVAL = 0.6
"""A second card that is hidden by more than this share of the first makes it doubtful which was meant."""


@dataclass(frozen=True, slots=True, eq=False)
class CardPlace:
    """A card that lies on the table: its corners and its motifs' corners."""

    corners: Quad
    motifs: tuple[Quad, ...] = ()


@dataclass(frozen=True, slots=True)
class HandSeen:
    """A hand that has landed.

    Attributes:
        seat: whose, by its number.
        card: the number of the card under it; None when it lies on no card.
        landed_s: when, on the frames' clock; finer than a frame.
        within_s: how far that may be off, beyond half a frame: another arm went over it.
        hidden: share of each of the card's motifs that it hides.
        lifted_s: when it was seen to have lifted or moved; None while it lies.
        sure: 0 to 1, that seat and card are right.
        palm_xy: the palm's middle, pixels of the small picture.
    """

    seat: int
    card: int | None
    landed_s: float
    within_s: float
    hidden: tuple[float, ...]
    sure: float
    palm_xy: PointPx
    lifted_s: float | None = None


@dataclass(slots=True)
class _Arm:
    """An arm that is over the table."""

    seat: int
    way: Way
    still: int = 0
    hand: HandSeen | None = None
    over: Mask | None = None
    before: Ground | None = None
    bare: int = 0
    lies: tuple[Box, Points, Detail] | None = None
    away: int = 0
    slow_s: float | None = None
    sure: float = 1.0


class HandEyes:
    """Follows the hands of one slap.

    Args:
        settled: the small picture (H, W, 3) of the table at rest, cards up, no hands.
        cards: where they lie in it.
        seats: a point for each seat, where its player sits, in pixels of the small picture and mostly outside of it.
        px_per_mm: of the small picture, about.
    """

    still = STILL

    def __init__(self, settled: Pixels, cards: Sequence[CardPlace], seats: Sequence[PointPx], px_per_mm: float) -> None:
        ground = reduced(settled)
        self._height, self._width = ground.shape[:2]
        self._ground = Ground(ground)
        self._cards = [_mask(each.corners, (self._width, self._height)) for each in cards]
        self._motifs = [[_mask(quad, (self._width, self._height)) for quad in each.motifs] for each in cards]
        self._gates = [self._gate((x / REDUCED, y / REDUCED)) for x, y in seats]
        self._scale = px_per_mm / REDUCED
        self._motion = Motion()
        self._grey = np.asarray(cv2.cvtColor(ground, cv2.COLOR_BGR2GRAY), np.uint8)
        self._arms: list[_Arm] = []
        self._times: list[float] = []

    @property
    def hands(self) -> tuple[HandSeen, ...]:
        """All that have landed so far, in the order in which they did."""
        found = [arm.hand for arm in self._arms if arm.hand is not None]
        return tuple(sorted(found, key=lambda hand: hand.landed_s))

    @property
    def reaching(self) -> tuple[int, ...]:
        """Seats whose hand is in the air."""
        return tuple(arm.seat for arm in self._arms if arm.hand is None)

    def look(self, frame: Frame) -> tuple[HandSeen, ...]:
        """Take in the next frame; hands that have landed or lifted, as of it."""
        picture = reduced(frame.pixels)
        self._times = [*self._times[-KEPT + 1 :], frame.taken_s]
        self._motion.look(picture)
        covered = self._ground.covered(picture)
        opened = cv2.morphologyEx(covered, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        whole = np.asarray(cv2.morphologyEx(opened, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
        self._enter(whole)
        news = []
        grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
        for arm in [arm for arm in self._arms if arm.hand is None]:
            arm.way.follow(whole, self._others(arm, UNDER_MM), self._others(arm, NEAR_MM), self._grey, grey)
            arm.slow_s = (arm.slow_s or frame.taken_s) if arm.way.is_slow else None
            if arm.way.gone > 10:
                self._arms.remove(arm)
            elif self._lies(arm, whole):
                news.append(self._land(arm, picture, whole))
        for arm in self._arms:
            if arm.hand is not None and arm.hand.lifted_s is None and self._left(arm, picture):
                arm.hand = replace(arm.hand, lifted_s=frame.taken_s)
                news.append(arm.hand)
        self._grey = grey
        return tuple(news)

    # Arms that come in --------------------------------------------------------------------------------------

    def _gate(self, seat: PointPx) -> PointPx:
        """Where the line from the picture's middle to a seat meets the picture's edge."""
        middle = (self._width / 2, self._height / 2)
        dx, dy = seat[0] - middle[0], seat[1] - middle[1]
        share = min(middle[0] / max(abs(dx), 1e-6), middle[1] / max(abs(dy), 1e-6))
        return middle[0] + share * dx, middle[1] + share * dy

    def _along_edge(self, point: PointPx) -> float:
        """How far around the picture's edge a point is, clockwise from its upper left."""
        x, y = point
        w, h = float(self._width), float(self._height)
        sides = ((y, x), (w - x, w + y), (h - y, w + h + (w - x)), (x, 2 * w + h + (h - y)))
        return min(sides)[1]

    def _enter(self, covered: Mask) -> None:
        around = 2.0 * (self._width + self._height)
        gates = [self._along_edge(gate) for gate in self._gates]
        for entry in entries(covered):
            at = self._along_edge(entry.xy)
            apart = [abs((at - gate + around / 2) % around - around / 2) for gate in gates]
            seat = int(np.argmin(apart))
            arm = next((arm for arm in self._arms if arm.seat == seat), None)
            if arm is None:
                way = Way(entry.xy, (self._width / 2, self._height / 2), self._scale)
                self._arms.append(_Arm(seat, way, sure=_clear(apart)))
            elif arm.hand is None:
                x, y = arm.way.entry
                arm.way.entry = (0.7 * x + 0.3 * entry.xy[0], 0.7 * y + 0.3 * entry.xy[1])

    def _others(self, arm: _Arm, room_mm: float, since_s: float | None = None) -> Mask:
        """Where other arms are in the air or, when `since_s` is given, were since then."""
        mask = np.zeros((self._height, self._width), np.uint8)
        for other in self._arms:
            late = other.hand is None or (since_s is not None and other.hand.landed_s > since_s)
            if other is not arm and late:
                ends = [(round(x), round(y)) for x, y in (other.way.entry, other.way.tip)]
                cv2.line(mask, ends[0], ends[1], 1, max(1, round(2 * room_mm * self._scale)))
        return mask

    # Landing ------------------------------------------------------------------------------------------------

    def _disc(self, palm: PointPx, radius_mm: float) -> tuple[Box, NDArray[np.uint8]] | None:
        radius = radius_mm * self._scale
        x0, y0 = int(max(0, palm[0] - radius)), int(max(0, palm[1] - radius))
        x1, y1 = int(min(self._width, palm[0] + radius + 1)), int(min(self._height, palm[1] + radius + 1))
        if x1 - x0 < 4 or y1 - y0 < 4:
            return None
        disc = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.circle(disc, (round(palm[0] - x0), round(palm[1] - y0)), round(radius), 1, cv2.FILLED)
        return (x0, y0, x1, y1), disc

    def _lies(self, arm: _Arm, covered: Mask) -> bool:
        """Whether it is a hand that has been as still as the table for long enough."""
        found, palm = self._disc(arm.way.palm, HAND_MM), self._disc(arm.way.palm, PALM_MM)
        if found is None or palm is None or self._motion.frames <= STILL_BACKS[-1]:
            return False
        if arm.way.lost >= LOST_FRAMES:
            arm.still = 0
            return False
        (x0, y0, x1, y1), middle = palm
        if np.count_nonzero(covered[y0:y1, x0:x1] & middle) < 0.7 * np.count_nonzero(middle):
            arm.still = 0
            return False
        box, disc = found
        edges = self._edges(arm, box, disc)
        still = all(
            float(np.percentile(self._motion.unlike(0, back, box, edges), STILL_SHARE)) < self.still
            for back in STILL_BACKS
        )
        arm.still = arm.still + 1 if still else 0
        if arm.still < STILL_FRAMES:
            return False
        if arm.way.settled(covered, self._others(arm, UNDER_MM)):
            return True
        arm.still = 0
        return False

    def _edges(self, arm: _Arm, box: Box, disc: NDArray[np.uint8], frames: int = 1) -> Points:
        """The pixels of a hand that tell whether it moves: flesh and wood look the same wherever they are."""
        x0, y0, x1, y1 = box
        detail = np.abs(self._motion.mean(frames, box)) * disc
        rough = detail > max(EDGE_LEVELS, 4 * self._motion.noise)
        own = rough & (self._others(arm, ARM_MM, self._times[0])[y0:y1, x0:x1] == 0)
        return np.nonzero(own if np.count_nonzero(own) >= FEWEST_EDGES else rough)

    def _land(self, arm: _Arm, picture: Pixels, covered: Mask) -> HandSeen:
        palm = arm.way.palm
        palm = min(self._width - 1.0, max(0.0, palm[0])), min(self._height - 1.0, max(0.0, palm[1]))
        hand = self._hand_mask(palm, covered)
        card, sure = self._under(hand)
        hidden = () if card is None else tuple(_share(covered, motif) for motif in self._motifs[card])
        x, y = palm
        sure *= (
            PLAIN
            * arm.sure
            * (1.0 if arm.way.ends_free(covered) else MERGED)
            * (1.0 if not arm.way.strayed else STRAYED)
        )
        if self._others(arm, NEAR_MM, self._times[0])[round(y), round(x)]:
            sure *= CROWDED
        landed_s, within_s = self._landed(arm)
        # The flock stopped at another moment: edges that are not this hand's were looked at.
        off_s = np.inf if arm.slow_s is None else abs(landed_s - arm.slow_s)
        if off_s > AGREE_FRAMES * (self._times[-1] - self._times[-2]):
            within_s = max(within_s, off_s)
        if sure < PLAIN:
            within_s = max(within_s, BEFORE_S)
        arm.hand = HandSeen(arm.seat, card, landed_s, within_s, hidden, sure, (x * REDUCED, y * REDUCED))
        own = hand & (1 - self._others(arm, NEAR_MM, self._times[0]))
        arm.before, arm.over = self._ground, np.asarray(cv2.erode(own, np.ones((3, 3), np.uint8)), np.uint8)
        self._ground = self._ground.with_lying(picture, self._strip(arm))
        return arm.hand

    def _hand_mask(self, palm: PointPx, covered: Mask) -> Mask:
        mask = np.zeros_like(covered)
        found = self._disc(palm, HAND_MM)
        if found is not None:
            (x0, y0, x1, y1), disc = found
            mask[y0:y1, x0:x1] = covered[y0:y1, x0:x1] & disc
        return mask

    def _under(self, hand: Mask) -> tuple[int | None, float]:
        """The card that the hand hides most, and how sure that is."""
        shares = [_share(hand, card) for card in self._cards]
        best = int(np.argmax(shares))
        if shares[best] < ON_CARD:
            return None, 0.9 if shares[best] < ON_CARD / 2 else 0.5
        rival = max((share for n, share in enumerate(shares) if n != best), default=0.0)
        return best, 0.5 if rival > RIVAL * shares[best] else 1.0

    def _strip(self, arm: _Arm) -> Mask:
        """The whole arm, with the room that it takes up; not where other hands are in the air."""
        mask = np.zeros((self._height, self._width), np.uint8)
        ends = [(round(x), round(y)) for x, y in (arm.way.entry, arm.way.palm)]
        cv2.line(mask, ends[0], ends[1], 1, max(1, round(2 * ARM_MM * self._scale)))
        cv2.circle(mask, ends[1], round(115 * self._scale), 1, cv2.FILLED)
        mask[self._others(arm, ARM_MM) > 0] = 0
        return mask

    def _landed(self, arm: _Arm) -> tuple[float, float]:
        """When it landed, and how far that may be off beyond half a frame, seconds.

        Looks back: the hand's distance from where it lies now, frame by frame, led on to nothing.
        """
        found = self._disc(arm.way.palm, HAND_MM)
        assert found is not None
        box, disc = found
        lies = self._motion.mean(STILL_FRAMES, box)
        edges = self._edges(arm, box, disc, STILL_FRAMES)
        arm.lies = (box, edges, lies)
        back = min(self._motion.frames, len(self._times)) - 1
        allowed = SAME_NOISE
        off = [self._motion.unlike(n, lies, box, edges) for n in range(back + 1)]
        amiss = [float(np.mean(each > allowed)) for each in off]
        # The longest ago that it lay as it lies: an arm that went over it meanwhile hid it for a while only.
        came = min(back - 1, 1 + max(n for n in range(back) if n == 0 or amiss[n] <= AMISS))
        good = off[came - 1] <= allowed
        near, far = (float(np.mean(off[n][good])) for n in (came, came + 1))
        calm = float(np.mean(off[came - 1][good]))
        share = 1.0 if far <= near else min(1.0, max(0.0, near - calm) / (far - near))
        # What may be this hand or another that goes over it is counted as doubt, both ways.
        doubtful = next((n + 1 for n in range(came - 1, -1, -1) if amiss[n] <= QUIET), 0)
        gone = next((n for n in range(came, back) if amiss[n] > SURELY_AWAY), back)
        frame_s = self._times[-1] - self._times[-2]
        if len(edges[0]) < FEWEST_EDGES or self._crowded(arm, box, edges):
            return self._times[-1 - came], back * frame_s
        clean = came - doubtful <= 1 and gone - came <= SHARP_FRAMES
        within_s = 0.0 if clean else max(came - doubtful, gone - came) * frame_s
        return self._times[-1 - came] + share * frame_s, within_s

    def _crowded(self, arm: _Arm, box: Box, edges: Points) -> bool:
        """Whether other arms' edges are among them."""
        x0, y0, x1, y1 = box
        return bool(self._others(arm, ARM_MM, self._times[0])[y0:y1, x0:x1][edges].any())

    # Leaving ------------------------------------------------------------------------------------------------

    def _left(self, arm: _Arm, picture: Pixels) -> bool:
        """Whether what lay under the hand can be seen again."""
        assert arm.before is not None
        assert arm.over is not None
        free = (arm.before.covered(picture) == 0) & (arm.over > 0)
        whole = int(np.count_nonzero(arm.over))
        arm.bare = arm.bare + 1 if np.count_nonzero(free) > BARE * max(1, whole) else 0
        arm.away = arm.away + 1 if self._is_away(arm) else 0
        return arm.bare >= BARE_FRAMES or arm.away >= AWAY_FRAMES

    def _is_away(self, arm: _Arm) -> bool:
        """Whether its edges are elsewhere, and no other arm has come near that could hide or shade them."""
        assert arm.lies is not None
        assert arm.hand is not None
        box, edges, lies = arm.lies
        x0, y0, x1, y1 = box
        if self._others(arm, NEAR_MM, arm.hand.landed_s)[y0:y1, x0:x1].any():
            return False
        return float(np.mean(self._motion.unlike(0, lies, box, edges) > SAME_NOISE)) > SURELY_AWAY


def ordered(first: HandSeen, second: HandSeen, frame_s: float) -> bool:
    """Whether it can be told that the first hand landed before the second: closer than that they tie.

    frame_s: from frame to frame; each moment is known to half of it at best.
    """
    apart_s = second.landed_s - first.landed_s
    return apart_s >= max(TIE_FRAMES * frame_s, first.within_s + second.within_s + frame_s / 2)


def _clear(apart: Sequence[float]) -> float:
    """How sure it is that an arm belongs to the nearest gate."""
    near = sorted(apart)
    return 1.0 if len(near) < 2 or near[0] < 0.6 * near[1] else 0.6


def _mask(quad: Quad, size_xy: tuple[int, int]) -> Mask:
    mask = np.zeros(size_xy[::-1], np.uint8)
    cv2.fillPoly(mask, [np.round(quad / REDUCED).astype(np.int32)], 1)
    return mask


def _share(covered: Mask, of: Mask) -> float:
    return float(np.count_nonzero(covered & of)) / max(1, int(np.count_nonzero(of)))
