"""Templates of every symbol of a deck: drawn once, and correlated with what is seen by one matrix product."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.capabilities.symbol_cards import SymbolCards
from companion.drawing.sprite import sprite

Patches = NDArray[np.float32]
"""Small grey pictures or vectors, float32."""

PITCH_PX = 20
"""Pixels from symbol to symbol in a card's top view: stripes and digits are still told apart, and more costs time."""
PATCH_PX = 18
"""Side of the part of a cell that is compared: the symbol without its neighbours' edges."""
DRAWN_LARGER = 4
"""Factor by which templates are drawn larger, then averaged."""
BLURS_MM = (0.22, 0.5)
"""Standard deviations of the blur of the templates: a picture in focus, and a poor one."""


AXES = 80
"""Principal components of the symbols that are kept, of 324: the rest is below the noise, and costs time."""
MAIN_AXES = 16
"""Principal components that explain most of any symbol, and little of anything else."""
ONE_THREAD = 2**18
"""Multiplications of a matrix product up to which OpenBLAS uses one thread."""


class Templates:
    """Templates of all symbols ("looks") of a deck.

    Attributes:
        axes: (PATCH_PX ** 2, AXES), orthonormal: the symbols' principal components.
        vectors: (blurs, AXES, looks): the symbols in those components, each of norm nearly 1, to multiply from the
            right.
        patches: (blurs, looks, PATCH_PX, PATCH_PX) float32, the same as grey pictures.
        known: (cards, windows, cells) int32, the symbol of every cell of every known card.
    """

    def __init__(self, cards: SymbolCards) -> None:
        scale = PITCH_PX * DRAWN_LARGER / cards.pitch_mm
        drawn = np.array([_grey(cards, index, scale) for index in range(len(cards.looks))])
        self.patches = np.array([_reduced(drawn, blur_mm * scale) for blur_mm in BLURS_MM], np.float32)
        full = unit(self.patches.reshape(len(BLURS_MM), len(cards.looks), -1))
        self.axes = np.ascontiguousarray(np.linalg.svd(full.reshape(-1, full.shape[-1]))[2][:AXES].T)
        main = self.axes[:, :MAIN_AXES]
        self._main = np.ascontiguousarray(np.hstack([main, main[::-1]]))
        self.vectors = np.ascontiguousarray((full @ self.axes).transpose(0, 2, 1))
        number = {look: index for index, look in enumerate(cards.looks)}
        self.known = np.array(
            [[[number[look] for look in cells] for _, cells in card.windows] for card in cards.known], np.int32
        ).reshape(len(cards.known), len(cards.windows_xy_mm), cards.columns * cards.rows)

    def likeness(self, patches: Patches) -> Patches:
        """Return the correlation, -1 to 1, of each patch (n, PATCH_PX, PATCH_PX) with each symbol, (blurs, n,
        looks)."""
        seen = product(unit(patches.reshape(len(patches), -1)), self.axes)
        return np.asarray(np.stack([product(seen, looks) for looks in self.vectors]), np.float32)

    def symbol_shares(self, patches: Patches) -> Patches:
        """Return the share of each patch's contrast that the main components explain, 0 to 1, upright and upside down,
        (2, n).

        The argument is (n, PATCH_PX, PATCH_PX).
        """
        seen = product(unit(patches.reshape(len(patches), -1)), self._main)
        return np.asarray((seen * seen).reshape(len(patches), 2, MAIN_AXES).sum(axis=2).T, np.float32)


def product(left: Patches, right: Patches) -> Patches:
    """Return left @ right, computed in pieces so small that no linear algebra library starts other threads for them: on
    a busy small computer that takes longer than the work."""
    rows = max(1, ONE_THREAD // right.size)
    return np.concatenate([left[at : at + rows] @ right for at in range(0, len(left), rows)])


@lru_cache(maxsize=2)
def templates_for(cards: SymbolCards) -> Templates:
    """Return the templates of a deck; cached."""
    return Templates(cards)


FLAT = 60.0
"""Norm of a patch's centred grey levels under which (3 grey levels) it is noise on a plain surface."""


def unit(vectors: Patches, plain: float = FLAT) -> Patches:
    """Return vectors with their last axis at mean 0 and norm 1; those with a norm below `plain` become nearly 0."""
    centred = vectors - vectors.mean(axis=-1, keepdims=True)
    length = np.sqrt((centred * centred).sum(axis=-1, keepdims=True))
    return np.asarray(centred / np.maximum(length, plain), np.float32)


def _grey(cards: SymbolCards, index: int, scale: float) -> NDArray[np.float32]:
    face = sprite(cards.cell(cards.looks[index]), scale)[:, :, :3]
    side = PITCH_PX * DRAWN_LARGER
    top, left = (length // 2 - side // 2 for length in face.shape[:2])
    inner = np.ascontiguousarray(face[top : top + side, left : left + side])
    return np.asarray(cv2.cvtColor(inner, cv2.COLOR_BGR2GRAY), np.float32)


def _reduced(drawn: NDArray[np.float32], sigma_px: float) -> Patches:
    found = []
    cut = (PITCH_PX - PATCH_PX) // 2
    for picture in drawn:
        soft = cv2.GaussianBlur(picture, (0, 0), sigma_px, borderType=cv2.BORDER_REPLICATE)
        small = cv2.resize(soft, (PITCH_PX, PITCH_PX), interpolation=cv2.INTER_AREA)
        found.append(small[cut:-cut, cut:-cut])
    return np.array(found, np.float32)
