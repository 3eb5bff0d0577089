"""The reminder sheet: one A4 page in French with the rules in short, and the symbols by their names."""

from __future__ import annotations

from functools import cache

from companion.core.art import Art, Circle, Label, Shape, rectangle
from companion.games.kaplan.art_text import from_left, wrapped
from companion.games.kaplan.names import COLOURS, FILLS, SHAPES
from companion.games.kaplan.palette import GOLD, INITIAL_INKS, INITIALS, INK, NIGHT, PAPER, SAND, WHITE, WINDOW_COLOURS
from companion.games.kaplan.pieces import Colour, Fill, SymbolShape
from companion.games.kaplan.reminder_text import COLUMNS, Section
from companion.games.kaplan.symbols import filled_symbol

WIDTH_MM, HEIGHT_MM = 210.0, 297.0
_PAPER_THICK_MM = 0.1
_MARGIN_MM, _BETWEEN_MM = 13.0, 8.0
_COLUMN_MM = (WIDTH_MM - 2 * _MARGIN_MM - _BETWEEN_MM) / 2
_BAND_MM = 22.0
_FIRST_Y_MM = 34.0
_HEADING_MM, _TEXT_MM = 3.2, 2.35  # 13 and 9.5 points
_LINE_MM, _POINT_GAP_MM, _SECTION_GAP_MM = 4.7, 1.2, 4.4
_INDENT_MM = 5.2
_LEGEND_Y_MM, _LEGEND_STEP_MM, _LEGEND_SYMBOL_MM = 262.0, 11.0, 6.4

# Positions are counted from the top left of the page, and moved to the art's centre at the end.


@cache
def reminder() -> Art:
    """The whole page."""
    shapes: list[Shape] = [
        _box(0.0, 0.0, WIDTH_MM, _BAND_MM, NIGHT),
        _box(0.0, _BAND_MM, WIDTH_MM, 1.2, GOLD),
        Label("LE MOT DE KAPLAN", _at(WIDTH_MM / 2, 9.5), 6.0, GOLD),
        Label("Aide-mémoire", _at(WIDTH_MM / 2, 17.2), 3.0, SAND, font="condensed"),
    ]
    for nth, sections in enumerate(COLUMNS):
        left_mm, y_mm = _MARGIN_MM + nth * (_COLUMN_MM + _BETWEEN_MM), _FIRST_Y_MM
        for section in sections:
            found, y_mm = _section(section, left_mm, y_mm)
            shapes.extend(found)
    return Art(WIDTH_MM, HEIGHT_MM, _PAPER_THICK_MM, False, WHITE, (*shapes, *_legend()))


def _section(section: Section, left_mm: float, y_mm: float) -> tuple[list[Shape], float]:
    """Its shapes, and where the next section begins."""
    shapes: list[Shape] = [
        _words(section.title, left_mm, y_mm, _HEADING_MM, NIGHT),
        _box(left_mm, y_mm + 3.0, _COLUMN_MM, 0.5, GOLD),
    ]
    y_mm += 7.2
    for number, point in enumerate(section.points, 1):
        mark_mm = _at(left_mm + 1.6, y_mm)
        if section.numbered:
            shapes += [Circle(mark_mm, 1.9, fill=NIGHT), Label(str(number), mark_mm, 2.0, WHITE, font="condensed")]
        else:
            shapes.append(Circle(mark_mm, 0.7, fill=GOLD))
        for line in wrapped(point, _TEXT_MM, _COLUMN_MM - _INDENT_MM):
            shapes.append(_words(line, left_mm + _INDENT_MM, y_mm, _TEXT_MM, INK))
            y_mm += _LINE_MM
        y_mm += _POINT_GAP_MM
    return shapes, y_mm + _SECTION_GAP_MM


def _legend() -> list[Shape]:
    """Symbols, fills and colours with their names."""
    room_mm = WIDTH_MM - 2 * _MARGIN_MM
    shapes: list[Shape] = [_box(_MARGIN_MM - 3, _LEGEND_Y_MM - 6.5, room_mm + 6, 26.0, PAPER)]
    kinds = [(shape, Fill.TRANSPARENT, SHAPES[shape].fr) for shape in SymbolShape]
    step_mm = room_mm / len(kinds)
    for nth, (shape, fill, name) in enumerate(kinds):
        shapes += _named_symbol(shape, fill, name, _MARGIN_MM + nth * step_mm, _LEGEND_Y_MM)
    for nth, fill in enumerate(Fill):
        left_mm = _MARGIN_MM + nth * step_mm * 1.2
        shapes += _named_symbol(SymbolShape.SQUARE, fill, FILLS[fill].fr, left_mm, _LEGEND_Y_MM + _LEGEND_STEP_MM)
    for nth, colour in enumerate(Colour):
        x_mm = _MARGIN_MM + room_mm * 0.62 + nth * step_mm * 0.78
        y_mm = _LEGEND_Y_MM + _LEGEND_STEP_MM
        shapes.append(_box(x_mm, y_mm - 2.6, 5.2, 5.2, WINDOW_COLOURS[colour]))
        shapes.append(Label(INITIALS[colour], _at(x_mm + 2.6, y_mm), 2.6, INITIAL_INKS[colour]))
        shapes.append(_words(COLOURS[colour].fr, x_mm + 6.6, y_mm, _TEXT_MM, INK))
    return shapes


def _named_symbol(shape: SymbolShape, fill: Fill, name: str, left_mm: float, y_mm: float) -> list[Shape]:
    half_mm = _LEGEND_SYMBOL_MM / 2
    symbol = filled_symbol(shape, fill, half_mm, _at(left_mm + half_mm, y_mm))
    return [*symbol, _words(name, left_mm + _LEGEND_SYMBOL_MM + 1.4, y_mm, _TEXT_MM, INK)]


def _words(words: str, left_mm: float, y_mm: float, tall_mm: float, ink: str) -> Label:
    x, y = _at(left_mm, y_mm)
    return from_left(words, x, y, tall_mm, ink)


def _box(left_mm: float, top_mm: float, width_mm: float, height_mm: float, ink: str) -> Shape:
    return rectangle(_at(left_mm + width_mm / 2, top_mm + height_mm / 2), width_mm, height_mm, ink)


def _at(x_mm: float, y_mm: float) -> tuple[float, float]:
    return x_mm - WIDTH_MM / 2, y_mm - HEIGHT_MM / 2
