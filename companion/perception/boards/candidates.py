"""Where a board may lie that is to be taken up: by the mat, else by the cold reader's grid."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import product
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels
from companion.core.errors import Unreadable
from companion.perception.boards.grid import BoardGrid, Cell
from companion.perception.boards.appearances import NO_TILE
from companion.perception.boards.place import BoardPlace
from companion.perception.boards.reader import BoardReading
from companion.perception.rectify import find_table

QUARTERS = 4
MOST_MISREAD = 4
"""Places beside a board that a cold look may take for tiles, or tiles that it may miss; fewer than a row."""
MOST_WAYS = 6
"""Of laying a board on squares; a checked cloth offers dozens."""


class ReadsBoards(Protocol):
    """`boards.reader.BoardReader`, or what stands in for it."""

    def read(self, picture: Pixels) -> BoardReading: ...

    def grids(self, picture: Pixels) -> Sequence[BoardGrid]: ...


PlaceMm = Callable[[Cell], tuple[float, float]]
"""Where on the mat a place belongs."""


def place_by_mat(picture: Pixels, tiles: Mapping[Cell, str], place_mm: PlaceMm, thick_mm: float) -> BoardPlace | None:
    """Where the board lies if it lies on the mat as it should; None without a mat. thick_mm: height of the tiles."""
    try:
        table = find_table(picture)
    except Unreadable:
        return None
    cells = sorted(tiles)
    pixels = table.pixels(np.array([place_mm(cell) for cell in cells]), thick_mm)
    matrix, _ = cv2.findHomography(np.array([(column, row) for row, column in cells], np.float64), pixels)
    return None if matrix is None else BoardPlace(np.asarray(matrix, np.float64))


def places_by_grid(picture: Pixels, tiles: Mapping[Cell, str], reader: ReadsBoards) -> Iterator[BoardPlace]:
    """Where a board of this outline lies: as it is read; then, since reading may deny tiles that are there, wherever
    squares lie side by side."""
    reading = reader.read(picture)
    if reading.grid is not None and reading.guess is not None:
        lines = reading.guess.split("/")
        read = {(y, x) for y, line in enumerate(lines) for x, mark in enumerate(line) if mark != NO_TILE}
        yield from (place for misread, place in _laid(tiles, reading.grid, read) if misread <= MOST_MISREAD)
    for grid in reader.grids(picture):
        yield from (place for _, place in _laid(tiles, grid, grid.seen)[:MOST_WAYS])


def _laid(tiles: Collection[Cell], grid: BoardGrid, found: Collection[Cell]) -> list[tuple[int, BoardPlace]]:
    """A board laid on what was found, turned and shifted each way in which most of its tiles are there; with how many
    places differ. Best first, and of ways that fit as well the nearest to the picture's up."""
    low, high = _corners(tiles)
    first, last = _corners(found)
    steps = []
    for quarter in range(QUARTERS):
        turned = _turned(quarter, high - low + 1) @ _from(low)
        own = np.array([(column, row, 1) for row, column in tiles]) @ turned.T
        spare = last - first - own[:, :2].max(axis=0)
        for x, y in product(*(range(min(0, int(each)), max(0, int(each)) + 1) for each in np.round(spare))):
            shifted = np.array([[1, 0, first[0] + x], [0, 1, first[1] + y], [0, 0, 1]])
            laid = {(round(row), round(column)) for column, row, _ in own @ shifted.T}
            if len(laid.difference(found)) <= MOST_MISREAD:
                misread = len(laid.symmetric_difference(found))
                steps.append((misread, BoardPlace(np.array(grid.to_picture) @ shifted @ turned)))
    return sorted(steps, key=lambda way: way[0])


def _corners(tiles: Collection[Cell]) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """Least and greatest column and row."""
    at = np.array([(column, row) for row, column in tiles])
    return at.min(axis=0), at.max(axis=0)


def _from(low: NDArray[np.int_]) -> NDArray[np.float64]:
    return np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]])


def _turned(quarter: int, size: NDArray[np.int_]) -> NDArray[np.float64]:
    """From a board's own columns and rows to those of the grid in which it lies turned by quarters, clockwise."""
    wide, high = (float(each) - 1 for each in size)
    steps = (
        [[1, 0, 0], [0, 1, 0]],
        [[0, -1, high], [1, 0, 0]],
        [[-1, 0, wide], [0, -1, high]],
        [[0, 1, 0], [-1, 0, wide]],
    )
    return np.array([*steps[quarter], [0, 0, 1]], np.float64)
