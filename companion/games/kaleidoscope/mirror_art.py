"""Kaleidoscope patterns: shards in a wedge, mirrored all around. Used for the jokers and both backs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from companion.core.art import Circle, Polygon, Shape
from companion.core.units import PointMm
from companion.games.kaleidoscope.palette import GOLD, MIST, NIGHT, bright

Polar = tuple[float, float]
"""(share of the radius, share of the way from the wedge's centre line (0) to its mirror line (1))."""
_STAR_WEDGES, _FLOWER_WEDGES = 8, 6
"""Number of wedges of the two rosettes."""
_RAY: tuple[Polar, ...] = ((0.2, 0.0), (0.44, 1.0), (1.0, 0.0))
_SPARK: tuple[Polar, ...] = ((0.66, 0.0), (0.8, 0.36), (0.98, 0.0))
_PETAL: tuple[Polar, ...] = ((0.14, 0.0), (0.5, 0.9), (0.74, 0.92), (0.92, 0.6), (1.0, 0.0))
_HEART: tuple[Polar, ...] = ((0.42, 0.0), (0.62, 0.56), (0.74, 0.56), (0.86, 0.0))
Shard = tuple[PointMm, ...]
"""Points in shares of the half side, in the eighth between the right (y = 0) and the corner below it (y = x)."""
_NIGHT_SHARDS: tuple[tuple[Shard, str], ...] = (
    (((0.0, 0.0), (0.42, 0.0), (0.26, 0.26)), GOLD),
    (((0.42, 0.0), (0.62, 0.30), (0.26, 0.26)), bright(6, 8)),
    (((0.58, 0.0), (0.94, 0.0), (0.76, 0.22)), MIST),
    (((0.94, 0.22), (0.94, 0.62), (0.68, 0.42)), bright(4, 8)),
    (((0.40, 0.40), (0.62, 0.46), (0.70, 0.70)), bright(7, 8)),
    (((0.94, 0.94), (0.94, 0.74), (0.78, 0.78)), GOLD),
)
_GLASS_SHARDS: tuple[tuple[Shard, str], ...] = (
    (((0.0, 0.0), (0.30, 0.0), (0.46, 0.46)), NIGHT),
    (((0.36, 0.0), (0.66, 0.0), (0.50, 0.36)), bright(7, 8)),
    (((0.76, 0.0), (1.0, 0.0), (1.0, 0.30)), bright(4, 8)),
    (((0.70, 0.08), (0.96, 0.40), (0.56, 0.40)), NIGHT),
    (((0.60, 0.48), (0.96, 0.48), (0.74, 0.74)), bright(5, 8)),
    (((1.0, 1.0), (1.0, 0.56), (0.78, 0.78)), bright(1, 8)),
)


def capital_rosette(radius_mm: float) -> list[Shape]:
    """A star of eight rays for a dark ground; half of each ray is in shadow."""
    found: list[Shape] = []
    for nth, (left, right) in enumerate(_halves(_RAY, radius_mm, _STAR_WEDGES)):
        found += [Polygon(left, MIST), Polygon(right, bright(nth, _STAR_WEDGES))]
    for left, right in _halves(_SPARK, radius_mm, _STAR_WEDGES, turn=0.5):
        found.append(Polygon((*left, *reversed(right)), MIST))
    return [*found, Circle((0.0, 0.0), 0.2 * radius_mm, GOLD)]


def small_rosette(radius_mm: float) -> list[Shape]:
    """A flower of six petals for a light ground."""
    petals = [Polygon((*left, *reversed(right)), NIGHT) for left, right in _halves(_PETAL, radius_mm, _FLOWER_WEDGES)]
    hearts = [
        Polygon((*left, *reversed(right)), bright(nth, _FLOWER_WEDGES))
        for nth, (left, right) in enumerate(_halves(_HEART, radius_mm, _FLOWER_WEDGES))
    ]
    return [*petals, *hearts, Circle((0.0, 0.0), 0.16 * radius_mm, GOLD)]


def capital_mirrors(half_mm: float) -> list[Shape]:
    """The pattern that covers a square on a dark ground."""
    return _eightfold(_NIGHT_SHARDS, half_mm)


def small_mirrors(half_mm: float) -> list[Shape]:
    """The pattern that covers a square on a light ground."""
    return _eightfold(_GLASS_SHARDS, half_mm)


def _halves(
    half: Sequence[Polar], radius_mm: float, wedges: int, turn: float = 0.0
) -> Iterator[tuple[tuple[PointMm, ...], tuple[PointMm, ...]]]:
    """The two mirrored halves of a shard in every wedge, clockwise from the top.

    Args:
        half: points of one half; it begins and ends on the wedge's centre line.
        turn: rotation of the whole pattern, in wedges.
    """
    for wedge in range(wedges):
        left, right = (
            tuple(
                _at(far * radius_mm, 2 * pi * (wedge + turn) / wedges + side * way * pi / wedges) for far, way in half
            )
            for side in (-1, 1)
        )
        yield left, right


def _at(far_mm: float, turn: float) -> PointMm:
    """A point at distance `far_mm` and angle `turn` (radians), clockwise from the top."""
    return far_mm * sin(turn), -far_mm * cos(turn)


def _eightfold(drawn: Sequence[tuple[Shard, str]], half_mm: float) -> list[Shape]:
    """The shards of one eighth, mirrored into the seven others."""
    found: list[Shape] = []
    for points, fill in drawn:
        for quarter in range(4):
            c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarter]
            for eighth in (points, tuple((y, x) for x, y in points)):
                turned = tuple((half_mm * (x * c - y * s), half_mm * (x * s + y * c)) for x, y in eighth)
                found.append(Polygon(turned, fill))
    return found
