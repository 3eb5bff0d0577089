"""Tracks one seat's hand over the table: the most likely path that begins at the table's edge (Viterbi).

Each cell of the finder's grid holds how well the best path that ends there explains all frames so far, once for a hand
in the air and once for one that lies, which stays where it is. A hand that is hidden for a while, or that others cross,
is not lost: the following frames decide. Each detection counts for the seat whose hand it would rather be. All costs
are natural logs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.units import PointPx
from companion.perception.hands.finder import DIRECTIONS, STEP_RAD, Maps

Grid = NDArray[np.float32]
"""(rows, cols) float32 over the cells of the finder's grid."""

SIDEWAYS_RAD = 0.22
"""An arm may come from this far beside a shoulder without penalty: people lean, and seats are known roughly."""
OFF_COURSE_RAD = 0.15
"""Beyond that the penalty is the square of the angle over this one."""
SAME_DIRECTIONS, SAME_PLACES = 1, 1
"""A detection within this many directions and cells of a hand is that hand and no other's."""
MOST_PRIOR = 8.0
"""The most that a hand's last place says about whose hand a detection is."""
NEUTRAL_LOGIT = -1.5
"""The finder's logit at which a cell speaks neither for a hand nor against one."""
FRAME_WEIGHT = 0.5
"""Weight of one frame's logits: consecutive frames are not independent."""
MOST_SUPPORT = 2.0
"""The most that one frame may say for a hand in a cell."""
MOVES, HASTE = np.float32(0.1), np.float32(0.8)
"""Cost of a flying hand's moving by one cell from frame to frame, and of moving farther, up to `FAR` cells."""
FAR = 3
"""The farthest that a flying hand moves in a frame, cells."""
SLIDES, LANDS, LIFTS = np.float32(1.0), np.float32(0.5), np.float32(3.0)
"""Cost of a lying hand's sliding by one cell, of landing, and of lifting."""
AIR_WEIGHT, MOST_AIR = 0.15, 3.0
"""Weight of the logit that a detected hand is in the air, and the logit's limit."""
ENTERS, APPEARS, LEAVES = -2.0, -14.0, -6.0
"""Log likelihood of entering at the seat's own edge, of appearing anywhere else, and of leaving."""
EDGE_PLACES = 4.0
"""Hands enter within this many cells of the picture's edge."""
MOST_LEAD = 60.0
"""The most that a path leads over there being no hand: however long a hand was followed, it can leave unseen."""
FOLLOWED = 5.0
"""A path that leads by more than this is believed."""
NOWHERE = np.float32(-1e3)
"""Log likelihood of what is impossible."""

_NEAR = np.ones((3, 3), np.uint8)
_FAR = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * FAR + 1, 2 * FAR + 1))


@dataclass(frozen=True, slots=True)
class TrackPosition:
    """Where the best path ends.

    Attributes:
        row, col: cell of the grid.
        lead: how far it leads over there being no hand, natural logs, more than 0.
    """

    row: int
    col: int
    lead: float


