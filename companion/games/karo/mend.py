"""What to move on the table when another turn was carried out than the one that was asked for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from companion.core.game import Action
from companion.core.text import Text, same
from companion.games.karo.board import CIRCLE, COLOURS, Cell, Cells
from companion.games.karo.phrases import cell_name
from companion.games.karo.state import Karo

NAMES = (Text(fr="blanc", en="white"), Text(fr="rouge", en="red"))
_TILE = Text(fr="la case", en="the tile")
_DISC = Text(fr="le pion {colour}", en="the {colour} disc")
_FROM_TO = Text(fr="mettez {what} de {start} en {end}", en="move {what} from {start} to {end}")
_ADD = Text(fr="remettez {what} en {end}", en="put {what} back on {end}")
_TAKE = Text(fr="retirez {what} de {start}", en="take {what} away from {start}")
_CIRCLE_UP = Text(fr=", cercle visible", en=", circle up")
_PLAIN_UP = Text(fr=", face pleine visible", en=", plain face up")
_TURN_OVER = Text(fr="retournez le pion en {cell}", en="turn the disc on {cell} over")
_MEND = Text(fr="Pour y remédier : {steps}.", en="To mend it: {steps}.")


def mend(state: Karo, asked: Action, done: Action) -> Text | None:
    """The steps from the board after `done` to the board after `asked`; None when both are the same board, wherever on
    the table it lies (clause 1.5).

    Cells have the names that the page shows before the turn.
    """
    wanted, lies = state.apply(asked), state.apply(done)
    if wanted.board == lies.board:
        return None
    steps = list(_steps(state, wanted.cells, lies.cells))
    listed = steps[0]
    for step in steps[1:]:
        listed = listed + same(" ; ") + step
    return _MEND.filled(steps=listed)


def _steps(state: Karo, wanted: Cells, lies: Cells) -> Iterator[Text]:
    tiles_wanted, tiles = set(wanted), set(lies)
    yield from _moves(state, _TILE, tiles - tiles_wanted, {cell: same("") for cell in tiles_wanted - tiles})
    for seat, marks in enumerate(COLOURS):
        here = {cell for cell, mark in lies.items() if mark in marks}
        due = {
            cell: _CIRCLE_UP if mark in CIRCLE else _PLAIN_UP
            for cell, mark in wanted.items()
            if mark in marks and cell not in here
        }
        due_anywhere = {cell for cell, mark in wanted.items() if mark in marks}
        yield from _moves(state, _DISC.filled(colour=NAMES[seat]), here - due_anywhere, due)
        for cell in sorted(here & due_anywhere):
            if wanted[cell] != lies[cell]:
                yield _TURN_OVER.filled(cell=cell_name(state, cell))


def _moves(state: Karo, what: Text, too_many: set[Cell], missing: dict[Cell, Text]) -> Iterator[Text]:
    """One step for each thing that lies wrong; `missing` tells how each must lie."""
    for start, end in zip_longest(sorted(too_many), sorted(missing)):
        if end is None:
            yield _TAKE.filled(what=what, start=cell_name(state, start))
        elif start is None:
            yield _ADD.filled(what=what, end=cell_name(state, end)) + missing[end]
        else:
            yield _FROM_TO.filled(what=what, start=cell_name(state, start), end=cell_name(state, end)) + missing[end]
