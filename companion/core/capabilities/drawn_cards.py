"""Cards that are recognised by their printed drawings: each side's art, and what it says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from companion.core.art import Art

Told = str | int | None | tuple[str, ...]
"""A value that a side shows; a tuple for several motifs in the order of their places."""


@dataclass(frozen=True, slots=True)
class DrawnFace:
    """One side of a card.

    Attributes:
        kind: as in `Thing`.
        faces: as in `Thing`, of all cards that have this drawing, small print aside.
        art: the drawing.
        up: False for a back.
        tells: (name, value) of each thing that the side shows ("value"), in the order in which it is reported; all
            sides of a game have the same names.
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
        width_mm, height_mm: size of a card.
        faces: all sides; no two look alike.
        others: further things of the game's box that must not be mistaken for a card.
        in_rows: the cards are square and lie in a grid; the reader also reports row and column of each.
    """

    width_mm: float
    height_mm: float
    faces: tuple[DrawnFace, ...]
    others: tuple[Art, ...] = ()
    in_rows: bool = False


@runtime_checkable
class ShowsDrawnCards(Protocol):
    """The methods of a game with such cards."""

    def drawn_cards(self) -> DrawnCards:
        """Its cards as the card reader needs them; the same object each time."""
