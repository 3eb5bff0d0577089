"""Reads small cards as if they were large ones: the cells that are compared have a fixed size in mm, about a motif on a
large card, and a small card would have hardly any."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from companion.camera.arrays import Pixels
from companion.core.art import Art
from companion.core.capabilities.drawn_cards import DrawnCards
from companion.core.placing import placed
from companion.perception.cards.finder import Spot
from companion.perception.drawn.reader import DrawnCardReader
from companion.perception.drawn.reading import DrawnReading
from companion.perception.eyes import Area

LARGE_MM = 60.0
"""Smaller side of cards that have enough cells to compare."""


def times_enlarged(cards: DrawnCards) -> float:
    """Return the factor by which cards are enlarged, at least 1."""
    return max(1.0, LARGE_MM / min(cards.width_mm, cards.height_mm))


@lru_cache(maxsize=4)
def enlarged(cards: DrawnCards) -> DrawnCards:
    """Return the deck with cards and drawings enlarged, faces in the same order; cached, so the same object each
    time."""
    times = times_enlarged(cards)
    if times == 1.0:
        return cards
    return replace(
        cards,
        width_mm=cards.width_mm * times,
        height_mm=cards.height_mm * times,
        faces=tuple(replace(face, art=_enlarged(face.art, times)) for face in cards.faces),
        others=tuple(_enlarged(each, times) for each in cards.others),
    )


class SmallCardReader:
    """`DrawnCardReader` for cards of any size; arguments and results are in true millimetres.

    Args:
        cards: the deck.
    """

    def __init__(self, cards: DrawnCards) -> None:
        times = times_enlarged(cards)
        self._reader = DrawnCardReader(enlarged(cards))
        self._times = times
        self._to_large = np.diag([times, times, 1.0])

    def read(
        self, picture: Pixels, areas: Sequence[Area] | None = None, spot: Spot | None = None
    ) -> tuple[DrawnReading, ...]:
        """Read the cards in a picture, as `DrawnCardReader.read` does."""
        if spot is not None:
            spot = Spot(spot.plane @ np.linalg.inv(self._to_large), spot.near_mm * self._times)
        found = self._reader.read(picture, areas, spot)
        return tuple(replace(each, to_picture=each.to_picture @ self._to_large) for each in found)


def _enlarged(art: Art, times: float) -> Art:
    return replace(
        art,
        width_mm=art.width_mm * times,
        height_mm=art.height_mm * times,
        shapes=tuple(placed(art.shapes, (0.0, 0.0), times)),
    )
