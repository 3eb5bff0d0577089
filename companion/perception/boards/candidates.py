"""Finds where a known board may lie in a picture: from the printed mat, else from grids of squares in the picture."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import product
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels
from companion.core.errors import Unreadable
from companion.perception.boards.appearances import NO_TILE
from companion.perception.boards.grid import BoardGrid, Cell
from companion.perception.boards.place import BoardPlace
from companion.perception.boards.reader import BoardReading
from companion.perception.rectify import find_table

QUARTERS = 4
"""Quarter turns in which a board may lie."""
MOST_MISREAD = 4
"""Number of places at which the board that was found may differ from the known one: tiles read beside it, or missed;
fewer than a row of tiles."""
MOST_WAYS = 6
"""Number of candidate positions on one grid: a checked tablecloth would offer dozens."""


class ReadsBoards(Protocol):
    """The interface of `boards.reader.BoardReader`; tests pass stand-ins."""

    def read(self, picture: Pixels) -> BoardReading:
        """Read the largest board in a picture, (H, W, 3) uint8 BGR."""

    def grids(self, picture: Pixels) -> Sequence[BoardGrid]:
        """Return all grids of adjacent squares in a picture, (H, W, 3) uint8 BGR, largest first."""


PlaceMm = Callable[[Cell], tuple[float, float]]
"""From a place (row, column) to where it belongs on the mat, x and y in mm."""


def place_by_mat(picture: Pixels, tiles: Mapping[Cell, str], place_mm: PlaceMm, thick_mm: float) -> BoardPlace | None:
    """Locate the board by the mat, assuming that it lies on the mat where it should.

    Args:
        picture: (H, W, 3) uint8 BGR, full-size.
        tiles: the board's tiles (row, column), with their marks; at least four.
        place_mm: where each place belongs on the mat.
        thick_mm: height of the tiles; the board is located at their upper side.

    Returns:
        Where the board lies; None when no mat is seen.
    """
    try:
        table = find_table(picture)
    except Unreadable:
        return None
    cells = sorted(tiles)
    pixels = table.pixels(np.array([place_mm(cell) for cell in cells]), thick_mm)
    matrix, _ = cv2.findHomography(np.array([(column, row) for row, column in cells], np.float64), pixels)
    return None if matrix is None else BoardPlace(np.asarray(matrix, np.float64))


def places_by_grid(picture: Pixels, tiles: Mapping[Cell, str], reader: ReadsBoards) -> Iterator[BoardPlace]:
    """Yield where a board of this outline may lie, going by the squares in the picture.

    First as the board reader reads it; then on every grid of adjacent squares, because the reader may take tiles for
    empty places. Several positions of one grid come best first.

    Args:
        picture: (H, W, 3) uint8 BGR, full-size.
        tiles: the known board's tiles (row, column), with their marks.
        reader: reads the picture.
    """
    reading = reader.read(picture)
    if reading.grid is not None and reading.guess is not None:
        lines = reading.guess.split("/")
        read = {(y, x) for y, line in enumerate(lines) for x, mark in enumerate(line) if mark != NO_TILE}
        yield from (place for misread, place in _laid(tiles, reading.grid, read) if misread <= MOST_MISREAD)
    for grid in reader.grids(picture):
        yield from (place for _, place in _laid(tiles, grid, grid.seen)[:MOST_WAYS])


def _laid(tiles: Collection[Cell], grid: BoardGrid, found: Collection[Cell]) -> list[tuple[int, BoardPlace]]:
    """All ways to lay the known tiles on the squares that were found, over quarter turns and whole shifts.

    Returns:
        For each way that misses at most `MOST_MISREAD` tiles: the number of places that differ, and the board's place.
        Fewest differences first; among equals the one nearest to the picture's own up.
    """
    low, high = _corners(tiles)
    first, last = _corners(found)
    ways = []
    for quarter in range(QUARTERS):
        turned = _turned(quarter, high - low + 1) @ _from(low)
        own = np.array([(column, row, 1) for row, column in tiles]) @ turned.T
        spare = last - first - own[:, :2].max(axis=0)
        for x, y in product(*(range(min(0, int(each)), max(0, int(each)) + 1) for each in np.round(spare))):
            shifted = np.array([[1, 0, first[0] + x], [0, 1, first[1] + y], [0, 0, 1]])
            laid = {(round(row), round(column)) for column, row, _ in own @ shifted.T}
            if len(laid.difference(found)) <= MOST_MISREAD:
                misread = len(laid.symmetric_difference(found))
                ways.append((misread, BoardPlace(np.array(grid.to_picture) @ shifted @ turned)))
    return sorted(ways, key=lambda way: way[0])


def _corners(tiles: Collection[Cell]) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """The least and the greatest (column, row), (2,) each."""
    at = np.array([(column, row) for row, column in tiles])
    return at.min(axis=0), at.max(axis=0)


def _from(low: NDArray[np.int_]) -> NDArray[np.float64]:
    """(3, 3): shifts (column, row) so that `low` becomes (0, 0)."""
    return np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]])


def _turned(quarter: int, size: NDArray[np.int_]) -> NDArray[np.float64]:
    """(3, 3): from a board's (column, row) to those of a grid in which it lies turned clockwise by quarters."""
    wide, high = (float(each) - 1 for each in size)
    ways = (
        [[1, 0, 0], [0, 1, 0]],
        [[0, -1, high], [1, 0, 0]],
        [[-1, 0, wide], [0, -1, high]],
        [[0, 1, 0], [-1, 0, wide]],
    )
    return np.array([*ways[quarter], [0, 0, 1]], np.float64)
