"""The reading side of a card: a lens above three lucarnes (clue frames, one a colour) with clues (l. 97 to 108).

Its ground is dark and that of a draw side is white, so that neither people nor the camera confuse the two.
"""

from __future__ import annotations

from functools import cache
from math import cos, radians, sin

from companion.core.art import Art, Circle, Label, Polygon, Shape, rectangle
from companion.core.lettering import X_HEIGHT, from_left, width_mm
from companion.core.units import PointMm
from companion.games.kaplan import card_layout as at
from companion.games.kaplan.card_art import CARD_THICK_MM
from companion.games.kaplan.deck import Symbol, deck
from companion.games.kaplan.palette import (
    INITIAL_INKS,
    INITIALS,
    INK,
    METAL_COLOURS,
    NIGHT,
    NIGHT_LIGHT,
    PAPER,
    SHADE,
    WHITE,
    WINDOW_COLOURS,
)
from companion.games.kaplan.pieces import Colour
from companion.games.kaplan.symbols import filled_symbol

LENS_XY_MM, LENS_RADIUS_MM, LENS_RIM_MM = (0.0, -31.2), 9.6, 1.3
"""Centre of the lens on the card, its radius, and the width of its rim."""
_LENS_LETTER_MM = 9.2  # height of the letter; a W just fits
_RAYS_DEG = tuple(side + step * 9.0 for side in (0, 180) for step in (-2, -1, 0, 1, 2))
_RAY_HALF_DEG, _RAY_FROM_MM, _RAY_TO_MM = 2.2, 12.0, 28.0
"""Half angle of a light beam, and the radii between which it runs."""
LUCARNE_WIDTH_MM, LUCARNE_HEIGHT_MM = 57.4, 19.2
"""Size of a lucarne."""
LUCARNE_Y_MM = (-10.0, 10.4, 30.8)
"""Centres of lucarnes 1, 2 and 3."""
_FRAME_MM = 0.8
_TAB_MM = 4.4  # width of the solid coloured tab; it carries the colour's initial for colour-blind players
_INITIAL_MM = 2.6
ROWS = 4  # rows of a lucarne, two clues each
TEXT_MM = 1.5 / X_HEIGHT  # height of capitals; a lower-case x is then 1.5 mm, legible in the hand
SYMBOL_SHARE = 0.84  # height of a symbol, as a share of its row
_PAD_MM, _GAP_MM, _APART_MM = 0.9, 0.8, 1.6  # space at the sides, after a symbol, between two clues
_INNER_MM = LUCARNE_WIDTH_MM - _TAB_MM - _FRAME_MM
_ROOM_MM = _INNER_MM - 2 * _PAD_MM
"""Width of a lucarne's white area that clues may use."""

Clue = tuple[Symbol, str]


@cache
def reading_side(ident: int) -> Art:
    """The drawing of the side that is read in secret; `ident` is the card's number, 1 to 120."""
    card = deck().card(ident)
    shapes = lens(card.lens, METAL_COLOURS[card.metal])
    for position, window in enumerate(card.windows, 1):
        clues = [(symbol, text) for symbol, _, text in deck().lucarne(card, position)]
        shapes.extend(lucarne(window.colour, clues, (0.0, LUCARNE_Y_MM[position - 1])))
    return Art(at.CARD_WIDTH_MM, at.CARD_HEIGHT_MM, CARD_THICK_MM, False, NIGHT, tuple(shapes))


def lens(letter: str | None, rim: str) -> list[Shape]:
    """The lens with its letter: a capital, "" for a blank lens, None (drawn dark) when the letter is unknown."""
    glass = SHADE if letter is None else PAPER
    shapes: list[Shape] = [_ray(deg) for deg in _RAYS_DEG]
    shapes.append(Circle(LENS_XY_MM, LENS_RADIUS_MM, fill=rim))
    shapes.append(Circle(LENS_XY_MM, LENS_RADIUS_MM - LENS_RIM_MM, fill=glass, stroke=NIGHT, stroke_mm=0.4))
    if letter:
        shapes.append(Label(letter, LENS_XY_MM, _LENS_LETTER_MM, INK))
    return shapes


def _ray(turn_deg: float) -> Polygon:
    """One light beam beside the lens."""
    turn, half = radians(turn_deg), radians(_RAY_HALF_DEG)
    ends = ((_RAY_FROM_MM, turn), (_RAY_TO_MM, turn - half), (_RAY_TO_MM, turn + half))
    points = tuple((LENS_XY_MM[0] + r * cos(a), LENS_XY_MM[1] + r * sin(a)) for r, a in ends)
    return Polygon(points, fill=NIGHT_LIGHT)


