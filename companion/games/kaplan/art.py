"""Drawings of all pieces: flat shapes in millimetres, in night blue, sand and three metals."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from string import ascii_uppercase

from companion.core.art import Art, Circle, Label, Polygon, Shape, rectangle
from companion.core.units import PointMm
from companion.games.kaplan import card_layout, layout
from companion.games.kaplan.art_round import colour_pawn, symbol_pawn, token, token_value
from companion.games.kaplan.art_sarcophagus import any_sarcophagus
from companion.games.kaplan.card_art import CARD_THICK_MM
from companion.games.kaplan.card_back_art import LUCARNE_Y_MM, lens, lucarne
from companion.games.kaplan.depiction import (
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
from companion.games.kaplan.dial_art import dial
from companion.games.kaplan.palette import GOLD, INK, NIGHT, PAPER, WHITE, WINDOW_COLOURS
from companion.games.kaplan.pieces import DIE_FACES, VALUES, WINDOWS, Colour, Cover, Family, Fill, SymbolShape

_MARK_MM = 2.4
"""Radius of a blank dot."""


def art(kind: str, face: str) -> Art:
    """The drawing of a piece seen from above, in mm around its centre.

    Raises:
        KeyError: the game has no such kind or face.
    """
    return _faces()[kind, face]


@cache
def _faces() -> dict[tuple[str, str], Art]:
    found: dict[tuple[str, str], Art] = {
        (DIAL, DIAL): dial(),
        (LETTER, DRAW_SIDE): _draw_side(),
        (CLUE, DRAW_SIDE): _draw_side(),
        (LETTER, READING_SIDE): _reading_side(None),
        (LETTER, BLANK): _reading_side(""),
        (SARCOPHAGUS, Cover.K.value): any_sarcophagus(Cover.K),
        (SARCOPHAGUS, Cover.EYE.value): any_sarcophagus(Cover.EYE),
    }
    found |= {(LETTER, letter): _reading_side(letter) for letter in ascii_uppercase}
    found |= {(DIE, str(face)): _die(face) for face in DIE_FACES}
    for family in Family:
        found[BET, family.value] = token(family)
        found |= {(BET, f"{family.value} {value}"): token_value(family, value) for value in VALUES}
    found |= {(COLOUR_PAWN, f"{c.value}:{position}"): colour_pawn(c, position) for c in Colour for position in WINDOWS}
    found |= {(SYMBOL_PAWN, f"{s.value}:{f.value}"): symbol_pawn(s, f) for s in SymbolShape for f in Fill}
    return found


def _card(ground: str, shapes: tuple[Shape, ...]) -> Art:
    return Art(layout.CARD_WIDTH_MM, layout.CARD_HEIGHT_MM, CARD_THICK_MM, False, ground, shapes)


def _draw_side() -> Art:
    """A draw side whose symbols are unknown: three coloured windows of 24 blank dots each."""
    shapes: list[Shape] = []
    for position, colour in enumerate((Colour.RED, Colour.GREEN, Colour.BLUE), 1):
        middle_mm = (0.0, card_layout.WINDOW_Y_MM[position - 1])
        size_mm = (card_layout.WINDOW_WIDTH_MM, card_layout.WINDOW_HEIGHT_MM)
        shapes.append(rectangle(middle_mm, *size_mm, WINDOW_COLOURS[colour]))
        for index in range(card_layout.ROWS * card_layout.COLUMNS):
            mark_mm = card_layout.cell_xy_mm(position, index)
            shapes.append(Circle(mark_mm, _MARK_MM, fill=WHITE, stroke=INK, stroke_mm=0.3))
    return _card(WHITE, tuple(shapes))


def _reading_side(letter: str | None) -> Art:
    """A card's reading side without clues: a lens above three empty clue frames; `letter` None leaves the lens dark."""
    shapes = lens(letter, GOLD)
    for y_mm, colour in zip(LUCARNE_Y_MM, (Colour.YELLOW, Colour.RED, Colour.BLUE), strict=True):
        shapes.extend(lucarne(colour, [], (0.0, y_mm)))
    return _card(NIGHT, tuple(shapes))


def _die(face: int) -> Art:
    words = f"{face}." if face in (6, 9) else str(face)  # the dot tells 6 from 9
    top = Polygon(_pentagon(layout.DIE_MM * 0.4), fill=PAPER)
    return Art(layout.DIE_MM, layout.DIE_MM, layout.DIE_MM, True, NIGHT, (top, Label(words, (0.0, 0.0), 6.0, INK)))


def _pentagon(radius_mm: float) -> tuple[PointMm, ...]:
    angles = [2 * pi * corner / 5 for corner in range(5)]
    return tuple((radius_mm * sin(angle), -radius_mm * cos(angle)) for angle in angles)
