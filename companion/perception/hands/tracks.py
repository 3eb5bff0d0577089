"""The way of one seat's hand over the table: of all ways that begin at its edge, the one that most moments agree with.

Each place of a coarse grid holds how well the best way that ends there explains all moments so far (Viterbi), once for
a hand in the air and once for one that lies, which stays where it is. A hand that is hidden for a while, or that others
cross, is not lost: what follows decides. What is found goes to the seat whose hand it would rather be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.units import PointPx
from companion.perception.hands.finder import STEP_RAD, WAYS, Maps

Grid = NDArray[np.float32]

SIDEWAYS_RAD = 0.22
"""An arm may come so far from beside a shoulder: people lean, and seats are known about."""
ASTRAY_RAD = 0.15
"""Beyond that, what an arm loses with each further so much, squared."""
SAME_WAYS, SAME_PLACES = 1, 1
"""What is found so near to a hand, its arm coming so, is that hand and no other's."""
MOST_PRIOR = 8.0
"""Where a hand was a moment ago says so much at most, in natural logs, about whose a hand is that is found."""
EVENS = -1.5
"""Logit at which a place speaks neither for a hand nor against one."""
SHARE = 0.5
"""Moments that follow one another are not independent."""
MOST = 2.0
"""What one moment may say for a hand at a place."""
MOVES, HASTE = np.float32(0.1), np.float32(0.8)
"""What a hand in the air loses that goes one place from moment to moment, or more; farther than `FAR` it cannot go."""
FAR = 3
SLIDES, LANDS, LIFTS = np.float32(1.0), np.float32(0.5), np.float32(3.0)
"""What a hand loses that slides by one place, that comes down, that goes up."""
AIR_SHARE, MOST_AIR = 0.15, 3.0
"""How much of the logit that a hand found is in the air speaks for that, and the most that it may be."""
ENTERS, APPEARS, LEAVES = -2.0, -14.0, -6.0
"""What it takes to come in at its own edge, to come in anywhere else, and to leave."""
EDGE_PLACES = 4.0
"""So far from the picture's edge hands come in."""
MOST_LEAD = 60.0
"""However long a hand was followed, it can leave unseen."""
FOLLOWED = 5.0
"""A way that leads by so much over there being no hand is believed."""
NOWHERE = np.float32(-1e3)

_NEAR = np.ones((3, 3), np.uint8)
_FAR = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * FAR + 1, 2 * FAR + 1))


@dataclass(frozen=True, slots=True)
class Step:
    """Where a way is at one moment, in places of the grid; how far it leads before having none, in natural logs."""

    row: int
    col: int
    lead: float


