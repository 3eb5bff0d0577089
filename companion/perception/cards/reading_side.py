"""Recognises a card's reading side, without reading it: what is compared is a picture so small that nobody could read
it."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Points
from companion.core.capabilities.symbol_cards import SymbolCards
from companion.drawing.sprite import MARGIN_PX, sprite
from companion.perception.cards.fit import top_view
from companion.perception.cards.quads import Quad
from companion.perception.cards.reading import READING_SIDE, CardReading
from companion.perception.cards.rectangles import corners_of, rectangle_to

Box = tuple[float, float, float, float]
"""Centre x and y, width, height, mm."""

PX_PER_MM = 1.0
"""Scale of that picture: words of 1.5 mm and a letter of 11 mm are illegible in it, once it is blurred."""
SOFT_PX = 1.2
"""Standard deviation of the blur."""
SAMPLES = 6
"""Cards whose reading sides are averaged."""
ALIKE = 0.72
"""Correlation with the mean reading side from which on it is one: they have 0.8 to 0.95, draw sides less than 0, other
things 0.5."""
ALIKE_ROUGHLY = 0.8
"""The same for a rough outline: there are many of those."""
RATIO_OFF = 0.3
"""Share by which the ratio of an outline's sides may be off."""


class ReadingSides:
    """Recognises reading sides of one kind of cards.

    Args:
        cards: the deck.
    """

    def __init__(self, cards: SymbolCards) -> None:
        self._cards = cards
        self._mean = _mean_side(cards)
        width_mm, height_mm = cards.width_mm, cards.height_mm
        self._boxes = (*cards.read_boxes_mm, *_around(cards.read_boxes_mm), (0.0, 0.0, width_mm, height_mm))

    def find_at(self, grey: NDArray[np.uint8], quad: Quad, least_alike: float = ALIKE) -> CardReading | None:
        """Return the reading side of which an outline is a part; None when it is none.

        Args:
            grey: (H, W) uint8.
            quad: the outline.
            least_alike: correlation that is needed.
        """
        if self._mean is None:
            return None
        best, best_alike = None, least_alike
        for x_mm, y_mm, width_mm, height_mm in self._boxes:
            ratio = max(width_mm, height_mm) / min(width_mm, height_mm)
            if abs(quad.ratio / ratio - 1) > RATIO_OFF:
                continue
            for turn in (0, 2) if width_mm > height_mm else (1, 3):
                corners = np.roll(quad.corners, turn, axis=0)
                moved = np.array([[1.0, 0.0, -x_mm], [0.0, 1.0, -y_mm], [0.0, 0.0, 1.0]])
                to_picture = rectangle_to(corners, width_mm, height_mm) @ moved
                alike = self._alike(grey, to_picture)
                if alike > best_alike:
                    best, best_alike = to_picture, alike
        return None if best is None else self._reading(best, best_alike)

    def _alike(self, grey: NDArray[np.uint8], to_picture: Points) -> float:
        assert self._mean is not None
        seen = top_view(grey, to_picture, self._cards.width_mm, self._cards.height_mm, PX_PER_MM).grey
        soft = cv2.GaussianBlur(seen.astype(np.float32), (0, 0), SOFT_PX)
        return float(cv2.matchTemplate(soft, self._mean, cv2.TM_CCOEFF_NORMED)[0, 0])

    def _reading(self, to_picture: Points, alike: float) -> CardReading:
        return CardReading(
            face=READING_SIDE,
            ident=None,
            guess=None,
            confidence=alike,
            to_picture=to_picture,
            corners_px=corners_of(self._cards.width_mm, self._cards.height_mm, to_picture),
            colours=None,
            header=None,
            cell_shares=np.zeros((0, 0)),
            margin=0.0,
        )


def _around(boxes_mm: Sequence[Box]) -> tuple[Box, ...]:
    """The bounding box of all boxes: in small pictures they run together."""
    if not boxes_mm:
        return ()
    left, right = min(x - width / 2 for x, _, width, _ in boxes_mm), max(x + width / 2 for x, _, width, _ in boxes_mm)
    top, bottom = min(y - high / 2 for _, y, _, high in boxes_mm), max(y + high / 2 for _, y, _, high in boxes_mm)
    return (((left + right) / 2, (top + bottom) / 2, right - left, bottom - top),)


def _mean_side(cards: SymbolCards) -> NDArray[np.float32] | None:
    if not cards.known:
        return None
    size = (round(cards.width_mm * PX_PER_MM), round(cards.height_mm * PX_PER_MM))
    faces = []
    for card in cards.known[:: max(1, len(cards.known) // SAMPLES)]:
        face = sprite(cards.read_side(card.ident), 3 * PX_PER_MM)[MARGIN_PX:-MARGIN_PX, MARGIN_PX:-MARGIN_PX, :3]
        grey = cv2.cvtColor(np.ascontiguousarray(face), cv2.COLOR_BGR2GRAY)
        faces.append(cv2.resize(grey, size, interpolation=cv2.INTER_AREA).astype(np.float32))
    return np.asarray(cv2.GaussianBlur(np.mean(faces, axis=0), (0, 0), SOFT_PX), np.float32)
