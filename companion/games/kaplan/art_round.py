"""The round pieces: bet tokens, colour pawns, symbol pawns (clauses 1.2 and 1.5)."""

from __future__ import annotations

from dataclasses import replace
from math import acos, cos, sin

from companion.core.art import Art, Circle, Label, Polygon, Shape, rectangle
from companion.games.kaplan import layout
from companion.games.kaplan.art_sarcophagus import turnproof
from companion.games.kaplan.palette import GOLD, INITIAL_INKS, INITIALS, INK, NIGHT, PAPER, SAND, WINDOW_COLOURS
from companion.games.kaplan.pieces import WINDOWS, Colour, Family, Fill, SymbolShape
from companion.games.kaplan.symbols import family_symbol, filled_symbol

_TOKEN_THICK_MM, _PAWN_THICK_MM = 2.0, 4.0
"""Thickness of a token and of a pawn."""
_COLOUR_PAWN_MM, _SYMBOL_PAWN_MM = 44.0, 20.0
"""Diameters of the pawns."""
_PAWN_WINDOW_MM = (28.0, 8.6)
"""Width and height of a window on a colour pawn."""
_PAWN_WINDOW_Y_MM = (-7.4, 2.6, 12.6)
"""Centres of the three windows. The symbol pawn lies in the middle of the colour pawn; the ends of the windows stay
visible beside it."""
_MARK_STEPS = 16


def _round(width_mm: float, thick_mm: float, ground: str, shapes: tuple[Shape, ...]) -> Art:
    return Art(width_mm, width_mm, thick_mm, True, ground, shapes)


def _top_mark(width_mm: float, share: float, ink: str) -> Polygon:
    """A segment of the disc that marks its top: without it a diamond turned by an eighth would look like a square."""
    reach = acos(share)
    angles = [-reach + 2 * reach * step / _MARK_STEPS for step in range(_MARK_STEPS + 1)]
    radius_mm = width_mm / 2
    return Polygon(tuple((radius_mm * sin(a), -radius_mm * cos(a)) for a in angles), fill=ink)


def token(family: Family) -> Art:
    """The back of a token, with the symbol of its family."""
    rim = Circle((0.0, 0.0), layout.TOKEN_MM / 2 - 1.2, stroke=GOLD, stroke_mm=0.5)
    symbol = family_symbol(family, layout.TOKEN_MM * 0.27, SAND, (0.0, layout.TOKEN_MM * 0.02))
    return _round(layout.TOKEN_MM, _TOKEN_THICK_MM, NIGHT, (rim, _top_mark(layout.TOKEN_MM, 0.8, GOLD), *symbol))


def token_value(family: Family, value: int) -> Art:
    """The front of a token, with its value (1 to 9) and the symbol of its family."""
    rim = Circle((0.0, 0.0), layout.TOKEN_MM / 2 - 1.2, stroke=GOLD, stroke_mm=0.5)
    symbol = family_symbol(family, layout.TOKEN_MM * 0.11, NIGHT, (0.0, -layout.TOKEN_MM * 0.29))
    number = turnproof(str(value), (0.0, layout.TOKEN_MM * 0.06), layout.TOKEN_MM * 0.38, INK)
    return _round(layout.TOKEN_MM, _TOKEN_THICK_MM, PAPER, (rim, *symbol, *number))


def colour_pawn(colour: Colour, position: int) -> Art:
    """A colour pawn: three windows as on a card, the one at `position` (1 to 3) coloured; the dark mark is at the
    top."""
    shapes: list[Shape] = [
        _top_mark(_COLOUR_PAWN_MM, 0.64, NIGHT),
        Label("K", (0.0, -_COLOUR_PAWN_MM * 0.405), 4.2, GOLD),
    ]
    for window in WINDOWS:
        middle_mm = (0.0, _PAWN_WINDOW_Y_MM[window - 1])
        shapes.append(rectangle(middle_mm, *_PAWN_WINDOW_MM, INK))
        inner_mm = (_PAWN_WINDOW_MM[0] - 0.8, _PAWN_WINDOW_MM[1] - 0.8)
        shapes.append(rectangle(middle_mm, *inner_mm, WINDOW_COLOURS[colour] if window == position else PAPER))
        if window == position:
            for side in (-1, 1):
                shapes.append(Label(INITIALS[colour], (side * 11.2, middle_mm[1]), 3.6, INITIAL_INKS[colour]))
    return _round(_COLOUR_PAWN_MM, _PAWN_THICK_MM, PAPER, tuple(shapes))


def symbol_pawn(shape: SymbolShape, fill: Fill) -> Art:
    """A symbol pawn, one of 32; the dark mark is at the top."""
    symbol = filled_symbol(shape, fill, _SYMBOL_PAWN_MM * 0.31, (0.0, _SYMBOL_PAWN_MM * 0.07))
    return _round(_SYMBOL_PAWN_MM, _PAWN_THICK_MM, PAPER, (_top_mark(_SYMBOL_PAWN_MM, 0.72, NIGHT), *symbol))


def pawn_back(pawn: Art) -> Art:
    """The back of a pawn, identical for all pawns of that size, so that it reveals nothing in the bag."""
    rim = Circle((0.0, 0.0), pawn.width_mm * 0.4, stroke=GOLD, stroke_mm=pawn.width_mm * 0.02)
    return replace(pawn, ground=NIGHT, shapes=(rim, Label("K", (0.0, 0.0), pawn.width_mm * 0.36, GOLD)))
