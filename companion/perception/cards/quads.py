"""Finds the windows of cards: dark frames of four straight sides, whatever their colour.

Every strong ink of a window absorbs nearly all of one primary colour. So in the smallest of the three channels all
frames are dark, and paper and tints are bright, under any light that has all three colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Grey, Points
from companion.perception.cards.lines import line_near, meeting

Outline = NDArray[np.int32]

LOG_STEPS = 46.0
"""Grey levels per factor e after taking logarithms: shadows become differences, and 255 stays 255."""
BLOCK_SHARE = 0.045
"""Neighbourhood of the adaptive threshold, as a share of the picture's longer side."""
DARKER = 6
"""Logarithmic grey levels: darker than the neighbourhood by this, an eighth, is dark."""
PAPER_BLOCK_PX = 161
"""Neighbourhood against which paper stands out: wider than a card of the usual size in the coarse picture."""
PAPER_BRIGHTER = 1.2
"""Brightness of paper over its neighbourhood, at least."""
NEAR_PAPER_PX = 21
"""Within this distance of a card's edge there is white to be seen: its rim."""
INK_PX = 7
"""Ink up to this wide is filled with the paper around it."""
LEAST_LONG_PX = 38.0
"""Long side of a window at least: in a smaller one, symbols have less than four pixels, which nobody could read."""
SIDE_END = 0.12
"""Share of a side's length that is left out at both ends when its line is fitted: blur rounds corners."""
OFF_SHARE = 0.035
"""Contour points farther from a side than this share of the long side belong to something else."""
HULL_FILLED = (0.9, 1.06)
"""Area of the contour's hull over that of its four corners, least and most."""
ABOUT_FILLED = (0.8, 1.3)
"""Least and most of that ratio before lines are fitted: a polygon's corners may lie on what touches the outline."""

LEVELS, LEVEL_ENDS = (0.5, 0.65, 0.35, 0.8, 0.2), (5, 95)
"""Levels between dark and bright, the percentiles, at which the surroundings of a dented outline are cut."""
LEVEL_AROUND = 1.0
"""How far they reach beyond it, as a share of its longer extent."""


@dataclass(frozen=True, slots=True, eq=False)
class Quad:
    """An outline of four straight sides.

    Attributes:
        corners: (4, 2) px, clockwise, the first side a long one.
        ratio: long sides over short sides.
    """

    corners: Points
    ratio: float

    def enlarged(self, times: int) -> Quad:
        """Return the same outline in a picture `times` as large."""
        return Quad((self.corners + 0.5) * times - 0.5, self.ratio)

    def shrunk(self, times: int) -> Quad:
        """Return the same outline in a picture `times` as small."""
        return Quad((self.corners + 0.5) / times - 0.5, self.ratio)


def min_channel(picture: NDArray[np.uint8]) -> Grey:
    """Return the smallest of the three channels, (H, W, 3) to (H, W) uint8."""
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.min(cv2.min(blue, green), red), np.uint8)


def dark_mask(least: Grey, darker: int = DARKER) -> Grey:
    """Return 255 where the smallest channel is darker than its neighbourhood by a factor, (H, W) uint8.

    Args:
        least: (H, W) uint8.
        darker: the factor, in logarithmic grey levels.
    """
    logarithm = cv2.LUT(least, _LOGARITHMS)
    block = 2 * round(BLOCK_SHARE * max(least.shape) / 2) + 1
    return np.asarray(
        cv2.adaptiveThreshold(logarithm, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, max(9, block), darker),
        np.uint8,
    )


def paper_mask(least: Grey) -> Grey:
    """Return 255 where paper lies on something darker, (H, W) uint8: whole cards with their print, unless the table is
    white.

    The argument is the smallest channel, (H, W) uint8.
    """
    ink = cv2.getStructuringElement(cv2.MORPH_RECT, (INK_PX, INK_PX))
    filled = cv2.morphologyEx(least, cv2.MORPH_CLOSE, ink)
    around = cv2.blur(filled, (PAPER_BLOCK_PX, PAPER_BLOCK_PX))
    near = cv2.getStructuringElement(cv2.MORPH_RECT, (NEAR_PAPER_PX, NEAR_PAPER_PX))
    white = cv2.dilate(filled, near)
    # At the mean of paper and table, a blurred edge is where the sharp edge would be.
    bright = cv2.compare(filled, cv2.addWeighted(white, 0.5, around, 0.5, 0.0), cv2.CMP_GT)
    clearly = cv2.compare(white, cv2.convertScaleAbs(around, alpha=PAPER_BRIGHTER), cv2.CMP_GT)
    return np.asarray(cv2.bitwise_and(bright, clearly), np.uint8)


