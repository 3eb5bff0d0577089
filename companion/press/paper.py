"""Sheets of paper, and what is placed on both of their sides.

Page coordinates: millimetres from the top left corner, x right, y down, for each side as seen from that side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.art import Art
from companion.core.units import PointMm

XyxyMm = tuple[float, float, float, float]
"""Left, top, right, bottom, millimetres."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper format with its name on the command line; width and height upright unless `turned`."""

    name: str
    width_mm: float
    height_mm: float

    def turned(self) -> Paper:
        """The same format in landscape: width and height exchanged."""
        return Paper(self.name, self.height_mm, self.width_mm)


A4 = Paper("a4", 210.0, 297.0)  # ISO 216
A1 = Paper("a1", 841.0, 594.0)  # ISO 216, in landscape
LETTER = Paper("letter", 215.9, 279.4)  # 8.5 x 11 inches
PAPERS = (A4, LETTER)
"""The formats of sheets to cut."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A face on a page.

    Attributes:
        art: the face.
        centre_mm: page coordinates of the art's centre.
        bleed_mm: how far the ground colour extends beyond the edge, so that a slightly wrong cut shows no white.
        scale: factor of its size.
        clip_xyxy_mm: the part of the page in which it is visible; None is everywhere.
    """

    art: Art
    centre_mm: PointMm
    bleed_mm: float = 0.0
    scale: float = 1.0
    clip_xyxy_mm: XyxyMm | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A hairline that marks where to cut or to glue, page coordinates."""

    start_mm: PointMm
    end_mm: PointMm


@dataclass(frozen=True, slots=True)
class Ring:
    """A round hairline that marks where to cut, page coordinates."""

    centre_mm: PointMm
    radius_mm: float


@dataclass(frozen=True, slots=True)
class Note:
    """A line of text for the person who cuts and glues.

    Attributes:
        words: the text.
        left_mm: where it begins, page coordinates.
        y_mm: the middle of its capitals, page coordinates.
        height_mm: height of a capital.
        strong: dark, for text to read; else grey.
    """

    words: str
    left_mm: float
    y_mm: float
    height_mm: float = 1.9
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a sheet, empty by default: faces, cut marks and notes, drawn in this order."""

    placed: tuple[Placed, ...] = ()
    marks: tuple[Line | Ring, ...] = ()
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of paper, flipped on its upright edge to see its back.

    Attributes:
        kind: the kind of the things on it, as in `Printed`.
        paper: its format.
        front, back: its sides.
    """

    kind: str
    paper: Paper
    front: Side
    back: Side = Side()


def is_one_sided(sheets: Sequence[Sheet]) -> bool:
    """Whether no sheet has anything on its back; then a document has no empty pages for backs."""
    return not any(sheet.back.placed for sheet in sheets)


def pages_of_kinds(sheets: Sequence[Sheet]) -> dict[str, tuple[int, int]]:
    """First and last page of each kind of sheet in a document, counted from 1; a kind's sheets follow each other."""
    each, pages = (1 if is_one_sided(sheets) else 2), dict[str, tuple[int, int]]()
    for number, sheet in enumerate(sheets):
        first, _ = pages.get(sheet.kind, (each * number + 1, 0))
        pages[sheet.kind] = first, each * (number + 1)
    return pages
