"""Sheets of paper, and what lies where on both of their sides.

Page coordinates: millimetres, origin at the top left, x right, y down, for each side as it is looked at.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.art import Art
from companion.core.units import PointMm

XyxyMm = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Paper:
    """A format, upright."""

    name: str
    width_mm: float
    height_mm: float

    def turned(self) -> Paper:
        """The same sheet lying on its long edge."""
        return Paper(self.name, self.height_mm, self.width_mm)


A4 = Paper("a4", 210.0, 297.0)
LETTER = Paper("letter", 215.9, 279.4)
PAPERS = (A4, LETTER)


@dataclass(frozen=True, slots=True)
class Placed:
    """A face on a page.

    Attributes:
        centre_mm: where the middle of the art lies.
        bleed_mm: how far its ground goes on beyond its edge, so that a cut that is a little off shows no white.
        scale: 1 keeps its size.
        clip_xyxy_mm: what is seen of it, left, top, right, bottom; None is all.
    """

    art: Art
    centre_mm: PointMm
    bleed_mm: float = 0.0
    scale: float = 1.0
    clip_xyxy_mm: XyxyMm | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A hairline where to cut or to glue."""

    start_mm: PointMm
    end_mm: PointMm


@dataclass(frozen=True, slots=True)
class Ring:
    """A round hairline where to cut."""

    centre_mm: PointMm
    radius_mm: float


@dataclass(frozen=True, slots=True)
class Note:
    """Words to the person with the scissors, from `left_mm` on; `y_mm` is the middle of their capitals.

    Attributes:
        strong: to be read, not only to be found.
    """

    words: str
    left_mm: float
    y_mm: float
    height_mm: float = 1.9
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a sheet; nothing on it by default."""

    placed: tuple[Placed, ...] = ()
    marks: tuple[Line | Ring, ...] = ()
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of paper. Its back is looked at after turning it over about its long edge.

    Attributes:
        kind: what is on it.
    """

    kind: str
    paper: Paper
    front: Side
    back: Side = Side()
