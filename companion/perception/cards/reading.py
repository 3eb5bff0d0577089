"""The reading of one card with windows of symbols."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Points

DRAW_SIDE, READING_SIDE = "draw", "read"
"""The faces of a card: the side with windows, and the side with words."""


@dataclass(frozen=True, slots=True, eq=False)
class CardReading:
    """One card.

    Attributes:
        face: `DRAW_SIDE`, or `READING_SIDE`, of which nothing else is told.
        ident: the known card's number; None when it is not certain enough.
        guess: the best-fitting known card's number, however uncertain; None when none fits.
        confidence: probability, 0 to 1, that `guess` is right, or that it is a reading side; without a guess, the
            mean correlation of the cells.
        to_picture: (3, 3), the card's mm to pixels.
        corners_px: (4, 2), clockwise from its top left.
        colours: of the windows from the top down; None when unsure.
        header: which header it is; None when unsure.
        cell_shares: (cells, looks), probability of each symbol; zeros where a cell is hidden. Windows from the top
            down, row by row.
        margin: sum of correlations by which the card fits better than the runner-up.
    """

    face: str
    ident: int | None
    guess: int | None
    confidence: float
    to_picture: Points
    corners_px: Points
    colours: tuple[str, ...] | None
    header: str | None
    cell_shares: NDArray[np.float64]
    margin: float

    @property
    def centre_xy_px(self) -> tuple[float, float]:
        """The card's middle, px."""
        x, y, w = self.to_picture[:, 2]
        return float(x / w), float(y / w)

    @property
    def weight(self) -> float:
        """1 for every card: these cards are identified by many cells at once, so that the first at a place is the right
        one."""
        return 1.0

    @property
    def settled(self) -> bool:
        """True, see `weight`."""
        return True
