"""Fits a face to a card whose place is nearly known; computes each face's probability and how much of the card is
hidden."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Grey, Points
from companion.perception.cards.fit import TopView, slide_templates
from companion.perception.cards.pyramid import Pyramid
from companion.perception.cards.rectangles import corners_of
from companion.perception.drawn.face_templates import PIECE_SCALES, PX_PER_MM, FaceTemplates, cells_xywh
from companion.perception.drawn.reading import DrawnReading
from companion.perception.network import softmax

Pixels = NDArray[np.uint8]
Vectors = NDArray[np.float32]

REACHES_PX = (5, 4)
"""Search range of the pieces at each scale, px: 4 mm, then 1.6 mm."""
OUTLIER_MM = 1.0
"""RANSAC threshold: a piece displaced otherwise than its neighbours by more than this matched by chance."""
FEWEST_PIECES = 6
"""Matched pieces that are needed for a fit."""
SAMPLE, FEWEST_OF_SAMPLE = 16, 6
"""Most telling pieces, which are matched first, and how many of them must be found: nine of ten right guesses have 10
and more, three of four wrong ones fewer."""
FREE_PIECES = 16
"""Matched pieces that are needed for a homography; with fewer, or close together, an affine map is fitted."""
SPREAD = 0.5
"""Share of the card's sides over which the pieces must be spread for a homography."""
LEGIBLE = 0.65
"""A cell that correlates less with every face is hidden or lost in glare, and is not used."""
FEWEST_LEGIBLE = 10
"""Legible cells of 77, which overlap, that are needed: less than a motif has."""
OF_CARDS = 0.8
"""Mean correlation of the legible cells with the best face, at least."""
OPEN_CELL = 0.25
"""Share of a cell that may be hidden for it to be used."""
SETTLED = 0.95
"""Share of a face's printed cells that are legible when nothing covers it."""
DIMENSIONS = 3.0
"""Effective number of independent values per cell; neighbouring cells share most of their pixels."""
LEAST_RESIDUAL = 0.08
"""What the best correlation falls short of 1 by, print, paper and lenses being what they are."""
HIDDEN_OFF = 0.35
"""A pixel whose brightness (logarithm) differs from the face's by more than this is hidden."""
DARKEST = 12.0
"""Grey levels under which light is noise."""
MOSTLY = 0.8
"""Share of a face's printed cells that are legible, for the way in which the camera renders colours to be told from
them: the colours of a part are explained by many faces."""
SAME_COLOURS = 0.01
"""Squared logarithm, mean of the card, by which colours must vary for contrast and saturation to be told from them."""
SATURATION, CONTRAST = (0.2, 1.6), (0.4, 1.6)
"""Least and most by which a camera renders differences of colour, and of brightness; anything else is no print."""
LEAST_LIGHT = 1e-3
"""Pixels by which the fit of the light is kept solvable when hardly any are clear."""
MOST_OF = 0.5
"""Share of the legible pixels that must agree about the light for it to be fitted again to them."""
HIDDEN_PX = 7
"""Width of the opening that removes hidden pixels narrower than 6 mm: those are blurred edges."""
RIM_PX = 2
"""Width of the strip inside a card's border that is its outline."""


