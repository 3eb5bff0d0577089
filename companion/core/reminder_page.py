"""Lays out a rules summary on one A4 page: a title band over columns of sections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.art import Art, Circle, Label, Shape, rectangle
from companion.core.lettering import from_left, wrapped
from companion.core.text import Language, Text
from companion.core.units import PointMm

WIDTH_MM, HEIGHT_MM = 210.0, 297.0
"""A4 in portrait."""
MARGIN_MM, BETWEEN_MM = 13.0, 8.0
"""Margin of the page, and gap between columns."""
TEXT_MM = 2.35  # height of a capital: 9.5 points
_PAPER_THICK_MM = 0.1
_BAND_MM = 22.0  # height of the title band
_FIRST_Y_MM = 34.0  # middle of the capitals of the first heading
_HEADING_MM = 3.2  # 13 points
_LINE_MM, _POINT_GAP_MM, _SECTION_GAP_MM = 4.7, 1.2, 4.4  # line spacing, and space after a point and a section
_INDENT_MM = 5.2  # of a point's text from its dot or number


@dataclass(frozen=True, slots=True)
class Section:
    """A section in one language: a title and its points, numbered as steps or with dots."""

    title: str
    points: tuple[str, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """A section in both languages."""

    title: Text
    points: tuple[Text, ...]
    numbered: bool = False

    def to(self, language: Language) -> Section:
        """The section in one language."""
        return Section(self.title.to(language), tuple(each.to(language) for each in self.points), self.numbered)


@dataclass(frozen=True, slots=True)
class Inks:
    """The colours of a page, "#rrggbb".

    Attributes:
        band: of the title band, headings and step numbers.
        rule: of lines, dots and the title.
        faint: of the subtitle.
        text: of the text.
        paper: of the page.
    """

    band: str
    rule: str
    faint: str
    text: str
    paper: str = "#ffffff"


def reminder_page(
    title: str, second: str, columns: Sequence[Sequence[Section]], inks: Inks, more: Sequence[Shape] = ()
) -> Art:
    """The whole page.

    Args:
        title, second: title and subtitle in the band.
        columns: the sections of each column.
        inks: the colours.
        more: further shapes, drawn on top; `at` gives their positions.

    Raises:
        KeyError: a character of the text has no known width.
    """
    shapes: list[Shape] = [
        box(0.0, 0.0, WIDTH_MM, _BAND_MM, inks.band),
        box(0.0, _BAND_MM, WIDTH_MM, 1.2, inks.rule),
        Label(title, at(WIDTH_MM / 2, 9.5), 6.0, inks.rule),
        Label(second, at(WIDTH_MM / 2, 17.2), 3.0, inks.faint, font="condensed"),
    ]
    column_mm = (WIDTH_MM - 2 * MARGIN_MM - BETWEEN_MM * (len(columns) - 1)) / len(columns)
    for nth, sections in enumerate(columns):
        left_mm, y_mm = MARGIN_MM + nth * (column_mm + BETWEEN_MM), _FIRST_Y_MM
        for section in sections:
            found, y_mm = _section(section, left_mm, y_mm, column_mm, inks)
            shapes.extend(found)
    return Art(WIDTH_MM, HEIGHT_MM, _PAPER_THICK_MM, False, inks.paper, (*shapes, *more))


def _section(section: Section, left_mm: float, y_mm: float, column_mm: float, inks: Inks) -> tuple[list[Shape], float]:
    """The shapes of a section, and the height at which the next one begins."""
    shapes: list[Shape] = [
        words(section.title, left_mm, y_mm, _HEADING_MM, inks.band),
        box(left_mm, y_mm + 3.0, column_mm, 0.5, inks.rule),
    ]
    y_mm += 7.2
    for number, point in enumerate(section.points, 1):
        mark_mm = at(left_mm + 1.6, y_mm)
        if section.numbered:
            digit = Label(str(number), mark_mm, 2.0, inks.paper, font="condensed")
            shapes += [Circle(mark_mm, 1.9, fill=inks.band), digit]
        else:
            shapes.append(Circle(mark_mm, 0.7, fill=inks.rule))
        for line in wrapped(point, TEXT_MM, column_mm - _INDENT_MM):
            shapes.append(words(line, left_mm + _INDENT_MM, y_mm, TEXT_MM, inks.text))
            y_mm += _LINE_MM
        y_mm += _POINT_GAP_MM
    return shapes, y_mm + _SECTION_GAP_MM


def words(said: str, left_mm: float, y_mm: float, tall_mm: float, ink: str) -> Label:
    """A label that begins at a place of the page (mm from its top left); `tall_mm` is the height of a capital."""
    x, y = at(left_mm, y_mm)
    return from_left(said, x, y, tall_mm, ink)


def box(left_mm: float, top_mm: float, width_mm: float, height_mm: float, ink: str) -> Shape:
    """A filled rectangle; positions in mm from the page's top left."""
    return rectangle(at(left_mm + width_mm / 2, top_mm + height_mm / 2), width_mm, height_mm, ink)


def at(x_mm: float, y_mm: float) -> PointMm:
    """Convert a position from the page's top left to art coordinates, from its centre; millimetres."""
    return x_mm - WIDTH_MM / 2, y_mm - HEIGHT_MM / 2
