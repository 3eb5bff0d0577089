"""The look of a piece as flat vector shapes, drawn by the simulated table and on printed sheets alike.

Coordinates: millimetres from the piece's centre, x right, y down. Colours are "#rrggbb".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.core.units import PointMm

Font = Literal["bold", "condensed"]
"""The fonts of labels; `companion/drawing/fonts.py` has their files."""


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed polygon; a `fill` or `stroke` of None is not drawn."""

    points_mm: tuple[PointMm, ...]
    fill: str | None = None
    stroke: str | None = None
    stroke_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle; a `fill` or `stroke` of None is not drawn."""

    centre_mm: PointMm
    radius_mm: float
    fill: str | None = None
    stroke: str | None = None
    stroke_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text centred on a point.

    Attributes:
        words: the text.
        centre_mm: horizontally the middle of the text, vertically the middle of its capitals.
        height_mm: height of a capital letter.
        fill: colour.
        turn_deg: rotation, clockwise.
        font: "bold", or "condensed" where there is little room.
    """

    words: str
    centre_mm: PointMm
    height_mm: float
    fill: str
    turn_deg: float = 0.0
    font: Font = "bold"


Shape = Polygon | Circle | Label
"""What art consists of."""


@dataclass(frozen=True, slots=True)
class Art:
    """One face of a piece.

    Attributes:
        width_mm, height_mm: the size of the piece.
        thick_mm: thickness of the piece; 0.3 for a card.
        round: the outline is an ellipse, not a rectangle.
        foot: width of the underside over that of the face: 1 for straight sides, else a truncated cone.
        ground: colour of the face where no shape covers it.
        shapes: drawn in order, later ones on top.
    """

    width_mm: float
    height_mm: float
    thick_mm: float
    round: bool
    ground: str
    shapes: tuple[Shape, ...] = ()
    foot: float = 1.0


def rectangle(centre_mm: PointMm, width_mm: float, height_mm: float, fill: str) -> Polygon:
    """A filled rectangle with horizontal and vertical sides."""
    x, y, w, h = *centre_mm, width_mm / 2, height_mm / 2
    return Polygon(((x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)), fill=fill)
