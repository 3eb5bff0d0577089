"""Reads every card with windows of symbols in a picture of unknown scale."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Grey, Points
from companion.core.capabilities.symbol_cards import SymbolCards
from companion.perception.cards.bleached import with_bleached
from companion.perception.cards.edges import Corner, Edge
from companion.perception.cards.finder import FINE_ENOUGH, CardFinder, SearchPicture
from companion.perception.cards.fit import Fitter
from companion.perception.cards.judge import Judge
from companion.perception.cards.quads import Quad
from companion.perception.cards.reading import CardReading
from companion.perception.cards.reading_side import ALIKE, ALIKE_ROUGHLY, ReadingSides
from companion.perception.cards.templates import templates_for
from companion.perception.cards.unexplained import textured_mask
from companion.perception.cards.windows import Hypothesis, WindowMatcher
from companion.perception.eyes import Area

TRIED = 6
"""Hypotheses for one outline that are fitted."""


class CardReader:
    """Reads cards by their symbols; keeps nothing between pictures.

    Args:
        cards: the deck.
    """

    def __init__(self, cards: SymbolCards) -> None:
        self._finder = CardFinder[CardReading](_WindowCardMatcher(cards))

    def read(self, picture: NDArray[np.uint8], areas: Sequence[Area] | None = None) -> tuple[CardReading, ...]:
        """Read the draw sides and reading sides in a picture.

        Args:
            picture: (H, W, 3) uint8 BGR.
            areas: rectangles (left, top, right, bottom, px) in which cards are searched, and a little beyond; None:
                everywhere.

        Returns:
            The readings, ordered by x, then y.
        """
        return tuple(with_bleached(picture, areas, self._finder.find, _is_named))


def _is_named(reading: CardReading) -> bool:
    """Whether a card of the deck was recognised."""
    return reading.ident is not None


class _WindowCardMatcher:
    """Identifies cards by their windows."""

    def __init__(self, cards: SymbolCards) -> None:
        self.width_mm, self.height_mm, self.fine_enough = cards.width_mm, cards.height_mm, FINE_ENOUGH
        templates = templates_for(cards)
        self._window_matcher = WindowMatcher(cards, templates)
        self._fitter = Fitter(cards, templates)
        self._judge = Judge(cards, templates, self._fitter)
        self._backs = ReadingSides(cards)

    def textured(self, least: Grey) -> Grey:
        return textured_mask(least)

    def from_quad(self, seen: SearchPicture, quad: Quad) -> CardReading | None:
        return self._best(seen, self._window_matcher.from_quad(seen.pyramid, quad))

    def from_edge(self, seen: SearchPicture, edge: Edge, plane: Points | None) -> CardReading | None:
        return self._best(seen, self._window_matcher.from_edge(seen.pyramid, edge, plane))

    def from_corner(self, seen: SearchPicture, corner: Corner, plane: Points) -> CardReading | None:
        return self._best(seen, self._window_matcher.from_corner(seen.pyramid, corner, plane))

    def fallback(self, seen: SearchPicture, quad: Quad, straight: bool) -> CardReading | None:
        """The card not in the deck, or the reading side, that an outline may be; a reading side's corners need not be
        exact."""
        stranger = self._best(seen, self._window_matcher.unknown_from_quad(seen.grey, quad), True) if straight else None
        return stranger or self._backs.find_at(seen.grey, quad, ALIKE if straight else ALIKE_ROUGHLY)

    def _best(
        self, seen: SearchPicture, hypotheses: Iterable[Hypothesis], strangers: bool = False
    ) -> CardReading | None:
        """The card that explains an outline: the first that is identified, else the one with the most legible cells.

        strangers: look for cards that are not in the deck, instead of those that are.
        """
        best: tuple[CardReading, int] | None = None
        for hypothesis in islice(hypotheses, TRIED):
            to_picture = self._fitter.fit(seen.grey, hypothesis.to_picture, hypothesis.looks)
            judged = None if to_picture is None else self._judge.read(seen.picture, seen.grey, to_picture)
            # Cards that are not in the deck are considered last: a known card shifted by a row looks like one.
            if judged is None or (judged[0].guess is None) != strangers:
                continue
            if best is None or judged[1] > best[1]:
                best = judged
            if best[0].ident is not None:
                break
        return None if best is None else best[0]
