"""What people tap on the drawn columns for an action of Kaléidoscope.

Places: "column-C" the end of an own column, "letter-C-N" its letter N, "capital-C" the capital of a column, "far-C" the
opponent's column, "discard-SEAT-PLACE" a place for discards; all counted from 0.
"""

from __future__ import annotations

from companion.core.capabilities.taps_board import Taps
from companion.core.game import Action
from companion.games.kaleidoscope.actions import Announce, Discard, Doubt, Move, PickUp, Place, PointOut
from companion.games.kaleidoscope.position import Position


def taps(position: Position, action: Action) -> Taps | None:
    """A letter or a discard, and the column where it goes; the capital of a word that is announced, or the opponent's
    column that is doubted or pointed out, which is then confirmed. All else is no matter of the columns."""
    if isinstance(action, Place):
        return Taps((f"column-{action.column}",))
    if isinstance(action, Discard):
        return None if action.place is None else Taps((f"discard-{action.seat}-{action.place}",))
    if isinstance(action, PickUp):
        return Taps((f"discard-{action.owner}-{action.place}", f"column-{action.column}"))
    if isinstance(action, Move):
        first = len(position.boards[action.seat].columns[action.column]) - action.count
        return Taps((f"letter-{action.column}-{first}", f"column-{action.to}"))
    if isinstance(action, Announce):
        return Taps((f"capital-{action.column}",), asks_first=True)
    if isinstance(action, PointOut | Doubt):
        return Taps((f"far-{action.column}",), asks_first=True)
    return None