class FaceJudge:
    """Reads cards of one deck whose place is nearly known.

    Args:
        templates: the deck's.
        width_mm: a card's width.
        height_mm: a card's height.
    """

    def __init__(self, templates: FaceTemplates, width_mm: float, height_mm: float) -> None:
        self._templates = templates
        self._size_mm = width_mm, height_mm

    def fit(self, picture: Pyramid, to_picture: Points, template: int) -> Points | None:
        """Refine where a card lies, by matching small pieces of a face.

        Args:
            picture: what is read.
            to_picture: (3, 3), the card's mm to pixels, off by a few mm at most.
            template: the face's index in `FaceTemplates`.

        Returns:
            The refined (3, 3); None when too few pieces are found.
        """
        for scale, reach in zip(PIECE_SCALES, REACHES_PX, strict=True):
            pieces = self._templates.pieces(template, scale)
            margin_mm = 2 * reach / scale
            width_mm, height_mm = (length + margin_mm for length in self._size_mm)
            grey = picture.top_view(to_picture, width_mm, height_mm, scale)
            seen = TopView(grey, (np.array(grey.shape[::-1]) - 1) / 2, scale)
            wanted, got = slide_templates(seen, pieces.places_mm[:SAMPLE], pieces.pictures[:SAMPLE], reach)
            if len(wanted) < FEWEST_OF_SAMPLE and len(pieces.pictures) > SAMPLE:
                return None
            more_wanted, more_got = slide_templates(seen, pieces.places_mm[SAMPLE:], pieces.pictures[SAMPLE:], reach)
            moved = self._moved(np.vstack([wanted, more_wanted]), np.vstack([got, more_got]))
            if moved is None:
                return None
            to_picture = to_picture @ moved
        return to_picture

    def _moved(self, wanted: Points, got: Points) -> Points | None:
        """(3, 3), from where pieces should be to where they are, mm."""
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

    def read(self, pyramid: Pyramid, to_picture: Points) -> DrawnReading | None:
        """Read the card at a place.

        Args:
            pyramid: what is read.
            to_picture: (3, 3), the card's mm to pixels, as refined by `fit`.

        Returns:
            The reading, with `covered` 0 until `finish`; None where no face of the deck lies so.
        """
        seen = pyramid.top_view(to_picture, *self._size_mm, PX_PER_MM)
        likeness = self._likeness(seen)
        legible = likeness.max(axis=0) >= LEGIBLE
        count = int(np.count_nonzero(legible))
        if count < FEWEST_LEGIBLE:
            return None
        used = np.maximum(likeness[:, legible], 0.0)
        best = int(np.argmax(used.sum(axis=1)))
        mean = float(used[best].mean())
        if mean < OF_CARDS:
            return None
        return DrawnReading(
            shares=_shares(used),
            to_picture=to_picture,
            corners_px=corners_of(*self._size_mm, to_picture),
            covered=0.0,
            is_up=self._templates.up[best],
            weight=float(used[best].sum()),
            settled=bool(count >= SETTLED * self._templates.printed_cells[best]),
        )

    def finish(self, picture: Pixels, pyramid: Pyramid, reading: DrawnReading) -> DrawnReading:
        """Return the reading recomputed from the cells that nothing hides, and the share of the card that is hidden.

        A sleeve's edge may correlate with the edge of a motif; its colour gives it away.

        Args:
            picture: (H, W, 3) uint8 BGR.
            pyramid: of its grey.
            reading: as from `read`.
        """
        likeness = self._likeness(pyramid.top_view(reading.to_picture, *self._size_mm, PX_PER_MM))
        template = reading.likeliest()
        legible = likeness[template] >= LEGIBLE
        whole = bool(np.count_nonzero(legible) >= MOSTLY * self._templates.printed_cells[template])
        hidden = _hidden(picture, self._templates.top_views[template], reading.to_picture, legible, whole)
        cells = cells_xywh(hidden.shape)
        if reading.settled:  # What is legible all over the card is not hidden, however the camera renders its colours.
            for x, y, w, h in cells[legible]:
                hidden[y : y + h, x : x + w] = False
        of_cells = np.array([hidden[y : y + h, x : x + w].mean() for x, y, w, h in cells])
        used = likeness[:, (likeness.max(axis=0) >= LEGIBLE) & (of_cells <= OPEN_CELL)]
        open_print = self._templates.printed[template] & (of_cells <= OPEN_CELL)
        shown = float(legible[open_print].mean()) if open_print.any() else 0.0
        shares = _shares(np.maximum(used, 0.0))
        shares[list(reading.rivals)] += 1.0
        outline = 1.0 - float(hidden[_rim(hidden.shape)].mean())
        shares, covered = shares / shares.sum(), float(hidden.mean())
        return replace(reading, shares=shares, covered=covered, outline=outline, shown=shown)

    def _likeness(self, seen: Grey) -> Vectors:
        """Correlation of each cell with each template, (templates, cells), at the blur that fits the picture best."""
        return max(self._templates.likeness(seen), key=lambda each: float(each.max(axis=0).sum()))


def _shares(used: Vectors) -> NDArray[np.float64]:
    """The probability of each template, from the correlations (templates, cells) of visible cells.

    The unexplained part of a cell is noise of unknown variance, so that a chance correlation says little.
    """
    left = np.log(np.maximum(1 - used, LEAST_RESIDUAL)).sum(axis=1).astype(np.float64) * DIMENSIONS / 2
    return softmax(-left)


