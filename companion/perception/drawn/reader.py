"""Reads every card of a deck of drawn cards in a picture of unknown scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.camera.arrays import Grey, Pixels, Points
from companion.core.capabilities.drawn_cards import DrawnCards
from companion.perception.cards.bleached import with_bleached
from companion.perception.cards.edges import Corner, Edge
from companion.perception.cards.finder import CardFinder, SearchPicture, Spot
from companion.perception.cards.pyramid import Pyramid
from companion.perception.cards.quads import Quad
from companion.perception.drawn.face_matcher import FaceMatcher, Guess
from companion.perception.drawn.face_templates import templates_of
from companion.perception.drawn.judge import FaceJudge
from companion.perception.drawn.reading import DrawnReading
from companion.perception.eyes import Area

RIVAL = 0.7
"""Share of the best reading's weight from which on another face counts as a rival: the card then stays undecided."""
MOST_COVERED = 0.7
"""A card of which a larger share is hidden is not reported: it may be something else."""
OUTLINE_SEEN = 0.5
"""Share of a card's outline that must be in sight. Cards of which up to a third is hidden show 0.56 and more; of a tile
or a cube with a letter on it, what surrounds it is taken for the card's border, and that has 0.42 at most."""
SHOWN = 0.8
"""A card of which nothing hides a part, and that does not show there what its face has, is something else: of 1352
harshly drawn cards of ours one shows less, of letters on wooden cubes about 0.6 is legible."""
FINE_ENOUGH_WHOLE = 0.75
"""Pixels per mm from which on a picture in which all cards that were found are whole has shown all of them."""
TRIED = 6
"""Guesses for one outline that are fitted."""


class DrawnCardReader:
    """Reads cards by their drawings; keeps nothing between pictures.

    Args:
        cards: the deck.
    """

    def __init__(self, cards: DrawnCards) -> None:
        self._faces = len(cards.faces)
        self._judge = FaceJudge(templates_of(cards), cards.width_mm, cards.height_mm)
        self._finder = CardFinder[DrawnReading](_DrawnCardMatcher(cards, self._judge))

    def read(
        self, picture: Pixels, areas: Sequence[Area] | None = None, spot: Spot | None = None
    ) -> tuple[DrawnReading, ...]:
        """Read the deck's cards in a picture; other things in the box (`DrawnCards.others`) are left out.

        Args:
            picture: (H, W, 3) uint8 BGR.
            areas: rectangles (left, top, right, bottom, px) in which cards are searched, and a little beyond; None:
                everywhere.
            spot: where on a known table they are searched, as in `CardFinder.find`.

        Returns:
            The readings, ordered by x, then y.
        """
        return tuple(with_bleached(picture, areas, lambda each, where: self.read_exposure(each, where, spot)))

    def read_exposure(
        self, picture: Pixels, areas: Sequence[Area] | None = None, spot: Spot | None = None
    ) -> list[DrawnReading]:
        """Return what is read in a picture as it is, or as it was deepened; arguments as of `read`."""
        found = self._finder.find(picture, areas, spot)
        pyramid = Pyramid(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8))
        cards = (self._judge.finish(picture, pyramid, each) for each in found if each.likeliest() < self._faces)
        return [each for each in cards if each.settled or _is_seen(each)]


def _is_seen(reading: DrawnReading) -> bool:
    """Whether enough of a card is in sight for it to be one."""
    return reading.covered <= MOST_COVERED and reading.outline >= OUTLINE_SEEN and reading.shown >= SHOWN


class _DrawnCardMatcher:
    """Identifies cards by correlating their faces."""

    def __init__(self, cards: DrawnCards, judge: FaceJudge) -> None:
        self.width_mm, self.height_mm, self.fine_enough = cards.width_mm, cards.height_mm, FINE_ENOUGH_WHOLE
        self._face_matcher = FaceMatcher(templates_of(cards), cards.width_mm, cards.height_mm)
        self._judge = judge

    def textured(self, least: Grey) -> None:
        """Return None: drawn cards may have plain parts."""
        return None

    def from_quad(self, seen: SearchPicture, quad: Quad) -> DrawnReading | None:
        return self._best(seen, self._face_matcher.from_quad(seen, quad))

    def from_edge(self, seen: SearchPicture, edge: Edge, plane: Points | None) -> DrawnReading | None:
        return self._best(seen, self._face_matcher.from_edge(seen, edge, plane))

    def from_corner(self, seen: SearchPicture, corner: Corner, plane: Points) -> DrawnReading | None:
        return self._best(seen, self._face_matcher.from_corner(seen, corner, plane))

    def fallback(self, seen: SearchPicture, quad: Quad, straight: bool) -> None:
        """Return None: only known faces are read."""
        return None

    def _best(self, seen: SearchPicture, guesses: list[Guess]) -> DrawnReading | None:
        """The reading with the largest weight among the guesses."""
        found = self._readings(seen, guesses[:TRIED])
        best = max(found, key=lambda each: each.weight, default=None)
        if best is None and guesses:
            seen.tried.add_failure(guesses[0].to_picture, self.width_mm)
        if best is None or best.settled:
            return best
        found += self._readings(seen, self._face_matcher.elsewhere(seen, best.to_picture)[:TRIED])
        best = max(found, key=lambda each: each.weight)
        near = {each.likeliest() for each in found if each.weight >= RIVAL * best.weight} - {best.likeliest()}
        return best if best.settled else replace(best, rivals=tuple(sorted(near)))

    def _readings(self, seen: SearchPicture, guesses: list[Guess]) -> list[DrawnReading]:
        """The readings of guesses, up to the first that is settled."""
        found = list[DrawnReading]()
        for guess in guesses:
            reading = self._judged(seen, guess.to_picture, guess.template)
            if reading is not None and reading.likeliest() != guess.template:
                reading = self._judged(seen, reading.to_picture, reading.likeliest()) or reading
            if reading is not None:
                found.append(reading)
                if reading.settled:
                    break
        return found

    def _judged(self, seen: SearchPicture, to_picture: Points, template: int) -> DrawnReading | None:
        fitted = self._judge.fit(seen.pyramid, to_picture, template)
        return None if fitted is None else self._judge.read(seen.pyramid, fitted)
