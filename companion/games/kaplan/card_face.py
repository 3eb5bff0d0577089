"""What a card's draw side shows, and whether the two pawns keep the card (clauses 2.3 to 2.5)."""

from __future__ import annotations

from functools import cache

from companion.games.kaplan.deck import CLUE_HOLDS, LETTER_HOLDS, Card, Cell, Draw, Symbol, Window, deck
from companion.games.kaplan.pieces import CLUES_A_METAL, Colour, Fill, Metal, SymbolShape
from companion.games.kaplan.position import CardLook, Phase, Position

KEPT = {Phase.FIRST_SORT: 30, Phase.SECOND_SORT: 18}
"""Number of cards that each sort keeps (l. 178, 203; RULINGS 2 and 3)."""
PASSING = {Phase.FIRST_SORT: 120, Phase.SECOND_SORT: 30}
"""Number of cards that pass through each sort (l. 177, 195)."""
UNKNOWN = 0
"""The card number used for a card of a deck that the companion does not know."""

SPOTS = (*LETTER_HOLDS, *(f"{metal.value} {number}" for metal in Metal for number in CLUES_A_METAL))
"""Names of the dial's 18 spots for cards, the crown first."""


def shown_card(name: str) -> Card | None:
    """The card for a name reported by the reader.

    Args:
        name: the card's number in the printed deck ("57"), or, for an unknown deck, its whole face as `deck.json`
            writes metal and windows ("gold|red star-solid-K ...|green ...|blue ...").

    Returns:
        The card; None when `name` has neither form.
    """
    if name.isdecimal():
        return deck().card(int(name)) if 1 <= int(name) <= len(deck().cards) else None
    try:
        metal, *windows = name.split("|")
        first, second, third = (_window(window) for window in windows)
        return Card(UNKNOWN, Metal(metal), "", (first, second, third))
    except ValueError:
        return None


def _window(words: str) -> Window:
    colour, *cells = words.split(" ")
    return Window(Colour(colour), tuple(_cell(cell) for cell in cells))


def _cell(words: str) -> Cell:
    shape, fill, holds = words.split("-")
    return Cell(Symbol(SymbolShape(shape), Fill(fill)), holds)


def draw_of(position: Position) -> Draw:
    """The draw made by the two pawns; both must have been drawn."""
    assert position.colour is not None
    assert position.window is not None
    assert position.shape is not None
    assert position.fill is not None
    return Draw(position.colour, position.window, Symbol(position.shape, position.fill))


def kept(position: Position, card: Card) -> bool:
    """Whether the current sort keeps the card."""
    if position.phase is Phase.FIRST_SORT:
        assert position.colour is not None
        assert position.window is not None
        return card.has(position.colour, position.window)
    return bool(card.holds(draw_of(position)))


def kept_cards(position: Position) -> tuple[int, ...]:
    """Numbers of the cards of the printed deck that the current sort keeps."""
    assert position.colour is not None
    assert position.window is not None
    draw = None if position.phase is Phase.FIRST_SORT else draw_of(position)
    return _kept_cards(position.colour, position.window, draw)


@cache
def _kept_cards(colour: Colour, window: int, draw: Draw | None) -> tuple[int, ...]:
    keeps = (card for card in deck().cards if (card.has(colour, window) if draw is None else card.holds(draw)))
    return tuple(card.ident for card in keeps)


def fits(draw: Draw, card: Card, spot: str) -> bool:
    """Whether the card belongs at the dial's spot named `spot`."""
    holds = card.holds(draw)
    return holds == spot if spot in LETTER_HOLDS else holds == CLUE_HOLDS and card.metal.value == spot.split(" ")[0]


def look_of(card: Card) -> CardLook:
    """What everybody can see of a card: its metal and the colours of its windows."""
    return CardLook(card.metal, tuple(window.colour for window in card.windows))