def lucarne(colour: Colour, clues: list[Clue], centre_mm: PointMm) -> list[Shape]:
    """A clue frame in its colour. Clues stand two to a row, the longest text beside the shortest."""
    x, y = centre_mm
    left_mm = x - LUCARNE_WIDTH_MM / 2 + _TAB_MM
    inner_mm = (_INNER_MM, LUCARNE_HEIGHT_MM - 2 * _FRAME_MM)
    initial_mm = (left_mm - _TAB_MM / 2, y)
    return [
        rectangle(centre_mm, LUCARNE_WIDTH_MM, LUCARNE_HEIGHT_MM, WINDOW_COLOURS[colour]),
        rectangle((left_mm + _INNER_MM / 2, y), *inner_mm, WHITE),
        Label(INITIALS[colour], initial_mm, _INITIAL_MM, INITIAL_INKS[colour]),
        *_rows(paired(clues), (left_mm + _PAD_MM, y)),
    ]


def _rows(rows: list[tuple[Clue, ...]], left_mm: PointMm) -> list[Shape]:
    """All rows of clues, starting at `left_mm`; together they are centred vertically in the lucarne."""
    if not rows:
        return []
    step_mm, tall_mm = row_mm(len(rows)), text_mm(rows)
    symbol_mm = step_mm * SYMBOL_SHARE
    seconds_mm = _seconds_mm(rows, tall_mm, symbol_mm)
    shapes: list[Shape] = []
    for nth, row in enumerate(rows):
        y_mm = left_mm[1] + (nth - (len(rows) - 1) / 2) * step_mm
        for (symbol, text), x_mm in zip(row, (0.0, seconds_mm[nth]), strict=False):
            begin_mm = left_mm[0] + x_mm
            shapes.extend(filled_symbol(symbol.shape, symbol.fill, symbol_mm / 2, (begin_mm + symbol_mm / 2, y_mm)))
            shapes.append(from_left(text, begin_mm + symbol_mm + _GAP_MM, y_mm, tall_mm, INK))
    return shapes


def _seconds_mm(rows: list[tuple[Clue, ...]], tall_mm: float, symbol_mm: float) -> list[float]:
    """The x position of the second clue of each row, in mm: one common column if it fits, otherwise flush right."""
    firsts, seconds = (
        [symbol_mm + _GAP_MM + width_mm(row[place][1], tall_mm) if len(row) > place else 0.0 for row in rows]
        for place in (0, 1)
    )
    column_mm = max(max(firsts) + _APART_MM, _ROOM_MM / 2)
    column_mm = min(column_mm, _ROOM_MM - max(seconds))
    if column_mm >= max(firsts) + _APART_MM:
        return [column_mm] * len(rows)
    return [_ROOM_MM - second for second in seconds]


def paired(clues: list[Clue]) -> list[tuple[Clue, ...]]:
    """The clues in rows of one or two: one a row for up to four clues, then the longest text beside the shortest."""
    count = max(min(ROWS, len(clues)), (len(clues) + 1) // 2)
    by_length = sorted(clues, key=lambda clue: -width_mm(clue[1], TEXT_MM))
    firsts, seconds = by_length[:count], by_length[count:][::-1]
    of = {first: (first, *seconds[nth : nth + 1]) for nth, first in enumerate(firsts)}
    return [of[clue] for clue in clues if clue in of]


def row_mm(rows: int) -> float:
    """The distance between rows in mm; with fewer than four rows it is that of four."""
    return (LUCARNE_HEIGHT_MM - 2 * _FRAME_MM) / max(ROWS, rows)


def text_mm(rows: list[tuple[Clue, ...]]) -> float:
    """The height of capitals in mm: `TEXT_MM`, or less if the fullest row would not fit."""
    step_mm = row_mm(len(rows))
    shares = [1.0, step_mm / row_mm(ROWS)]
    for row in rows:
        rest_mm = _ROOM_MM - len(row) * (step_mm * SYMBOL_SHARE + _GAP_MM) - (len(row) - 1) * _APART_MM
        shares.append(rest_mm / sum(width_mm(text, TEXT_MM) for _, text in row))
    return TEXT_MM * min(shares)