def _rim(shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """The strip inside the border of a top view (H, W)."""
    rim = np.ones(shape, bool)
    rim[RIM_PX:-RIM_PX, RIM_PX:-RIM_PX] = False
    return rim


def _hidden(
    picture: Pixels, drawn: Pixels, to_picture: Points, legible: NDArray[np.bool_], any_colours: bool
) -> NDArray[np.bool_]:
    """Where a card (H, W) does not have the face's colours under its light, or is outside of the picture.

    drawn: (H, W, 3), the face. legible: (cells,), those from which the light is fitted. any_colours: whether the camera
    may render all colours paler or stronger.
    """
    height, width = drawn.shape[:2]
    middle = (width - 1) / 2, (height - 1) / 2
    to_mm = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, PX_PER_MM]]) / PX_PER_MM
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpPerspective(picture, to_picture @ to_mm, (width, height), flags=flags, borderValue=(0, 0, 0))
    sent, came = (_logarithms(np.asarray(each, np.uint8)) for each in (drawn, seen))
    clear = np.zeros((height, width), bool)
    for x, y, w, h in cells_xywh(drawn.shape)[legible]:
        clear[y : y + h, x : x + w] = True
    off = np.abs(_unexplained(sent, came, clear, any_colours)).max(axis=0)
    mask = (off > HIDDEN_OFF).astype(np.uint8)
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((HIDDEN_PX, HIDDEN_PX), np.uint8)) > 0, np.bool_)


def _logarithms(picture: Pixels) -> Vectors:
    """The logarithms (3, H, W) of a picture (H, W, 3): planes, in which sums over the colours are quick."""
    soft = cv2.blur(picture, (3, 3)).astype(np.float32)
    return np.ascontiguousarray(np.log(np.maximum(soft, DARKEST)).transpose(2, 0, 1))


def _unexplained(sent: Vectors, came: Vectors, clear: NDArray[np.bool_], any_colours: bool) -> Vectors:
    """What the light does not explain of a card's colours, logarithms (3, H, W).

    The light has a colour, and changes linearly over the card. Besides, a camera renders all colours paler or stronger
    than they are, and glare lifts the dark ones: contrast and saturation, the same everywhere.

    sent, came: logarithms (3, H, W) of the face, and of what is seen. clear: (H, W), where both are compared.
    any_colours: whether contrast and saturation are fitted, too.
    """
    height, width = clear.shape
    y, x = (each.astype(np.float32).ravel() for each in np.mgrid[:height, :width])
    light = np.stack([np.ones_like(x), x / width - 0.5, y / height - 0.5])
    values = np.concatenate([came, sent, sent.mean(axis=0, keepdims=True)]).reshape(7, -1)
    is_clear = clear.ravel()
    kept = np.flatnonzero(is_clear)
    for _ in range(2):
        own, its = light[:, kept], values[:, kept]
        lit = np.linalg.solve(own @ own.T + LEAST_LIGHT * np.eye(3), own @ its.T).astype(np.float32)
        saturation, contrast = 1.0, 0.0
        if any_colours:
            even = its - lit.T @ own
            saturation, contrast = _rendered(even[:3].ravel(), even[3:6].ravel(), np.tile(even[6], 3))
        # What is left of a colour is linear in the values: those of the light are subtracted at once.
        mixed = np.hstack([np.eye(3), -saturation * np.eye(3), np.full((3, 1), -contrast)]).astype(np.float32)
        left = mixed @ values - (mixed @ lit.T) @ light
        near = np.flatnonzero(is_clear & (np.abs(left).max(axis=0) < HIDDEN_OFF))
        if len(near) <= MOST_OF * np.count_nonzero(is_clear):
            break
        kept = near
    return left.reshape(3, height, width)


def _rendered(seen: Vectors, colours: Vectors, greys: Vectors) -> tuple[float, float]:
    """The factors of colours and of greys whose sum is nearest to what is seen, (n,) logarithms each."""
    parts = np.stack([colours, greys])
    least = SAME_COLOURS * len(seen)
    weights = np.linalg.solve(parts @ parts.T + least * np.eye(2), parts @ seen + least * np.array([1.0, 0.0]))
    saturation = float(np.clip(weights[0], *SATURATION))
    return saturation, float(np.clip(weights.sum(), *CONTRAST)) - saturation
