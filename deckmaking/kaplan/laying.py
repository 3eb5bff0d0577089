"""Where letters and empty symbols go, once it is known which cards serve: all by chance."""

from __future__ import annotations

from random import Random

from companion.games.kaplan.deck import Symbol
from companion.games.kaplan.deck_check import CELLS_A_WINDOW
from companion.games.kaplan.pieces import PLACES
from deckmaking.kaplan.frame import BLANK, SYMBOLS


def crown(word: str, letters: list[int], lenses: dict[int, str], random: Random) -> list[tuple[int, int]]:
    """Place and card, from a start drawn at random; cards with the same lens come in random order."""
    free = random.sample(letters, len(letters))
    start = random.randrange(len(PLACES))
    wanted = (*word, *[BLANK] * (len(PLACES) - len(word)))
    laid = []
    for offset, lens in enumerate(wanted):
        card = next(card for card in free if lenses[card] == lens)
        free.remove(card)
        laid.append((PLACES[(start + offset) % len(PLACES)], card))
    return laid


def fill_up(held: dict[int, dict[Symbol, str]], random: Random) -> None:
    """Empty symbols up to 24 a window, those first that few cards show."""
    shown = {symbol: sum(symbol in cells for cells in held.values()) for symbol in SYMBOLS}
    for cells in random.sample(list(held.values()), len(held)):
        luck = {symbol: random.random() for symbol in SYMBOLS}
        free = sorted((s for s in SYMBOLS if s not in cells), key=lambda s: (shown[s], luck[s]))
        for symbol in free[: CELLS_A_WINDOW - len(cells)]:
            cells[symbol] = ""
            shown[symbol] += 1


def shuffled(cells: dict[Symbol, str], random: Random) -> dict[Symbol, str]:
    """A window's symbols in random order."""
    return dict(random.sample(list(cells.items()), len(cells)))
