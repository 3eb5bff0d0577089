"""The reminder sheet: one A4 page in French with the rules in short and the names of the symbols."""

from __future__ import annotations

from functools import cache

from companion.core.art import Art, Label, Shape
from companion.core.reminder_page import MARGIN_MM, TEXT_MM, WIDTH_MM, Inks, at, box, reminder_page, words
from companion.games.kaplan.names import COLOURS, FILLS, SHAPES
from companion.games.kaplan.palette import GOLD, INITIAL_INKS, INITIALS, INK, NIGHT, PAPER, SAND, WHITE, WINDOW_COLOURS
from companion.games.kaplan.pieces import Colour, Fill, SymbolShape
from companion.games.kaplan.reminder_text import COLUMNS
from companion.games.kaplan.symbols import filled_symbol

_LEGEND_Y_MM, _LEGEND_STEP_MM, _LEGEND_SYMBOL_MM = 262.0, 11.0, 6.4
"""y of the legend's first row on the page, distance of its rows, and size of its symbols."""


@cache
def reminder() -> Art:
    """The drawing of the whole page."""
    inks = Inks(band=NIGHT, rule=GOLD, faint=SAND, text=INK, paper=WHITE)
    return reminder_page("LE MOT DE KAPLAN", "Aide-mémoire", COLUMNS, inks, _legend())


def _legend() -> list[Shape]:
    """The symbols, fills and colours with their names."""
    room_mm = WIDTH_MM - 2 * MARGIN_MM
    shapes: list[Shape] = [box(MARGIN_MM - 3, _LEGEND_Y_MM - 6.5, room_mm + 6, 26.0, PAPER)]
    kinds = [(shape, Fill.TRANSPARENT, SHAPES[shape].fr) for shape in SymbolShape]
    step_mm = room_mm / len(kinds)
    for nth, (shape, fill, name) in enumerate(kinds):
        shapes += _named_symbol(shape, fill, name, MARGIN_MM + nth * step_mm, _LEGEND_Y_MM)
    for nth, fill in enumerate(Fill):
        left_mm = MARGIN_MM + nth * step_mm * 1.2
        shapes += _named_symbol(SymbolShape.SQUARE, fill, FILLS[fill].fr, left_mm, _LEGEND_Y_MM + _LEGEND_STEP_MM)
    for nth, colour in enumerate(Colour):
        x_mm = MARGIN_MM + room_mm * 0.62 + nth * step_mm * 0.78
        y_mm = _LEGEND_Y_MM + _LEGEND_STEP_MM
        shapes.append(box(x_mm, y_mm - 2.6, 5.2, 5.2, WINDOW_COLOURS[colour]))
        shapes.append(Label(INITIALS[colour], at(x_mm + 2.6, y_mm), 2.6, INITIAL_INKS[colour]))
        shapes.append(words(COLOURS[colour].fr, x_mm + 6.6, y_mm, TEXT_MM, INK))
    return shapes


def _named_symbol(shape: SymbolShape, fill: Fill, name: str, left_mm: float, y_mm: float) -> list[Shape]:
    half_mm = _LEGEND_SYMBOL_MM / 2
    symbol = filled_symbol(shape, fill, half_mm, at(left_mm + half_mm, y_mm))
    return [*symbol, words(name, left_mm + _LEGEND_SYMBOL_MM + 1.4, y_mm, TEXT_MM, INK)]
