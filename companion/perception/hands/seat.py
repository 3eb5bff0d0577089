"""One seat's hand from frame to frame: where it was found, whether it has come to rest, and what was told of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from math import hypot

import numpy as np

from companion.camera.arrays import Pixels
from companion.core.units import PointPx
from companion.perception.hands.crossing import Arm
from companion.perception.hands.finder import Found, Maps
from companion.perception.hands.landing import Landing, Shares
from companion.perception.hands.motion import KEPT, Detail, Points
from companion.perception.hands.order import Belief
from companion.perception.hands.seen import HandSeen
from companion.perception.hands.tracks import Grid, Step, Track
from companion.perception.hands.whose import Whereabouts

Box = tuple[int, int, int, int]
CELL_PX = 16.0
"""A place of the finder's grid, in pixels of the small picture (640 across)."""
SHOULDER_MM = 150.0
"""From the middle of a person to the shoulder."""
REST_FRAMES = 6
"""Where a hand rests is the middle of where it was found in so many frames."""
HERE_MM = 45.0
"""A hand that lands comes from farther away within the last few frames."""
CLEAR = 0.5
"""A moment that speaks so far for a hand shows it, and no arm that hides it."""
LAY = 0.4
"""What seems to be in the air less than this may lie."""
LOOK_EVERY = 8
"""A look is taken from each seat in so many frames, and a second one at each hand that lies."""
WHOSE_LOOKS = 48
"""So many looks from where a player sits are remembered."""
FLEW, ROSE_FRAMES = 0.5, 20
"""A hand rose when it was in the air so far in one of so many frames."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a hand was found in one frame: pixels of the small picture, and how surely it is in the air, 0 to 1."""

    xy: PointPx
    air: float
    fits: float
    lead: float


@dataclass(frozen=True, slots=True, eq=False)
class Rest:
    """A hand that has come to be still: since when, and what it looked like.

    Attributes:
        landed_s, within_s: as in `HandSeen`.
        at_s: when it was noticed.
        box, own, lies: the part of the reduced picture, the hand's edges in it, and its detail.
        air: how surely it was in the air meanwhile, once that was found out.
    """

    palm_xy: PointPx
    landed_s: float
    within_s: float
    at_s: float
    box: Box
    own: Points
    lies: Detail
    air: float = 0.0


@dataclass(frozen=True, slots=True)
class Now:
    """The present frame: its number, its time, and the time from frame to frame."""

    frame: int
    at_s: float
    frame_s: float


@dataclass(frozen=True, slots=True, eq=False)
class Dating:
    """A landing that is being dated: the steps that are left, and what was known before them.

    Attributes:
        began: what was the present frame then.
        first: by the first two witnesses.
        again: how often it was dated before.
    """

    steps: Generator[None, None, Shares]
    began: Now
    first: Landing
    again: int = 0


