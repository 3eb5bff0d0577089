"""Positions on a card, in millimetres from its centre: x to the right, y towards its bottom edge.

A card is 63 x 88 mm, the poker size, for which sleeves and print shops exist. Its draw side has a header in the card's
metal, which marks the top, and three windows of 24 symbols.
"""

from __future__ import annotations

from companion.core.units import PointMm

CARD_WIDTH_MM, CARD_HEIGHT_MM = 63.0, 88.0
HEADER_Y_MM, HEADER_HEIGHT_MM = -38.7, 5.6
"""Centre and height of the header."""
COLUMNS, ROWS = 8, 3
"""Symbols per row, and rows, of a window."""
PITCH_MM = 7.0  # distance between the centres of neighbouring symbols; a symbol is at least 6.2 mm wide and high
WINDOW_WIDTH_MM, WINDOW_HEIGHT_MM = 58.2, 24.0
WINDOW_Y_MM = (-22.4, 3.2, 28.8)
"""The centres of windows 1, 2 and 3."""
FRAME_MM = 1.1
"""Width of a window's saturated coloured frame, included in the window's size."""


def cell_xy_mm(position: int, index: int) -> PointMm:
    """The centre of symbol `index` (0 to 23, row by row) in window `position` (1 to 3), in mm."""
    row, column = divmod(index, COLUMNS)
    return (column - (COLUMNS - 1) / 2) * PITCH_MM, WINDOW_Y_MM[position - 1] + (row - (ROWS - 1) / 2) * PITCH_MM