class Track:
    """Follows one seat's hand.

    Args:
        shoulders: where its player's are, in places of the grid, mostly outside of it.
        size: rows and columns of the grid.
    """

    def __init__(self, shoulders: Sequence[PointPx], size: tuple[int, int]) -> None:
        rows, cols = np.mgrid[: size[0], : size[1]].astype(np.float32)
        ways = np.arange(WAYS, dtype=np.float32)[:, None, None] * np.float32(STEP_RAD)
        astray, edges = [], []
        for x, y in shoulders:
            dx, dy = x - cols, y - rows
            off = ways - np.arctan2(dy, dx)
            off = np.abs(np.arctan2(np.sin(off), np.cos(off)))
            astray.append(np.maximum(0.0, (off - SIDEWAYS_RAD) / ASTRAY_RAD) ** 2)
            # How far it is to the picture's edge on the way to the shoulder.
            across = np.where(dx > 0, size[1] - 0.5 - cols, cols + 0.5) / np.maximum(np.abs(dx), 1e-6)
            down = np.where(dy > 0, size[0] - 0.5 - rows, rows + 0.5) / np.maximum(np.abs(dy), 1e-6)
            edges.append(np.minimum(across, down) * np.hypot(dx, dy) < EDGE_PLACES)
        self._astray = np.asarray(np.min(astray, axis=0), np.float32)
        self._edge = np.any(edges, axis=0)
        self._births = np.where(self._edge, ENTERS, APPEARS).astype(np.float32)
        self._fly = np.full(size, NOWHERE, np.float32)
        self._lie = self._fly.copy()
        self._out = 0.0
        self._held: tuple[slice, slice] | None = None
        self.stays = 0.0
        """How far a hand that never left where it was held falls behind the best way, in natural logs; 0 or less."""

    @property
    def lead(self) -> float:
        """How far the best way leads before there being no hand; below 0 it does not."""
        return max(float(self._fly.max()), float(self._lie.max())) - self._out

    def foresee(self) -> None:
        """Where the hand may have gone since the last moment."""
        fly, lie = self._fly, self._lie
        flies = cv2.max(cv2.max(fly, cv2.dilate(fly, _NEAR) - MOVES), cv2.dilate(fly, _FAR) - HASTE)
        left = float(fly[self._edge].max(initial=NOWHERE)) + LEAVES
        self._fly = np.asarray(cv2.max(cv2.max(flies, lie - LIFTS), self._births + np.float32(self._out)), np.float32)
        self._lie = np.asarray(cv2.max(cv2.max(lie, cv2.dilate(lie, _NEAR) - SLIDES), fly - LANDS), np.float32)
        self._out = max(self._out, left)

    def claim(self, logits: Maps) -> Maps:
        """How far each thing found would be this hand: what it looks like, and where this hand may be by now."""
        best = cv2.max(self._fly, self._lie)
        prior = np.maximum(best - max(self._out, float(best.max())), -MOST_PRIOR)
        return np.asarray(logits - self._astray + prior, np.float32)

    def look(self, logits: Maps, air: Grid, rivals: Maps, least: Grid) -> float:
        """Take in the next moment; how far it speaks for a hand where this one is now.

        logits: (WAYS, rows, cols) of what is found there. air: (rows, cols), of `Found`.
        rivals: as logits, by how much more each thing found would be another seat's hand.
        least: (rows, cols) what the moment may say against a hand at each place, below 0: it may be hidden there.
        """
        own = np.minimum(logits - self._astray - EVENS, -rivals).max(axis=0)
        fits = np.asarray(np.clip(SHARE * own, least, MOST), np.float32)
        odds = np.log(np.maximum(1 - air, 1e-3) / np.maximum(air, 1e-3))
        lies = np.asarray(np.where(own > 0, AIR_SHARE * np.clip(odds, -MOST_AIR, MOST_AIR), 0), np.float32)
        self._fly += fits - lies
        self._lie += fits + lies
        best = max(float(self._fly.max()), float(self._lie.max()))
        self._out = max(self._out, best - MOST_LEAD)
        top = max(self._out, best)
        self._fly = np.maximum(self._fly - np.float32(top), NOWHERE)
        self._lie = np.maximum(self._lie - np.float32(top), NOWHERE)
        self._out -= top
        if self._held is not None:
            near = fits[self._held]
            found = np.unravel_index(int(near.argmax()), near.shape)
            self.stays += float(near[found] + lies[self._held][found]) - top
        step = self.now
        return 0.0 if step is None else float(fits[step.row, step.col])

    def hold(self, at: PointPx) -> None:
        """From now on it is told how well the hand still lying there explains all moments; at: in places."""
        col, row = round(at[0]), round(at[1])
        self._held = (
            slice(max(0, row - SAME_PLACES), row + SAME_PLACES + 1),
            slice(max(0, col - SAME_PLACES), col + SAME_PLACES + 1),
        )
        self.stays = float(self._lie[self._held].max())

    def release(self) -> None:
        """It is told no longer."""
        self._held, self.stays = None, 0.0

    @property
    def now(self) -> Step | None:
        """Where the best way ends; None while the best is to have no hand here."""
        best = cv2.max(self._fly, self._lie)
        row, col = np.unravel_index(int(best.argmax()), best.shape)
        lead = float(best[row, col]) - self._out
        return Step(int(row), int(col), lead) if lead > 0.0 else None


def rivalled(tracks: Sequence[Track], logits: Maps) -> list[Maps]:
    """Of each seat, by how much more each thing found would be the hand of another one, as `Track.look` wants it.

    What is found next to a hand, its arm coming nearly so, is that hand.
    """
    claims = [track.claim(logits) for track in tracks]
    around = [_around(claim) for claim in claims]
    best = second = np.full_like(logits, NOWHERE)
    for each in around:
        second = np.maximum(second, np.minimum(best, each))
        best = np.maximum(best, each)
    return [np.where(own == best, second, best) - claim for own, claim in zip(around, claims, strict=True)]


def _around(claim: Maps) -> Maps:
    """The most of each place and of those next to it, in ways and places."""
    wide = np.stack([cv2.dilate(each, _NEAR) for each in claim])
    turned = [np.roll(wide, n, axis=0) for n in range(-SAME_WAYS, SAME_WAYS + 1)]
    return np.asarray(np.max(turned, axis=0), np.float32)
