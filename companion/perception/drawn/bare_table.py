"""Decides whether nothing lies at a place, from the colours of the table around known places."""

from __future__ import annotations

from collections.abc import Collection
from math import ceil

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels, Points
from companion.perception.drawn.place_state import Lying, Place, PlaceState
from companion.perception.drawn.spots import outline_mm, rectangle_mm, sample_colours, sample_points
from companion.perception.rectify import TableView

Vectors = NDArray[np.float32]
Flags = NDArray[np.bool_]

GROUND_WIDTH_PX = 1200
"""Colours are compared in a picture no wider than this: that averages over 2 mm, and cloth becomes even."""
RINGS_MM = (3.0, 5.0)
"""Distances outside a place's edges at which the table is sampled, half way to the neighbours."""
RING_STEP_MM, INSIDE_STEP_MM = 5.0, 5.0
"""Distance between samples around a place, and inside of it."""
INSET_MM = 3.0
"""The outermost part of a place that is not sampled: a frame printed around it is blurred into that."""
CLEAR_MM = 2.0
"""Points nearer to a card's edge than this are taken as hidden by it: blur, and thickness."""
DARKEST = 8.0
"""Grey levels under which a colour is noise."""
SAME_LIGHT, SAME_COLOUR = 0.25, 0.12
"""Most by which two colours of one table differ, as logarithms, in brightness and in hue: grain and shadows change the
brightness, less the hue."""
COMMON = 0.3
"""Share of the samples around known places that must have a colour for it to be the table's. A sleeve that rests
between two rows of cards covers 0.28 of the surroundings of each: one of four sides, and its ends."""
NEAREST, FEWEST = 10, 2
"""Known places nearby that show the table's colours, at most and at least; light differs farther away."""
MOST_COLOURS = 400
"""Table colours that are compared; more do not help."""
OPEN = 0.05
"""Share of a card that may be hidden for its surroundings to be sampled: what hides it lies there, too."""
LINE_MM, OF_RING = 5.4, 0.6
"""A line printed on the mat, with its blur this wide, may run through the place; all else must look like the table, and
so must this share of the samples around it: a line along one side covers 0.3 of them."""
SAME_POINT, OF_POINTS = 0.08, 0.75
"""Most by which a sample around a place may differ (logarithm, without the change of light) from when a card lay there,
and the share of samples that must not differ more: hands may have a wooden table's colour, but not its grain."""
MIDDLE, EVEN = (10, 50, 90), 0.1
"""Percentiles of brightness, and by how much they may differ from the table's, for places where no card was seen yet or
where a card askew hid most of the surroundings."""
LEFT_INSIDE, LEFT_RING = 0.75, 0.4
"""Share of the samples, inside a place and around it, that no known neighbour may hide."""


class TableColours:
    """Tells whether the bare table shows at a place.

    A place is bare when it has the colours that the table has around other places, and its surroundings look as they
    did around the card that lay there. All colours are logarithms, BGR.

    Args:
        width_mm: a card's width.
        height_mm: a card's height.
    """

    def __init__(self, width_mm: float, height_mm: float) -> None:
        self._half_mm = width_mm / 2, height_mm / 2
        self._of_inside = 1 - LINE_MM / (min(width_mm, height_mm) - 2 * INSET_MM)
        self._inside = rectangle_mm(width_mm - 2 * INSET_MM, height_mm - 2 * INSET_MM, INSIDE_STEP_MM)
        self._ring = np.concatenate(
            [outline_mm(width_mm + 2 * out, height_mm + 2 * out, RING_STEP_MM) for out in RINGS_MM]
        )

    def set_picture(self, picture: Pixels, view: TableView) -> None:
        """Use this picture, (H, W, 3) uint8 BGR, full-size, in the following calls. view: how it sees the mat."""
        shrink = ceil(picture.shape[1] / GROUND_WIDTH_PX)
        size_xy = picture.shape[1] // shrink, picture.shape[0] // shrink
        small = cv2.resize(picture, size_xy, interpolation=cv2.INTER_AREA)
        self._soft, self._view = np.asarray(cv2.blur(small, (3, 3)), np.uint8), view.for_size(size_xy)

    def remember(self, place: Place, places: Collection[Place]) -> None:
        """Sample the surroundings of a place whose card nothing hides.

        Args:
            place: the place; its `around` and `around_of` are set.
            places: all places, for what hides the samples.
        """
        if place.known is not None and place.known is not place.around_of and _is_open(place.known):
            place.around, place.around_of = self._shown(place, places, self._ring), place.known

    def is_bare(self, place: Place, places: Collection[Place]) -> bool:
        """Return whether nothing lies at a place. places: all places."""
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
            if each.known is not None and each.known.lies is not Lying.NOTHING and each.card_to_place is not None:
                hidden |= self._covers(each.card_to_place, own_mm - each.xy_mm)
        seen = sample_colours(self._soft, sample_points(self._view, [place.xy_mm], points_mm))[0]
        colours = np.log(np.maximum(seen.astype(np.float32), DARKEST))
        colours[hidden] = np.nan
        return colours

    def _covers(self, card_to_place: Points, points_mm: Points) -> Flags:
        """(n,) bool, whether a card covers points (n, 2) about its place, or lies very near."""
        if np.abs(points_mm).min(axis=0).max() > 2 * max(self._half_mm):
            return np.zeros(len(points_mm), bool)
        own = cv2.perspectiveTransform(points_mm[None], np.linalg.inv(card_to_place))[0]
        return np.asarray((np.abs(own) <= np.array(self._half_mm) + CLEAR_MM).all(axis=1), np.bool_)


def _of_table(colours: Vectors, table: Vectors) -> float:
    """Share of the colours (n, 3) that are common among the table's (m, 3)."""
    if len(colours) == 0 or len(table) == 0:
        return 0.0
    light, its_light = colours.mean(axis=1), table.mean(axis=1)
    alike = np.abs(light[:, None] - its_light) <= SAME_LIGHT
    hue, its_hue = colours - light[:, None], table - its_light[:, None]
    alike &= np.abs(hue[:, None] - its_hue).max(axis=2) <= SAME_COLOUR
    return float((alike.mean(axis=1) >= COMMON).mean())


def _as_before(before: Vectors, now: Vectors) -> bool:
    """Whether the same points (n, 3) look as before, except for a change of light on all of them."""
    change = now - before
    valid = ~np.isnan(change).any(axis=1)
    if not valid.any():
        return True
    off = np.abs(change[valid] - np.median(change[valid], axis=0)).max(axis=1)
    return bool((off <= SAME_POINT).mean() >= OF_POINTS)


def _even(around: Vectors, inside: Vectors, table: Vectors) -> bool:
    """Whether a place is as bright as the table, and as even: a hand is rounded, and darker at its edges."""
    light, its_light = _seen(np.concatenate([around, inside])).mean(axis=1), table.mean(axis=1)
    (low, middle, high), (its_low, its_middle, its_high) = (np.percentile(each, MIDDLE) for each in (light, its_light))
    return bool(abs(middle - its_middle) <= EVEN and high - low <= its_high - its_low + EVEN)


def _seen(colours: Vectors) -> Vectors:
    """The colours (n, 3) that are not NaN."""
    return colours[~np.isnan(colours).any(axis=1)]


def _share_seen(colours: Vectors) -> float:
    """Share of the colours (n, 3) that are not NaN."""
    return float((~np.isnan(colours).any(axis=1)).mean())


def _is_open(laid: PlaceState) -> bool:
    return laid.reading is None or laid.reading.covered <= OPEN
