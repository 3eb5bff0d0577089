"""Which tile may leave its place, and where it may go (clauses 2.1 to 2.4)."""

from __future__ import annotations

from companion.games.karo.board import Cell, Cells, beside, in_one_piece

FREE_SIDES = 2
"""Sides without a neighbour that a tile needs to leave its place (clause 2.1)."""


def tile_fault(cells: Cells, tile: Cell, tile_to: Cell) -> str | None:
    """Why `tile` may not go to `tile_to`, as a code of `refusals`; None when it may. What stands on it is not asked."""
    if tile not in cells:
        return "no-such-tile"
    rest = cells.keys() - {tile}
    if sum(side not in rest for side in beside(tile)) < FREE_SIDES:
        return "tile-held"
    if not in_one_piece(rest):
        return "tile-splits"
    if tile_to == tile:
        return "tile-stays"
    if tile_to in rest:
        return "place-taken"
    return None if any(side in rest for side in beside(tile_to)) else "tile-apart"
