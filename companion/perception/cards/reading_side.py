"""Recognises a card's reading side, without reading it.

Outlines are compared with it in a picture so small that nobody could read it, and what is alike then in the details of
what is printed on every card; where cards differ, in words and letters, is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Points
from companion.core.capabilities.symbol_cards import KnownCard, SymbolCards
from companion.drawing.sprite import MARGIN_PX, sprite
from companion.perception.cards.fit import top_view
from companion.perception.cards.quads import Quad
from companion.perception.cards.reading import READING_SIDE, CardReading
from companion.perception.cards.rectangles import corners_of, rectangle_to
from companion.perception.network import sigmoid

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
"""Least likeness for a rough outline: there are many of those."""
RATIO_OFF = 0.3
"""Share by which the ratio of an outline's sides may be off."""
DETAIL_PX_PER_MM = 2.0
"""Scale of the picture in which details are compared: frames and rays are lines of a millimetre."""
DETAIL_SOFT_PX = 1.0
"""Standard deviation of its blur."""
DETAIL_MM = 3.0
"""Details are smaller than this: what is left when a blur of this standard deviation is taken away."""
DETAIL_SAMPLES = 16
"""Cards whose reading sides are compared with each other to find what is alike."""
UNLIKE_LEVELS = 14.0
"""Grey levels of standard deviation over the cards from which on a place is not printed alike on all."""
SAME_DETAILS = 0.85
"""Correlation of the details from which on it is a reading side: strewn under a harsh camera they have 0.93 to 0.99
(30 of `python -m tests.cards_sweep`), cloths, forms and tiles at most 0.72 (48 pictures of `tests.none_of_ours`)."""
EVEN_DETAILS, DETAILS_WIDTH = 0.82, 0.02
"""Correlation of the details, between these two kinds, at which it is as likely one as not, and how fast that changes:
from 0.18 at 0.79 to 0.996 at 0.93."""
ALIGNING = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 40, 1e-4)
"""When the alignment of an outline, which is a few millimetres off, with the reading side ends."""
ALIGNING_PX = 5
"""Width of its filter."""


class ReadingSides:
    """Recognises reading sides of one kind of cards.

    Args:
        cards: the deck.
    """

    def __init__(self, cards: SymbolCards) -> None:
        self._cards = cards
        self._mean = _mean_side(cards)
        self._details = _Details.of(cards)
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
        if best is None or self._details is None:
            return None
        aligned, same = self._details.compared(grey, best)
        return self._reading(aligned, same) if same >= SAME_DETAILS else None

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
            confidence=float(sigmoid(np.array((alike - EVEN_DETAILS) / DETAILS_WIDTH))),
            to_picture=to_picture,
            corners_px=corners_of(self._cards.width_mm, self._cards.height_mm, to_picture),
            colours=None,
            header=None,
            cell_shares=np.zeros((0, 0)),
            margin=0.0,
        )


@dataclass(frozen=True, slots=True)
class _Details:
    """What is printed alike on every reading side.

    Attributes:
        mean: (H, W) float32 grey, the mean of the reading sides at DETAIL_PX_PER_MM.
        alike: (H, W) bool, where they hardly differ.
        size_mm: width and height of a card.
    """

    mean: NDArray[np.float32]
    alike: NDArray[np.bool_]
    size_mm: tuple[float, float]

    @classmethod
    def of(cls, cards: SymbolCards) -> _Details | None:
        """The details of a deck's reading sides; None when it is not known."""
        if not cards.known:
            return None
        few = cards.known[:: max(1, len(cards.known) // DETAIL_SAMPLES)]
        faces = _faces(cards, few, DETAIL_PX_PER_MM, DETAIL_SOFT_PX)
        return cls(faces.mean(axis=0), faces.std(axis=0) < UNLIKE_LEVELS, (cards.width_mm, cards.height_mm))

    def compared(self, grey: NDArray[np.uint8], to_picture: Points) -> tuple[Points, float]:
        """Align an outline with the reading side. Returns where it lies then, and the correlation of the details."""
        view = top_view(grey, to_picture, *self.size_mm, DETAIL_PX_PER_MM)
        seen = np.asarray(cv2.GaussianBlur(view.grey.astype(np.float32), (0, 0), DETAIL_SOFT_PX), np.float32)
        best, best_same = np.eye(3), self._same(seen)
        warp, everywhere = np.eye(3, dtype=np.float32), np.full(seen.shape, 255, np.uint8)
        for motion, rows in ((cv2.MOTION_AFFINE, 2), (cv2.MOTION_HOMOGRAPHY, 3)):
            try:
                _, part = cv2.findTransformECC(
                    self.mean, seen, warp[:rows].copy(), motion, ALIGNING, everywhere, ALIGNING_PX
                )
            except cv2.error:  # it does not converge: nothing like a reading side
                continue
            warp[:rows] = part
            size = (seen.shape[1], seen.shape[0])
            flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
            moved = cv2.warpPerspective(seen, warp, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
            same = self._same(np.asarray(moved, np.float32))
            if same > best_same:
                best, best_same = warp.astype(np.float64), same
        (x, y), scale = view.middle_xy, view.scale
        to_px = np.array([[scale, 0, x], [0, scale, y], [0, 0, 1.0]])
        return to_picture @ np.linalg.inv(to_px) @ best @ to_px, best_same

    def _same(self, seen: NDArray[np.float32]) -> float:
        """Correlation, -1 to 1, of the details where all reading sides are alike."""
        own, other = _fine(seen)[self.alike], _fine(self.mean)[self.alike]
        own, other = own - own.mean(), other - other.mean()
        return float((own * other).sum() / max(float(np.sqrt((own * own).sum() * (other * other).sum())), 1e-6))


def _fine(grey: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(grey - cv2.GaussianBlur(grey, (0, 0), DETAIL_MM * DETAIL_PX_PER_MM), np.float32)


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
    few = cards.known[:: max(1, len(cards.known) // SAMPLES)]
    return np.asarray(_faces(cards, few, PX_PER_MM, SOFT_PX).mean(axis=0), np.float32)


def _faces(cards: SymbolCards, known: Sequence[KnownCard], px_per_mm: float, soft_px: float) -> NDArray[np.float32]:
    """The reading sides of cards, blurred, (N, H, W) float32 grey."""
    size = (round(cards.width_mm * px_per_mm), round(cards.height_mm * px_per_mm))
    faces: list[NDArray[np.float32]] = []
    for card in known:
        face = sprite(cards.read_side(card.ident), 3 * px_per_mm)[MARGIN_PX:-MARGIN_PX, MARGIN_PX:-MARGIN_PX, :3]
        grey = cv2.cvtColor(np.ascontiguousarray(face), cv2.COLOR_BGR2GRAY)
        small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA).astype(np.float32)
        faces.append(np.asarray(cv2.GaussianBlur(small, (0, 0), soft_px), np.float32))
    return np.array(faces, np.float32)
