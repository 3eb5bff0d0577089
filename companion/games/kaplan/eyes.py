"""What the readers need to know of the cards, pawns and dial: plain values and the same drawings as in print."""

from __future__ import annotations

from functools import cache

from companion.core.art import Art
from companion.core.capabilities.symbol_cards import KnownCard, PawnLook, Slot, SymbolCards, SymbolLook
from companion.games.kaplan import card_layout as at
from companion.games.kaplan import layout
from companion.games.kaplan.art import art
from companion.games.kaplan.card_art import draw_side
from companion.games.kaplan.card_back_art import LUCARNE_Y_MM, reading_side
from companion.games.kaplan.deck import CLUE_HOLDS, LETTER_HOLDS, Deck, deck
from companion.games.kaplan.depiction import COLOUR_PAWN, SYMBOL_PAWN
from companion.games.kaplan.palette import METAL_COLOURS, WINDOW_COLOURS
from companion.games.kaplan.pieces import CLUES_A_METAL, PLACES, WINDOWS, Colour, Fill, Metal, SymbolShape
from companion.games.kaplan.symbols import filled_symbol

SYMBOL_HALF_MM = 3.1
"""Half the side of a symbol's box, as in print."""
_BOX_WIDTH_MM, _BOX_HEIGHT_MM = 52.2, 17.6  # the white area of a lucarne, inside its frame and beside its tab
_BOX_X_MM = 1.8


@cache
def symbol_cards() -> SymbolCards:
    """The description of the printed deck, with every card known."""
    return cards_of(deck())


def cards_of(known: Deck | None) -> SymbolCards:
    """The description of cards with our design; `known` is None for a deck whose cards are unknown."""
    return SymbolCards(
        width_mm=at.CARD_WIDTH_MM,
        height_mm=at.CARD_HEIGHT_MM,
        window_mm=(at.WINDOW_WIDTH_MM, at.WINDOW_HEIGHT_MM),
        windows_xy_mm=tuple((0.0, y_mm) for y_mm in at.WINDOW_Y_MM),
        frame_mm=at.FRAME_MM,
        columns=at.COLUMNS,
        rows=at.ROWS,
        pitch_mm=at.PITCH_MM,
        header_xy_mm=(0.0, at.HEADER_Y_MM),
        header_mm=(at.WINDOW_WIDTH_MM, at.HEADER_HEIGHT_MM),
        inks=tuple((c.value, WINDOW_COLOURS[c]) for c in Colour),
        headers=tuple((metal.value, METAL_COLOURS[metal]) for metal in Metal),
        looks=tuple(
            SymbolLook(shape.value, fill.value, holds)
            for shape in SymbolShape
            for fill in Fill
            for holds in ("", *LETTER_HOLDS, CLUE_HOLDS)
        ),
        cell=_cell,
        known=_known(known) if known else (),
        draw_side=draw_side,
        read_side=reading_side,
        read_boxes_mm=tuple((_BOX_X_MM, y_mm, _BOX_WIDTH_MM, _BOX_HEIGHT_MM) for y_mm in LUCARNE_Y_MM),
        pawns=_pawns,
        slots=_slots(),
    )


def _known(deck: Deck) -> tuple[KnownCard, ...]:
    return tuple(
        KnownCard(
            card.ident,
            card.metal.value,
            tuple(
                (
                    window.colour.value,
                    tuple(SymbolLook(c.symbol.shape.value, c.symbol.fill.value, c.holds) for c in window.cells),
                )
                for window in card.windows
            ),
        )
        for card in deck.cards
    )


def _cell(look: SymbolLook) -> Art:
    shapes = filled_symbol(SymbolShape(look.shape), Fill(look.fill), SYMBOL_HALF_MM, (0.0, 0.0), look.holds)
    side_mm = at.PITCH_MM + _CELL_MARGIN_MM
    return Art(side_mm, side_mm, 0.0, False, _GROUND, shapes)


_GROUND = "#f0f0f0"
"""A grey of the average lightness of the windows' tints."""
_CELL_MARGIN_MM = 2.0  # drawings have rounded corners; this margin keeps them outside the cell


def _pawns() -> tuple[PawnLook, ...]:
    colours = (
        PawnLook("colour", (("colour", c.value), ("position", position)), art(COLOUR_PAWN, f"{c.value}:{position}"))
        for c in Colour
        for position in WINDOWS
    )
    symbols = (
        PawnLook("symbol", (("shape", s.value), ("fill", f.value)), art(SYMBOL_PAWN, f"{s.value}:{f.value}"))
        for s in SymbolShape
        for f in Fill
    )
    return (*colours, *symbols)


def _slots() -> tuple[Slot, ...]:
    """The places of the crown and of the shield, in mm from the dial's centre."""
    letters = (
        Slot(
            str(place),
            layout.turned_mm((0.0, -layout.CROWN_MM), layout.place_deg(place)),
            layout.place_deg(place),
            str(place),
        )
        for place in PLACES
    )
    clues = (
        Slot(
            metal.value,
            layout.turned_mm((0.0, -layout.SHIELD_MM), layout.clue_deg(metal, number)),
            layout.clue_deg(metal, number),
            CLUE_HOLDS,
            metal.value,
        )
        for metal in Metal
        for number in CLUES_A_METAL
    )
    return (*letters, *clues)
