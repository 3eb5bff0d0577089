"""Whether nothing lies at a place: that must be earned."""

from __future__ import annotations

from collections.abc import Collection
from math import ceil

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels, Points
from companion.perception.drawn.place import Laid, Lies, Place
from companion.perception.drawn.spots import map_of, outline_mm, rectangle_mm, sampled
from companion.perception.rectify import TableView

Vectors = NDArray[np.float32]
Flags = NDArray[np.bool_]

GROUND_WIDTH_PX = 1200
"""The table's colours are compared in a picture no wider than this: 2 mm are averaged, and cloth becomes even."""
RINGS_MM = (3.0, 5.0)
"""How far outside of a place's edges the table shows, half way to the neighbours."""
RING_STEP_MM, INSIDE_STEP_MM = 5.0, 5.0
INSET_MM = 3.0
"""The outermost of a place is not looked at: a frame that is printed around it is blurred into that."""
CLEAR_MM = 2.0
"""What is nearer to a card's edge than this has its colour, too: blur, and thickness."""
DARKEST = 8.0
"""Grey levels under which a colour is noise."""
SAME_LIGHT, SAME_COLOUR = 0.25, 0.12
"""By which two colours of one table differ at most (logarithm): grain and shadows change the light, less the hue."""
COMMON = 0.3
"""Share of the table around known places that has a colour when the table is known to have it. A sleeve that rests
between two rows of cards has the place of 0.28 around each: the length of one of four sides, and its ends."""
NEAREST, FEWEST = 10, 2
"""Known places nearby by which the table is told; light falls otherwise on what is far."""
MOST_COLOURS = 400
"""Of the table that are compared; more tell no more."""
OPEN = 0.05
"""Share of a card that may be hidden when the table is told by what is around it: what hides it lies there, too."""
LINE_MM, OF_RING = 5.4, 0.6
"""A line of the mat, with its blur so broad, may run through the place; all else of it must look like the table when
nothing lies there, and this share of the points around it: a line along one side is 0.3 of them."""
SAME_POINT, OF_POINTS = 0.08, 0.75
"""By how much a point around a place may differ (logarithm) from when a card lay there, beside the light, and the
share of points that must not differ more: hands may have the colour of a wooden table, not the same grain."""
MIDDLE, EVEN = (10, 50, 90), 0.1
"""Percentiles of the light, and by how much they may differ from the table's: for places where no card was seen yet, or
where cards so askew that they hid most of what is around."""
LEFT_INSIDE, LEFT_RING = 0.75, 0.4
"""Share of these points that no known neighbour may hide."""


