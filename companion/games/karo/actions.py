"""Everything that can happen in a game of KARO, one class each. Cells are those of the state's own board."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.game import SeatAction
from companion.core.views import EVERYONE, seen_by
from companion.games.karo.board import Cell


@dataclass(frozen=True, slots=True)
class PlaceDisc(SeatAction):
    """A disc goes from the hand to a free tile, plain face up (clauses 3.2, 5.2)."""

    cell: Cell = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Arrange(SeatAction):
    """A player lays out the two rows of the own camp (clause 4.2).

    Attributes:
        camp: the two rows as the text of a board, upper row first ("wWw/WwW").
    """

    camp: str = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Turn(SeatAction):
    """A whole turn: first perhaps a tile, then a disc.

    Attributes:
        disc: where the disc stands before anything is moved.
        path: where it lands, one tile after the other: one, or several in a chain of Clear Out.
        tile: the tile that is moved first, or None.
        tile_to: where that tile goes, or None.
    """

    disc: Cell = seen_by(EVERYONE)
    path: tuple[Cell, ...] = seen_by(EVERYONE)
    tile: Cell | None = seen_by(EVERYONE, default=None)
    tile_to: Cell | None = seen_by(EVERYONE, default=None)


@dataclass(frozen=True, slots=True)
class Pass(SeatAction):
    """A player who can do nothing else passes (clause 1.4)."""


ACTIONS = (PlaceDisc, Arrange, Turn, Pass)
