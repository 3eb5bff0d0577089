"""Follows one seat's hand from frame to frame."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from math import hypot

import numpy as np

from companion.core.units import PointPx
from companion.perception.hands.crossing_network import Arm
from companion.perception.hands.finder import HandDetections, Maps
from companion.perception.hands.motion import MOTION_FRAMES
from companion.perception.hands.seat_state import Place, SeatState
from companion.perception.hands.tracks import Grid, Track, TrackPosition

CELL_PX = 16.0
"""Pixels of the small picture (640 across) from one cell of the hand finder's grid to the next."""
SHOULDER_MM = 150.0
"""From the middle of a person to the shoulder, millimetres."""
REST_FRAMES = 6
"""The resting place of a hand is the median of its places in this many frames: one frame's error does not move it."""
HERE_MM = 45.0
"""Places nearer together than this are one place: a hand that lands comes from farther away within a few frames."""
CLEAR = 0.5
"""A frame with more support than this (natural logs) shows the hand itself and no arm that hides it."""
LAY = 0.4
"""A hand may lie while its probability of being in the air is less than this."""
READ_EVERY_FRAMES = 8
"""Frames from one per-seat posterior of a seat to the next, and from one answer of the hand verifier to the next."""
FLEW, ROSE_FRAMES = 0.5, 20
"""A hand has risen whose probability of being in the air was more than the first in one of this many last frames."""


class Seat(SeatState):
    """One seat's hand: its track over the table, and the state that others fill in.

    Args:
        number: of the seat, from 0.
        sits_xy: where the player sits, pixels of the small picture, mostly outside of it.
        shoulders: both shoulders, pixels of the small picture.
        rows_cols: size of the hand finder's grid.
        px_per_mm: scale of the small picture.
    """

    def __init__(
        self, number: int, sits_xy: PointPx, shoulders: Sequence[PointPx], rows_cols: tuple[int, int], px_per_mm: float
    ) -> None:
        super().__init__()
        self.number, self.sits_xy = number, sits_xy
        self._here_px = HERE_MM * px_per_mm
        self.track = Track([(x / CELL_PX - 0.5, y / CELL_PX - 0.5) for x, y in shoulders], rows_cols)
        self._times: deque[float] = deque(maxlen=MOTION_FRAMES)

    def update(self, now_s: float, found: HandDetections, rivals: Maps, least: Grid) -> None:
        """Take in the detections of the next frame.

        Args:
            now_s: the frame's time, seconds.
            found: what the hand finder detected.
            rivals: (DIRECTIONS, rows, cols) float32 logits and least: (rows, cols) float32, both as for `Track.update`.
        """
        self._times.append(now_s)
        support = self.track.update(found.logits, found.air, rivals, least)
        step = self.track.best
        self.places.append(None if step is None else _place(step, found, support))

    def watch_place(self, palm_xy: PointPx) -> None:
        """The hand has landed at `palm_xy` (pixels of the small picture): the track tells from now on if it stays."""
        self.track.watch_place((palm_xy[0] / CELL_PX - 0.5, palm_xy[1] / CELL_PX - 0.5))

    def retract_landing(self) -> None:
        """The hand did not land after all: forget the landing and follow the hand on."""
        self.rejected, self.hand, self.rest, self.still_frames, self.lying_logits = self.rest, None, None, 0, []
        self.lay_elsewhere = self.unproven = self.not_landed_yet = False
        self.landing_query, self.landing_known, self.landing_belief = None, False, None
        self.left_frames, self.away_reads, self.lies_probability = 0, 0, 1.0
        self.posteriors.clear()
        self.track.stop_watching()

    def palm(self) -> PointPx:
        """Median place of the palm in the last `REST_FRAMES` frames, of which one has it; pixels of the small
        picture."""
        x, y = np.median([p.xy for p in list(self.places)[-REST_FRAMES:] if p is not None], axis=0)
        return float(x), float(y)

    def places_since(self, at_s: float) -> list[Place]:
        """Places at which the hand was found since a time (seconds), the oldest first."""
        return [p for p, s in zip(self.places, self._times, strict=True) if p is not None and s >= at_s]

    def mean_air_since(self, at_s: float) -> float:
        """Mean probability, 0 to 1, of being in the air since a time (seconds); 0 where the hand was not found."""
        return float(np.mean([place.air for place in self.places_since(at_s)] or [0.0]))

    def mean_support_at(self, palm_xy: PointPx) -> float:
        """Mean support (natural logs) of the frames in which the hand was near a point; 0 where there is none."""
        return float(np.mean([p.support for p in self.places if p is not None and self._near(p, palm_xy)] or [0.0]))

    def recent_air(self, frames: int) -> list[float]:
        """Probability of being in the air in each of the last `frames` frames with the hand, the present one first."""
        return [place.air for place in list(self.places)[: -frames - 1 : -1] if place is not None]

    def frames_here(self) -> int:
        """For how many frames without a break the hand has been where it is now."""
        palm, frames = self.palm(), 0
        for place in reversed(self.places):
            if place is None or not self._near(place, palm):
                break
            frames += 1
        return frames

    def flight_frames_ago(self, here: int) -> list[int]:
        """How many frames ago the hand was clearly in the air, ascending, of the last `here` frames, and `here` itself.

        Before it was here, it was on its way: that counts as flight.
        """
        last = list(self.places)[: -here - 1 : -1]
        return [*(ago for ago, place in enumerate(last) if place is not None and _flies(place)), here]

    def lying_frames_ago(self) -> list[int]:
        """How many frames ago the hand seemed to lie where it is now, ascending."""
        palm = self.palm()
        last = enumerate(reversed(self.places))
        return [ago for ago, p in last if p is not None and p.air < LAY and self._near(p, palm)]

    def has_risen(self) -> bool:
        """Whether the hand was clearly in the air within `ROSE_FRAMES` frames, or is not found now.

        Being found elsewhere is not enough: the hand may have been there all the time.
        """
        late = list(self.places)[-ROSE_FRAMES:]
        return self.track.best is None or any(place is not None and _flies(place) for place in late)

    def _near(self, place: Place, at: PointPx) -> bool:
        return hypot(place.xy[0] - at[0], place.xy[1] - at[1]) < self._here_px


