"""What a card whose place is known shows: how likely each side of the deck is, and how much of it something hides."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Grey, Points
from companion.perception.cards.fit import Flat, slid
from companion.perception.cards.places import corners_of
from companion.perception.cards.pyramid import Pyramid
from companion.perception.drawn.looks import PIECE_SCALES, PX_PER_MM, Looks, cells_xywh
from companion.perception.drawn.reading import DrawnReading
from companion.perception.network import softmax

Pixels = NDArray[np.uint8]
Vectors = NDArray[np.float32]

REACHES_PX = (5, 4)
"""How far pieces are slid at each scale: 4 mm, then 1.6 mm."""
OUTLIER_MM = 1.0
"""A piece that wants to go elsewhere than its neighbours by more than this resembles by chance."""
FEWEST_PIECES = 6
FREE_PIECES = 16
"""With fewer pieces, or when they lie close together, a plane's eight unknowns would follow noise: then six."""
SPREAD = 0.5
"""Share of the card's sides over which pieces must lie for that."""
LEGIBLE = 0.65
"""A cell that resembles no side as much as this is hidden or lost in glare, and says nothing."""
FEWEST_LEGIBLE = 10
"""Of 77 cells, which overlap: less than a motif."""
OF_CARDS = 0.8
"""Mean likeness of the legible cells to the best side."""
OPEN_CELL = 0.25
"""Share of a cell that may be hidden when it is to say something."""
SETTLED = 0.95
"""Share of a side's printed cells that are legible when nothing covers it."""
DIMENSIONS = 3.0
"""How many independent values a cell amounts to beside its neighbours, which share most of its pixels with it."""
LEAST_RESIDUAL = 0.08
"""What a perfect likeness falls short of 1 by, print, paper and lenses being what they are."""
HIDDEN_OFF = 0.35
"""A place whose light (logarithm) is off by more than this from what the side would send, is hidden."""
DARKEST = 12.0
"""Grey levels under which light is noise."""
MOST_OF = 0.5
"""Share of the legible places that must agree about the light."""
HIDDEN_PX = 7
"""Hidden places are wider than this, 6 mm: narrower ones are blurred edges."""


class SideJudge:
    """Reads sides of one deck whose place is nearly known."""

    def __init__(self, looks: Looks, width_mm: float, height_mm: float) -> None:
        self._looks = looks
        self._size_mm = width_mm, height_mm

    def fitted(self, picture: Pyramid, to_picture: Points, look: int) -> Points | None:
        """`to_picture` moved to where the pieces of a side are seen; None when too few of them are."""
        for scale, reach in zip(PIECE_SCALES, REACHES_PX, strict=True):
            pieces = self._looks.pieces(look, scale)
            margin_mm = 2 * reach / scale
            width_mm, height_mm = (length + margin_mm for length in self._size_mm)
            grey = picture.flat(to_picture, width_mm, height_mm, scale)
            seen = Flat(grey, (np.array(grey.shape[::-1]) - 1) / 2, scale)
            wanted, got = slid(seen, pieces.places_mm, pieces.looks, reach)
            moved = self._moved(wanted, got)
            if moved is None:
                return None
            to_picture = to_picture @ moved
        return to_picture

    def _moved(self, wanted: Points, got: Points) -> Points | None:
        """(3, 3), from where pieces should be to where they are."""
        if len(wanted) < FEWEST_PIECES:
            return None
        spread = np.ptp(wanted, axis=0) / self._size_mm
        if len(wanted) >= FREE_PIECES and spread.min() > SPREAD:
            matrix, inliers = cv2.findHomography(wanted, got, cv2.RANSAC, OUTLIER_MM)
        else:
            six, inliers = cv2.estimateAffine2D(wanted, got, method=cv2.RANSAC, ransacReprojThreshold=OUTLIER_MM)
            matrix = None if six is None else np.vstack([six, [0.0, 0.0, 1.0]])
        if matrix is None or np.count_nonzero(inliers) < FEWEST_PIECES:
            return None
        return np.asarray(matrix, np.float64)

    def judged(self, pyramid: Pyramid, to_picture: Points) -> DrawnReading | None:
        """The reading; None where no side of the deck lies so."""
        seen = pyramid.flat(to_picture, *self._size_mm, PX_PER_MM)
        likeness = self._likeness(seen)
        legible = likeness.max(axis=0) >= LEGIBLE
        count = int(np.count_nonzero(legible))
        if count < FEWEST_LEGIBLE:
            return None
        told = np.maximum(likeness[:, legible], 0.0)
        best = int(np.argmax(told.sum(axis=1)))
        mean = float(told[best].mean())
        if mean < OF_CARDS:
            return None
        return DrawnReading(
            shares=_shares(told),
            to_picture=to_picture,
            corners_px=corners_of(*self._size_mm, to_picture),
            covered=0.0,
            is_up=self._looks.up[best],
            weight=float(told[best].sum()),
            settled=bool(count >= SETTLED * self._looks.told[best]),
        )

    def finished(self, picture: Pixels, pyramid: Pyramid, reading: DrawnReading) -> DrawnReading:
        """The reading by those cells alone that nothing hides, and how much of the card is hidden.

        A sleeve's edge may resemble the edge of a motif; its colour is another one.
        """
        likeness = self._likeness(pyramid.flat(reading.to_picture, *self._size_mm, PX_PER_MM))
        look = reading.likeliest()
        hidden = _hidden(picture, self._looks.flats[look], reading.to_picture, likeness[look] >= LEGIBLE)
        of_cells = np.array([hidden[y : y + h, x : x + w].mean() for x, y, w, h in cells_xywh(hidden.shape)])
        told = likeness[:, (likeness.max(axis=0) >= LEGIBLE) & (of_cells <= OPEN_CELL)]
        shares = _shares(np.maximum(told, 0.0))
        shares[list(reading.rivals)] += 1.0
        return replace(reading, shares=shares / shares.sum(), covered=float(hidden.mean()))

    def _likeness(self, seen: Grey) -> Vectors:
        """How much each cell resembles each look, (looks, cells), in the blur that suits the picture."""
        return max(self._looks.likeness(seen), key=lambda each: float(each.max(axis=0).sum()))


