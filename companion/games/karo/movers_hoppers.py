"""Movers & Hoppers: plain discs step, circles hop, each turns over as it moves; race to the other camp (part 4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from companion.games.karo.actions import Turn
from companion.games.karo.board import AROUND, CIRCLE, COLOURS, EMPTY, PLAIN, TURNED_OVER, Cell, Cells, beside
from companion.games.karo.options import Options
from companion.games.karo.position import Position, moved

BOARD = "/".join(["___"] * 8)
DISCS = 6
CAMP_ROWS = 2
CIRCLES_AT_START = 3
"""Discs of the six that show a circle, unless the table plays the variant (clauses 4.2, 4.3)."""


def camp(cells: Cells, options: Options, seat: int) -> frozenset[Cell]:
    """The tiles of the two rows where a player's discs begin (clause 4.10)."""
    rows = [row for row, _ in cells]
    top, bottom = min(rows), max(rows)
    at_bottom = (options.white_end == "bottom") == (seat == 0)
    wanted = range(bottom - CAMP_ROWS + 1, bottom + 1) if at_bottom else range(top, top + CAMP_ROWS)
    return frozenset(cell for cell in cells if cell[0] in wanted)


def camps(options: Options, seat: int) -> Iterator[str]:
    """Every way in which a player may lay out the own camp, as text: two rows of three."""
    for marks in product(COLOURS[seat], repeat=DISCS):
        if options.faces == "free" or marks.count(CIRCLE[seat]) == CIRCLES_AT_START:
            text = "".join(marks)
            yield f"{text[: DISCS // 2]}/{text[DISCS // 2 :]}"


def arranged(position: Position, seat: int, text: str) -> dict[Cell, str]:
    """The board with a player's camp laid out."""
    cells = position.cells
    places = sorted(camp(cells, position.options, seat))
    return cells | dict(zip(places, text.replace("/", ""), strict=True))


def fault(position: Position, turn: Turn) -> str | None:
    """Why the turn is against the rules, as a code of `refusals`; None when it is legal."""
    cells = position.cells
    mark = cells.get(turn.disc, EMPTY)
    if mark not in COLOURS[turn.seat]:
        return "not-your-disc"
    if turn.tile is not None or turn.tile_to is not None:
        return "tiles-stay"
    if not turn.path:
        return "disc-must-move"
    landing = _landing_fault(cells, turn.disc, turn.path[0])
    if landing is None and len(turn.path) > 1:
        return "one-step" if mark in PLAIN else "one-hop"
    return landing


def _landing_fault(cells: Cells, start: Cell, end: Cell) -> str | None:
    steps = cells[start] in PLAIN
    if end not in cells:
        return "no-tile" if steps else "hop-no-tile"
    if cells[end] != EMPTY:
        return "tile-taken" if steps else "jump-taken"
    if steps:
        return None if end in beside(start, AROUND) else "movers-step"
    return None if _hops(cells, start, end) else "hoppers-hop"


def played(position: Position, turn: Turn) -> tuple[dict[Cell, str], int | None]:
    """The board after a legal turn, and who has won by it."""
    cells = position.cells
    after = moved(cells, turn.disc, turn.path[0], TURNED_OVER[cells[turn.disc]], EMPTY)
    return after, winner(after, position.options, turn.seat)


def winner(cells: Cells, options: Options, mover: int) -> int | None:
    """The seat that has arrived; `mover` is asked first."""
    return next((seat for seat in (mover, 1 - mover) if _arrived(cells, options, seat)), None)


def _arrived(cells: Cells, options: Options, seat: int) -> bool:
    goal = camp(cells, options, 1 - seat)
    own = {cell for cell, mark in cells.items() if mark in COLOURS[seat]}
    full = all(cells[cell] != EMPTY for cell in goal)
    return bool(own) and (own <= goal or (full and not own.isdisjoint(goal)))


def _hops(cells: Cells, start: Cell, end: Cell) -> bool:
    """Whether `end` lies in line behind one or more discs that stand side by side from `start` on."""
    down, across = end[0] - start[0], end[1] - start[1]
    far = max(abs(down), abs(across))
    if far < 2 or {abs(down), abs(across)} - {0, far}:
        return False
    between = [(start[0] + down // far * step, start[1] + across // far * step) for step in range(1, far)]
    return all(cells.get(cell, EMPTY) != EMPTY for cell in between)
