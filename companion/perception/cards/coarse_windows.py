"""Finds which known window a place in a picture may show, from a picture so coarse that it may lie a few millimetres
off.

Each window is compared as a picture of a few pixels per symbol, without light and shadow, with every window of the
deck, both ways up. The mean of all windows is subtracted first: it tells that there are symbols, not which.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Points
from companion.core.capabilities.symbol_cards import SymbolCards
from companion.perception.cards.pyramid import Pyramid
from companion.perception.cards.templates import PATCH_PX, PITCH_PX, Templates, product, unit

Vectors = NDArray[np.float32]

CELL_PX = 4
"""Pixels from symbol to symbol in the coarse picture: solid, striped and hollow shapes are told apart, and an outline
that is off by half a symbol still meets the right window."""
SAMPLED = 2
"""Factor by which it is oversampled and then averaged."""
AROUND_PX = 7
"""Neighbourhood, of nearly two symbols, against which local contrast is measured: shadows are wider."""
DARKEST = 8.0
"""Grey levels under which differences are noise."""
AXES = 96
"""Principal components of the deck's windows that are kept; twice as many tell no more."""
SHIFTS_PX = tuple((x, y) for y in (0, 1, 2) for x in (0, 1, 2))
"""Offsets of the window in the picture of its place, which has a pixel more on each side."""
FLAT = 0.5
"""Norm of a window's centred picture (logarithms) under which it is noise on a plain surface."""


@dataclass(frozen=True, slots=True)
class WindowMatch:
    """The best match of a place.

    Attributes:
        card: index of the card in the deck.
        window: from 0, from the top down.
        upside_down: as it lies in its place.
        shift_mm: from the place's middle to the window's, x and y.
        score: correlation, at most 1.
    """

    card: int
    window: int
    upside_down: bool
    shift_mm: tuple[float, float]
    score: float


class CoarseWindowMatcher:
    """Matches places with the windows of one deck.

    Args:
        cards: the deck, of two cards at least.
        templates: its symbols.
    """

    def __init__(self, cards: SymbolCards, templates: Templates) -> None:
        self._size = cards.columns * CELL_PX, cards.rows * CELL_PX
        self._windows = len(cards.windows_xy_mm)
        self._px_mm = cards.pitch_mm / CELL_PX
        drawn = np.array([local_contrast(self._drawn(templates, cells)) for card in templates.known for cells in card])
        vectors = drawn.reshape(len(drawn), -1)
        self._common = vectors.mean(axis=0)
        upright = unit(vectors - self._common, FLAT)
        both = np.concatenate([upright, unit(vectors[:, ::-1] - self._common, FLAT)])
        self._axes = np.ascontiguousarray(np.linalg.svd(both, full_matrices=False)[2][:AXES].T)
        self._known = np.ascontiguousarray((both @ self._axes).T)

    def best(self, picture: Pyramid, window_to_picture: Points) -> WindowMatch:
        """Return the best-matching window in a place, (3, 3): the window's mm to pixels."""
        columns, rows = self._size
        scale = SAMPLED / self._px_mm
        margin_mm = 2 * self._px_mm
        seen = picture.top_view(
            window_to_picture, columns * self._px_mm + margin_mm, rows * self._px_mm + margin_mm, scale
        )
        coarse = cv2.resize(seen, (columns + 2, rows + 2), interpolation=cv2.INTER_AREA)
        even = local_contrast(coarse.astype(np.float32))
        crops = np.array([even[y : y + rows, x : x + columns].ravel() for x, y in SHIFTS_PX])
        scores = product(product(unit(crops - self._common, FLAT), self._axes), self._known)
        shift, nth = divmod(int(np.argmax(scores)), scores.shape[1])
        upside_down, nth = divmod(nth, scores.shape[1] // 2)
        x, y = SHIFTS_PX[shift]
        shift_mm = (x - 1) * self._px_mm, (y - 1) * self._px_mm
        score = float(scores.max())
        return WindowMatch(nth // self._windows, nth % self._windows, bool(upside_down), shift_mm, score)

    def _drawn(self, templates: Templates, cells: NDArray[np.int32]) -> Vectors:
        """A known window in focus, coarse."""
        edge = (PITCH_PX - PATCH_PX) // 2
        patches = np.pad(templates.patches[0, cells], ((0, 0), (edge, edge), (edge, edge)), mode="edge")
        columns, rows = (length // CELL_PX for length in self._size)
        whole = patches.reshape(rows, columns, PITCH_PX, PITCH_PX).swapaxes(1, 2)
        large = np.ascontiguousarray(whole.reshape(rows * PITCH_PX, columns * PITCH_PX))
        return np.asarray(cv2.resize(large, self._size, interpolation=cv2.INTER_AREA), np.float32)


def local_contrast(coarse: Vectors) -> Vectors:
    """Return by how much each pixel is brighter than its neighbourhood, as logarithms; (H, W) float32 to (H, W)."""
    logarithm = np.log(np.maximum(coarse, DARKEST))
    return np.asarray(logarithm - cv2.blur(logarithm, (AROUND_PX, AROUND_PX), borderType=cv2.BORDER_REFLECT))
