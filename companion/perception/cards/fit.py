"""Locates a card to a fraction of a symbol: matches its cells with what they should show, and fits a homography."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Grey, Points
from companion.core.capabilities.symbol_cards import SymbolCards
from companion.perception.cards.templates import PATCH_PX, PITCH_PX, Patches, Templates

REACHES_PX = (5, 2)
"""Search range of the cells in each round of fitting, px of the top view (a third of a millimetre each)."""
FITTING = 0.5
"""A cell that correlates less with its template is covered, glaring or elsewhere, and is not used."""
BLUR = 1
"""Index of the templates' blur that is matched: the poor picture's, which sharp pictures correlate with nearly as
well."""
MANY_CELLS = 48
"""With more cells than this only every other one is used in the first round."""
FEWEST_CELLS = 10
"""Matched cells that are needed: with fewer, the homography's eight parameters would follow noise."""
OUTLIER_PX = 2.0
"""RANSAC threshold: a cell displaced otherwise than its neighbours by more than this matched by chance."""


@dataclass(frozen=True, slots=True, eq=False)
class TopView:
    """A card, or one of its windows, as seen from straight above.

    Attributes:
        grey: (H, W) uint8.
        middle_xy: (2,), pixel of its centre.
        scale: pixels per mm.
    """

    grey: Grey
    middle_xy: Points
    scale: float


def top_view(grey: Grey, to_picture: Points, width_mm: float, height_mm: float, scale: float) -> TopView:
    """Rectify the rectangle about the origin of `to_picture`, bilinear.

    Args:
        grey: (H, W) uint8.
        to_picture: (3, 3), mm to pixels.
        width_mm: the rectangle's width.
        height_mm: its height.
        scale: pixels per mm of the result.
    """
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
    return TopView(np.asarray(seen, np.uint8), middle, scale)


def patches_at(seen: TopView, cells_xy_mm: Points) -> Patches:
    """Cut out the pictures around cells, rounded to whole pixels.

    Args:
        seen: the card.
        cells_xy_mm: (cells, 2), their middles.

    Returns:
        (cells, PATCH_PX, PATCH_PX) float32; 0 for cells outside.
    """
    corners = np.round(seen.middle_xy + cells_xy_mm * seen.scale - (PATCH_PX - 1) / 2).astype(int)
    height, width = seen.grey.shape
    found = np.zeros((len(corners), PATCH_PX, PATCH_PX), np.float32)
    for index, (x, y) in enumerate(corners):
        if 0 <= x <= width - PATCH_PX and 0 <= y <= height - PATCH_PX:
            found[index] = seen.grey[y : y + PATCH_PX, x : x + PATCH_PX]
    return found


class Fitter:
    """Locates cards of one kind. All homographies are (3, 3), from the card's millimetres to pixels.

    Args:
        cards: the deck.
        templates: its symbols.
    """

    def __init__(self, cards: SymbolCards, templates: Templates) -> None:
        self._cards = cards
        self._templates = templates
        self.scale = PITCH_PX / cards.pitch_mm
        self.cells_mm = np.array([xy for nth in range(len(cards.windows_xy_mm)) for xy in cards.cells_xy_mm(nth)])

    def card_view(self, grey: Grey, to_picture: Points) -> TopView:
        """Rectify a card, with a margin of a symbol's width."""
        margin_mm = self._cards.pitch_mm
        return top_view(
            grey, to_picture, self._cards.width_mm + margin_mm, self._cards.height_mm + margin_mm, self.scale
        )

    def fit(self, grey: Grey, to_picture: Points, looks: NDArray[np.int32]) -> Points | None:
        """Refine where a card lies.

        Args:
            grey: (H, W) uint8.
            to_picture: (3, 3), off by a symbol at most.
            looks: (cells,), the symbol that each cell should show, -1 where unknown.

        Returns:
            The refined (3, 3); None when too few cells match.
        """
        known = np.flatnonzero(looks >= 0)
        for reach in REACHES_PX:
            seen = self.card_view(grey, to_picture)
            # The first round only needs to be approximate: every other cell suffices.
            cells = known[::2] if reach == REACHES_PX[0] and len(known) > MANY_CELLS else known
            wanted, got = slide_templates(
                seen, self.cells_mm[cells], self._templates.patches[BLUR, looks[cells]], reach
            )
            if len(wanted) < FEWEST_CELLS:
                return None
            found, _ = cv2.findHomography(wanted, got, cv2.RANSAC, OUTLIER_PX / self.scale)
            if found is None:
                return None
            to_picture = np.asarray(to_picture @ found, np.float64)
        return to_picture


def slide_templates(seen: TopView, points_mm: Points, looks: Patches, reach_px: int) -> tuple[Points, Points]:
    """Find small pictures near the places where they should be, by normalised cross-correlation, to a fraction of a
    pixel.

    Args:
        seen: the top view that is searched.
        points_mm: (n, 2), where the middles should be.
        looks: (n, side, side) float32, what should be there.
        reach_px: search range to each side.

    Returns:
        Of those found: where they should be and where they are, (m, 2) mm each.
    """
    half = (looks.shape[1] - 1) / 2
    corners = (np.round(seen.middle_xy + points_mm * seen.scale - half).astype(int) - reach_px).tolist()
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
        dx = bx + _peak(*likeness[by, bx - 1 : bx + 2].tolist())
        dy = by + _peak(*likeness[by - 1 : by + 2, bx].tolist())
        wanted.append(point_mm)
        got.append((x + dx, y + dy))
    got_mm = (np.array(got).reshape(-1, 2) + half - seen.middle_xy) / seen.scale
    return np.array(wanted).reshape(-1, 2), got_mm


def _peak(left: float, middle: float, right: float) -> float:
    """Position of the top of a parabola through three values, from the middle one, -0.5 to 0.5."""
    bend = left - 2 * middle + right
    return 0.0 if bend >= -1e-6 else min(max((left - right) / (2 * bend), -0.5), 0.5)
