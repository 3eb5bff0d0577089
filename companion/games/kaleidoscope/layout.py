"""Where cards lie, seen from above in millimetres: the row of capitals in the middle, the columns towards the players,
each player's stock with the eight discards around it at the right hand, and the words won at the left.
"""

from __future__ import annotations

from companion.core.units import PointMm

SOUTH, NORTH = 0, 1
"""The seats."""
CARD_MM = 34.0
"""Cards are square, and stand as their player reads them."""
COLUMN_MM, ROW_MM = 44.0, 44.0
"""From a card's middle to its neighbour's: fingers need the gap, and the eyes the table in it."""
ROWS = 6
"""So many small letters of a column fit on the mat; the companion is told of those beyond."""
DISCARDS = 8
_AROUND = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
"""The places around a stock, clockwise from the far left as South sees it."""
_STOCK_MM, _WON_MM, _SPARE_MM = (290.0, 155.0), (-290.0, 155.0), (290.0, 0.0)
WON_IN_A_ROW = 3


def turn_deg(seat: int) -> float:
    """How cards stand that North or South reads."""
    return 180.0 if seat == NORTH else 0.0


def capital_mm(column: int, columns: int) -> PointMm:
    """The middle of a capital; columns count from the left as South sees them."""
    return (column - (columns - 1) / 2) * COLUMN_MM, 0.0


def cell_mm(seat: int, column: int, row: int, columns: int) -> PointMm:
    """The middle of a small letter; rows count from the capital."""
    return capital_mm(column, columns)[0], _towards(seat) * (row + 1) * ROW_MM


def stock_mm(seat: int) -> PointMm:
    return _on_side(seat, _STOCK_MM)


def discard_mm(seat: int, place: int) -> PointMm:
    """The middle of one of the eight places around a stock; they count clockwise as their player sees them."""
    right, down = _AROUND[place]
    return _on_side(seat, (_STOCK_MM[0] + right * COLUMN_MM, _STOCK_MM[1] + down * ROW_MM))


def won_mm(seat: int, number: int) -> PointMm:
    """Where the packet of a player's word lies, its capital on top; words count from 0."""
    down, right = divmod(number, WON_IN_A_ROW)
    return _on_side(seat, (_WON_MM[0] + (right - 1) * COLUMN_MM, _WON_MM[1] + (down - 1) * ROW_MM))


def spare_mm() -> PointMm:
    """Where the other capitals lie, face down."""
    return _SPARE_MM


def _towards(seat: int) -> int:
    """Which way y grows towards a player."""
    return -1 if seat == NORTH else 1


def _on_side(seat: int, south_mm: PointMm) -> PointMm:
    """A point of South's side, or what it is for North: the table turned round."""
    sign = _towards(seat)
    return sign * south_mm[0], sign * south_mm[1]
