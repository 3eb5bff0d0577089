"""Reads every card with windows of symbols in a picture of unknown scale."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Grey, Points
from companion.core.capabilities.symbol_cards import SymbolCards
from companion.perception.cards.back import ALIKE, ALIKE_ROUGHLY, ReadingSides
from companion.perception.cards.finder import CardFinder, Seen
from companion.perception.cards.fit import Fitter
from companion.perception.cards.judge import Judge
from companion.perception.cards.left import busy_places
from companion.perception.cards.quads import Quad
from companion.perception.cards.reading import CardReading
from companion.perception.cards.sides import Corner, Side
from companion.perception.cards.templates import templates_for
from companion.perception.cards.windows import Hypothesis, WindowNamer
from companion.perception.eyes import Area

TRIED = 6
"""Hypotheses of one outline that are fitted."""


class CardReader:
    """Give it pictures; it keeps nothing between them."""

    def __init__(self, cards: SymbolCards) -> None:
        self._finder = CardFinder[CardReading](_WindowSeeker(cards))

    def read(self, picture: NDArray[np.uint8], areas: Sequence[Area] | None = None) -> tuple[CardReading, ...]:
        """picture: (H, W, 3) uint8 BGR. Draw sides and reading sides, ordered by x, then y.

        areas: cards are looked for where these rectangles (left, top, right, bottom, px) reach, and a little beyond.
        """
        return self._finder.find(picture, areas)


class _WindowSeeker:
    """Names cards by their windows."""

    def __init__(self, cards: SymbolCards) -> None:
        self.width_mm, self.height_mm = cards.width_mm, cards.height_mm
        templates = templates_for(cards)
        self._namer = WindowNamer(cards, templates)
        self._fitter = Fitter(cards, templates)
        self._judge = Judge(cards, templates, self._fitter)
        self._backs = ReadingSides(cards)

    def busy(self, least: Grey) -> Grey:
        return busy_places(least)

    def of_quad(self, seen: Seen, quad: Quad) -> CardReading | None:
        return self._best(seen, self._namer.of_quad(seen.pyramid, quad))

    def of_side(self, seen: Seen, side: Side, plane: Points | None) -> CardReading | None:
        return self._best(seen, self._namer.of_side(seen.pyramid, side, plane))

    def of_corner(self, seen: Seen, corner: Corner, plane: Points) -> CardReading | None:
        return self._best(seen, self._namer.of_corner(seen.pyramid, corner, plane))

    def of_rest(self, seen: Seen, quad: Quad, straight: bool) -> CardReading | None:
        """A card that is not known, or a reading side: that is known by its whole, so its corners need not be exact."""
        stranger = self._best(seen, self._namer.strangers_of_quad(seen.grey, quad), True) if straight else None
        return stranger or self._backs.at(seen.grey, quad, ALIKE if straight else ALIKE_ROUGHLY)

    def _best(self, seen: Seen, hypotheses: Iterable[Hypothesis], strangers: bool = False) -> CardReading | None:
        """The card that explains an outline, if one does: the first that is named, else the one of which most is
        legible; `strangers`: of cards that are not known."""
        best: tuple[CardReading, int] | None = None
        for hypothesis in islice(hypotheses, TRIED):
            to_picture = self._fitter.fitted(seen.grey, hypothesis.to_picture, hypothesis.looks)
            judged = None if to_picture is None else self._judge.judged(seen.picture, seen.grey, to_picture)
            # Symbols of no known card are taken only where all else has been tried: a card shifted by a row has them.
            if judged is None or (judged[0].guess is None) != strangers:
                continue
            if best is None or judged[1] > best[1]:
                best = judged
            if best[0].ident is not None:
                break
        return None if best is None else best[0]
