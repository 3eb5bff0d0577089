"""Outlines of which only a side or a corner is whole: windows and cards that a hand or another card partly hides.

A whole side and the beginnings of its two neighbours say where a rectangle lies, but for its other length. On a plane
that is known a right-angled corner is enough.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Points
from companion.perception.cards.lines import Line, line_near, meeting

Outline = NDArray[np.int32]

MOST_SIDES = 150
"""Sides that are tried in a picture: tables with inlays have hundreds of straight lines."""
MOST_CORNERS = 80
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

    outline: Outline
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


def bends_in(outlines: list[Outline]) -> tuple[list[Bend], list[Bend]]:
    """What may be whole sides with both neighbours' beginnings, and what may be corners; longest first, no more than
    `MOST_SIDES` and `MOST_CORNERS`."""
    polygons = [np.asarray(cv2.approxPolyDP(each, STRAIGHT_PX, True)[:, 0], np.int32) for each in outlines]
    kept = [nth for nth, polygon in enumerate(polygons) if len(polygon) >= 3]
    if not kept:
        return [], []
    return _bends([outlines[nth] for nth in kept], [polygons[nth] for nth in kept])


def _bends(outlines: list[Outline], polygons: list[Outline]) -> tuple[list[Bend], list[Bend]]:
    """Of all polygons at once: a table has hundreds."""
    counts = np.array([len(polygon) for polygon in polygons])
    starts = np.repeat(np.cumsum(counts) - counts, counts)
    of = np.repeat(np.arange(len(polygons)), counts)
    inside = np.arange(counts.sum()) - starts
    following, before = starts + (inside + 1) % counts[of], starts + (inside - 1) % counts[of]
    points = np.concatenate(polygons).astype(np.float64)
    after = points[following]
    length = np.linalg.norm(after - points, axis=1)
    way = (after - points) / np.maximum(length, 1e-9)[:, None]
    # Whether the polygon turns about squarely at each of its points.
    square = np.abs((way * way[before]).sum(axis=1)) <= SQUARE_COSINE

    edge = np.minimum(length, length[before])
    beginning = np.minimum(length[before], length[following])
    corners = np.flatnonzero(square & (edge >= LEAST_EDGE_PX))
    sides = np.flatnonzero(
        square & square[following] & (counts[of] >= 4) & (length >= LEAST_SIDE_PX)
        & (beginning >= np.maximum(4.0, LEAST_BEGINNING * length))
        & (-(way[before] * way[following]).sum(axis=1) >= PARALLEL_COSINE)
    )  # fmt: skip

    def bend(nth: int, edges: tuple[int, ...], seen_px: float) -> Bend:
        return Bend(outlines[of[nth]], np.array([[points[i], after[i]] for i in edges]), float(seen_px))

    seen = length + length[before] + length[following]
    longest_sides = sides[np.argsort(-seen[sides], kind="stable")][:MOST_SIDES]
    longest_corners = corners[np.argsort(-edge[corners], kind="stable")][:MOST_CORNERS]
    return (
        [bend(nth, (before[nth], nth, following[nth]), seen[nth]) for nth in longest_sides],
        [bend(nth, (before[nth], nth), edge[nth]) for nth in longest_corners],
    )
