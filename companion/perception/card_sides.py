"""Outlines of which only a side or a corner is whole: windows and cards that a hand or another card partly hides.

A whole side and the beginnings of its two neighbours say where a rectangle lies, but for its other length. On a plane
that is known a right-angled corner is enough.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.perception.card_lines import Line, line_near, meeting

Points = NDArray[np.float64]

STRAIGHT_PX = 2.2
"""Contours are straightened to polygons within this many pixels."""
SQUARE_COSINE = 0.6
"""A corner of a rectangle is seen at 90 degrees, give or take 37."""
PARALLEL_COSINE = 0.93
"""The neighbours run the same way, give or take 21 degrees."""
LEAST_SIDE_PX = 18.0
"""A whole side, of fewer pixels, is too short to tell directions."""
LEAST_EDGE_PX = 9.0
"""Both edges of a corner must be seen for this long."""
LEAST_BEGINNING = 0.12
"""Each neighbour must be seen for this share of the whole side's length."""
ENDS = 0.1
"""This share of each straight piece is left out at both ends when its line is fitted: corners are rounded."""
MOVED_PX = 6 * STRAIGHT_PX
"""A fitted corner farther from the polygon's is where two lines meet by chance."""


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """A whole side from `start` to `end` (px), and unit vectors along its neighbours, away from it.

    seen_px: of the neighbours.
    """

    start: Points
    end: Points
    start_way: Points
    end_way: Points
    seen_px: float

    @property
    def length_px(self) -> float:
        return float(np.linalg.norm(self.end - self.start))

    def enlarged(self, times: int) -> Side:
        """The same in a picture of so many times the size."""
        start, end = ((each + 0.5) * times - 0.5 for each in (self.start, self.end))
        return Side(start, end, self.start_way, self.end_way, self.seen_px * times)

    def corners(self, other_px: float) -> Points:
        """The rectangle's corners (4, 2), clockwise, the whole side first; `other_px` is the unknown length."""
        far_end, far_start = self.end + other_px * self.end_way, self.start + other_px * self.start_way
        return np.array([self.start, self.end, far_end, far_start])


@dataclass(frozen=True, slots=True, eq=False)
class Corner:
    """A right-angled corner (px) and unit vectors along its two edges, away from it; seen_px: of the shorter edge."""

    point: Points
    first_way: Points
    second_way: Points
    seen_px: float

    def enlarged(self, times: int) -> Corner:
        """The same in a picture of so many times the size."""
        return Corner((self.point + 0.5) * times - 0.5, self.first_way, self.second_way, self.seen_px * times)


@dataclass(frozen=True, slots=True, eq=False)
class Bend:
    """Two or three pieces of a polygon that may be a rectangle's edges: not looked at closely yet.

    pieces: (2 or 3, 2, 2), from corner to corner along the outline. seen_px: what it is ranked by.
    """

    outline: Points
    pieces: Points
    seen_px: float

    @property
    def middle(self) -> Points:
        """A point a little inside of the rectangle, pixels."""
        first, last = self.pieces[0], self.pieces[-1]
        if len(self.pieces) == 3:
            return np.asarray(self.pieces[1].mean(axis=0) * 0.8 + (first[0] + last[1]) * 0.1, np.float64)
        return np.asarray(first[1] * 0.6 + (first[0] + last[1]) * 0.2, np.float64)

    def side(self) -> Side | None:
        """The side with its lines fitted to the outline (three pieces)."""
        lines, ways = self._fitted()
        start, end = meeting(lines[0], lines[1]), meeting(lines[1], lines[2])
        if start is None or end is None or np.linalg.norm(start - self.pieces[1, 0]) > MOVED_PX:
            return None
        seen_px = float(np.linalg.norm(self.pieces[0, 1] - self.pieces[0, 0]))
        seen_px += float(np.linalg.norm(self.pieces[2, 1] - self.pieces[2, 0]))
        start_way, end_way = -ways[0], ways[2]
        if ways[1][0] * ways[2][1] - ways[1][1] * ways[2][0] < 0:
            start, end, start_way, end_way = end, start, end_way, start_way
        return Side(start, end, start_way, end_way, seen_px)

    def corner(self) -> Corner | None:
        """The corner with its lines fitted to the outline (two pieces)."""
        lines, ways = self._fitted()
        point = meeting(*lines)
        if point is None or np.linalg.norm(point - self.pieces[0, 1]) > MOVED_PX:
            return None
        return Corner(point, -ways[0], ways[1], self.seen_px)

    def _fitted(self) -> tuple[list[Line], list[Points]]:
        lines, ways = [], []
        for first, last in self.pieces:
            line, _ = line_near(self.outline, first, last, ENDS, 2 * STRAIGHT_PX)
            way = np.array([line[1], -line[0]]) / float(np.hypot(line[0], line[1]))
            lines.append(line)
            ways.append(way if way @ (last - first) > 0 else -way)
        return lines, ways


def bends_in(outlines: list[Points]) -> tuple[list[Bend], list[Bend]]:
    """What may be whole sides with both neighbours' beginnings, and what may be corners; longest first."""
    sides: list[Bend] = []
    corners: list[Bend] = []
    for outline in outlines:
        polygon = cv2.approxPolyDP(outline.astype(np.float32).reshape(-1, 1, 2), STRAIGHT_PX, True)[:, 0]
        if len(polygon) >= 3:
            _collect(polygon.astype(np.float64), outline, sides, corners)
    sides.sort(key=lambda bend: -bend.seen_px)
    corners.sort(key=lambda bend: -bend.seen_px)
    return sides, corners


def _collect(polygon: Points, outline: Points, sides: list[Bend], corners: list[Bend]) -> None:
    after = np.roll(polygon, -1, axis=0)
    length = np.linalg.norm(after - polygon, axis=1)
    way = (after - polygon) / np.maximum(length, 1e-9)[:, None]
    # Whether the polygon turns about squarely at each of its points.
    square = np.abs((way * np.roll(way, 1, axis=0)).sum(axis=1)) <= SQUARE_COSINE
    count = len(polygon)
    for nth in np.flatnonzero(square):
        before, behind = (nth - 1) % count, (nth + 1) % count
        edge = float(min(length[nth], length[before]))
        if edge >= LEAST_EDGE_PX:
            pieces = np.array([[polygon[i], after[i]] for i in (before, nth)])
            corners.append(Bend(outline, pieces, edge))
        beginning = min(length[before], length[behind])
        if count < 4 or not square[behind] or length[nth] < LEAST_SIDE_PX:
            continue
        if beginning < max(4.0, LEAST_BEGINNING * length[nth]) or -way[before] @ way[behind] < PARALLEL_COSINE:
            continue
        pieces = np.array([[polygon[i], after[i]] for i in (before, nth, behind)])
        sides.append(Bend(outline, pieces, float(length[nth] + length[before] + length[behind])))
