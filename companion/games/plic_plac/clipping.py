"""Clipping outlines along straight lines, and shrinking them. In millimetres, x to the right, y down."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

from companion.core.units import PointMm

Outline = tuple[PointMm, ...]
"""A closed polygon that does not cross itself."""

CRUMB_MM2 = 1.0
"""Parts with a smaller area, in mm², are dropped."""
_ASIDE_MM = 1e-6
"""Cuts are shifted by this distance so that they never pass exactly through a corner."""


def cell(outline: Outline, left_mm: float, top_mm: float, width_mm: float, height_mm: float) -> list[Outline]:
    """The parts of an outline inside an axis-aligned rectangle."""
    across = band(outline, (1.0, 0.0), left_mm, left_mm + width_mm)
    return [part for each in across for part in band(each, (0.0, 1.0), top_mm, top_mm + height_mm)]


def band(outline: Outline, normal: PointMm, least_mm: float, most_mm: float) -> list[Outline]:
    """The parts of an outline between two parallel lines.

    Args:
        normal: unit vector at right angles to the lines.
        least_mm, most_mm: distances of the lines from the origin along `normal`.
    """
    against = (-normal[0], -normal[1])
    parts = [part for each in _beyond(outline, normal, least_mm) for part in _beyond(each, against, -most_mm)]
    return [part for part in parts if abs(area_mm2(part)) >= CRUMB_MM2]


def _beyond(outline: Outline, normal: PointMm, least_mm: float) -> list[Outline]:
    """The parts that lie at least `least_mm` along `normal`."""
    past = [x * normal[0] + y * normal[1] - least_mm - _ASIDE_MM for x, y in outline]
    if min(past) >= 0:
        return [outline]
    begin = next((nth for nth, each in enumerate(past) if each < 0), 0)
    around = [(nth + begin) % len(outline) for nth in range(len(outline) + 1)]
    chains: list[list[PointMm]] = []
    for here, there in pairwise(around):
        if (past[here] < 0) != (past[there] < 0):
            share = past[here] / (past[here] - past[there])
            (x, y), (to_x, to_y) = outline[here], outline[there]
            cut = (x + share * (to_x - x), y + share * (to_y - y))
            if past[there] >= 0:
                chains.append([])
            chains[-1].append(cut)
        if past[there] >= 0:
            chains[-1].append(outline[there])
    return _joined(chains, normal)


def _joined(chains: list[list[PointMm]], normal: PointMm) -> list[Outline]:
    """Join chains that begin and end on the cut: from the end of one, follow the cut to the next inside the outline."""
    ends = sorted(
        (point[1] * normal[0] - point[0] * normal[1], nth, is_end)
        for nth, chain in enumerate(chains)
        for point, is_end in ((chain[0], False), (chain[-1], True))
    )
    follows = dict[int, int]()
    for one, other in zip(ends[::2], ends[1::2], strict=True):
        ending, beginning = (one, other) if one[2] else (other, one)
        follows[ending[1]] = beginning[1]
    found: list[Outline] = []
    while follows:
        nth, after = follows.popitem()
        points = list(chains[nth])
        while after != nth:
            points += chains[after]
            after = follows.pop(after)
        found.append(tuple(points))
    return found


def inset(outline: Outline, by_mm: float) -> Outline:
    """The outline shrunk by `by_mm` on all sides."""
    sign = 1.0 if area_mm2(outline) > 0 else -1.0
    lines = []
    for (x, y), (to_x, to_y) in zip(outline, (*outline[1:], outline[0]), strict=True):
        long_mm = hypot(to_x - x, to_y - y)
        normal = (-sign * (to_y - y) / long_mm, sign * (to_x - x) / long_mm)
        lines.append((*normal, x * normal[0] + y * normal[1] + by_mm))
    points = []
    for (a, b, c), (d, e, f) in zip((lines[-1], *lines[:-1]), lines, strict=True):
        turn = a * e - b * d
        points.append(((c * e - b * f) / turn, (a * f - c * d) / turn))
    return tuple(points)


def area_mm2(outline: Outline) -> float:
    """The signed area in mm²; positive when the outline runs clockwise as seen (y points down)."""
    sides = zip(outline, (*outline[1:], outline[0]), strict=True)
    return sum(x * to_y - to_x * y for (x, y), (to_x, to_y) in sides) / 2


def room_mm(outline: Outline, point: PointMm) -> float:
    """The distance in mm from a point to the outline; negative when the point is outside."""
    x, y = point
    nearest, inside = float("inf"), False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        dx, dy = bx - ax, by - ay
        along = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
        nearest = min(nearest, hypot(x - ax - along * dx, y - ay - along * dy))
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * dx:
            inside = not inside
    return nearest if inside else -nearest
