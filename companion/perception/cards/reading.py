"""What the reader says of one card."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Points

DRAW_SIDE, READING_SIDE = "draw", "read"


@dataclass(frozen=True, slots=True, eq=False)
class CardReading:
    """A card.

    Attributes:
        face: `DRAW_SIDE`, or `READING_SIDE`, of which nothing else is told.
        ident: the known card, or None when the reader is not sure enough; `guess` also then.
        sure: probability that `guess` is right (of a reading side, or without a guess: that it is such a card).
        to_picture: (3, 3), the card's mm to pixels.
        corners_px: (4, 2), clockwise from its top left.
        colours: of the windows from the top down; None when not sure enough.
        metal: None when not sure enough.
        cell_shares: (cells, looks), probability of each look; zeros where a cell is hidden. Windows from the top
            down, row by row.
        margin: how much better than the runner-up the card fits, sum of likenesses.
    """

    face: str
    ident: int | None
    guess: int | None
    confidence: float
    to_picture: Points
    corners_px: Points
    colours: tuple[str, ...] | None
    metal: str | None
    cell_shares: NDArray[np.float64]
    margin: float

    @property
    def centre_xy_px(self) -> tuple[float, float]:
        x, y, w = self.to_picture[:, 2]
        return float(x / w), float(y / w)

    @property
    def weight(self) -> float:
        """Cards are named by what they show in many places at once: the first at a place is the right one."""
        return 1.0

    @property
    def settled(self) -> bool:
        return True
