"""Clear Out: what is jumped turns over or leaves, tiles carry their disc; who has one disc left wins (part 5)."""

from __future__ import annotations

from companion.games.karo.actions import Turn
from companion.games.karo.board import AROUND, CIRCLE, COLOURS, EMPTY, TURNED_OVER, Cell, Cells, beside
from companion.games.karo.four_circles import with_tile_moved
from companion.games.karo.position import Position, moved
from companion.games.karo.tile_moves import tile_fault

DISCS = 8
LEFT_TO_WIN = 1
"""Discs of a player who has won (clause 5.14)."""


def fault(position: Position, turn: Turn) -> str | None:
    """Why the turn is against the rules, as a code of `refusals`; None when it is legal."""
    cells = position.cells
    if cells.get(turn.disc, EMPTY) not in COLOURS[turn.seat]:
        return "not-your-disc"
    if turn.tile is not None and turn.tile_to is not None:
        if turn.tile != turn.disc:
            return "not-carried"
        held = tile_fault(cells, turn.tile, turn.tile_to)
        if held is not None:
            return held
    elif turn.tile is not None or turn.tile_to is not None:
        return "half-a-tile"
    return _path_fault(with_tile_moved(cells, turn), _start(turn), turn.path, turn.tile is not None)


def played(position: Position, turn: Turn) -> tuple[dict[Cell, str], int | None]:
    """The board after a legal turn, and who has won by it: the first in the chain who had one disc left."""
    cells, at, won = with_tile_moved(position.cells, turn), _start(turn), None
    for end in turn.path:
        cells = _jumped(cells, at, end) if end not in beside(at, AROUND) else cells
        cells = moved(cells, at, end, cells[at], EMPTY)
        at = end
        won = winner(cells, turn.seat) if won is None else won
    return cells, won


def winner(cells: Cells, mover: int) -> int | None:
    """The seat that has one disc left; `mover` is asked first."""
    marks = list(cells.values())
    left = [sum(mark in COLOURS[seat] for mark in marks) for seat in (0, 1)]
    return next((seat for seat in (mover, 1 - mover) if left[seat] <= LEFT_TO_WIN), None)


def _start(turn: Turn) -> Cell:
    return turn.disc if turn.tile_to is None else turn.tile_to


def _path_fault(cells: Cells, start: Cell, path: tuple[Cell, ...], carried: bool) -> str | None:
    if not path:
        return "carried-must-move" if carried else "disc-must-move"
    if len(path) == 1 and path[0] in beside(start, AROUND):
        return _landing_fault(cells, path[0], "tile-taken")
    trail, at = {start}, start
    for end in path:
        if end in beside(at, AROUND):
            return "step-in-chain"
        fault = _jump_fault(cells, at, end) or _landing_fault(cells, end, "jump-taken")
        if fault is None and end in trail:
            fault = "landed-twice"
        if fault is not None:
            return fault
        cells = _jumped(cells, at, end)
        cells = moved(cells, at, end, cells[at], EMPTY)
        trail.add(end)
        at = end
    return None


def _landing_fault(cells: Cells, end: Cell, taken: str) -> str | None:
    if end not in cells:
        return "no-tile"
    return None if cells[end] == EMPTY else taken


def _jump_fault(cells: Cells, start: Cell, end: Cell) -> str | None:
    down, across = abs(end[0] - start[0]), abs(end[1] - start[1])
    if (down, across) == (2, 2):
        return "diagonal-jump"
    if {down, across} != {0, 2}:
        return "no-step-no-jump"
    return "nothing-jumped" if cells.get(_between(start, end), EMPTY) == EMPTY else None


def _jumped(cells: Cells, start: Cell, end: Cell) -> dict[Cell, str]:
    """What a jump from `start` to `end` does to the disc that it goes over (clauses 5.8 to 5.10)."""
    over = _between(start, end)
    circles_meet = cells[over] in CIRCLE and cells[start] in CIRCLE
    return {**cells, over: EMPTY if circles_meet else TURNED_OVER[cells[over]]}


def _between(start: Cell, end: Cell) -> Cell:
    return (start[0] + end[0]) // 2, (start[1] + end[1]) // 2
