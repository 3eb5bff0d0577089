"""Rounded outlines as polygons, in millimetres: x to the right, y down."""

from __future__ import annotations

from collections.abc import Iterable
from math import atan2, cos, pi, radians, sin

from companion.core.art import Circle, Label, Polygon, Shape
from companion.core.units import PointMm
from companion.games.leprechauns.palette import OUTLINE

LINE_MM = 0.9
"""Line width of every drawing: visible at arm's length, and to a camera at 2.5 pixels per millimetre."""
_ROUND_STEPS = 28


def oval(centre_mm: PointMm, across_mm: float, up_mm: float, fill: str, *, turn_deg: float = 0.0) -> Polygon:
    """An outlined ellipse; `across_mm` and `up_mm` are its half axes, `turn_deg` turns it clockwise."""
    c, s = cos(radians(turn_deg)), sin(radians(turn_deg))
    points = []
    for step in range(_ROUND_STEPS):
        x, y = across_mm * cos(2 * pi * step / _ROUND_STEPS), up_mm * sin(2 * pi * step / _ROUND_STEPS)
        points.append((centre_mm[0] + x * c - y * s, centre_mm[1] + x * s + y * c))
    return outlined(points, fill)


def limb(start_mm: PointMm, end_mm: PointMm, radius_mm: float, fill: str) -> Polygon:
    """An outlined bar with round ends, such as a finger, an ear or a horn."""
    ahead = atan2(end_mm[1] - start_mm[1], end_mm[0] - start_mm[0])
    points = []
    for middle, begin in ((end_mm, ahead - pi / 2), (start_mm, ahead + pi / 2)):
        for step in range(9):
            angle = begin + pi * step / 8
            points.append((middle[0] + radius_mm * cos(angle), middle[1] + radius_mm * sin(angle)))
    return outlined(points, fill)


def panel(centre_mm: PointMm, width_mm: float, height_mm: float, corner_mm: float, fill: str) -> Polygon:
    """A filled rectangle with rounded corners and no outline."""
    w, h = width_mm / 2 - corner_mm, height_mm / 2 - corner_mm
    points = []
    for quarter, (x, y) in enumerate(((w, h), (-w, h), (-w, -h), (w, -h))):
        for step in range(6):
            angle = pi / 2 * (quarter + step / 5)
            points.append((centre_mm[0] + x + corner_mm * cos(angle), centre_mm[1] + y + corner_mm * sin(angle)))
    return Polygon(tuple(points), fill=fill)


def outlined(points_mm: Iterable[PointMm], fill: str | None) -> Polygon:
    """A closed polygon with the drawings' outline; `fill` None leaves it empty."""
    return Polygon(tuple(points_mm), fill=fill, stroke=OUTLINE, stroke_mm=LINE_MM)


def dot(centre_mm: PointMm, radius_mm: float, fill: str = OUTLINE) -> Circle:
    """A filled disc without outline."""
    return Circle(centre_mm, radius_mm, fill=fill)


def outlined_words(words: str, centre_mm: PointMm, height_mm: float, fill: str, around_mm: float) -> list[Shape]:
    """Condensed words with a dark edge of `around_mm`, so that a pale colour stands out on white; 0 draws no edge."""
    edge: list[Shape] = []
    for step in range(12 if around_mm else 0):
        angle = 2 * pi * step / 12
        place = (centre_mm[0] + around_mm * cos(angle), centre_mm[1] + around_mm * sin(angle))
        edge.append(Label(words, place, height_mm, OUTLINE, font="condensed"))
    return [*edge, Label(words, centre_mm, height_mm, fill, font="condensed")]
