"""The way of one seat's hand over the table: of all ways that begin at its edge, the one that most moments agree with.

Each place of a coarse grid holds how well the best way that ends there explains all moments so far (Viterbi). A hand
that is hidden for a while, or that others cross, is not lost: what follows decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.perception.hands.finder import STEP_RAD, WAYS, Maps

PointPx = tuple[float, float]
Grid = NDArray[np.float32]

SIDEWAYS_RAD = 0.22
"""An arm may come so far from beside a shoulder: people lean, and seats are known about."""
ASTRAY_RAD = 0.15
"""Beyond that, what an arm loses with each further so much, squared."""
SAME_WAYS, SAME_PLACES = 1, 1
"""What is found so near to a hand, its arm coming so, is that hand and no other's."""
EVENS = -1.5
"""Logit at which a place speaks neither for a hand nor against one."""
SHARE = 0.5
"""Moments that follow one another are not independent."""
MOST, LEAST = 2.0, -0.5
"""What one moment may say for and against a hand at a place: it may be hidden."""
HASTE = 0.8
"""What a hand loses that goes more than one place from moment to moment; farther than `FAR` it cannot go."""
FAR = 3
ENTERS, APPEARS = -2.0, -14.0
"""What it takes to come in at its own edge, or anywhere else."""
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
        self._in = np.full(size, NOWHERE, np.float32)
        self._out = 0.0

    @property
    def lead(self) -> float:
        """How far the best way leads before there being no hand; below 0 it does not."""
        return float(self._in.max()) - self._out

    def look(self, logits: Maps) -> float:
        """Take in the next moment; how far it speaks for a hand where this one is now.

        logits: (WAYS, rows, cols) of what is found there. What is this seat's own is taken out of it.
        """
        own = logits - self._astray
        fits = np.asarray(np.clip(SHARE * (own.max(axis=0) - EVENS), LEAST, MOST), np.float32)
        self._follow(fits)
        step = self.now
        if step is None:
            return 0.0
        if step.lead > FOLLOWED:
            way = int(own[:, step.row, step.col].argmax())
            ways = np.arange(way - SAME_WAYS, way + SAME_WAYS + 1) % WAYS
            top, left = max(0, step.row - SAME_PLACES), max(0, step.col - SAME_PLACES)
            logits[ways, top : step.row + SAME_PLACES + 1, left : step.col + SAME_PLACES + 1] = EVENS
        return float(fits[step.row, step.col])

    def is_here(self, logits: Maps) -> bool:
        """Whether something that may be this hand is found where it was a moment ago, or next to that."""
        step = self.now
        if step is None:
            return False
        rows = slice(max(0, step.row - SAME_PLACES), step.row + SAME_PLACES + 1)
        cols = slice(max(0, step.col - SAME_PLACES), step.col + SAME_PLACES + 1)
        return bool((logits[:, rows, cols] - self._astray[:, rows, cols]).max() > EVENS)

    def _follow(self, fits: Grid) -> None:
        before = cv2.max(cv2.dilate(self._in, _NEAR), cv2.dilate(self._in, _FAR) - HASTE)
        left = float(self._in[self._edge].max(initial=NOWHERE)) + ENTERS
        self._in = np.asarray(cv2.max(before, self._births + np.float32(self._out)) + fits, np.float32)
        self._out = max(self._out, left, float(self._in.max()) - MOST_LEAD)
        top = max(self._out, float(self._in.max()))
        self._in = np.maximum(self._in - np.float32(top), NOWHERE)
        self._out -= top

    @property
    def now(self) -> Step | None:
        """Where the best way ends; None while the best is to have no hand here."""
        row, col = np.unravel_index(int(self._in.argmax()), self._in.shape)
        lead = float(self._in[row, col]) - self._out
        return Step(int(row), int(col), lead) if lead > 0.0 else None
