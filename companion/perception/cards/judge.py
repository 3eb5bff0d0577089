"""Reads a card whose place is known: which known card it is, its colours and header, and each of its cells."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Points
from companion.core.capabilities.symbol_cards import SymbolCards
from companion.perception.cards.fit import Fitter, patches_at
from companion.perception.cards.inks import Inks
from companion.perception.cards.reading import DRAW_SIDE, CardReading
from companion.perception.cards.rectangles import corners_of
from companion.perception.cards.templates import Templates

LEGIBLE = 0.65
"""A cell that correlates less with every symbol is hidden or lost in glare, and is not used."""
OF_CARDS = 0.78
"""Mean correlation of the legible cells with their best symbols, for a card that is not named: flat cards have 0.9 and
more, bent ones 0.75, anything else less than 0.7."""
FEWEST_LEGIBLE = 12
"""Legible cells that are needed, half a window."""
FEWEST_OF_STRANGERS, OF_STRANGERS = 66, 0.85
"""Legible cells, and their mean correlation, for a card that is not in the deck: shifted by a row, any card shows two
thirds of its cells."""
OF_KNOWN = 0.6
"""Mean correlation of the legible cells with the known card: the right one has 0.85 and more, wrong ones less than
0.45."""
MARGIN_STEEP, MARGIN_MIDDLE = 2.5, 1.6
"""Log odds that the best card is the right one: steep * (margin - middle). In drawn pictures, right cards have margins
above 7 (12 legible cells and more); where no card of the deck is right, they are below 2.5."""
CONFIDENT = 0.999
"""Probability from which on a card is named: no wrong name in ten thousand."""
INKS_SURE = 0.98
"""Probability from which on colours and headers are told."""
CELL_DIMENSIONS = 30.0
"""Effective number of independent values of a cell's picture, given a camera's blur."""
LEAST_RESIDUAL = 0.04
"""What the best correlation falls short of 1 by, print and paper being what they are."""


class Judge:
    """Reads cards of one kind whose place is known.

    Args:
        cards: the deck.
        templates: its symbols.
        fitter: rectifies cards.
    """

    def __init__(self, cards: SymbolCards, templates: Templates, fitter: Fitter) -> None:
        self._cards = cards
        self._templates = templates
        self._fitter = fitter
        self._inks = Inks(cards)
        self._known = templates.known.reshape(len(templates.known), len(fitter.cells_mm))

    def read(
        self, picture: NDArray[np.uint8], grey: NDArray[np.uint8], to_picture: Points
    ) -> tuple[CardReading, int] | None:
        """Read the card at a place.

        Args:
            picture: (H, W, 3) uint8 BGR.
            grey: (H, W) uint8, its grey.
            to_picture: (3, 3), the card's mm to pixels.

        Returns:
            The reading and the number of legible cells; None where no card lies so.
        """
        patches = patches_at(self._fitter.card_view(grey, to_picture), self._fitter.cells_mm)
        likeness = max(self._templates.likeness(patches), key=lambda each: float(each.max(axis=1).sum()))
        legible = likeness.max(axis=1) >= LEGIBLE
        count = int(np.count_nonzero(legible))
        if count < FEWEST_LEGIBLE:
            return None
        guess, margin, fits = self._guess(likeness[legible], legible)
        confidence = (
            float(1 / (1 + np.exp(-np.clip(MARGIN_STEEP * (margin - MARGIN_MIDDLE), -30, 30)))) if fits else 0.0
        )
        ident = guess if fits and confidence >= CONFIDENT else None
        like_symbols = float(likeness.max(axis=1)[legible].mean())
        if ident is None and like_symbols < OF_CARDS:
            return None
        if not fits and (count < FEWEST_OF_STRANGERS or like_symbols < OF_STRANGERS):
            return None
        colours, header = self._inks_of(picture, to_picture, ident)
        reading = CardReading(
            face=DRAW_SIDE,
            ident=ident,
            guess=guess if fits else None,
            confidence=confidence if fits else like_symbols,
            to_picture=to_picture,
            corners_px=corners_of(self._cards.width_mm, self._cards.height_mm, to_picture),
            colours=colours,
            header=header,
            cell_shares=_shares(likeness, legible),
            margin=margin,
        )
        return reading, count

    def _guess(self, likeness: NDArray[np.float32], legible: NDArray[np.bool_]) -> tuple[int | None, float, bool]:
        """The number of the known card that fits best, its margin, and whether it fits at all."""
        if len(self._known) < 2:
            return None, 0.0, False
        scores = likeness[np.arange(len(likeness)), self._known[:, legible]].sum(axis=1)
        second, first = (int(i) for i in np.argsort(scores)[-2:])
        margin = float(scores[first] - scores[second])
        return self._cards.known[first].ident, margin, bool(scores[first] / len(likeness) >= OF_KNOWN)

    def _inks_of(
        self, picture: NDArray[np.uint8], to_picture: Points, ident: int | None
    ) -> tuple[tuple[str, ...] | None, str | None]:
        if ident is not None:
            card = next(each for each in self._cards.known if each.ident == ident)
            return tuple(colour for colour, _ in card.windows), card.header
        seen = self._inks.top_view(picture, to_picture)
        colours, colours_sure = self._inks.window_colours(seen)
        header, header_sure = self._inks.header(seen)
        return colours if colours_sure >= INKS_SURE else None, header if header_sure >= INKS_SURE else None


def _shares(likeness: NDArray[np.float32], legible: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Correlations (cells, looks) to probabilities; the variance of the noise is taken from what the best symbol leaves
    unexplained."""
    best = likeness.max(axis=1, keepdims=True).astype(np.float64)
    doubt = 2 * np.maximum(1 - best, LEAST_RESIDUAL) / CELL_DIMENSIONS
    odds = np.exp((likeness - best) / doubt)
    shares = odds / odds.sum(axis=1, keepdims=True)
    shares[~legible] = 0.0
    return np.asarray(shares, np.float64)
