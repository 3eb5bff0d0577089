"""A board: which tiles lie where and what stands on them, as cells and as one line of text.

A cell is (row, column); rows grow downwards. The text is that of RULES.md clause 1.3: "." no tile, "_" empty tile, "w"
and "W" a white disc with its plain and its circle face up, "r" and "R" a red one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

Cell = tuple[int, int]
Cells = Mapping[Cell, str]
"""Every tile with what stands on it: "_", "w", "W", "r" or "R"."""

NO_TILE, EMPTY = ".", "_"
PLAIN, CIRCLE = ("w", "r"), ("W", "R")
"""A seat's disc with its plain face and with its circle up; seat 0 is White, seat 1 is Red."""
COLOURS = ("wW", "rR")
SIDES: tuple[Cell, ...] = ((-1, 0), (0, -1), (0, 1), (1, 0))
AROUND: tuple[Cell, ...] = (*SIDES, (-1, -1), (-1, 1), (1, -1), (1, 1))
TURNED_OVER = {"w": "W", "W": "w", "r": "R", "R": "r"}


def read_board(text: str, corner: Cell = (0, 0)) -> dict[Cell, str]:
    """The cells of a board whose text has its first character at `corner`. The text is well formed (`fault_of`)."""
    top, left = corner
    return {
        (top + row, left + column): mark
        for row, line in enumerate(text.split("/"))
        for column, mark in enumerate(line)
        if mark != NO_TILE
    }


def write_board(cells: Cells) -> tuple[str, Cell]:
    """The text of a board, cut to the smallest rectangle, and the cell of its first character."""
    rows, columns = [row for row, _ in cells], [column for _, column in cells]
    top, left = min(rows), min(columns)
    lines = (
        "".join(cells.get((row, column), NO_TILE) for column in range(left, max(columns) + 1))
        for row in range(top, max(rows) + 1)
    )
    return "/".join(lines), (top, left)


def beside(cell: Cell, ways: Iterable[Cell] = SIDES) -> list[Cell]:
    """The cells next to one, over a side or, with `AROUND`, over a corner too."""
    return [(cell[0] + down, cell[1] + across) for down, across in ways]


def in_one_piece(tiles: Iterable[Cell]) -> bool:
    """Whether tiles hang together by their sides (clause 2.2); corners do not count."""
    left = set(tiles)
    edge = [left.pop()] if left else []
    while edge:
        for cell in beside(edge.pop()):
            if cell in left:
                left.remove(cell)
                edge.append(cell)
    return not left


def fault_of(text: str) -> str | None:
    """Why a text is no board: "marks", "rows", "empty" or "apart"; None when it is one."""
    lines = text.split("/")
    if not set(text) <= set("._wWrR/"):
        return "marks"
    if len({len(line) for line in lines}) != 1:
        return "rows"
    cells = read_board(text)
    if not cells:
        return "empty"
    return None if in_one_piece(cells) else "apart"
