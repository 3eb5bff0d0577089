"""Four Circles: discs step or jump, a jump turns them over, empty tiles move; four circles in a line win (part 3)."""

from __future__ import annotations

from companion.games.karo.actions import Turn
from companion.games.karo.board import AROUND, CIRCLE, COLOURS, EMPTY, TURNED_OVER, Cell, Cells, beside
from companion.games.karo.position import Position, moved
from companion.games.karo.tile_moves import tile_fault

BOARD = "/".join(["_____"] * 4)
DISCS = 6
LINE = 4
"""Circles in a line that win (clause 3.12)."""
LINE_WAYS: tuple[Cell, ...] = ((0, 1), (1, 0), (1, 1), (1, -1))


def fault(position: Position, turn: Turn) -> str | None:
    """Why the turn is against the rules, as a code of `refusals`; None when it is legal."""
    cells = position.cells
    if cells.get(turn.disc, EMPTY) not in COLOURS[turn.seat]:
        return "not-your-disc"
    if not turn.path:
        return "disc-must-move"
    if turn.tile is not None and turn.tile_to is not None:
        if cells.get(turn.tile, EMPTY) != EMPTY:
            return "tile-not-empty"
        held = tile_fault(cells, turn.tile, turn.tile_to)
        if held is not None:
            return held
        if turn.path[0] != turn.tile_to:
            return "not-onto-tile"
    elif turn.tile is not None or turn.tile_to is not None:
        return "half-a-tile"
    landing = _landing_fault(with_tile_moved(cells, turn), turn.disc, turn.path[0])
    return "no-chains" if landing is None and len(turn.path) > 1 else landing


def played(position: Position, turn: Turn) -> tuple[dict[Cell, str], int | None]:
    """The board after a legal turn, and who has won by it."""
    cells = with_tile_moved(position.cells, turn)
    mark, end = cells[turn.disc], turn.path[0]
    if not _is_step(turn.disc, end):
        mark = TURNED_OVER[mark]
    after = moved(cells, turn.disc, end, mark, EMPTY)
    return after, winner(after, turn.seat)


def winner(cells: Cells, mover: int) -> int | None:
    """The seat that has four circles in a line; `mover` is asked first."""
    return next((seat for seat in (mover, 1 - mover) if has_line(cells, seat)), None)


def has_line(cells: Cells, seat: int) -> bool:
    """Whether a player's circles make a line of four (clause 3.12)."""
    circles = {cell for cell, mark in cells.items() if mark == CIRCLE[seat]}
    return any(
        all((row + step * down, column + step * across) in circles for step in range(LINE))
        for row, column in circles
        for down, across in LINE_WAYS
    )


def with_tile_moved(cells: Cells, turn: Turn) -> dict[Cell, str]:
    """The board once the turn's tile, if it has one, lies where it goes, with what stands on it."""
    if turn.tile is None or turn.tile_to is None:
        return dict(cells)
    return moved(cells, turn.tile, turn.tile_to, cells[turn.tile], None)


def _is_step(start: Cell, end: Cell) -> bool:
    return end in beside(start, AROUND)


def _landing_fault(cells: Cells, start: Cell, end: Cell) -> str | None:
    if end not in cells:
        return "no-tile"
    if cells[end] != EMPTY:
        return "tile-taken" if _is_step(start, end) else "jump-taken"
    if _is_step(start, end):
        return None
    down, across = end[0] - start[0], end[1] - start[1]
    if {abs(down), abs(across)} not in ({2}, {0, 2}):
        return "no-step-no-jump"
    between = cells.get((start[0] + down // 2, start[1] + across // 2), EMPTY)
    return "nothing-jumped" if between == EMPTY else None
