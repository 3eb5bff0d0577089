"""One seat's hand from frame to frame: where it was found, whether it has come to rest, and what was told of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.perception.hands.finder import Found, Maps
from companion.perception.hands.motion import KEPT, Detail, Points
from companion.perception.hands.seen import HandSeen
from companion.perception.hands.tracks import Grid, PointPx, Step, Track

Box = tuple[int, int, int, int]
CELL_PX = 16.0
"""A place of the finder's grid, in pixels of the small picture (640 across)."""


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


class Seat:
    """What is known of one seat's hand."""

    def __init__(self, number: int, at: PointPx, shoulders: Sequence[PointPx], rows_cols: tuple[int, int]) -> None:
        self.number, self.at = number, at
        self.track = Track([(x / CELL_PX - 0.5, y / CELL_PX - 0.5) for x, y in shoulders], rows_cols)
        self.places: deque[Place | None] = deque(maxlen=KEPT)
        self.still = 0
        self.rest: Rest | None = None
        self.denied: Rest | None = None
        self.hand: HandSeen | None = None
        self.left = 0

    def look(self, found: Found, rivals: Maps, least: Grid) -> None:
        """Take in what was found in the next moment; least: as for `Track.look`."""
        fits = self.track.look(found.logits, found.air, rivals, least)
        step = self.track.now
        self.places.append(None if step is None else _place(step, found, fits))

    def hold(self, palm_xy: PointPx) -> None:
        """It has landed there: whether it stays is told from now on."""
        self.track.hold((palm_xy[0] / CELL_PX - 0.5, palm_xy[1] / CELL_PX - 0.5))


def _place(step: Step, found: Found, fits: float) -> Place:
    off_x, off_y = np.clip(found.offset_xy[:, step.row, step.col], -1.5, 1.5)
    x, y = (step.col + off_x + 0.5) * CELL_PX - 0.5, (step.row + off_y + 0.5) * CELL_PX - 0.5
    return Place((float(x), float(y)), float(found.air[step.row, step.col]), fits, step.lead)
