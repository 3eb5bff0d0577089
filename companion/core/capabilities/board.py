"""Games on a board of tiles that the camera follows: what lies where, and which actions explain what is seen.

The mark of a place is NO_TILE, EMPTY_TILE, or one of the marks that the game gives its discs (`HasBoard.disc_faces`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from companion.core.errors import Illegal
from companion.core.game import Action, State
from companion.core.scene import Thing

Cell = tuple[int, int]
"""Row and column; rows grow downwards. A place keeps its numbers when tiles are added or removed."""
Places = Mapping[Cell, str]
"""The mark of every tile; places without a tile are left out."""
NO_TILE = "."
"""The mark of a place without a tile."""
EMPTY_TILE = "_"
"""The mark of a tile with nothing on it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an action would change on the board.

    Attributes:
        action: the action.
        changes: the places whose mark would change, with the new mark; NO_TILE where a tile is removed.
    """

    action: Action
    changes: Mapping[Cell, str]


@runtime_checkable
class HasBoard(Protocol):
    """The methods of a game on a board."""

    tile_kind: str
    disc_kind: str
    """Kinds of the things in `depict` that make up the board."""
    tile_thick_mm: float
    """Thickness of a tile."""
    most_tiles: int
    """Tiles on a board at most: what has more is another game's."""
    disc_faces: Mapping[str, str]
    """`Thing.face` of a disc in `depict`, by its mark."""

    def places(self, state: State) -> Places:
        """The board at `state`."""

    def outcomes(self, state: State) -> tuple[Outcome, ...]:
        """Every legal action that changes the board, with its changes."""

    def continued(self, before: State, action: Action) -> tuple[Action, ...]:
        """The longer turns that `action`, played at `before`, may become if the same player continues."""

    def half_done(self, state: State, seen: Places) -> bool:
        """Whether `seen` can occur during a legal turn: some things are in a hand, or not turned over yet."""

    def fault_seen(self, state: State, seen: Places) -> Illegal:
        """The refusal that explains why no legal turn leads to `seen`: the clause, the difference, how to mend it."""

    def stages(self, state: State, action: Action) -> tuple[Places, ...]:
        """The boards that people go through while they carry out an action; the last is its outcome."""

    def place_mm(self, state: State, cell: Cell) -> tuple[float, float]:
        """Centre of a place in `depict`: x, y on the mat."""

    def likely(self, places: Places) -> float:
        """Prior weight of a board, 1 or more: how much more probable it is in this game than a board that the game does
        not know. For pictures without a known match.
        """

    def other_face(self, thing: Thing) -> str | None:
        """`Thing.face` after turning a thing of `depict` over; None if it has no other side."""


def changed(places: Places, changes: Mapping[Cell, str]) -> dict[Cell, str]:
    """The board after applying changes; tiles that change to NO_TILE are removed."""
    return {cell: mark for cell, mark in {**places, **changes}.items() if mark != NO_TILE}


def changes_between(before: Places, after: Places) -> dict[Cell, str]:
    """The marks of `after` at all places where it differs from `before`; NO_TILE where a tile is gone."""
    both = before.keys() | after.keys()
    return {cell: after.get(cell, NO_TILE) for cell in both if before.get(cell, NO_TILE) != after.get(cell, NO_TILE)}
