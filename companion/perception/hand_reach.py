"""One arm's way over the table: from the edge of the picture where it comes in to the end of its fingers."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, cos, hypot, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.perception.hand_ground import Mask

PointPx = tuple[float, float]
Points = NDArray[np.float32]
Grey = NDArray[np.uint8]
INSET_PX = 2
"""The picture's outermost pixels are left out: lens and scaling spoil them."""
GAP_PX = 9
"""Runs along the edge that are nearer belong to one arm: fingers come in one by one."""
LEAST_RUN_PX = 5
RAYS_DEG = 2.5
STEP_PX = 2.0
OPEN_MM = 34.0
"""A gap as long as this along an arm ends it; a shorter one is a sleeve's stripe or a card's edge."""
FRESH_MM = 130.0
"""So far in, a hand is still alone at the edge."""
SLOW_PX = 0.6
"""A hand that goes slower than this is not looked for farther out."""
LOST_MM = 40.0
"""So far behind the mask's end the flock is no longer on the hand."""
LOST_FRAMES = 3
COAST = 0.6
"""A hand that cannot be seen goes on, slower and slower."""
JUMP_MM = 190.0
"""A hand that could not be told from the table may come to light so much farther on."""
LEAST_FLOCK, ENOUGH = 5, 30
FASTEST_MM = 75.0
"""A hand goes no farther between two frames: four and a half metres a second."""
FINGERS_MM = 97.0
"""From the palm's middle to the fingers' end."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A place at the picture's edge that is covered: its middle, and how long it is, pixels."""

    xy: PointPx
    length_px: float


