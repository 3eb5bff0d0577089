"""Which windows of a known deck a place in the picture may show: told from a picture of it so coarse that it may lie a
few millimetres off.

Each window is compared as a picture of a few pixels a symbol, freed of light and shadow, with every window of the deck
both ways up. What all windows have in common is taken away before: it tells that symbols lie there, not which.
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
"""Pixels from symbol to symbol of the coarse picture: solid, striped and hollow shapes are told apart, and an outline
that is off by half a symbol still meets the right one."""
SAMPLED = 2
"""It is sampled this much finer and averaged down."""
AROUND_PX = 7
"""Neighbourhood, of nearly two symbols, over which a place is called dark or bright: shadows are wider."""
DARKEST = 8.0
"""Grey levels under which differences are noise."""
AXES = 96
"""Directions in which the deck's windows differ that are kept; twice as many tell no more."""
SHIFTS_PX = tuple((x, y) for y in (0, 1, 2) for x in (0, 1, 2))
"""Where the window may begin in the picture of its place, which has a pixel more on each side."""
FLAT = 0.5
"""Length of a window's picture about its mean (logarithms): fainter ones are noise on something plain."""


@dataclass(frozen=True, slots=True)
class Named:
    """A window of a known card.

    Attributes:
        card: its index in the deck. window: from 0, from the top down. upside_down: as it lies in its place.
        shift_mm: from the place's middle to the window's.
        score: correlation, at most 1.
    """

    card: int
    window: int
    upside_down: bool
    shift_mm: tuple[float, float]
    score: float


class WindowNames:
    """Names windows of one deck; needs two cards at least."""

    def __init__(self, cards: SymbolCards, templates: Templates) -> None:
        self._size = cards.columns * CELL_PX, cards.rows * CELL_PX
        self._windows = len(cards.windows_xy_mm)
        self._px_mm = cards.pitch_mm / CELL_PX
        drawn = np.array([levelled(self._drawn(templates, cells)) for card in templates.known for cells in card])
        vectors = drawn.reshape(len(drawn), -1)
        self._common = vectors.mean(axis=0)
        upright = unit(vectors - self._common, FLAT)
        both = np.concatenate([upright, unit(vectors[:, ::-1] - self._common, FLAT)])
        self._axes = np.ascontiguousarray(np.linalg.svd(both, full_matrices=False)[2][:AXES].T)
        self._known = np.ascontiguousarray((both @ self._axes).T)

    def best(self, picture: Pyramid, window_to_picture: Points) -> Named:
        """The likeliest window in a place (3, 3: the window's mm to pixels)."""
        columns, rows = self._size
        scale = SAMPLED / self._px_mm
        margin_mm = 2 * self._px_mm
        seen = picture.flat(window_to_picture, columns * self._px_mm + margin_mm, rows * self._px_mm + margin_mm, scale)
        coarse = cv2.resize(seen, (columns + 2, rows + 2), interpolation=cv2.INTER_AREA)
        even = levelled(coarse.astype(np.float32))
        crops = np.array([even[y : y + rows, x : x + columns].ravel() for x, y in SHIFTS_PX])
        scores = product(product(unit(crops - self._common, FLAT), self._axes), self._known)
        shift, nth = divmod(int(np.argmax(scores)), scores.shape[1])
        upside_down, nth = divmod(nth, scores.shape[1] // 2)
        x, y = SHIFTS_PX[shift]
        shift_mm = (x - 1) * self._px_mm, (y - 1) * self._px_mm
        score = float(scores.max())
        return Named(nth // self._windows, nth % self._windows, bool(upside_down), shift_mm, score)

    def _drawn(self, templates: Templates, cells: NDArray[np.int32]) -> Vectors:
        """A known window in focus, coarse."""
        edge = (PITCH_PX - PATCH_PX) // 2
        patches = np.pad(templates.patches[0, cells], ((0, 0), (edge, edge), (edge, edge)), mode="edge")
        columns, rows = (length // CELL_PX for length in self._size)
        whole = patches.reshape(rows, columns, PITCH_PX, PITCH_PX).swapaxes(1, 2)
        large = np.ascontiguousarray(whole.reshape(rows * PITCH_PX, columns * PITCH_PX))
        return np.asarray(cv2.resize(large, self._size, interpolation=cv2.INTER_AREA), np.float32)


def levelled(coarse: Vectors) -> Vectors:
    """How much darker each pixel is than its neighbourhood, in factors e."""
    logarithm = np.log(np.maximum(coarse, DARKEST))
    return np.asarray(logarithm - cv2.blur(logarithm, (AROUND_PX, AROUND_PX), borderType=cv2.BORDER_REFLECT))
