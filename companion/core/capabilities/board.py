"""Games on a board whose every place the camera follows: what lies where, and which actions explain what is seen.

A place shows NO_TILE, EMPTY_TILE, or one of the marks that the game gives its discs (`HasBoard.disc_faces`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from companion.core.errors import Illegal
from companion.core.game import Action, State
from companion.core.scene import Thing

Cell = tuple[int, int]
"""Row and column; rows grow downwards. A place keeps its name while tiles come and go."""
Places = Mapping[Cell, str]
"""What is on every tile; places without a tile are left out."""
NO_TILE = "."
"""The mark of a place without a tile."""
EMPTY_TILE = "_"
"""The mark of a tile with nothing on it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an action would make of the board.

    Attributes:
        changes: the places that then show something else than now, NO_TILE where a tile has left.
    """

    action: Action
    changes: Mapping[Cell, str]


@runtime_checkable
class HasBoard(Protocol):
    """What such a game has beside the methods of `Game`."""

    tile_kind: str
    disc_kind: str
    """Kinds of `depict` of which the board is made."""
    tile_thick_mm: float
    disc_faces: Mapping[str, str]
    """What a disc of `depict` shows, by its mark."""

    def places(self, state: State) -> Places:
        """The board now."""

    def outcomes(self, state: State) -> tuple[Outcome, ...]:
        """Every legal action that can be seen. An action that changes nothing on the board is not among them."""

    def continued(self, before: State, action: Action) -> tuple[Action, ...]:
        """What else the turn `action`, played at `before`, may turn out to be when the same player goes on."""

    def half_done(self, state: State, seen: Places) -> bool:
        """Whether `seen` is a board in the middle of some legal turn: things in a hand, or not turned over yet."""

    def fault_seen(self, state: State, seen: Places) -> Illegal:
        """Why no legal turn leads to `seen`: the clause, what differs, and how to mend it."""

    def stages(self, state: State, action: Action) -> tuple[Places, ...]:
        """The boards that people make one after the other while they carry out an action; the last is its outcome."""

    def place_mm(self, state: State, cell: Cell) -> tuple[float, float]:
        """Where `depict` has a place: x, y on the mat."""

    def likely(self, places: Places) -> float:
        """1 or more: how much likelier a board is in this game than one that it does not know; for pictures of which
        nobody says what was played."""

    def other_face(self, thing: Thing) -> str | None:
        """What a thing of `depict` shows when it is turned over; None when it cannot be."""


def changed(places: Places, changes: Mapping[Cell, str]) -> dict[Cell, str]:
    """The board after changes."""
    return {cell: mark for cell, mark in {**places, **changes}.items() if mark != NO_TILE}


def changes_between(before: Places, after: Places) -> dict[Cell, str]:
    """What `after` shows wherever it differs from `before`."""
    both = before.keys() | after.keys()
    return {cell: after.get(cell, NO_TILE) for cell in both if before.get(cell, NO_TILE) != after.get(cell, NO_TILE)}
