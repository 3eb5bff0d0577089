"""Rectangles of which only one edge or one corner is seen: windows and cards that a hand or another card partly hides.

A whole edge and the beginnings of its two neighbours determine a rectangle except for its other length. On a known
plane a right-angled corner is enough.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Points
from companion.perception.cards.lines import Line, line_near, meeting

Outline = NDArray[np.int32]

MOST_EDGES = 150
"""Edges that are tried in a picture: tables with inlays have hundreds of straight lines."""
MOST_CORNERS = 80
"""Corners that are tried in a picture."""
STRAIGHT_PX = 2.2
"""Tolerance with which contours are simplified to polygons."""
SQUARE_COSINE = 0.6
"""Cosine of a corner's angle in the picture: 90 degrees, give or take 37."""
PARALLEL_COSINE = 0.93
"""Cosine between both neighbours of an edge: parallel, give or take 21 degrees."""
LEAST_EDGE_PX = 18.0
"""A shorter edge does not determine directions."""
LEAST_CORNER_EDGE_PX = 9.0
"""Both edges of a corner must be seen for this length."""
LEAST_BEGINNING = 0.12
"""Each neighbour must be seen for this share of the whole edge's length."""
ENDS = 0.1
"""Share of each straight piece that is left out at both ends when its line is fitted: corners are rounded."""
MOVED_PX = 6 * STRAIGHT_PX
"""A fitted corner farther than this from the polygon's is a chance intersection."""


@dataclass(frozen=True, slots=True, eq=False)
class Edge:
    """A whole edge of a rectangle, and the beginnings of its two neighbours.

    Attributes:
        start, end: (2,) px.
        start_direction, end_direction: (2,), unit vectors along the neighbours, away from the edge.
        seen_px: length of the neighbours that is seen.
    """

    start: Points
    end: Points
    start_direction: Points
    end_direction: Points
    seen_px: float

    @property
    def length_px(self) -> float:
        """Its length."""
        return float(np.linalg.norm(self.end - self.start))

    def enlarged(self, times: int) -> Edge:
        """Return the same edge in a picture `times` as large."""
        start, end = ((each + 0.5) * times - 0.5 for each in (self.start, self.end))
        return Edge(start, end, self.start_direction, self.end_direction, self.seen_px * times)

    def corners(self, other_px: float) -> Points:
        """Return the rectangle's corners, (4, 2) px, clockwise, this edge first.

        Args:
            other_px: the unknown length of the neighbours.
        """
        far_end, far_start = self.end + other_px * self.end_direction, self.start + other_px * self.start_direction
        return np.array([self.start, self.end, far_end, far_start])


@dataclass(frozen=True, slots=True, eq=False)
class Corner:
    """A right-angled corner of a rectangle.

    Attributes:
        point: (2,) px.
        first_direction, second_direction: (2,), unit vectors along its edges, away from it.
        seen_px: length of the shorter edge that is seen.
    """

    point: Points
    first_direction: Points
    second_direction: Points
    seen_px: float

    def enlarged(self, times: int) -> Corner:
        """Return the same corner in a picture `times` as large."""
        return Corner(
            (self.point + 0.5) * times - 0.5, self.first_direction, self.second_direction, self.seen_px * times
        )