def level_outlines(least: Grey, rough: Quad) -> Iterator[list[Outline]]:
    """Yield the outlines of what is brighter than a level, around a dented outline; one list for each of `LEVELS`.

    Where the light falls off over a card, or glare lies beside it, `paper_mask` finds a dented outline. One level for
    the card and what lies around it cuts out the whole paper, or the white part of the face.

    Args:
        least: (H, W) uint8, the smallest channel.
        rough: the dented outline.
    """
    low, high = rough.corners.min(axis=0), rough.corners.max(axis=0)
    beyond = LEVEL_AROUND * (high - low).max()
    (left, top), (right, bottom) = np.maximum(low - beyond, 0).astype(int), np.ceil(high + beyond).astype(int)
    ink = cv2.getStructuringElement(cv2.MORPH_RECT, (INK_PX, INK_PX))
    filled = cv2.morphologyEx(least[top:bottom, left:right], cv2.MORPH_CLOSE, ink)
    dark, bright = np.percentile(filled, LEVEL_ENDS)
    for share in LEVELS:
        mask = (filled > dark + share * (bright - dark)).astype(np.uint8)
        yield [outline + np.array((left, top), np.int32) for outline in outlines_in(mask)]


@dataclass(frozen=True, slots=True, eq=False)
class FourSided:
    """A contour of about four sides, not fitted yet.

    Attributes:
        outline: (N, 2) px.
        corners: (4, 2) px, clockwise, of its polygon.
        long_px: its longest side.
    """

    outline: Outline
    corners: Points
    long_px: float

    def quad(self) -> Quad | None:
        """Return the outline with lines fitted to its sides; None when they are not straight, or too short."""
        corners = _fitted(self.corners, self.outline)
        if corners is None:
            return None
        area = cv2.contourArea(cv2.convexHull(self.outline))
        quad_area = _area(corners)
        if quad_area <= 0 or not HULL_FILLED[0] <= area / quad_area <= HULL_FILLED[1]:
            return None
        return _quad(corners)

    def rough(self) -> Quad | None:
        """Return the outline with the polygon's corners, however dented its sides are; None when they are too short."""
        return _quad(self.corners)


def _quad(corners: Points) -> Quad | None:
    """The outline with its corners ordered from a long side on; None when it is too short."""
    sides = _sides(corners)
    if sides[1] + sides[3] > sides[0] + sides[2]:
        corners, sides = np.roll(corners, -1, axis=0), np.roll(sides, -1)
    long_px, short_px = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    return Quad(corners, float(long_px / max(short_px, 1.0))) if long_px >= LEAST_LONG_PX else None


def outlines_in(mask: Grey) -> list[Outline]:
    """Return the contours (N, 2) of a mask (H, W) that are long enough to be part of a window's."""
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    return [np.asarray(contour[:, 0], np.int32) for contour in contours if len(contour) >= 2 * LEAST_LONG_PX]


def four_sided_in(outlines: list[Outline]) -> list[FourSided]:
    """Return the contours that have about four sides, largest first."""
    found = (_four_sided(outline) for outline in outlines)
    return sorted((each for each in found if each is not None), key=lambda each: -each.long_px)


def _four_sided(outline: Outline) -> FourSided | None:
    hull = cv2.convexHull(outline)
    area = cv2.contourArea(hull)
    if area < LEAST_LONG_PX * LEAST_LONG_PX / 4:
        return None
    corners = _four(hull, cv2.arcLength(hull, True))
    if corners is None or not ABOUT_FILLED[0] <= area / max(_area(corners), 1.0) <= ABOUT_FILLED[1]:
        return None
    long_px = float(_sides(corners).max())
    return FourSided(outline, corners, long_px) if long_px >= LEAST_LONG_PX / 1.2 else None


def _sides(corners: Points) -> Points:
    return np.asarray(np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1), np.float64)


def _four(hull: cv2.typing.MatLike, around: float) -> Points | None:
    for share in (0.02, 0.03, 0.045):
        near = cv2.approxPolyDP(hull, share * around, True)[:, 0].astype(np.float64)
        if len(near) == 4:
            return near if _area(near) > 0 else near[::-1].copy()
        if len(near) < 4:
            return None
    return None


def _fitted(corners: Points, contour: Outline) -> Points | None:
    """The corners where lines fitted to the sides intersect."""
    ends = np.roll(corners, -1, axis=0)
    lengths = np.linalg.norm(ends - corners, axis=1)
    if lengths.min() < 4:
        return None
    lines = []
    for start, end, length in zip(corners, ends, lengths, strict=True):
        line, points = line_near(contour, start, end, SIDE_END, max(1.5, OFF_SHARE * float(lengths.max())))
        if points < max(5, 0.3 * length):
            return None
        lines.append(line)
    found = [meeting(before, after) for before, after in zip([lines[-1], *lines[:-1]], lines, strict=True)]
    return None if any(each is None for each in found) else np.array(found)


def _area(corners: Points | Sequence[Points]) -> float:
    x, y = np.asarray(corners).T
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2


_LOGARITHMS = np.clip(np.round(LOG_STEPS * np.log1p(np.arange(256))), 0, 255).astype(np.uint8)
