"""What the table should look like, and which actions explain what was seen.

Tiles lie edge to edge on a square grid; the starting board has its middle at the middle of the mat. Discs in hand may
lie anywhere, so nothing is said of them.
"""

from __future__ import annotations

from companion.core.game import Action
from companion.core.scene import Scene, Thing
from companion.games.karo.actions import Pass
from companion.games.karo.board import EMPTY, TURNED_OVER, Cell, in_one_piece, write_board
from companion.games.karo.position import Position
from companion.games.karo.state import Karo, start

TILE, DISC = "tile", "disc"
WOOD = "wood"
FACES = {"w": "white", "W": "white circle", "r": "red", "R": "red circle"}
"""What is seen of a disc from above, by its mark in the text of a board."""
MARKS = {face: mark for mark, face in FACES.items()}

TILE_MM = 40.0  # of our print; a boxed tile differs by a few millimetres, which the grid absorbs
DISC_MM = 26.0  # leaves 7 mm of wood all round, so that neighbouring discs never touch


def depict(position: Position) -> Scene:
    """The table from above: every tile, and the discs on them."""
    things = []
    for cell, mark in position.cells.items():
        xy_mm = cell_xy_mm(position, cell)
        things.append(Thing(TILE, WOOD, xy_mm=xy_mm))
        if mark != EMPTY:
            things.append(Thing(DISC, FACES[mark], xy_mm=xy_mm, level=1))
    return Scene(tuple(things), frozenset({TILE, DISC}))


def cell_xy_mm(position: Position, cell: Cell) -> tuple[float, float]:
    """The middle of a cell on the table."""
    down, across = _middle(position)
    return (cell[1] - across) * TILE_MM, (cell[0] - down) * TILE_MM


def other_face(thing: Thing) -> str | None:
    """A disc turned over; a tile looks the same from both sides."""
    return FACES[TURNED_OVER[MARKS[thing.face]]] if thing.face in MARKS else None


def explanations(state: Karo, seen: Scene) -> tuple[Action, ...]:
    """The legal actions after which the board would look as it does in `seen`."""
    text = _board_seen(state, seen)
    return () if text is None else explained_by(state, text)


def explained_by(state: Karo, text: str) -> tuple[Action, ...]:
    """The legal actions that lead to the board `text`, wherever on the table it lies.

    A pass changes nothing that can be seen, so it explains nothing.
    """
    return tuple(
        action for action in state.legal_actions() if not isinstance(action, Pass) and state.board_after(action) == text
    )


def _middle(position: Position) -> tuple[float, float]:
    lines = start(position.options).board.split("/")
    return (len(lines) - 1) / 2, (len(lines[0]) - 1) / 2


def _board_seen(position: Position, seen: Scene) -> str | None:
    """The text of the board in `seen`; None when what lies there is no board."""
    down, across = _middle(position)
    cells: dict[Cell, str] = {}
    for thing in sorted(seen.things, key=lambda thing: thing.level):
        if thing.kind not in (TILE, DISC) or thing.xy_mm is None:
            continue
        x_mm, y_mm = thing.xy_mm
        cell = round(y_mm / TILE_MM + down), round(x_mm / TILE_MM + across)
        if thing.kind == TILE and cell not in cells:
            cells[cell] = EMPTY
        elif thing.kind == DISC and cells.get(cell) == EMPTY and thing.face in MARKS:
            cells[cell] = MARKS[thing.face]
        else:
            return None
    return write_board(cells)[0] if cells and in_one_piece(cells) else None
