"""Veils pictures of the table: things that were read and are open stay, all else is one colour.

A thing is only left open where nothing foreign is over it. Foreign is what neither belongs to the table nor was read:
a hand, the arm behind it, what it holds up to the camera, a card that lies astray.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels
from companion.perception.settle import Grey, changed

Outline = NDArray[np.float64]
"""(N, 2), corners of a convex area in pixels of the picture."""
Mask = NDArray[np.bool_]

VEIL_BGR = (74, 58, 44)
"""Colour of what is veiled: a dark slate on which the marks and outlines can be seen."""
GHOST_BGR = (128, 110, 96)
"""Colour of outlines that say where things should lie."""
COMPARED_WIDTH_PX = 320
"""Width at which pictures are compared: twice what `settle.changed` reduces them to."""
AROUND_READ = 3
"""Reduced pixels, 15 mm, around a thing that was read, in which its shadow and soft edges change the picture too."""
LEAST_FOREIGN = 3
"""Reduced pixels, a fingertip, that nothing explains: fewer are the rim of a shadow."""
BEYOND_FOREIGN = 2
"""Reduced pixels around what is foreign: its own shadow and soft edges."""
STAYS = 4
"""What was foreign in this number of looks in a row and has not moved since belongs to the table: no hand holds still
while the table moves and comes to rest four times."""


class Foreign:
    """Remembers how the table lay, and finds what is foreign in the next picture of it."""

    def __init__(self) -> None:
        self._table: Grey | None = None
        self._last: Grey | None = None
        self._streak: NDArray[np.int32] | None = None

    def update(
        self, picture: Pixels, moved: Iterable[Outline], unmoved: Iterable[Outline], *, rests_anew: bool = True
    ) -> Mask:
        """Take in a picture of the table at rest.

        Args:
            picture: (H, W, 3) uint8 BGR. One of another shape than before starts afresh, and so does the first.
            moved: where something was read anew in this picture, or has been taken away since the last: that explains
                a change.
            unmoved: where the same was read as in the last picture, so that nothing may have changed.
            rests_anew: whether the table has moved since the last picture, and come to rest again.

        Returns:
            (h, w) bool, reduced to at most 160 pixels wide: where something foreign is.
        """
        now = _compared(picture)
        if self._table is None or self._last is None or self._table.shape != now.shape:
            self._table = self._last = now
            none = changed(now, now)
            self._streak = np.zeros(none.shape, np.int32)
            return none
        assert self._streak is not None
        news = changed(self._table, now)
        explained = area(moved, picture, news.shape, AROUND_READ) & ~area(unmoved, picture, news.shape)
        foreign = _unexplained(news, explained)
        since = changed(self._last, now)
        self._streak = np.where(foreign, np.where(since, 1, self._streak + int(rests_anew)), 0).astype(np.int32)
        foreign &= self._streak < STAYS
        fine = cv2.resize(foreign.astype(np.uint8), now.shape[::-1], interpolation=cv2.INTER_NEAREST)
        self._table = np.where(fine > 0, self._table, now).astype(np.float32)
        self._last = now
        return _filled(foreign)


def area(outlines: Iterable[Outline], picture: Pixels, shape: tuple[int, ...], around: int = 0) -> Mask:
    """The area of outlines in `picture`, as a reduced mask.

    Args:
        outlines: in pixels of `picture`.
        shape: (h, w) of the mask.
        around: reduced pixels that are added on all sides.
    """
    mask = np.zeros(shape, np.uint8)
    scale = np.array([shape[1] / picture.shape[1], shape[0] / picture.shape[0]])
    for outline in outlines:
        cv2.fillPoly(mask, [np.rint(outline * scale).astype(np.int32)], 1)
    if around:
        mask = np.asarray(cv2.dilate(mask, np.ones((2 * around + 1, 2 * around + 1), np.uint8)), np.uint8)
    return mask > 0


def is_clear(foreign: Mask, outline: Outline, picture: Pixels) -> bool:
    """Whether nothing foreign is over an outline (pixels of `picture`)."""
    return not bool((area([outline], picture, foreign.shape) & foreign).any())


def veiled(picture: Pixels, opened: Sequence[Outline]) -> Pixels:
    """Return a copy of the picture in which all but the opened areas is painted over with one colour."""
    canvas = np.empty_like(picture)
    canvas[:] = VEIL_BGR
    mask = np.zeros(picture.shape[:2], np.uint8)
    for outline in opened:
        cv2.fillPoly(mask, [np.rint(outline).astype(np.int32)], 255)
    cv2.copyTo(picture, mask, canvas)
    return canvas


def pasted(picture: Pixels, other: Pixels, areas: Sequence[Outline]) -> Pixels:
    """Return a copy of the picture with some areas of another of its size pasted in."""
    canvas, mask = picture.copy(), np.zeros(picture.shape[:2], np.uint8)
    for outline in areas:
        cv2.fillPoly(mask, [np.rint(outline).astype(np.int32)], 255)
    cv2.copyTo(other, mask, canvas)
    return canvas


def cut_out(picture: Pixels, outline: Outline) -> Pixels:
    """Return the piece of the picture around an outline, with all but the outline's inside painted over; at least one
    pixel."""
    height, width = picture.shape[:2]
    left, top = np.clip(np.floor(outline.min(axis=0)).astype(int), 0, (width - 1, height - 1))
    right, bottom = np.clip(np.ceil(outline.max(axis=0)).astype(int) + 1, (left + 1, top + 1), (width, height))
    return veiled(picture[top:bottom, left:right], [outline - (left, top)])


def _compared(picture: Pixels) -> Grey:
    height, width = picture.shape[:2]
    share = min(1.0, COMPARED_WIDTH_PX / width)
    size = (max(1, round(width * share)), max(1, round(height * share)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)


def _unexplained(news: Mask, explained: Mask) -> Mask:
    """The connected changes that reach beyond what explains them, whole: what is held over a thing that was read hangs
    together with the hand that holds it."""
    count, labels = cv2.connectedComponents(news.astype(np.uint8), connectivity=8)
    loose = np.bincount(labels[news & ~explained], minlength=count)
    foreign: Mask = (loose >= LEAST_FOREIGN)[labels] & news
    return foreign


def _filled(foreign: Mask) -> Mask:
    """Each connected area filled to its convex hull, and a little more."""
    found, _ = cv2.findContours(foreign.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    mask = np.zeros(foreign.shape, np.uint8)
    for contour in found:
        cv2.fillConvexPoly(mask, cv2.convexHull(contour), 1)
    side = 2 * BEYOND_FOREIGN + 1
    return np.asarray(cv2.dilate(mask, np.ones((side, side), np.uint8))) > 0