@dataclass(frozen=True, slots=True, eq=False)
class EdgeCandidate:
    """Two or three pieces of a polygon that may be edges of a rectangle, not fitted yet.

    Attributes:
        outline: (N, 2), the contour.
        pieces: (2 or 3, 2, 2) px, from corner to corner along the outline.
        seen_px: length that it is ranked by.
    """

    outline: Outline
    pieces: Points
    seen_px: float

    @property
    def middle(self) -> Points:
        """A point a little inside of the rectangle, (2,) px."""
        first, last = self.pieces[0], self.pieces[-1]
        if len(self.pieces) == 3:
            return np.asarray(self.pieces[1].mean(axis=0) * 0.8 + (first[0] + last[1]) * 0.1, np.float64)
        return np.asarray(first[1] * 0.6 + (first[0] + last[1]) * 0.2, np.float64)

    def edge(self) -> Edge | None:
        """Return the edge with lines fitted to the outline (three pieces); None when the lines do not meet at its
        ends."""
        lines, ways = self._fitted()
        start, end = meeting(lines[0], lines[1]), meeting(lines[1], lines[2])
        if start is None or end is None or np.linalg.norm(start - self.pieces[1, 0]) > MOVED_PX:
            return None
        seen_px = float(np.linalg.norm(self.pieces[0, 1] - self.pieces[0, 0]))
        seen_px += float(np.linalg.norm(self.pieces[2, 1] - self.pieces[2, 0]))
        start_direction, end_direction = -ways[0], ways[2]
        if ways[1][0] * ways[2][1] - ways[1][1] * ways[2][0] < 0:
            start, end, start_direction, end_direction = end, start, end_direction, start_direction
        return Edge(start, end, start_direction, end_direction, seen_px)

    def corner(self) -> Corner | None:
        """Return the corner with lines fitted to the outline (two pieces); None when the lines do not meet at it."""
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


def edge_candidates(outlines: list[Outline]) -> tuple[list[EdgeCandidate], list[EdgeCandidate]]:
    """Return the pieces of contours that may be whole edges, and those that may be corners.

    Args:
        outlines: contours, (N, 2) int32 px each.

    Returns:
        Edges and corners, longest first, at most `MOST_EDGES` and `MOST_CORNERS`.
    """
    polygons = [np.asarray(cv2.approxPolyDP(each, STRAIGHT_PX, True)[:, 0], np.int32) for each in outlines]
    kept = [nth for nth, polygon in enumerate(polygons) if len(polygon) >= 3]
    if not kept:
        return [], []
    return _candidates([outlines[nth] for nth in kept], [polygons[nth] for nth in kept])


def _candidates(outlines: list[Outline], polygons: list[Outline]) -> tuple[list[EdgeCandidate], list[EdgeCandidate]]:
    """The same from contours and their polygons, for all polygons at once: a table has hundreds."""
    counts = np.array([len(polygon) for polygon in polygons])
    starts = np.repeat(np.cumsum(counts) - counts, counts)
    of = np.repeat(np.arange(len(polygons)), counts)
    inside = np.arange(counts.sum()) - starts
    following, before = starts + (inside + 1) % counts[of], starts + (inside - 1) % counts[of]
    points = np.concatenate(polygons).astype(np.float64)
    after = points[following]
    length = np.linalg.norm(after - points, axis=1)
    way = (after - points) / np.maximum(length, 1e-9)[:, None]
    # Whether the polygon has about a right angle at each of its points.
    square = np.abs((way * way[before]).sum(axis=1)) <= SQUARE_COSINE

    edge = np.minimum(length, length[before])
    beginning = np.minimum(length[before], length[following])
    corners = np.flatnonzero(square & (edge >= LEAST_CORNER_EDGE_PX))
    sides = np.flatnonzero(
        square & square[following] & (counts[of] >= 4) & (length >= LEAST_EDGE_PX)
        & (beginning >= np.maximum(4.0, LEAST_BEGINNING * length))
        & (-(way[before] * way[following]).sum(axis=1) >= PARALLEL_COSINE)
    )  # fmt: skip

    def bend(nth: int, edges: tuple[int, ...], seen_px: float) -> EdgeCandidate:
        return EdgeCandidate(outlines[of[nth]], np.array([[points[i], after[i]] for i in edges]), float(seen_px))

    seen = length + length[before] + length[following]
    longest_sides = sides[np.argsort(-seen[sides], kind="stable")][:MOST_EDGES]
    longest_corners = corners[np.argsort(-edge[corners], kind="stable")][:MOST_CORNERS]
    return (
        [bend(nth, (before[nth], nth, following[nth]), seen[nth]) for nth in longest_sides],
        [bend(nth, (before[nth], nth), edge[nth]) for nth in longest_corners],
    )