def entries(covered: Mask) -> tuple[Entry, ...]:
    """Where things come into the picture."""
    ring = _ring(covered.shape[1], covered.shape[0])
    on = covered[ring[:, 1], ring[:, 0]].astype(bool)
    if not on.any():
        return ()
    if on.all():
        return ()
    first = int(np.argmin(on))  # begin where nothing is, so that no run is cut in two
    at = np.roll(np.arange(len(on)), -first)
    places = np.flatnonzero(on[at])
    cuts = np.flatnonzero(np.diff(places) > GAP_PX)
    found = []
    for run in np.split(places, cuts + 1):
        if len(run) < LEAST_RUN_PX:
            continue
        x, y = ring[at[(run[0] + run[-1]) // 2]]
        found.append(Entry((float(x), float(y)), float(run[-1] - run[0] + 1)))
    return tuple(found)


_RINGS: dict[tuple[int, int], NDArray[np.int64]] = {}


def _ring(width: int, height: int) -> NDArray[np.int64]:
    """The picture's edge, clockwise from its upper left, (N, 2)."""
    if (width, height) not in _RINGS:
        left, top, right, bottom = INSET_PX, INSET_PX, width - 1 - INSET_PX, height - 1 - INSET_PX
        across, down = np.arange(left, right), np.arange(top, bottom)
        sides = (
            np.column_stack([across, np.full_like(across, top)]),
            np.column_stack([np.full_like(down, right), down]),
            np.column_stack([across[::-1] + 1, np.full_like(across, bottom)]),
            np.column_stack([np.full_like(down, left), down[::-1] + 1]),
        )
        _RINGS[(width, height)] = np.vstack(sides)
    return _RINGS[(width, height)]


class Way:
    """Follows one arm's hand from its entry on. Lengths are in pixels of the reduced picture.

    A flock of points that were seen on the hand while it was alone says where it goes; where the mask ends in front of
    it corrects them. Another arm that lies ahead makes the mask end too late, and is then not believed.
    """

    def __init__(self, entry: PointPx, inward: PointPx, px_per_mm: float) -> None:
        self.entry = entry
        self._scale = px_per_mm
        self._way = _unit(inward[0] - entry[0], inward[1] - entry[1])
        self.tip: PointPx = entry
        self._speed = (0.0, 0.0)
        self._flock: Points = np.zeros((0, 2), np.float32)
        self.gone = 0
        self.lost = 0
        self.strayed = False

    @property
    def is_slow(self) -> bool:
        """Whether the flock hardly moves."""
        return self.lost == 0 and hypot(*self._speed) < SLOW_PX

    @property
    def length(self) -> float:
        return hypot(self.tip[0] - self.entry[0], self.tip[1] - self.entry[1])

    @property
    def palm(self) -> PointPx:
        back = min(self.length, FINGERS_MM * self._scale)
        return self.tip[0] - back * self._way[0], self.tip[1] - back * self._way[1]

    def follow(self, covered: Mask, others: Mask, near: Mask, before: Grey, now: Grey) -> None:
        """Find where it is now.

        covered: what lies before the table. others: where other arms are; near: with the room about them, where
        nobody can tell which arm ends. before, now: the last two pictures in grey.
        """
        fresh = self.length < FRESH_MM * self._scale
        flown = None if fresh else self._flown(others, before, now)
        self.strayed = self.strayed or self.lost >= LOST_FRAMES
        alone = not fresh and not self._reaches(near, self.palm) and not self._reaches(near, self.tip)
        self.lost = 0 if fresh or alone or flown is not None else self.lost + 1
        if flown is None:
            flown = (0.0, 0.0) if fresh else (COAST * self._speed[0], COAST * self._speed[1])
        flown = _capped(flown, FASTEST_MM * self._scale)
        x, y = self.tip[0] + flown[0], self.tip[1] + flown[1]
        length = hypot(x - self.entry[0], y - self.entry[1])
        angle = atan2(self._way[1], self._way[0]) if fresh else atan2(y - self.entry[1], x - self.entry[0])
        reach = np.radians(75.0) if fresh else max(0.12, 60 * self._scale / max(length, 1.0))
        angles = angle + np.arange(-reach, reach + 1e-6, np.radians(RAYS_DEG))
        veil = others if self.lost >= LOST_FRAMES else None
        ends, stopped = self._ends(covered, near, angles, length, veil)
        best = float(ends.max())
        self.gone = 0 if best > 0.0 else self.gone + 1
        if best > 0.0:
            best_of = ends >= best - 16 * self._scale
            free, off = not bool(stopped[best_of].any()), best - length
            mean = float(np.mean(angles[best_of]))
            found = free and off > LOST_MM * self._scale and self._is_hand(covered, others, best, mean)
            if fresh or found:
                length += off if off > 0.0 else 0.4 * off
                angle += (1.0 if fresh or self.lost else 0.4) * (mean - angle)
            elif free and (hypot(*flown) >= SLOW_PX or off < -15 * self._scale):
                length += float(np.clip(0.5 * off, -40 * self._scale, 6 * self._scale))
                angle += 0.3 * (mean - angle)
            x, y = self.entry[0] + length * cos(angle), self.entry[1] + length * sin(angle)
        if length > 20 * self._scale:
            self._way = _unit(x - self.entry[0], y - self.entry[1])
        self._speed = _capped((x - self.tip[0], y - self.tip[1]), FASTEST_MM * self._scale) if fresh else flown
        self.tip = (x, y)
        self._recruit(covered, others, now)

    def settled(self, covered: Mask, others: Mask) -> bool:
        """Look once more where it ends, now that it is still. Returns False when that is elsewhere than it was."""
        angle = atan2(self._way[1], self._way[0])
        angles = angle + np.radians(np.arange(-10.0, 10.1, RAYS_DEG))
        ends, _ = self._ends(covered, others, angles, self.length, others)
        for n in np.argsort(-ends):
            if ends[n] <= 0.0 or abs(ends[n] - self.length) <= LOST_MM * self._scale:
                return True
            if self._is_hand(covered, others, float(ends[n]), float(angles[n])):
                x, y = cos(angles[n]), sin(angles[n])
                self._way = (x, y)
                self.tip = (self.entry[0] + ends[n] * x, self.entry[1] + ends[n] * y)
                self._flock = self._flock[:0]
                return False
        return True

    def ends_free(self, covered: Mask) -> bool:
        """Whether nothing at all lies just before the fingers: then they are where the arm ends."""
        steps = np.arange(12.0, 50.0, 3.0) * self._scale
        x = np.rint(self.tip[0] + steps * self._way[0]).astype(int)
        y = np.rint(self.tip[1] + steps * self._way[1]).astype(int)
        height, width = covered.shape
        inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
        return bool(inside.all()) and float(covered[y, x].mean()) < 0.2

    def _reaches(self, mask: Mask, at: PointPx) -> bool:
        height, width = mask.shape
        x, y = min(width - 1, max(0, round(at[0]))), min(height - 1, max(0, round(at[1])))
        return bool(mask[y, x])

    def _is_hand(self, covered: Mask, others: Mask, length: float, angle: float) -> bool:
        """Whether there is a palm behind an end, and no other arm's."""
        far = length - FINGERS_MM * self._scale
        x, y = self.entry[0] + far * cos(angle), self.entry[1] + far * sin(angle)
        half = 20 * self._scale
        x0, y0 = max(0, int(x - half)), max(0, int(y - half))
        own = covered & (1 - others)
        around = own[y0 : int(y + half) + 1, x0 : int(x + half) + 1]
        return bool(around.size) and float(around.mean()) > 0.7

    def _flown(self, others: Mask, before: Grey, now: Grey) -> PointPx | None:
        """How far the flock went; who lost it, or came under another arm, is let go."""
        height, width = others.shape
        x, y = (np.clip(np.rint(self._flock[:, n]).astype(int), 0, most - 1) for n, most in ((0, width), (1, height)))
        self._flock = self._flock[others[y, x] == 0]
        if len(self._flock) < LEAST_FLOCK:
            return None
        guess = self._flock + np.array(self._speed, np.float32)
        moved, found, _ = cv2.calcOpticalFlowPyrLK(
            before, now, self._flock, guess.copy(), winSize=(11, 11), maxLevel=2, flags=cv2.OPTFLOW_USE_INITIAL_FLOW,
            criteria=(cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 12, 0.03),
        )  # fmt: skip
        flow = moved - self._flock
        good = (found.ravel() > 0) & (np.abs(flow).max(axis=1) < 1.3 * FASTEST_MM * self._scale)
        if np.count_nonzero(good) < LEAST_FLOCK:
            self._flock = self._flock[:0]
            return None
        middle = np.median(flow[good], axis=0)
        off = np.hypot(*(flow - middle).T)
        good &= off < 2.0 + 0.25 * float(np.hypot(*middle))
        if np.count_nonzero(good) < LEAST_FLOCK:
            self._flock = self._flock[:0]
            return None
        self._flock = moved[good]
        flown = flow[good].mean(axis=0)
        return float(flown[0]), float(flown[1])

    def _recruit(self, covered: Mask, others: Mask, now: Grey) -> None:
        """Points on the hand that can be seen again; strays are dismissed."""
        palm = np.array(self.palm)
        if len(self._flock):
            far = np.hypot(*(self._flock - palm).T) > 100 * self._scale
            self._flock = self._flock[~far]
        if len(self._flock) >= ENOUGH or self.length < 40 * self._scale:
            return
        height, width = covered.shape
        radius = 75 * self._scale
        x0, y0 = int(max(0, palm[0] - radius)), int(max(0, palm[1] - radius))
        x1, y1 = int(min(width, palm[0] + radius)), int(min(height, palm[1] + radius))
        if x1 - x0 < 8 or y1 - y0 < 8:
            return
        free = covered[y0:y1, x0:x1] & (1 - others[y0:y1, x0:x1])
        for x, y in self._flock:
            cv2.circle(free, (int(x) - x0, int(y) - y0), 3, 0, cv2.FILLED)
        new = cv2.goodFeaturesToTrack(now[y0:y1, x0:x1], ENOUGH - len(self._flock), 0.02, 4, mask=free, blockSize=5)
        if new is not None:
            self._flock = np.vstack([self._flock, new.reshape(-1, 2) + np.array([x0, y0], np.float32)]).astype(
                np.float32
            )

    def _ends(
        self, covered: Mask, others: Mask, angles: NDArray[np.float64], length: float, veil: Mask | None
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Along rays from the entry, where the mask about `length` ends, 0 where there is none; whether another arm is
        what ends it. veil: what the arm may have gone under."""
        begin = max(0.0, length - 110 * self._scale)
        jump = JUMP_MM if veil is None else 2 * JUMP_MM
        along = np.arange(begin, length + jump * self._scale, STEP_PX)
        x = np.rint(self.entry[0] + np.cos(angles)[:, None] * along).astype(int)
        y = np.rint(self.entry[1] + np.sin(angles)[:, None] * along).astype(int)
        height, width = covered.shape
        inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
        x, y = np.clip(x, 0, width - 1), np.clip(y, 0, height - 1)
        there = (covered[y, x] > 0) & inside
        foreign = (others[y, x] > 0) & (along > length + 8 * self._scale)
        on = there & ~foreign
        gap = max(2, round(OPEN_MM * self._scale / STEP_PX))
        through = on if veil is None else on | ((veil[y, x] > 0) & inside)
        sums = np.concatenate([np.zeros((len(on), 1), int), np.cumsum(through, axis=1)], axis=1)
        free = sums[:, gap:] == sums[:, :-gap]
        stops = np.where(free.any(axis=1), free.argmax(axis=1), on.shape[1] - 1)
        samples = np.arange(on.shape[1])
        last = np.where(on & (samples <= stops[:, None]), samples, -1).max(axis=1)
        rows, next_ = np.arange(len(on)), np.minimum(last + 1, on.shape[1] - 1)
        stopped = (foreign & there)[rows, next_] if veil is None else np.zeros(len(on), bool)
        return np.where(last >= 0, along[last], 0.0), stopped


def _capped(move: PointPx, most: float) -> PointPx:
    share = min(1.0, most / max(hypot(*move), 1e-6))
    return move[0] * share, move[1] * share


def _unit(x: float, y: float) -> PointPx:
    far = hypot(x, y) or 1.0
    return x / far, y / far
