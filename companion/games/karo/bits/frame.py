"""Boards as integers: one bit a cell, rows of a fixed length, so that a shift moves all cells the same way."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from companion.games.karo.board import CIRCLE, COLOURS, Cell, Cells
from companion.games.karo.position import Position

Spot = tuple[int, int, int, int, int, int, int]
"""Tiles, discs of the player to move, the other's discs, circles of both, their hands, the seat to move."""
Move = tuple[Any, ...]
"""() to pass, (cell,) to place a disc, else (tile, tile_to, disc, ...) with 0 for no tile; cells are single bits."""
Lift = tuple[int, int]
"""A tile that may leave, and the places where it may go."""

WIDEST_JUMP = 2
KEPT_LIFTS = 40_000
"""Boards whose movable tiles are remembered: 2 kB each, 80 MB at most."""


def single_bits(cells: int) -> Iterator[int]:
    """Each cell of a set by itself."""
    while cells:
        bit = cells & -cells
        yield bit
        cells ^= bit


class Frame:
    """Where the cells of a board lie in an integer.

    Args:
        cells: the board.
        turns: how many turns will be played from it: a tile can go one step further out in each.
    """

    def __init__(self, cells: Collection[Cell], turns: int) -> None:
        rows, columns = [row for row, _ in cells], [column for _, column in cells]
        margin = turns + WIDEST_JUMP
        self.top, self.left = min(rows) - margin, min(columns) - margin
        self.stride: int = max(columns) - min(columns) + 1 + 2 * margin
        s = self.stride
        self.sides = (1, s)
        self.ways = (1, s - 1, s, s + 1)
        """Shifts of the four directions that lead to higher bits; the other four are the same, the other way."""
        self._lifts: dict[int, tuple[Lift, ...]] = {}

    def bit(self, cell: Cell) -> int:
        """The bit of a cell."""
        place: int = (cell[0] - self.top) * self.stride + cell[1] - self.left
        return 1 << place

    def cell(self, bit: int) -> Cell:
        """The cell of a bit."""
        row, column = divmod(bit.bit_length() - 1, self.stride)
        return row + self.top, column + self.left

    def bits(self, cells: Cells, wanted: Callable[[str], bool]) -> int:
        """The cells whose mark is wanted."""
        return sum(self.bit(cell) for cell, mark in cells.items() if wanted(mark))

    def spot(self, position: Position) -> Spot:
        cells, turn = position.cells, position.turn
        return (
            self.bits(cells, lambda mark: True),
            self.bits(cells, lambda mark: mark in COLOURS[turn]),
            self.bits(cells, lambda mark: mark in COLOURS[1 - turn]),
            self.bits(cells, lambda mark: mark in CIRCLE),
            position.hand[turn],
            position.hand[1 - turn],
            turn,
        )

    def beside(self, cells: int) -> int:
        """The cells that share a side with one of `cells`."""
        s = self.stride
        return cells << 1 | cells >> 1 | cells << s | cells >> s

    def lifts(self, tiles: int) -> tuple[Lift, ...]:
        """Every tile that may leave its place, whatever stands on it (clauses 2.1 to 2.4)."""
        found = self._lifts.get(tiles)
        if found is None:
            if len(self._lifts) >= KEPT_LIFTS:
                self._lifts.clear()
            found = self._lifts[tiles] = tuple(self._find_lifts(tiles))
        return found

    def _find_lifts(self, tiles: int) -> Iterator[Lift]:
        s = self.stride
        left, right, up, down = tiles << 1, tiles >> 1, tiles << s, tiles >> s
        held = left & right & (up | down) | up & down & (left | right)  # three neighbours or four
        for tile in single_bits(tiles & ~held):
            rest = tiles ^ tile
            if rest and (self._is_tip(tiles, tile) or self._in_one_piece(rest)):
                yield tile, self.beside(rest) & ~tiles

    def _is_tip(self, tiles: int, tile: int) -> bool:
        """Whether the tile's neighbours hang together without it: one, or two that share a third beside them."""
        neighbours = self.beside(tile) & tiles
        if neighbours.bit_count() == 1:
            return True
        first = neighbours & -neighbours
        return bool(self.beside(first) & self.beside(neighbours ^ first) & tiles & ~tile)

    def _in_one_piece(self, tiles: int) -> bool:
        reached = tiles & -tiles
        while True:
            wider = (reached | self.beside(reached)) & tiles
            if wider == reached:
                return reached == tiles
            reached = wider
