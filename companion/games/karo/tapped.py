"""What people tap on the drawn board for an action of KARO. A place is called as on the page (`phrases.cell_name`)."""

from __future__ import annotations

from companion.core.capabilities.taps_board import Taps
from companion.core.game import Action
from companion.games.karo.actions import Arrange, PlaceDisc, Turn
from companion.games.karo.board import CIRCLE
from companion.games.karo.movers_hoppers import camp
from companion.games.karo.phrases import cell_name
from companion.games.karo.position import Position


def taps(position: Position, action: Action) -> Taps | None:
    """A tile and where it goes, the disc where it then stands, and where it lands, one tile after the other.

    Of a camp those places are tapped, in any order, whose disc lies circle up. Nothing is tapped to pass.
    """
    if isinstance(action, PlaceDisc):
        return Taps((cell_name(position, action.cell),))
    if isinstance(action, Arrange):
        places = sorted(camp(position.cells, position.options, action.seat))
        marks = action.camp.replace("/", "")
        circles = (cell for cell, mark in zip(places, marks, strict=True) if mark in CIRCLE)
        return Taps(tuple(cell_name(position, cell) for cell in circles), in_any_order=True)
    if not isinstance(action, Turn):
        return None
    cells = (action.disc, *action.path)
    if action.tile is not None and action.tile_to is not None:
        begin = action.tile_to if action.tile == action.disc else action.disc
        cells = (action.tile, action.tile_to, begin, *action.path)
    return Taps(tuple(cell_name(position, cell) for cell in cells))
