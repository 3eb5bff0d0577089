"""Which boards can be met on a table where one of the three games is played: a checksum for who reads them."""

from __future__ import annotations

from companion.games.karo import clear_out, four_circles, movers_hoppers
from companion.games.karo.board import Cells, in_one_piece, read_board
from companion.games.karo.options import CLEAR_OUT_TILES

FITS, MAY_FIT = 30.0, 8.0
"""How much likelier than an odd board (a disc in somebody's hand, a tile too many) is one of a game in which all tiles
and discs are counted, and one of a phase in which discs come or go. Not fitted to anything: of the pictures people take
perhaps one in five shows a turn half carried out, and there are a dozen ways to be in the middle of one."""


def _size(cells: Cells) -> tuple[int, int]:
    """How many cells wide and long, the shorter first."""
    lines = zip(*cells, strict=True)
    short, long = sorted(max(values) - min(values) + 1 for values in lines)
    return short, long


FOUR_CIRCLES_TILES = len(read_board(four_circles.BOARD))
CAMPS = _size(read_board(movers_hoppers.BOARD))


def likely(cells: Cells) -> float:
    """1 or more: how much likelier a board is than one that none of the games knows.

    Four Circles is played on 20 tiles with six discs each (3.1), Movers & Hoppers on three by eight that stay, with
    six each (4.1, 4.2); Clear Out on 24 with up to eight (5.1, 5.2). While discs are placed, they show their plain
    faces and the players take turns (3.2, 3.3, 5.2, 5.3).
    """
    marks = [mark for mark in cells.values() if mark != "_"]
    white, red = (sum(mark.lower() == letter for mark in marks) for letter in "wr")
    four_circles_board, large = len(cells) == FOUR_CIRCLES_TILES, len(cells) == CLEAR_OUT_TILES
    most = four_circles.DISCS if four_circles_board else clear_out.DISCS
    if not (four_circles_board or large) or max(white, red) > most or not in_one_piece(cells):
        return 1.0
    if white == red == four_circles.DISCS and four_circles_board:
        return FITS
    if white == red == movers_hoppers.DISCS and _size(cells) == CAMPS:
        return FITS
    placing = abs(white - red) <= 1 and not any(mark.isupper() for mark in marks)
    return MAY_FIT if placing or (large and white and red) else 1.0
