"""How the pieces look: flat shapes in millimetres, in night blue, sand and three metals."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from string import ascii_uppercase

from companion.core.art import Art, Circle, Label, PointMm, Polygon, Shape, rectangle
from companion.games.kaplan import layout
from companion.games.kaplan.dial_art import dial
from companion.games.kaplan.look import (
    BET,
    BLANK,
    CLUE,
    COLOUR_PAWN,
    DIAL,
    DIE,
    DRAW_SIDE,
    LETTER,
    READING_SIDE,
    SARCOPHAGUS,
    SYMBOL_PAWN,
)
from companion.games.kaplan.palette import GOLD, INK, NIGHT, PAPER, SAND, SHADE, WINDOW_COLOURS
from companion.games.kaplan.pieces import DIE_FACES, VALUES, WINDOWS, Colour, Cover, Family, Fill, SymbolShape
from companion.games.kaplan.symbols import family_symbol, filled_symbol

_CARD_THICK_MM, _TOKEN_THICK_MM, _PAWN_THICK_MM = 0.3, 2.0, 4.0
_COLOUR_PAWN_MM, _SYMBOL_PAWN_MM = 44.0, 20.0
_WINDOW_WIDTH_MM, _WINDOW_HEIGHT_MM, _WINDOW_STEP_MM = 38.0, 16.0, 19.0
_WINDOW_ROWS, _WINDOW_COLUMNS = 3, 8  # 24 symbols a window (l. 91)


def art(kind: str, face: str) -> Art:
    """How a thing looks from above. Raises KeyError for a kind or face that the box does not hold."""
    return _faces()[kind, face]


@cache
def _faces() -> dict[tuple[str, str], Art]:
    found: dict[tuple[str, str], Art] = {
        (DIAL, DIAL): dial(),
        (LETTER, DRAW_SIDE): _draw_side(),
        (CLUE, DRAW_SIDE): _draw_side(),
        (LETTER, READING_SIDE): _reading_side(None),
        (LETTER, BLANK): _reading_side(""),
        (SARCOPHAGUS, Cover.K.value): _sarcophagus(Cover.K, _letter_k()),
        (SARCOPHAGUS, Cover.EYE.value): _sarcophagus(Cover.EYE, _eye()),
    }
    found |= {(LETTER, letter): _reading_side(letter) for letter in ascii_uppercase}
    found |= {(DIE, str(face)): _die(face) for face in DIE_FACES}
    for family in Family:
        found[BET, family.value] = _token(family_symbol(family, layout.TOKEN_MM * 0.3, SAND))
        found |= {(BET, f"{family.value} {value}"): _open_token(family, value) for value in VALUES}
    found |= {(COLOUR_PAWN, f"{c.value}:{position}"): _colour_pawn(c, position) for c in Colour for position in WINDOWS}
    found |= {(SYMBOL_PAWN, f"{s.value}:{f.value}"): _symbol_pawn(s, f) for s in SymbolShape for f in Fill}
    return found


def _card(ground: str, shapes: tuple[Shape, ...]) -> Art:
    return Art(layout.CARD_WIDTH_MM, layout.CARD_HEIGHT_MM, _CARD_THICK_MM, False, ground, shapes)


def _draw_side() -> Art:
    """Three coloured windows of 24 small symbols; the companion does not say which ones."""
    shapes: list[Shape] = []
    for row, colour in zip((-1, 0, 1), (Colour.RED, Colour.GREEN, Colour.BLUE), strict=True):
        middle_mm = (0.0, row * _WINDOW_STEP_MM)
        shapes.append(rectangle(middle_mm, _WINDOW_WIDTH_MM, _WINDOW_HEIGHT_MM, WINDOW_COLOURS[colour]))
        shapes.extend(_window_marks(middle_mm))
    return _card(PAPER, tuple(shapes))


def _window_marks(middle_mm: PointMm) -> list[Shape]:
    step_x_mm, step_y_mm = _WINDOW_WIDTH_MM / _WINDOW_COLUMNS, _WINDOW_HEIGHT_MM / _WINDOW_ROWS
    marks: list[Shape] = []
    for column in range(_WINDOW_COLUMNS):
        for row in range(_WINDOW_ROWS):
            x = middle_mm[0] + (column - (_WINDOW_COLUMNS - 1) / 2) * step_x_mm
            y = middle_mm[1] + (row - (_WINDOW_ROWS - 1) / 2) * step_y_mm
            marks.append(Circle((x, y), 1.5, fill=PAPER, stroke=INK, stroke_mm=0.2))
    return marks


def _reading_side(letter: str | None) -> Art:
    """A lens above three lucarnes; `letter` None leaves the lens dark."""
    lens: list[Shape] = [
        Circle((0.0, -10.0), 17.0, fill=GOLD),
        Circle((0.0, -10.0), 15.0, fill=SHADE if letter is None else PAPER),
    ]
    if letter:
        lens.append(Label(letter, (0.0, -10.0), 16.0, INK))
    for column, colour in zip((-1, 0, 1), (Colour.YELLOW, Colour.RED, Colour.BLUE), strict=True):
        lens.append(rectangle((column * 13.5, 20.0), 12.0, 14.0, WINDOW_COLOURS[colour]))
    return _card(SAND, tuple(lens))


def _sarcophagus(cover: Cover, sign: tuple[Shape, ...]) -> Art:
    body = Polygon(
        ((-14.0, -30.0), (14.0, -30.0), (20.0, -18.0), (15.0, 30.0), (-15.0, 30.0), (-20.0, -18.0)),
        fill=SAND,
        stroke=GOLD,
        stroke_mm=1.2,
    )
    rings = tuple(
        Circle(spot_mm, layout.TOKEN_MM / 2 + 0.8, fill=SHADE, stroke=GOLD, stroke_mm=0.8)
        for spot_mm in layout.bet_spots_mm(cover)
    )
    return _card(NIGHT, (body, *rings, *sign))


def _letter_k() -> tuple[Shape, ...]:
    return (Label("K", (0.0, 1.0), 13.0, INK),)


def _eye() -> tuple[Shape, ...]:
    half_width_mm, half_height_mm, steps = 13.0, 7.0, 12
    angles = [pi * index / steps for index in range(2 * steps)]
    lid = tuple((half_width_mm * cos(a), -8.0 + half_height_mm * sin(a) * abs(sin(a))) for a in angles)
    return (
        Polygon(lid, fill=PAPER, stroke=INK, stroke_mm=1.0),
        Circle((0.0, -8.0), 4.6, fill=NIGHT),
        Circle((0.0, -8.0), 2.0, fill=INK),
    )


def _round(width_mm: float, thick_mm: float, ground: str, shapes: tuple[Shape, ...]) -> Art:
    return Art(width_mm, width_mm, thick_mm, True, ground, shapes)


def _token(symbol: tuple[Shape, ...]) -> Art:
    rim = Circle((0.0, 0.0), layout.TOKEN_MM / 2 - 0.6, stroke=GOLD, stroke_mm=0.8)
    return _round(layout.TOKEN_MM, _TOKEN_THICK_MM, INK, (rim, *symbol))


def _open_token(family: Family, value: int) -> Art:
    rim = Circle((0.0, 0.0), layout.TOKEN_MM / 2 - 0.6, stroke=GOLD, stroke_mm=0.8)
    symbol = family_symbol(family, layout.TOKEN_MM * 0.12, INK, (0.0, -layout.TOKEN_MM * 0.3))
    number = Label(str(value), (0.0, layout.TOKEN_MM * 0.1), layout.TOKEN_MM * 0.4, INK)
    return _round(layout.TOKEN_MM, _TOKEN_THICK_MM, PAPER, (rim, *symbol, number))


def _colour_pawn(colour: Colour, position: int) -> Art:
    windows = tuple(
        rectangle((0.0, (window - 2) * 10.0), 22.0, 8.0, WINDOW_COLOURS[colour] if window == position else SHADE)
        for window in WINDOWS
    )
    return _round(_COLOUR_PAWN_MM, _PAWN_THICK_MM, PAPER, windows)


def _symbol_pawn(shape: SymbolShape, fill: Fill) -> Art:
    return _round(_SYMBOL_PAWN_MM, _PAWN_THICK_MM, PAPER, filled_symbol(shape, fill, _SYMBOL_PAWN_MM * 0.33))


def _die(face: int) -> Art:
    words = f"{face}." if face in (6, 9) else str(face)  # the dot tells 6 from 9
    top = Polygon(_pentagon(layout.DIE_MM * 0.4), fill=PAPER)
    return _round(layout.DIE_MM, layout.DIE_MM, NIGHT, (top, Label(words, (0.0, 0.0), 6.0, INK)))


def _pentagon(radius_mm: float) -> tuple[PointMm, ...]:
    angles = [2 * pi * corner / 5 for corner in range(5)]
    return tuple((radius_mm * sin(angle), -radius_mm * cos(angle)) for angle in angles)
