"""Actions in words.

A cell is named as on the page: columns by letters, rows by numbers, the first of each being the free margin around the
board, where a tile may go.
"""

from __future__ import annotations

from string import ascii_uppercase

from companion.core.game import Action
from companion.core.text import Text, seat_name
from companion.games.karo.actions import Arrange, Pass, PlaceDisc, Turn
from companion.games.karo.board import AROUND, CIRCLE, NO_TILE, PLAIN, Cell, beside
from companion.games.karo.position import Position

_PLAIN_SIGN, _CIRCLE_SIGN = "●", "◎"


def cell_name(position: Position, cell: Cell) -> str:
    """ "B2" is the top left corner of the board's rectangle; the margin has A and 1."""
    row, column = cell[0] - position.corner[0] + 1, cell[1] - position.corner[1] + 1
    return f"{ascii_uppercase[column]}{row + 1}" if 0 <= column < len(ascii_uppercase) and row >= 0 else NO_TILE


def camp_signs(camp: str) -> str:
    """A camp's layout as it looks: ● plain, ◎ circle."""
    signs = {**dict.fromkeys(PLAIN, _PLAIN_SIGN), **dict.fromkeys(CIRCLE, _CIRCLE_SIGN)}
    return "".join(signs.get(mark, " / ") for mark in camp)


def label(position: Position, action: Action) -> Text:
    """The action in words; every viewer reads the same."""
    if isinstance(action, PlaceDisc):
        said = Text(fr="{who} pose un pion en {cell}", en="{who} puts a disc on {cell}")
        if position.options.rules == "clear-out":
            said = Text(fr="{who} pose un pion adverse en {cell}", en="{who} puts an opponent's disc on {cell}")
        return said.filled(who=seat_name(action.seat), cell=cell_name(position, action.cell))
    if isinstance(action, Arrange):
        said = Text(fr="{who} dispose son camp : {camp}", en="{who} lays out the camp: {camp}")
        return said.filled(who=seat_name(action.seat), camp=camp_signs(action.camp))
    if isinstance(action, Turn):
        return _turn(position, action)
    assert isinstance(action, Pass)
    return Text(fr="{who} passe", en="{who} passes").filled(who=seat_name(action.seat))


def _turn(position: Position, turn: Turn) -> Text:
    begin = turn.disc if turn.tile is None or turn.tile != turn.disc or turn.tile_to is None else turn.tile_to
    stops = [cell_name(position, cell) for cell in (begin, *turn.path)]
    disc = Text(fr="fait un pas {way}", en="steps {way}")
    if any(end not in beside(begin, AROUND) for end in turn.path):
        disc = Text(fr="saute {way}", en="jumps {way}")
    moved = disc.filled(way=" → ".join(stops))
    if turn.tile is None or turn.tile_to is None:
        return Text(fr="{who} {moved}", en="{who} {moved}").filled(who=seat_name(turn.seat), moved=moved)
    said = Text(
        fr="{who} déplace la case {tile} → {tile_to} puis {moved}",
        en="{who} moves the tile {tile} → {tile_to}, then {moved}",
    )
    tile, tile_to = cell_name(position, turn.tile), cell_name(position, turn.tile_to)
    return said.filled(who=seat_name(turn.seat), tile=tile, tile_to=tile_to, moved=moved)