class Ground:
    """Tells whether the bare table shows at a place, by the colours that it has around others, and by what was seen
    around the card that lay there. All colours are logarithms, BGR."""

    def __init__(self, width_mm: float, height_mm: float) -> None:
        self._half_mm = width_mm / 2, height_mm / 2
        self._of_inside = 1 - LINE_MM / (min(width_mm, height_mm) - 2 * INSET_MM)
        self._inside = rectangle_mm(width_mm - 2 * INSET_MM, height_mm - 2 * INSET_MM, INSIDE_STEP_MM)
        self._ring = np.concatenate(
            [outline_mm(width_mm + 2 * out, height_mm + 2 * out, RING_STEP_MM) for out in RINGS_MM]
        )

    def look(self, picture: Pixels, view: TableView) -> None:
        """What follows is about this picture, (H, W, 3), full-size."""
        shrink = ceil(picture.shape[1] / GROUND_WIDTH_PX)
        size_xy = picture.shape[1] // shrink, picture.shape[0] // shrink
        small = cv2.resize(picture, size_xy, interpolation=cv2.INTER_AREA)
        self._soft, self._view = np.asarray(cv2.blur(small, (3, 3)), np.uint8), view.for_size(size_xy)

    def remember(self, place: Place, places: Collection[Place]) -> None:
        """How the table looks around a card that nothing hides."""
        if place.known is not None and place.known is not place.around_of and _is_open(place.known):
            place.around, place.around_of = self._shown(place, places, self._ring), place.known

    def is_bare(self, place: Place, places: Collection[Place]) -> bool:
        """Whether nothing lies at a place."""
        known = [each for each in places if each.known is not None and _is_open(each.known)]
        if len(known) < FEWEST:
            return False
        apart = np.hypot(*(np.array([each.xy_mm for each in known]) - place.xy_mm).T)
        near = [self._shown(known[nth], places, self._ring) for nth in np.argsort(apart)[:NEAREST]]
        table = _seen(np.concatenate(near))
        around, inside = (self._shown(place, places, points) for points in (self._ring, self._inside))
        if _share_seen(around) < LEFT_RING or _share_seen(inside) < LEFT_INSIDE:
            return False
        table = table[:: ceil(len(table) / MOST_COLOURS) or 1]
        return (
            _of_table(_seen(around), table) >= OF_RING
            and _of_table(_seen(inside), table) >= self._of_inside
            and _as_before(place.around, around)
            and (_share_seen(around - place.around) >= LEFT_RING or _even(around, inside, table))
        )

    def _shown(self, place: Place, places: Collection[Place], points_mm: Points) -> Vectors:
        """Logarithms of the colours (n, 3) at points about a place; NaN where a known card lies."""
        own_mm = points_mm + place.xy_mm
        hidden = np.zeros(len(points_mm), bool)
        for each in places:
            if each.known is not None and each.known.lies is not Lies.NOTHING and each.card_mm is not None:
                hidden |= self._covers(each.card_mm, own_mm - each.xy_mm)
        seen = sampled(self._soft, map_of(self._view, [place.xy_mm], points_mm))[0]
        colours = np.log(np.maximum(seen.astype(np.float32), DARKEST))
        colours[hidden] = np.nan
        return colours

    def _covers(self, card_mm: Points, points_mm: Points) -> Flags:
        """(n,), whether a card lies at points (n, 2) about its place, or very near."""
        if np.abs(points_mm).min(axis=0).max() > 2 * max(self._half_mm):
            return np.zeros(len(points_mm), bool)
        own = cv2.perspectiveTransform(points_mm[None], np.linalg.inv(card_mm))[0]
        return np.asarray((np.abs(own) <= np.array(self._half_mm) + CLEAR_MM).all(axis=1), np.bool_)


def _of_table(colours: Vectors, table: Vectors) -> float:
    """Share of colours (n, 3) that are common among those of the table (m, 3)."""
    if len(colours) == 0 or len(table) == 0:
        return 0.0
    light, its_light = colours.mean(axis=1), table.mean(axis=1)
    alike = np.abs(light[:, None] - its_light) <= SAME_LIGHT
    hue, its_hue = colours - light[:, None], table - its_light[:, None]
    alike &= np.abs(hue[:, None] - its_hue).max(axis=2) <= SAME_COLOUR
    return float((alike.mean(axis=1) >= COMMON).mean())


def _as_before(before: Vectors, now: Vectors) -> bool:
    """Whether the same points (n, 3) look as they did, but for the light that falls on all of them."""
    change = now - before
    told = ~np.isnan(change).any(axis=1)
    if not told.any():
        return True
    off = np.abs(change[told] - np.median(change[told], axis=0)).max(axis=1)
    return bool((off <= SAME_POINT).mean() >= OF_POINTS)


def _even(around: Vectors, inside: Vectors, table: Vectors) -> bool:
    """Whether a place is as bright as the table, and as evenly: a hand is rounded, and darker at its edges."""
    light, its_light = _seen(np.concatenate([around, inside])).mean(axis=1), table.mean(axis=1)
    (low, middle, high), (its_low, its_middle, its_high) = (np.percentile(each, MIDDLE) for each in (light, its_light))
    return bool(abs(middle - its_middle) <= EVEN and high - low <= its_high - its_low + EVEN)


def _seen(colours: Vectors) -> Vectors:
    """Those of colours (n, 3) that are seen."""
    return colours[~np.isnan(colours).any(axis=1)]


def _share_seen(colours: Vectors) -> float:
    return float((~np.isnan(colours).any(axis=1)).mean())


def _is_open(laid: Laid) -> bool:
    return laid.reading is None or laid.reading.covered <= OPEN
