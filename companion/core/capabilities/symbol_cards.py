"""Cards with windows full of symbols, described so that a reader can read them without knowing the game.

Coordinates: millimetres from the card's centre, x right, y towards the card's bottom edge. Colours are "#rrggbb".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from companion.core.art import Art
from companion.core.units import PointMm


@dataclass(frozen=True, slots=True)
class SymbolLook:
    """A look that a cell of a window can have.

    Attributes:
        shape, fill: the symbol's shape and fill, in the game's own names.
        holds: the text written in it, "" for none.
    """

    shape: str
    fill: str
    holds: str = ""


@dataclass(frozen=True, slots=True)
class KnownCard:
    """A card of a known deck.

    Attributes:
        ident: its number.
        header: name of what its header shows.
        windows: from the top down, each as (colour name, cells row by row).
    """

    ident: int
    header: str
    windows: tuple[tuple[str, tuple[SymbolLook, ...]], ...]


@dataclass(frozen=True, slots=True)
class PawnLook:
    """A round pawn.

    Attributes:
        kind: "colour" or "symbol".
        names: (field, value) of what its face says: (("colour", "red"), ("position", 1)).
        art: its face.
    """

    kind: str
    names: tuple[tuple[str, str | int], ...]
    art: Art


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a card on the board, and which cards may lie there.

    Attributes:
        name: its name.
        xy_mm: its centre, from the board's centre.
        turn_deg: direction of the card's top, clockwise from the board's top.
        holds: the text that cards which belong here have in the draw's window.
        header: the header that they must have, "" for any.
    """

    name: str
    xy_mm: PointMm
    turn_deg: float
    holds: str
    header: str = ""


@dataclass(frozen=True, slots=True)
class SymbolCards:
    """A deck of cards with windows.

    Attributes:
        width_mm, height_mm: size of a card.
        window_mm: width and height of a window, frame included.
        windows_xy_mm: centres of the windows, from the top down.
        frame_mm: thickness of a window's frame, within `window_mm`.
        columns, rows, pitch_mm: the grid of symbols in a window and its spacing; the grid is centred.
        header_xy_mm, header_mm: the band in the header's colour: centre, and (width, height).
        inks: (colour name, "#rrggbb") of each colour of window frames.
        headers: (header's name, "#rrggbb") of each header.
        looks: all looks that a cell can have.
        cell: draws a look: a square of `pitch_mm` or more on the window's ground.
        known: the cards of the deck; empty when they are not known.
        draw_side: draws the draw side of a known card, by its number.
        read_side: draws the reading side of a known card, by its number; it is recognised but never read.
        read_boxes_mm: bright rectangles of the reading side: centre x, centre y, width, height.
        pawns: returns the round pawns.
        slots: the places of cards on the board.
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
    headers: tuple[tuple[str, str], ...]
    looks: tuple[SymbolLook, ...]
    cell: Callable[[SymbolLook], Art]
    known: tuple[KnownCard, ...]
    draw_side: Callable[[int], Art]
    read_side: Callable[[int], Art]
    read_boxes_mm: tuple[tuple[float, float, float, float], ...]
    pawns: Callable[[], tuple[PawnLook, ...]]
    slots: tuple[Slot, ...]

    def cells_xy_mm(self, window: int) -> tuple[PointMm, ...]:
        """Centres of a window's symbols, row by row, card coordinates; `window` counts from 0, from the top."""
        x_mm, y_mm = self.windows_xy_mm[window]
        middle = (self.columns - 1) / 2, (self.rows - 1) / 2
        return tuple(
            (x_mm + (column - middle[0]) * self.pitch_mm, y_mm + (row - middle[1]) * self.pitch_mm)
            for row in range(self.rows)
            for column in range(self.columns)
        )


@runtime_checkable
class ShowsSymbolCards(Protocol):
    """The method of a game with such cards."""

    def symbol_cards(self) -> SymbolCards:
        """Its cards as the reader needs them."""
