"""Where the symbols of a card's window are."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from companion.core.capabilities.symbol_cards import SymbolCards


def test_the_symbols_of_a_window_lie_row_by_row_around_its_middle() -> None:
    card: Any = SimpleNamespace(columns=3, rows=2, pitch_mm=10.0, windows_xy_mm=((0.0, 0.0), (5.0, 40.0)))
    assert SymbolCards.cells_xy_mm(card, 1) == (
        (-5.0, 35.0), (5.0, 35.0), (15.0, 35.0), (-5.0, 45.0), (5.0, 45.0), (15.0, 45.0),
    )  # fmt: skip
