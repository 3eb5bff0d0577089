"""Decides keep or discard: what a card holds for a draw, from the known deck or from its face alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.core.capabilities.symbol_cards import KnownCard, SymbolCards
from companion.perception.cards.reading import CardReading

CONFIDENT = 0.99
"""Probability from which on a verdict from the face alone is given."""
HOLDS_SURE = 0.95
"""Probability from which on what a symbol holds is told."""


@dataclass(frozen=True, slots=True)
class AskedDraw:
    """A draw of the game: a window's colour and position, 1 to 3 from the top, and a symbol."""

    colour: str
    position: int
    shape: str
    fill: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What to do with a card.

    Attributes:
        keep: None when unknown.
        holds: what the draw's symbol holds: "" when it is empty; None when it is not there, or unknown.
    """

    keep: bool | None
    holds: str | None


UNKNOWN = Verdict(None, None)
"""Nothing can be said."""


def verdict(cards: SymbolCards, reading: CardReading, draw: AskedDraw) -> Verdict:
    """Return the verdict on a draw side.

    Args:
        cards: the deck.
        reading: of the card.
        draw: what is drawn.
    """
    if reading.ident is None:
        return _from_face(cards, reading, draw)
    held = holds(next(each for each in cards.known if each.ident == reading.ident), draw)
    return Verdict(bool(held), held)


def holds(card: KnownCard, draw: AskedDraw) -> str | None:
    """Return what the draw's symbol holds on a known card; None when its window has another colour or lacks the
    symbol."""
    colour, cells = card.windows[draw.position - 1]
    if colour != draw.colour:
        return None
    return next((cell.holds for cell in cells if (cell.shape, cell.fill) == (draw.shape, draw.fill)), None)


def _from_face(cards: SymbolCards, reading: CardReading, draw: AskedDraw) -> Verdict:
    """The verdict on a card that is not identified, from its colours and cells."""
    nth = draw.position - 1
    if reading.colours is None:
        return UNKNOWN
    if reading.colours[nth] != draw.colour:
        return Verdict(False, None)
    count = cards.columns * cards.rows
    shares = reading.cell_shares[nth * count : (nth + 1) * count]
    if np.count_nonzero(shares.sum(axis=1) > 0) < count:
        return UNKNOWN  # a hidden cell may be the one that counts
    wanted = [look for look, each in enumerate(cards.looks) if (each.shape, each.fill) == (draw.shape, draw.fill)]
    each_holds = {cards.looks[look].holds: 1 - float(np.prod(1 - shares[:, look])) for look in wanted}
    shown = min(1.0, sum(each_holds.values()))
    filled = min(1.0, sum(share for holds, share in each_holds.items() if holds))
    likeliest = max(each_holds, key=lambda holds: each_holds[holds])
    if filled > CONFIDENT:
        return Verdict(True, likeliest if each_holds[likeliest] > HOLDS_SURE else None)
    if filled < 1 - CONFIDENT:
        return Verdict(False, "" if shown > HOLDS_SURE else None)
    return UNKNOWN