class Seat:
    """What is known of one seat's hand.

    Args:
        at, shoulders: where its player sits, and both shoulders are, pixels of the small picture.
        rows_cols: of the finder's grid.
    """

    def __init__(
        self, number: int, at: PointPx, shoulders: Sequence[PointPx], rows_cols: tuple[int, int], px_per_mm: float
    ) -> None:
        self.number, self.at = number, at
        self._here_px = HERE_MM * px_per_mm
        self.track = Track([(x / CELL_PX - 0.5, y / CELL_PX - 0.5) for x, y in shoulders], rows_cols)
        self.places: deque[Place | None] = deque(maxlen=KEPT)
        self._times: deque[float] = deque(maxlen=KEPT)
        self.still = 0
        self.rest: Rest | None = None
        self.denied: Rest | None = None
        self.hand: HandSeen | None = None
        self.first = 0.0
        """How sure the first look was when it landed, 0 to 1."""
        self.dating: Dating | None = None
        self.dated = False
        """Whether what dates it has said all it will."""
        self.landed: Belief | None = None
        """When it landed by that."""
        self.looks: list[float] = []
        """What the second look said of it, logits."""
        self.looked = 0
        """In which frame it did last."""
        self.left = 0
        self.there = 1.0
        """How likely it still lay there by the last look, where that was asked."""
        self.then: Pixels | None = None
        """What was seen when it was found to have landed."""
        self.gone: list[float] = []
        """What was said since of its lying there no more, held against that: logits."""
        self.away = 0
        """So many looks of late, one after the other, saw it elsewhere."""
        self.whose: deque[tuple[int, Whereabouts]] = deque(maxlen=WHOSE_LOOKS)
        """Where the last looks from this seat see it, and in which frames."""
        self.sought = 0
        """Which of these was the last by which it was sought."""
        self.doubtful = False
        """Whether it lay elsewhere before it was found to have landed, or where another seat's was found since."""
        self.left_before: set[int] = set()
        """The cards on which it may have lain before, and which it left in doubt."""
        self.hovered_over: set[int] = set()
        """Those of which what dates it said that it never came down on them."""
        self.unproven = False
        """Whether it drifted, or was where another seat's is, when it was found by the looks from its seat."""
        self.not_yet = False
        """Whether what dates it says that it has not landed."""
        self.hovers_since = 0
        """As of which frame it said so first."""
        self.noticed = 0
        """In which frame it was found to have landed."""

    def look(self, now_s: float, found: Found, rivals: Maps, least: Grid) -> None:
        """Take in what was found in the next moment; rivals, least: as for `Track.look`."""
        self._times.append(now_s)
        fits = self.track.look(found.logits, found.air, rivals, least)
        step = self.track.now
        self.places.append(None if step is None else _place(step, found, fits))

    def hold(self, palm_xy: PointPx) -> None:
        """It has landed there: whether it stays is told from now on."""
        self.track.hold((palm_xy[0] / CELL_PX - 0.5, palm_xy[1] / CELL_PX - 0.5))

    def take_back(self) -> None:
        """It has not landed after all."""
        self.denied, self.hand, self.rest, self.still, self.looks = self.rest, None, None, 0, []
        self.doubtful = self.unproven = self.not_yet = False
        self.dating, self.dated, self.landed = None, False, None
        self.left, self.away, self.there = 0, 0, 1.0
        self.whose.clear()
        self.track.release()

    def palm(self) -> PointPx:
        """Where it was in the last frames."""
        x, y = np.median([p.xy for p in list(self.places)[-REST_FRAMES:] if p is not None], axis=0)
        return float(x), float(y)

    def since(self, at_s: float) -> list[Place]:
        """Where it was found since then."""
        return [p for p, s in zip(self.places, self._times, strict=True) if p is not None and s >= at_s]

    def aloft(self, at_s: float) -> float:
        """How surely it was in the air since then, on the mean."""
        return float(np.mean([place.air for place in self.since(at_s)] or [0.0]))

    def fits_at(self, palm_xy: PointPx) -> float:
        """How far the moments in which it was near there speak for it, on the mean."""
        return float(np.mean([p.fits for p in self.places if p is not None and self._near(p, palm_xy)] or [0.0]))

    def air(self, frames: int) -> list[float]:
        """How surely it was in the air in the last frames, the present first."""
        return [place.air for place in list(self.places)[: -frames - 1 : -1] if place is not None]

    def here_frames(self) -> int:
        """For how many frames it has been where it is now."""
        palm, frames = self.palm(), 0
        for place in reversed(self.places):
            if place is None or not self._near(place, palm):
                break
            frames += 1
        return frames

    def flew_ago(self, here: int) -> list[int]:
        """How many frames ago it was clearly seen in the air; before it was here it was on its way."""
        last = list(self.places)[: -here - 1 : -1]
        return [*(ago for ago, place in enumerate(last) if place is not None and _flies(place)), here]

    def lay_ago(self) -> list[int]:
        """How many frames ago it seemed to lie where it is."""
        palm = self.palm()
        last = enumerate(reversed(self.places))
        return [ago for ago, p in last if p is not None and p.air < LAY and self._near(p, palm)]

    def rose(self) -> bool:
        """Whether it was clearly seen in the air of late, or is nowhere: what is only found elsewhere may have been
        there all the time."""
        late = list(self.places)[-ROSE_FRAMES:]
        return self.track.now is None or any(place is not None and _flies(place) for place in late)

    def _near(self, place: Place, at: PointPx) -> bool:
        return hypot(place.xy[0] - at[0], place.xy[1] - at[1]) < self._here_px


def arms_beside(seat: Seat, seats: Sequence[Seat]) -> list[Arm]:
    """The others' arms that lie."""
    lie = [(o.hand, o.at) for o in seats if o is not seat and o.hand is not None and o.hand.lifted_s is None]
    return [(hand.palm_xy, at) for hand, at in lie]


def shoulders(at: PointPx, middle: PointPx, px_per_mm: float) -> tuple[PointPx, PointPx]:
    """To the left and to the right of where somebody sits who faces the picture's middle."""
    dx, dy = middle[0] - at[0], middle[1] - at[1]
    aside = SHOULDER_MM * px_per_mm / (hypot(dx, dy) or 1.0)
    return (at[0] + aside * dy, at[1] - aside * dx), (at[0] - aside * dy, at[1] + aside * dx)


def _flies(place: Place) -> bool:
    return place.fits > CLEAR and place.air > FLEW


def _place(step: Step, found: Found, fits: float) -> Place:
    off_x, off_y = np.clip(found.offset_xy[:, step.row, step.col], -1.5, 1.5)
    x, y = (step.col + off_x + 0.5) * CELL_PX - 0.5, (step.row + off_y + 0.5) * CELL_PX - 0.5
    return Place((float(x), float(y)), float(found.air[step.row, step.col]), fits, step.lead)