class Track:
    """Tracks one seat's hand. Call `predict`, then `update`, once a frame.

    Args:
        shoulders: both shoulders of the player in cells of the grid, mostly outside of it.
        size: rows and columns of the grid.
    """

    def __init__(self, shoulders: Sequence[PointPx], size: tuple[int, int]) -> None:
        rows, cols = np.mgrid[: size[0], : size[1]].astype(np.float32)
        ways = np.arange(DIRECTIONS, dtype=np.float32)[:, None, None] * np.float32(STEP_RAD)
        penalties, edges = [], []
        for x, y in shoulders:
            dx, dy = x - cols, y - rows
            off = ways - np.arctan2(dy, dx)
            off = np.abs(np.arctan2(np.sin(off), np.cos(off)))
            penalties.append(np.maximum(0.0, (off - SIDEWAYS_RAD) / OFF_COURSE_RAD) ** 2)
            # How far it is to the picture's edge on the way to the shoulder.
            across = np.where(dx > 0, size[1] - 0.5 - cols, cols + 0.5) / np.maximum(np.abs(dx), 1e-6)
            down = np.where(dy > 0, size[0] - 0.5 - rows, rows + 0.5) / np.maximum(np.abs(dy), 1e-6)
            edges.append(np.minimum(across, down) * np.hypot(dx, dy) < EDGE_PLACES)
        self._course_penalty = np.asarray(np.min(penalties, axis=0), np.float32)
        self._edge = np.any(edges, axis=0)
        self._births = np.where(self._edge, ENTERS, APPEARS).astype(np.float32)
        self._fly = np.full(size, NOWHERE, np.float32)
        self._lie = self._fly.copy()
        self._out = 0.0
        self._watched: tuple[slice, slice] | None = None
        self.stays = 0.0
        """How far a hand that never left where it was held falls behind the best way, in natural logs; 0 or less."""

    @property
    def lead(self) -> float:
        """How far the best path leads over there being no hand, natural logs; not above 0 where there is none."""
        return max(float(self._fly.max()), float(self._lie.max())) - self._out

    def predict(self) -> None:
        """Motion update: where the hand may have gone since the last frame."""
        fly, lie = self._fly, self._lie
        flies = cv2.max(cv2.max(fly, cv2.dilate(fly, _NEAR) - MOVES), cv2.dilate(fly, _FAR) - HASTE)
        left = float(fly[self._edge].max(initial=NOWHERE)) + LEAVES
        self._fly = np.asarray(cv2.max(cv2.max(flies, lie - LIFTS), self._births + np.float32(self._out)), np.float32)
        self._lie = np.asarray(cv2.max(cv2.max(lie, cv2.dilate(lie, _NEAR) - SLIDES), fly - LANDS), np.float32)
        self._out = max(self._out, left)

    def claim_logits(self, logits: Maps) -> Maps:
        """(DIRECTIONS, rows, cols) float32: how far each detection would be this hand, by its direction and this hand's
        last place.

        logits: (DIRECTIONS, rows, cols), of `HandDetections`.
        """
        best = cv2.max(self._fly, self._lie)
        prior = np.maximum(best - max(self._out, float(best.max())), -MOST_PRIOR)
        return np.asarray(logits - self._course_penalty + prior, np.float32)

    def update(self, logits: Maps, air: Grid, rivals: Maps, least: Grid) -> float:
        """Measurement update with the next frame.

        Args:
            logits: (DIRECTIONS, rows, cols) float32, of `HandDetections`.
            air: (rows, cols) float32, of `HandDetections`.
            rivals: (DIRECTIONS, rows, cols) float32 logits: how much more each detection would be another seat's hand.
            least: (rows, cols) float32 below 0: the most that the frame may say against a hand in each cell, where it
                may be hidden.

        Returns:
            The support of the frame for a hand where this one is now, natural logs; 0 where there is none.
        """
        own = np.minimum(logits - self._course_penalty - NEUTRAL_LOGIT, -rivals).max(axis=0)
        support = np.asarray(np.clip(FRAME_WEIGHT * own, least, MOST_SUPPORT), np.float32)
        odds = np.log(np.maximum(1 - air, 1e-3) / np.maximum(air, 1e-3))
        lies = np.asarray(np.where(own > 0, AIR_WEIGHT * np.clip(odds, -MOST_AIR, MOST_AIR), 0), np.float32)
        self._fly += support - lies
        self._lie += support + lies
        best = max(float(self._fly.max()), float(self._lie.max()))
        self._out = max(self._out, best - MOST_LEAD)
        top = max(self._out, best)
        self._fly = np.maximum(self._fly - np.float32(top), NOWHERE)
        self._lie = np.maximum(self._lie - np.float32(top), NOWHERE)
        self._out -= top
        if self._watched is not None:
            near = support[self._watched]
            found = np.unravel_index(int(near.argmax()), near.shape)
            self.stays += float(near[found] + lies[self._watched][found]) - top
        step = self.best
        return 0.0 if step is None else float(support[step.row, step.col])

    def watch_place(self, at: PointPx) -> None:
        """From now on `stays` tells how well a hand that still lies at a point (in cells) explains all frames."""
        col, row = round(at[0]), round(at[1])
        self._watched = (
            slice(max(0, row - SAME_PLACES), row + SAME_PLACES + 1),
            slice(max(0, col - SAME_PLACES), col + SAME_PLACES + 1),
        )
        self.stays = float(self._lie[self._watched].max())

    def stop_watching(self) -> None:
        """End `watch_place`."""
        self._watched, self.stays = None, 0.0

    @property
    def best(self) -> TrackPosition | None:
        """Where the best path ends; None while it is best to have no hand here."""
        best = cv2.max(self._fly, self._lie)
        row, col = np.unravel_index(int(best.argmax()), best.shape)
        lead = float(best[row, col]) - self._out
        return TrackPosition(int(row), int(col), lead) if lead > 0.0 else None


def rival_logits(tracks: Sequence[Track], logits: Maps) -> list[Maps]:
    """For each seat how much more each detection would be another seat's hand, as `Track.update` takes it.

    A detection next to a hand, with nearly the same direction of the arm, is that hand.

    Args:
        tracks: of all seats, after `predict`.
        logits: (DIRECTIONS, rows, cols) float32, of `HandDetections`.

    Returns:
        (DIRECTIONS, rows, cols) float32 for each track.
    """
    claims = [track.claim_logits(logits) for track in tracks]
    around = [_around(claim) for claim in claims]
    best = second = np.full_like(logits, NOWHERE)
    for each in around:
        second = np.maximum(second, np.minimum(best, each))
        best = np.maximum(best, each)
    return [np.where(own == best, second, best) - claim for own, claim in zip(around, claims, strict=True)]


def _around(claim: Maps) -> Maps:
    """The maximum over each cell's neighbours, in directions and cells."""
    wide = np.stack([cv2.dilate(each, _NEAR) for each in claim])
    turned = [np.roll(wide, n, axis=0) for n in range(-SAME_DIRECTIONS, SAME_DIRECTIONS + 1)]
    return np.asarray(np.max(turned, axis=0), np.float32)
