"""Games whose cards are read by the symbols in their windows."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from companion.core.symbol_cards import SymbolCards


@runtime_checkable
class ShowsCards(Protocol):
    """What such a game has beside the methods of `Game`."""

    def symbol_cards(self) -> SymbolCards:
        """Its cards as the eyes must know them."""
