"""What every cell of a card would look like: drawn once, compared with what was seen by one matrix product."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.capabilities.symbol_cards import SymbolCards
from companion.drawing.sprite import sprite

Patches = NDArray[np.float32]

PITCH_PX = 20
"""From symbol to symbol in a card's flat picture: stripes and digits are still told apart, and more costs time."""
PATCH_PX = 18
"""The part of a cell that is compared: the symbol without its neighbours' edges."""
DRAWN_LARGER = 4
"""Templates are drawn this much finer and averaged down."""
BLURS_MM = (0.22, 0.5)
"""Standard deviations of the blur that templates are drawn with: a picture in focus, and a poor one."""


AXES = 80
"""Directions in which looks differ that are kept of the 324: the rest is less than noise, and costs time."""
MAIN_AXES = 16
"""Directions that make up most of any symbol and little of anything else."""
ONE_THREAD = 2**18
"""Multiplications of a product up to which OpenBLAS stays on its thread."""


class Templates:
    """Templates of all looks.

    Attributes:
        axes: (PATCH_PX ** 2, AXES), at right angles: the directions in which looks differ most.
        vectors: (blurs, AXES, looks): the looks in those directions, each of length 1 (nearly) and ready to be
            multiplied from the right.
        patches: the same as pictures of grey, (blurs, looks, PATCH_PX, PATCH_PX) float32.
        known: of every known card's every cell the number of its look, (cards, windows, cells).
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
        """How much each patch (n, PATCH_PX, PATCH_PX) resembles each look, -1 to 1: (blurs, n, looks)."""
        seen = product(unit(patches.reshape(len(patches), -1)), self.axes)
        return np.asarray(np.stack([product(seen, looks) for looks in self.vectors]), np.float32)

    def symbol_shares(self, patches: Patches) -> Patches:
        """Which share of each patch's contrast the main directions of symbols explain, 0 to 1, as it is seen and upside
        down: (2, n)."""
        seen = product(unit(patches.reshape(len(patches), -1)), self._main)
        return np.asarray((seen * seen).reshape(len(patches), 2, MAIN_AXES).sum(axis=2).T, np.float32)


def product(left: Patches, right: Patches) -> Patches:
    """left @ right, in pieces so small that no linear algebra library wakes other threads for them, which on a busy
    small computer takes longer than the work."""
    rows = max(1, ONE_THREAD // right.size)
    return np.concatenate([left[at : at + rows] @ right for at in range(0, len(left), rows)])


@lru_cache(maxsize=2)
def templates_for(cards: SymbolCards) -> Templates:
    """Drawn once in a process."""
    return Templates(cards)


FLAT = 60.0
"""Length of a patch's grey levels about their mean: fainter ones (3 grey levels) are noise on something plain."""


def unit(vectors: Patches, plain: float = FLAT) -> Patches:
    """The last axis to mean 0 and length 1; what is shorter than `plain` becomes nearly 0."""
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
