"""Cards with windows full of symbols, described so that the eyes can read them without knowing the game.

Millimetres from the card's centre: x right, y towards the bottom edge; the card's own top is up. Colours are "#rrggbb".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from companion.core.art import Art
from companion.core.units import PointMm


@dataclass(frozen=True, slots=True)
class SymbolLook:
    """What a cell can show.

    Attributes:
        shape, fill: words of the game.
        holds: what is written in it, "" for nothing.
    """

    shape: str
    fill: str
    holds: str = ""


@dataclass(frozen=True, slots=True)
class KnownCard:
    """A card of a known deck.

    Attributes:
        windows: from the top down, the colour and the cells row by row.
    """

    ident: int
    metal: str
    windows: tuple[tuple[str, tuple[SymbolLook, ...]], ...]


@dataclass(frozen=True, slots=True)
class PawnLook:
    """A round pawn.

    Attributes:
        kind: "colour" or "symbol".
        names: what its face says, field by field: (("colour", "red"), ("position", 1)).
    """

    kind: str
    names: tuple[tuple[str, str | int], ...]
    art: Art


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a card lies on the board, and which cards may: its name, its place and its turn (its card's top, clockwise
    from the board's own top).

    Attributes:
        holds: what the cards that belong here hold in the draw's window.
        metal: the metal they must have, "" for any.
    """

    name: str
    xy_mm: PointMm
    turn_deg: float
    holds: str
    metal: str = ""


@dataclass(frozen=True, slots=True)
class SymbolCards:
    """A deck of cards with windows.

    Attributes:
        width_mm, height_mm: of a card.
        window_mm: width and height of a window with its frame.
        windows_xy_mm: the windows' centres, from the top down.
        frame_mm: the strong frame of a window, within its size.
        columns, rows, pitch_mm: the symbols of a window, centred in it.
        header_xy_mm, header_mm: the band in the card's metal: centre, width and height.
        inks: colour of each kind of windows' frames.
        metals: colour of each metal's band.
        looks: all that a cell can show.
        cell: how one look is drawn: a square piece of `pitch_mm` or more on the window's ground.
        known: the cards of the deck; empty when nobody knows them.
        draw_side: how the draw side of a known card looks.
        read_side: how the reading side of a known card looks; it is recognised and never read.
        read_boxes_mm: bright rectangles of the reading side: centre x and y, width, height.
        pawns: the round pawns.
        slots: the places of cards on the board, from its centre.
    """

    width_mm: float
    height_mm: float
    window_mm: tuple[float, float]
    windows_xy_mm: tuple[PointMm, ...]
    frame_mm: float
    columns: int
    rows: int
    pitch_mm: float
    header_xy_mm: PointMm
    header_mm: tuple[float, float]
    inks: tuple[tuple[str, str], ...]
    metals: tuple[tuple[str, str], ...]
    looks: tuple[SymbolLook, ...]
    cell: Callable[[SymbolLook], Art]
    known: tuple[KnownCard, ...]
    draw_side: Callable[[int], Art]
    read_side: Callable[[int], Art]
    read_boxes_mm: tuple[tuple[float, float, float, float], ...]
    pawns: Callable[[], tuple[PawnLook, ...]]
    slots: tuple[Slot, ...]

    def cells_xy_mm(self, window: int) -> tuple[PointMm, ...]:
        """The middles of a window's symbols, row by row; `window` counts from 0."""
        x_mm, y_mm = self.windows_xy_mm[window]
        middle = (self.columns - 1) / 2, (self.rows - 1) / 2
        return tuple(
            (x_mm + (column - middle[0]) * self.pitch_mm, y_mm + (row - middle[1]) * self.pitch_mm)
            for row in range(self.rows)
            for column in range(self.columns)
        )


@runtime_checkable
class ShowsSymbolCards(Protocol):
    """What such a game has beside the methods of `Game`."""

    def symbol_cards(self) -> SymbolCards:
        """Its cards as the eyes must know them."""
