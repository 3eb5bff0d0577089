"""Reads every card of a deck that is known by its drawings, in a picture of unknown scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Grey, Points
from companion.core.capabilities.drawn_cards import DrawnCards
from companion.perception.cards.finder import CardFinder, Seen, Spot
from companion.perception.cards.pyramid import Pyramid
from companion.perception.cards.quads import Quad
from companion.perception.cards.sides import Corner, Side
from companion.perception.drawn.judge import SideJudge
from companion.perception.drawn.looks import looks_of
from companion.perception.drawn.names import Guess, SideNamer
from companion.perception.drawn.reading import DrawnReading
from companion.perception.eyes import Area

RIVAL = 0.7
"""Of the weight of the best reading: others that come so near leave it open."""
MOST_COVERED = 0.7
"""Of a card of which less is seen nothing is said: it may be something else."""
TRIED = 6
"""Guesses about one outline that are fitted."""


class DrawnCardReader:
    """Give it pictures; it keeps nothing between them."""

    def __init__(self, cards: DrawnCards) -> None:
        self._faces = len(cards.faces)
        self._judge = SideJudge(looks_of(cards), cards.width_mm, cards.height_mm)
        self._finder = CardFinder[DrawnReading](_SideSeeker(cards, self._judge))

    def read(
        self, picture: NDArray[np.uint8], areas: Sequence[Area] | None = None, spot: Spot | None = None
    ) -> tuple[DrawnReading, ...]:
        """picture: (H, W, 3) uint8 BGR. The deck's cards, ordered by x, then y; nothing else that the box holds.

        areas: cards are looked for where these rectangles (left, top, right, bottom, px) reach, and a little beyond.
        spot: where on a known table they are looked for, as in `CardFinder.find`.
        """
        found = self._finder.find(picture, areas, spot)
        pyramid = Pyramid(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8))
        cards = (self._judge.finished(picture, pyramid, each) for each in found if each.likeliest() < self._faces)
        return tuple(each for each in cards if each.settled or each.covered <= MOST_COVERED)


class _SideSeeker:
    """Names cards by their sides."""

    def __init__(self, cards: DrawnCards, judge: SideJudge) -> None:
        self.width_mm, self.height_mm = cards.width_mm, cards.height_mm
        self._namer = SideNamer(looks_of(cards), cards.width_mm, cards.height_mm)
        self._judge = judge

    def busy(self, least: Grey) -> None:
        return None

    def of_quad(self, seen: Seen, quad: Quad) -> DrawnReading | None:
        return self._best(seen, self._namer.of_quad(seen.pyramid, quad, seen.spot))

    def of_side(self, seen: Seen, side: Side, plane: Points | None) -> DrawnReading | None:
        return self._best(seen, self._namer.of_side(seen.pyramid, side, plane, seen.spot))

    def of_corner(self, seen: Seen, corner: Corner, plane: Points) -> DrawnReading | None:
        return self._best(seen, self._namer.of_corner(seen.pyramid, corner, plane))

    def of_rest(self, seen: Seen, quad: Quad, straight: bool) -> None:
        return None

    def _best(self, seen: Seen, guesses: list[Guess]) -> DrawnReading | None:
        """The card that most speaks for."""
        found = self._readings(seen, guesses[:TRIED])
        best = max(found, key=lambda each: each.weight, default=None)
        if best is None or best.settled:
            return best
        found += self._readings(seen, self._namer.elsewhere(seen.pyramid, best.to_picture)[:TRIED])
        best = max(found, key=lambda each: each.weight)
        near = {each.likeliest() for each in found if each.weight >= RIVAL * best.weight} - {best.likeliest()}
        return best if best.settled else replace(best, rivals=tuple(sorted(near)))

    def _readings(self, seen: Seen, guesses: list[Guess]) -> list[DrawnReading]:
        """What guesses come to, up to the first that leaves nothing open."""
        found = list[DrawnReading]()
        for guess in guesses:
            reading = self._judged(seen, guess.to_picture, guess.look)
            if reading is not None and reading.likeliest() != guess.look:
                reading = self._judged(seen, reading.to_picture, reading.likeliest()) or reading
            if reading is not None:
                found.append(reading)
                if reading.settled:
                    break
        return found

    def _judged(self, seen: Seen, to_picture: Points, look: int) -> DrawnReading | None:
        fitted = self._judge.fitted(seen.pyramid, to_picture, look)
        return None if fitted is None else self._judge.judged(seen.pyramid, fitted)
