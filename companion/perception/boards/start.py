"""Where a board may lie that is to be taken up: by the mat, else by the cold reader's grid."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.source import Pixels
from companion.core.errors import Unreadable
from companion.perception.boards.grid import Cell
from companion.perception.boards.looks import NO_TILE
from companion.perception.boards.place import BoardPlace
from companion.perception.boards.reader import BoardReading
from companion.perception.rectify import find_table

QUARTERS = 4
MOST_MISREAD = 4
"""Places beside a board that a cold look may take for tiles, or tiles that it may miss; fewer than a row."""


class ReadsBoards(Protocol):
    """`perception.board.BoardReader`, or what stands in for it."""

    def read(self, picture: Pixels) -> BoardReading: ...


PlaceMm = Callable[[Cell], tuple[float, float]]
"""Where on the mat a place belongs."""


def by_mat(picture: Pixels, tiles: Mapping[Cell, str], place_mm: PlaceMm, thick_mm: float) -> BoardPlace | None:
    """Where the board lies if it lies on the mat as it should; None without a mat. thick_mm: height of the tiles."""
    try:
        table = find_table(picture)
    except Unreadable:
        return None
    cells = sorted(tiles)
    pixels = table.pixels(np.array([place_mm(cell) for cell in cells]), thick_mm)
    matrix, _ = cv2.findHomography(np.array([(column, row) for row, column in cells], np.float64), pixels)
    return None if matrix is None else BoardPlace(np.asarray(matrix, np.float64))


def by_grid(picture: Pixels, tiles: Mapping[Cell, str], reader: ReadsBoards) -> Iterator[BoardPlace]:
    """Where a board of this outline lies, turned and shifted each way in which it fits, best first, and of ways that
    fit as well the nearest to the picture's up."""
    reading = reader.read(picture)
    if reading.grid is None or reading.guess is None:
        return
    lines = reading.guess.split("/")
    read = {(x, y) for y, line in enumerate(lines) for x, mark in enumerate(line) if mark != NO_TILE}
    low, high = _corners(tiles)
    to_grid = np.array(reading.grid.to_picture)
    ways = []
    for quarter in range(QUARTERS):
        turned = _turned(quarter, high - low + 1) @ _from(low)
        own = np.array([(column, row, 1) for row, column in tiles]) @ turned.T
        spare = np.array([len(lines[0]), len(lines)]) - 1 - own[:, :2].max(axis=0)
        for x, y in product(*(range(min(0, int(each)), max(0, int(each)) + 1) for each in np.round(spare))):
            laid = {(round(column) + x, round(row) + y) for column, row, _ in own}
            if len(laid ^ read) <= MOST_MISREAD:
                ways.append((len(laid ^ read), to_grid @ np.array([[1, 0, x], [0, 1, y], [0, 0, 1]]) @ turned))
    for _, matrix in sorted(ways, key=lambda way: way[0]):
        yield BoardPlace(matrix)


def _corners(tiles: Mapping[Cell, str]) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """Least and greatest column and row."""
    at = np.array([(column, row) for row, column in tiles])
    return at.min(axis=0), at.max(axis=0)


def _from(low: NDArray[np.int_]) -> NDArray[np.float64]:
    return np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]])


def _turned(quarter: int, size: NDArray[np.int_]) -> NDArray[np.float64]:
    """From a board's own columns and rows to those of the grid in which it lies turned by quarters, clockwise."""
    wide, high = (float(each) - 1 for each in size)
    ways = (
        [[1, 0, 0], [0, 1, 0]],
        [[0, -1, high], [1, 0, 0]],
        [[-1, 0, wide], [0, -1, high]],
        [[0, 1, 0], [-1, 0, wide]],
    )
    return np.array([*ways[quarter], [0, 0, 1]], np.float64)
