"""Places letters and empty symbols at random, once it is known which cards serve a word."""

from __future__ import annotations

from random import Random

from companion.games.kaplan.deck import Symbol
from companion.games.kaplan.deck_check import CELLS_A_WINDOW
from companion.games.kaplan.pieces import PLACES
from deckmaking.kaplan.frame import BLANK, SYMBOLS


def crown(word: str, letters: list[int], lenses: dict[int, str], random: Random) -> list[tuple[int, int]]:
    """Lay a word round the ring of places from a random start.

    Args:
        word: its letters.
        letters: the cards that serve it, as many as there are places.
        lenses: lens of each card; together they are the word's letters and blanks.
        random: source of all randomness; cards with the same lens come in random order.

    Returns:
        (place, card) for each place of the ring.
    """
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
    """Add empty symbols to every window until it has 24, preferring symbols that few cards show.

    held: what each card's window holds, by symbol; changed in place.
    """
    shown = {symbol: sum(symbol in cells for cells in held.values()) for symbol in SYMBOLS}
    for cells in random.sample(list(held.values()), len(held)):
        luck = {symbol: random.random() for symbol in SYMBOLS}
        free = sorted((s for s in SYMBOLS if s not in cells), key=lambda s: (shown[s], luck[s]))
        for symbol in free[: CELLS_A_WINDOW - len(cells)]:
            cells[symbol] = ""
            shown[symbol] += 1


def shuffled(cells: dict[Symbol, str], random: Random) -> dict[Symbol, str]:
    """The symbols of a window in random order."""
    return dict(random.sample(list(cells.items()), len(cells)))