def arms_beside(seat: Seat, seats: Sequence[Seat]) -> list[Arm]:
    """Palm and sitting place of all other seats whose hands lie on the table, pixels of the small picture."""
    lie = [(o.hand, o.sits_xy) for o in seats if o is not seat and o.hand is not None and o.hand.lifted_s is None]
    return [(hand.palm_xy, at) for hand, at in lie]


def shoulders(at: PointPx, middle: PointPx, px_per_mm: float) -> tuple[PointPx, PointPx]:
    """Both shoulders of a person who sits at a point and faces the picture's middle.

    Args:
        at, middle: pixels of the small picture.
        px_per_mm: scale of the small picture.

    Returns:
        Both points, `SHOULDER_MM` to either side, pixels of the small picture.
    """
    dx, dy = middle[0] - at[0], middle[1] - at[1]
    aside = SHOULDER_MM * px_per_mm / (hypot(dx, dy) or 1.0)
    return (at[0] + aside * dy, at[1] - aside * dx), (at[0] - aside * dy, at[1] + aside * dx)


def _flies(place: Place) -> bool:
    return place.support > CLEAR and place.air > FLEW


def _place(step: TrackPosition, found: HandDetections, support: float) -> Place:
    off_x, off_y = np.clip(found.offset_xy[:, step.row, step.col], -1.5, 1.5)
    x, y = (step.col + off_x + 0.5) * CELL_PX - 0.5, (step.row + off_y + 0.5) * CELL_PX - 0.5
    return Place((float(x), float(y)), float(found.air[step.row, step.col]), support, step.lead)
