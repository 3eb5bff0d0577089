"""Positions of cards in millimetres, seen from above.

The row of capitals lies in the middle, columns run towards the players. Each player's stock, with eight discards around
it, is at the right hand, and the won words are at the left.
"""

from __future__ import annotations

from companion.core.units import PointMm

SOUTH, NORTH = 0, 1
"""The seats."""
CARD_MM = 34.0
"""Side of a card; cards are square and face the player who reads them."""
COLUMN_MM, ROW_MM = 44.0, 44.0
"""Distance between the centres of neighbouring columns and rows; fingers need the gap, and readers need to see the
table in it."""
ROWS = 6
"""Number of small letters of a column that fit on the mat; people report those beyond."""
DISCARDS = 8
"""Number of places for discards around a stock."""
_AROUND = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
"""The places around a stock, clockwise from the far left as South sees it."""
_STOCK_MM, _WON_MM, _SPARE_MM = (290.0, 155.0), (-290.0, 155.0), (290.0, 0.0)
"""South's stock, the middle of South's won words, and the remaining capitals."""
WON_IN_A_ROW = 3
"""Packets of won words in a row."""


def turn_deg(seat: int) -> float:
    """The rotation of cards that face North or South, in degrees."""
    return 180.0 if seat == NORTH else 0.0


def capital_mm(column: int, columns: int) -> PointMm:
    """The centre of a capital; columns count from the left as South sees them."""
    return (column - (columns - 1) / 2) * COLUMN_MM, 0.0


def cell_mm(seat: int, column: int, row: int, columns: int) -> PointMm:
    """The centre of a small letter; rows count from 0 next to the capital."""
    return capital_mm(column, columns)[0], _towards(seat) * (row + 1) * ROW_MM


def stock_mm(seat: int) -> PointMm:
    """The centre of a player's stock."""
    return _on_side(seat, _STOCK_MM)


def discard_mm(seat: int, place: int) -> PointMm:
    """The centre of one of the eight places around a stock (0 to 7), counted clockwise from the player's far left."""
    right, down = _AROUND[place]
    return _on_side(seat, (_STOCK_MM[0] + right * COLUMN_MM, _STOCK_MM[1] + down * ROW_MM))


def won_mm(seat: int, number: int) -> PointMm:
    """Where the packet of a won word lies, its capital on top; words count from 0."""
    down, right = divmod(number, WON_IN_A_ROW)
    return _on_side(seat, (_WON_MM[0] + (right - 1) * COLUMN_MM, _WON_MM[1] + (down - 1) * ROW_MM))


def spare_mm() -> PointMm:
    """Where the remaining capitals lie, face down."""
    return _SPARE_MM


def _towards(seat: int) -> int:
    """The sign of y in the direction of a player."""
    return -1 if seat == NORTH else 1


def _on_side(seat: int, south_mm: PointMm) -> PointMm:
    """A point given for South, rotated by half a turn for North."""
    sign = _towards(seat)
    return sign * south_mm[0], sign * south_mm[1]
