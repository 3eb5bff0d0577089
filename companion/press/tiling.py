"""Splits a board over several sheets. People cut each at its left and top and glue it onto its neighbours' tabs."""

from __future__ import annotations

from math import ceil

from companion.core.capabilities.print_set import Printed
from companion.press.imposition import MARGIN_MM, MARK_AWAY_MM, MARK_MM, NOTE_Y_MM
from companion.press.paper import Line, Note, Paper, Placed, Sheet, Side

TAB_MM = 8.0
"""Overlap of a sheet with its right and lower neighbour: room for glue."""


def tiles(board: Printed, paper: Paper, title: str, glue: str) -> list[Sheet]:
    """The sheets of a board's face, row by row, in portrait or landscape, whichever takes fewer sheets.

    Args:
        board: what to print; any size.
        paper: the paper's format.
        title: the board's name, for the note at the edge.
        glue: what that note says on sheets that have a tab.
    """
    art = board.face.art
    ways = [(_count(art.width_mm, p.width_mm), _count(art.height_mm, p.height_mm), p) for p in (paper, paper.turned())]
    columns, rows, page = min(ways, key=lambda way: way[0] * way[1])
    seen_mm = (page.width_mm - 2 * MARGIN_MM, page.height_mm - 2 * MARGIN_MM)
    step_mm = (seen_mm[0] - TAB_MM, seen_mm[1] - TAB_MM)
    # The unused width and height of the last sheets is shared by both ends.
    spare_mm = (columns * step_mm[0] + TAB_MM - art.width_mm, rows * step_mm[1] + TAB_MM - art.height_mm)
    found = []
    for row in range(rows):
        for column in range(columns):
            centre_mm = (
                MARGIN_MM + art.width_mm / 2 + spare_mm[0] / 2 - column * step_mm[0],
                MARGIN_MM + art.height_mm / 2 + spare_mm[1] / 2 - row * step_mm[1],
            )
            clip_mm = (MARGIN_MM, MARGIN_MM, page.width_mm - MARGIN_MM, page.height_mm - MARGIN_MM)
            more = (column < columns - 1, row < rows - 1)
            words = f"{title} {row * columns + column + 1}/{rows * columns} ({row + 1}.{column + 1})"
            note = Note(f"{words} - {glue}" if any(more) else words, MARGIN_MM + 2 * MARK_MM, NOTE_Y_MM)
            placed = Placed(art, centre_mm, clip_xyxy_mm=clip_mm)
            found.append(Sheet(board.kind, page, Side((placed,), _marks(page, more), (note,))))
    return found


def _count(board_mm: float, page_mm: float) -> int:
    return ceil((board_mm - TAB_MM) / (page_mm - 2 * MARGIN_MM - TAB_MM))


def _marks(page: Paper, more: tuple[bool, bool]) -> tuple[Line, ...]:
    """Cut marks at the corners of the visible part, and where the tabs begin; more: is there a sheet right, below."""
    at_x = [MARGIN_MM, page.width_mm - MARGIN_MM] + ([page.width_mm - MARGIN_MM - TAB_MM] if more[0] else [])
    at_y = [MARGIN_MM, page.height_mm - MARGIN_MM] + ([page.height_mm - MARGIN_MM - TAB_MM] if more[1] else [])
    out_mm = (MARGIN_MM - MARK_AWAY_MM, MARGIN_MM - MARK_AWAY_MM - MARK_MM)
    lines = []
    for x in at_x:
        lines.append(Line((x, out_mm[0]), (x, out_mm[1])))
        lines.append(Line((x, page.height_mm - out_mm[0]), (x, page.height_mm - out_mm[1])))
    for y in at_y:
        lines.append(Line((out_mm[0], y), (out_mm[1], y)))
        lines.append(Line((page.width_mm - out_mm[0], y), (page.width_mm - out_mm[1], y)))
    return tuple(lines)
