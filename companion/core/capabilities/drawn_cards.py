"""Cards that are known by their drawings: every side as it is printed, and what it says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from companion.core.art import Art

Told = str | int | None | tuple[str, ...]
"""One thing that a side says; of several (motifs), each in its place."""


@dataclass(frozen=True, slots=True)
class DrawnFace:
    """One side of a card.

    Attributes:
        kind: as in `Thing`. faces: as in `Thing`, of all cards that look so but for small print.
        up: False for a back.
        tells: what it says, by name ("value"), in the order in which it is reported; every side of a game has the same
            names.
    """

    kind: str
    faces: tuple[str, ...]
    art: Art
    up: bool
    tells: tuple[tuple[str, Told], ...]


@dataclass(frozen=True, slots=True, eq=False)
class DrawnCards:
    """Cards of one size.

    Attributes:
        faces: no two that look alike.
        others: what lies in the box beside them and must not be taken for one of them.
        in_rows: they are square and lie in rows and columns: of each it is told in which.
    """

    width_mm: float
    height_mm: float
    faces: tuple[DrawnFace, ...]
    others: tuple[Art, ...] = ()
    in_rows: bool = False


@runtime_checkable
class ShowsDrawnCards(Protocol):
    """What a game with such cards has beside the methods of `Game`."""

    def drawn_cards(self) -> DrawnCards:
        """Its cards as the eyes must know them; the same object each time."""
