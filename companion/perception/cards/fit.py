"""Where a card lies, to a fraction of a symbol: its cells are slid over what they should show, and a plane fitted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Grey, Points
from companion.core.capabilities.symbol_cards import SymbolCards
from companion.perception.cards.templates import PATCH_PX, PITCH_PX, Patches, Templates

REACHES_PX = (5, 2)
"""How far a cell is slid in each round of fitting, pixels of the flat picture (a third of a millimetre each)."""
FITTING = 0.5
"""A cell that resembles its look less than this is covered, glaring or elsewhere: it does not say where the card is."""
BLUR = 1
"""Cells are slid over looks as a poor picture shows them: sharp ones resemble them nearly as much."""
MANY_CELLS = 48
FEWEST_CELLS = 10
"""With fewer cells a plane's eight unknowns would follow noise."""
OUTLIER_PX = 2.0
"""A cell that wants to go elsewhere than its neighbours by more than this resembles by chance."""


@dataclass(frozen=True, slots=True, eq=False)
class Flat:
    """A card, or one of its windows, as seen from straight above.

    Attributes:
        grey: (H, W); middle: its centre's pixel; mm of the card times `PITCH_PX / pitch_mm` from there.
    """

    grey: Grey
    middle_xy: Points
    scale: float


def flat(grey: Grey, to_picture: Points, width_mm: float, height_mm: float, scale: float) -> Flat:
    """The rectangle about the origin of `to_picture` (3, 3: mm to pixels), `scale` pixels a mm."""
    size = (round(width_mm * scale), round(height_mm * scale))
    middle = (np.array(size) - 1) / 2
    to_mm = np.array([[1 / scale, 0, -middle[0] / scale], [0, 1 / scale, -middle[1] / scale], [0, 0, 1]])
    seen = cv2.warpPerspective(
        grey,
        to_picture @ to_mm,
        size,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return Flat(np.asarray(seen, np.uint8), middle, scale)


def patches_at(seen: Flat, cells_xy_mm: Points) -> Patches:
    """The pictures around cells, (cells, PATCH_PX, PATCH_PX), to half a pixel; what lies outside is 0."""
    corners = np.round(seen.middle_xy + cells_xy_mm * seen.scale - (PATCH_PX - 1) / 2).astype(int)
    height, width = seen.grey.shape
    found = np.zeros((len(corners), PATCH_PX, PATCH_PX), np.float32)
    for index, (x, y) in enumerate(corners):
        if 0 <= x <= width - PATCH_PX and 0 <= y <= height - PATCH_PX:
            found[index] = seen.grey[y : y + PATCH_PX, x : x + PATCH_PX]
    return found


class Fitter:
    """Fits cards of one kind. All homographies are (3, 3), from the card's millimetres to pixels."""

    def __init__(self, cards: SymbolCards, templates: Templates) -> None:
        self._cards = cards
        self._templates = templates
        self.scale = PITCH_PX / cards.pitch_mm
        self.cells_mm = np.array([xy for nth in range(len(cards.windows_xy_mm)) for xy in cards.cells_xy_mm(nth)])

    def flat_card(self, grey: Grey, to_picture: Points) -> Flat:
        """The card with a margin of a symbol's width."""
        margin_mm = self._cards.pitch_mm
        return flat(grey, to_picture, self._cards.width_mm + margin_mm, self._cards.height_mm + margin_mm, self.scale)

    def fitted(self, grey: Grey, to_picture: Points, looks: NDArray[np.int32]) -> Points | None:
        """`to_picture` moved to where the card's cells show `looks` (-1: not told); None when too few of them do."""
        told = np.flatnonzero(looks >= 0)
        for reach in REACHES_PX:
            seen = self.flat_card(grey, to_picture)
            # The first round only has to come near: every other cell will do.
            cells = told[::2] if reach == REACHES_PX[0] and len(told) > MANY_CELLS else told
            wanted, got = slid(seen, self.cells_mm[cells], self._templates.patches[BLUR, looks[cells]], reach)
            if len(wanted) < FEWEST_CELLS:
                return None
            found, _ = cv2.findHomography(wanted, got, cv2.RANSAC, OUTLIER_PX / self.scale)
            if found is None:
                return None
            to_picture = np.asarray(to_picture @ found, np.float64)
        return to_picture


def slid(seen: Flat, points_mm: Points, looks: Patches, reach_px: int) -> tuple[Points, Points]:
    """Slide small pictures about the places where they should be seen.

    looks: (n, side, side), what should be seen around each of the `points_mm` (n, 2). reach_px: how far they are slid.

    Returns:
        Of those that were found, where they should be and where they are, (m, 2) mm each.
    """
    half = (looks.shape[1] - 1) / 2
    corners = np.round(seen.middle_xy + points_mm * seen.scale - half).astype(int) - reach_px
    side = looks.shape[1] + 2 * reach_px
    height, width = seen.grey.shape
    pictured = seen.grey.astype(np.float32)
    wanted, got = [], []
    for (x, y), look, point_mm in zip(corners, looks, points_mm, strict=True):
        if x < 0 or y < 0 or x + side > width or y + side > height:
            continue
        likeness = cv2.matchTemplate(pictured[y : y + side, x : x + side], look, cv2.TM_CCOEFF_NORMED)
        _, best, _, (bx, by) = cv2.minMaxLoc(likeness)
        if best < FITTING or bx in (0, 2 * reach_px) or by in (0, 2 * reach_px):
            continue
        dx = bx + _peak(likeness[by, bx - 1 : bx + 2])
        dy = by + _peak(likeness[by - 1 : by + 2, bx])
        wanted.append(point_mm)
        got.append((x + dx, y + dy))
    got_mm = (np.array(got).reshape(-1, 2) + half - seen.middle_xy) / seen.scale
    return np.array(wanted).reshape(-1, 2), got_mm


def _peak(three: NDArray[Any]) -> float:
    """Where a parabola through three values has its top, from the middle one."""
    left, middle, right = three.tolist()
    bend = left - 2 * middle + right
    return 0.0 if bend >= -1e-6 else min(max((left - right) / (2 * bend), -0.5), 0.5)
