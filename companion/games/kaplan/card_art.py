"""The draw side of a card: a header in the card's metal and three windows of 24 symbols each (l. 89 to 91)."""

from __future__ import annotations

from functools import cache

from companion.core.art import Art, Label, Shape, rectangle
from companion.games.kaplan import card_layout as at
from companion.games.kaplan.deck import Window, deck
from companion.games.kaplan.palette import INITIALS, INK, METAL_COLOURS, WHITE, WINDOW_COLOURS, WINDOW_TINTS
from companion.games.kaplan.pieces import Metal
from companion.games.kaplan.symbols import filled_symbol

CARD_THICK_MM = 0.3
"""Thickness of a card."""
_SYMBOL_HALF_MM = 3.1
"""Half the side of a symbol's box."""
_INITIAL_MM = 1.9
"""Height of the initial of a window's colour."""
METAL_NAMES = {Metal.GOLD: "OR", Metal.COPPER: "CUIVRE", Metal.SILVER: "ARGENT"}
METAL_MARKS = {Metal.GOLD: 1, Metal.COPPER: 2, Metal.SILVER: 3}  # bars beside the name, for colour-blind players


@cache
def draw_side(ident: int) -> Art:
    """The drawing of the side that is used for sorting; `ident` is the card's number, 1 to 120."""
    card = deck().card(ident)
    shapes = [*_header(card.metal)]
    for position, window in enumerate(card.windows, 1):
        shapes.extend(_window(position, window))
    return Art(at.CARD_WIDTH_MM, at.CARD_HEIGHT_MM, CARD_THICK_MM, False, WHITE, tuple(shapes))


def _header(metal: Metal) -> list[Shape]:
    colour = METAL_COLOURS[metal]
    band = rectangle((0.0, at.HEADER_Y_MM), at.WINDOW_WIDTH_MM, at.HEADER_HEIGHT_MM, colour)
    name = Label(METAL_NAMES[metal], (0.0, at.HEADER_Y_MM), 3.0, INK, font="condensed")
    bars: list[Shape] = []
    for nth in range(METAL_MARKS[metal]):
        for side in (-1, 1):
            x_mm = side * (at.WINDOW_WIDTH_MM / 2 - 2.0 - 2.0 * nth)
            bars.append(rectangle((x_mm, at.HEADER_Y_MM), 0.9, 3.2, INK))
    return [band, name, *bars]


def _window(position: int, window: Window) -> list[Shape]:
    middle_mm = (0.0, at.WINDOW_Y_MM[position - 1])
    strong = WINDOW_COLOURS[window.colour]
    inner_mm = (at.WINDOW_WIDTH_MM - 2 * at.FRAME_MM, at.WINDOW_HEIGHT_MM - 2 * at.FRAME_MM)
    shapes: list[Shape] = [
        rectangle(middle_mm, at.WINDOW_WIDTH_MM, at.WINDOW_HEIGHT_MM, strong),
        rectangle(middle_mm, *inner_mm, WINDOW_TINTS[window.colour]),
    ]
    for side in (-1, 1):
        place_mm = (side * (at.CARD_WIDTH_MM + at.WINDOW_WIDTH_MM) / 4, middle_mm[1])
        shapes.append(Label(INITIALS[window.colour], place_mm, _INITIAL_MM, INK, font="condensed"))
    for index, cell in enumerate(window.cells):
        shapes.extend(
            filled_symbol(
                cell.symbol.shape, cell.symbol.fill, _SYMBOL_HALF_MM, at.cell_xy_mm(position, index), cell.holds
            )
        )
    return shapes