def _shares(told: Vectors) -> NDArray[np.float64]:
    """The probability of each look, by its likeness (looks, cells) to cells that are seen.

    What a side leaves unexplained of a cell is noise, of which nobody knows how loud it is there: a cell that resembles
    some side by chance says little.
    """
    left = np.log(np.maximum(1 - told, LEAST_RESIDUAL)).sum(axis=1).astype(np.float64) * DIMENSIONS / 2
    return softmax(-left)


def _hidden(picture: Pixels, drawn: Pixels, to_picture: Points, legible: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Where a card (H, W) does not send the light that its side would, or is outside of the picture.

    drawn: (H, W, 3), the side. legible: (cells,), by which it is told how light falls on it.
    """
    height, width = drawn.shape[:2]
    middle = (width - 1) / 2, (height - 1) / 2
    to_mm = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, PX_PER_MM]]) / PX_PER_MM
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpPerspective(picture, to_picture @ to_mm, (width, height), flags=flags, borderValue=(0, 0, 0))
    sent, came = (np.log(np.maximum(cv2.blur(each, (3, 3)).astype(np.float32), DARKEST)) for each in (drawn, seen))
    clear = np.zeros((height, width), bool)
    for x, y, w, h in cells_xywh(drawn.shape)[legible]:
        clear[y : y + h, x : x + w] = True
    y, x = np.mgrid[:height, :width]
    plane = np.stack([np.ones_like(x), x / width, y / height], axis=2).astype(np.float64)
    off = np.zeros((height, width))
    for nth in range(3):
        light = came[:, :, nth] - sent[:, :, nth]
        weights = np.linalg.lstsq(plane[clear], light[clear], rcond=None)[0]
        kept = clear & (np.abs(light - plane @ weights) < HIDDEN_OFF)
        if np.count_nonzero(kept) > MOST_OF * np.count_nonzero(clear):
            weights = np.linalg.lstsq(plane[kept], light[kept], rcond=None)[0]
        off = np.maximum(off, np.abs(light - plane @ weights))
    mask = (off > HIDDEN_OFF).astype(np.uint8)
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((HIDDEN_PX, HIDDEN_PX), np.uint8)) > 0, np.bool_)
