"""Finds cards of one kind in a picture of unknown scale: outlines first in a coarse picture, then in finer ones. What
an outline may be is for a `Seeker` to say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Generic, Protocol, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Grey, Points
from companion.perception.cards.left import may_hold_cards
from companion.perception.cards.pyramid import Pyramid
from companion.perception.cards.quads import (
    Outline,
    Quad,
    dark_places,
    four_sided_in,
    least_channel,
    outlines_in,
    paper_places,
)
from companion.perception.cards.sides import Corner, Side, bends_in
from companion.perception.eyes import Area

PAPER_WIDTH_PX, COARSE_WIDTH_PX, FINE_WIDTH_PX = 560, 1100, 2300
"""Outlines are looked for in smaller pictures first: what is seen there costs a quarter. In the smallest one only
whole cards are looked for, by their paper."""
FINE_ENOUGH = 1.25
"""Pixels a mm of a picture under which outlines run together: then a finer one is looked at, too."""
BEYOND = 0.03
"""Of the picture's width: motion is told in blocks, and paper is found by the table around it."""


class Lying(Protocol):
    """What a finder needs to know of a card that was found.

    Attributes:
        to_picture: (3, 3), the card's mm about its middle to pixels.
        corners_px: (4, 2), clockwise from its top left.
        weight: how much of the card speaks for it, to be compared with others' at the same place.
        settled: nothing that could be found at its place would be better.
    """

    @property
    def to_picture(self) -> Points: ...
    @property
    def corners_px(self) -> Points: ...
    @property
    def centre_xy_px(self) -> tuple[float, float]: ...
    @property
    def weight(self) -> float: ...
    @property
    def settled(self) -> bool: ...


Reading = TypeVar("Reading", bound=Lying)
Sought = TypeVar("Sought", bound=Lying, covariant=True)


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """Where on a known table a card is looked for.

    Attributes:
        plane: (3, 3), the table's mm about the spot to pixels. near_mm: how far from it the card's middle may be.
    """

    plane: Points
    near_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A picture as its readers need it: (H, W, 3) uint8 BGR, and its grey. spot: where a card is looked for, if only
    there."""

    picture: NDArray[np.uint8]
    grey: Grey
    pyramid: Pyramid
    spot: Spot | None = None


class Seeker(Protocol[Sought]):
    """Says which card of one kind explains an outline. All coordinates are pixels of the whole picture."""

    width_mm: float
    height_mm: float

    def of_quad(self, seen: Seen, quad: Quad) -> Sought | None:
        """The card of which an outline of four straight sides is a part."""

    def of_side(self, seen: Seen, side: Side, plane: Points | None) -> Sought | None:
        """The card of which only a side is whole. plane: (3, 3), where a card nearby has told it."""

    def of_corner(self, seen: Seen, corner: Corner, plane: Points) -> Sought | None:
        """The card of which only a corner is seen."""

    def of_rest(self, seen: Seen, quad: Quad, straight: bool) -> Sought | None:
        """What an outline that showed no known card may be nevertheless; straight: its sides are."""

    def busy(self, least: Grey) -> Grey | None:
        """255 where a small picture (H, W) of the smallest channel is as busy as these cards are everywhere; None for
        cards with empty places."""


class CardFinder(Generic[Reading]):
    """Give it pictures; it keeps nothing between them."""

    def __init__(self, seeker: Seeker[Reading]) -> None:
        self._seeker = seeker

    def find(
        self, picture: NDArray[np.uint8], areas: Sequence[Area] | None = None, spot: Spot | None = None
    ) -> tuple[Reading, ...]:
        """picture: (H, W, 3) uint8 BGR. The cards, ordered by x, then y.

        areas: cards are looked for where these rectangles (left, top, right, bottom, px) reach, and a little beyond.
        spot: where on a known table they are looked for; then no card is told by a corner alone.
        """
        grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
        shrinks = _shrinks(picture.shape[1])
        smallest = _least(picture, shrinks[0])
        places = None if areas is None else _covered(smallest, areas, shrinks[0])
        busy = self._seeker.busy(smallest)
        search = _Search[Reading](
            Seen(picture, grey, Pyramid(grey), spot),
            None if busy is None else _within(busy, places),
            shrinks[0],
            places,
        )
        for shrink in shrinks:
            least = smallest if shrink == shrinks[0] else _least(picture, shrink)
            if self._look(search, least, shrink, coarsest=shrink != shrinks[-1] and least.shape[1] <= PAPER_WIDTH_PX):
                break
        return tuple(sorted(search.found, key=lambda each: each.centre_xy_px))

    def _px_per_mm(self, reading: Reading) -> float:
        sides = np.linalg.norm(reading.corners_px - np.roll(reading.corners_px, -1, axis=0), axis=1)
        return float(min(sides[::2].mean() / self._seeker.width_mm, sides[1::2].mean() / self._seeker.height_mm))

    def _look(self, search: _Search[Reading], least: Grey, shrink: int, coarsest: bool) -> bool:
        """Add the cards whose outlines a smaller picture shows; whether a larger one has nothing to add.

        Whole cards on a darker table are found by their paper alone, and only what is left of it is looked at. In the
        coarsest picture nothing else is looked for.
        """
        outlines = outlines_in(_within(paper_places(least), search.left()))
        unnamed, dented = self._look_at_quads(search, outlines, shrink)
        left = search.left()
        if search.is_over or (left is not None and not left.any()):
            return True
        if coarsest:
            return False
        inks = outlines_in(_within(dark_places(least), left))
        more_unnamed, more_dented = self._look_at_quads(search, inks, shrink)
        if search.is_over:
            return True
        self._look_at_bends(search, outlines + inks, shrink)
        for quads, straight in ((unnamed + more_unnamed, True), (dented + more_dented, False)):
            for quad in quads:
                if not search.lies_at(quad.corners.mean(axis=0)):
                    search.take(self._seeker.of_rest(search.seen, quad, straight))
        left = search.left()
        found = search.found
        fine = bool(found) and min(self._px_per_mm(each) for each in found) >= FINE_ENOUGH * shrink
        return fine or (left is not None and not left.any())

    def _look_at_quads(
        self, search: _Search[Reading], outlines: list[Outline], shrink: int
    ) -> tuple[list[Quad], list[Quad]]:
        """Add the known cards that outlines of four sides show; the outlines that show none, and those whose sides are
        not straight."""
        unnamed, dented = [], []
        for rough in four_sided_in(outlines):
            if search.lies_at((rough.corners.mean(axis=0) + 0.5) * shrink - 0.5):
                continue
            quad = rough.quad()
            if quad is not None:
                quad = quad.enlarged(shrink)
                if not search.take(self._seeker.of_quad(search.seen, quad)):
                    unnamed.append(quad)
            elif (about := rough.rough()) is not None:
                dented.append(about.enlarged(shrink))
        return unnamed, dented

    def _look_at_bends(self, search: _Search[Reading], outlines: list[Outline], shrink: int) -> None:
        """Add the cards of which only a side is whole, and, where others tell the plane, only a corner."""
        sides, corners = bends_in(outlines)
        for bend in sides:
            inward = (bend.middle + 0.5) * shrink - 0.5
            side = None if search.lies_at(inward) else bend.side()
            if side is not None:
                plane = search.nearest_plane(inward)
                search.take(self._seeker.of_side(search.seen, side.enlarged(shrink), plane))
        for bend in corners if search.found and search.seen.spot is None else ():
            inward = (bend.middle + 0.5) * shrink - 0.5
            corner = None if search.lies_at(inward) else bend.corner()
            plane = search.nearest_plane(inward)
            if corner is not None and plane is not None:
                search.take(self._seeker.of_corner(search.seen, corner.enlarged(shrink), plane))


class _Search(Generic[Reading]):
    """What is known of one picture while cards are looked for in it."""

    def __init__(self, seen: Seen, busy: Grey | None, busy_shrink: int, places: Grey | None) -> None:
        self.seen = seen
        self.found: list[Reading] = []
        self._busy, self._busy_shrink, self._places = busy, busy_shrink, places

    def left(self) -> Grey | None:
        """Where more cards may lie, as in `may_hold_cards`; where they are looked for at all, before one was found."""
        if not self.found or self._busy is None:
            return self._places
        return may_hold_cards(self._busy, [each.corners_px for each in self.found], self._busy_shrink)

    @property
    def is_over(self) -> bool:
        """Whether the one card that is looked for in a spot was found for good."""
        return self.seen.spot is not None and any(each.settled for each in self.found)

    def take(self, reading: Reading | None) -> bool:
        """Add a card unless a better one lies there already, instead of worse ones; whether it was added."""
        if reading is None:
            return False
        rivals = [other for other in self.found if _same_place(reading, other)]
        if any(other.settled or other.weight >= reading.weight for other in rivals):
            return False
        self.found = [other for other in self.found if other not in rivals] + [reading]
        return True

    def lies_at(self, point: Points) -> bool:
        """Whether a card that was found for good lies there."""
        return any(each.settled and _inside(each, point) for each in self.found)

    def nearest_plane(self, point: Points) -> Points | None:
        """The plane of the card nearest to a point, extrapolated least; of a known table, the table's."""
        if self.seen.spot is not None:
            return self.seen.spot.plane
        gaps = [float(np.linalg.norm(point - each.centre_xy_px)) for each in self.found]
        return self.found[int(np.argmin(gaps))].to_picture if gaps else None


def _same_place(one: Lying, other: Lying) -> bool:
    """Whether the middle of one card lies on the other."""
    return _inside(one, np.array(other.centre_xy_px)) or _inside(other, np.array(one.centre_xy_px))


def _inside(reading: Lying, point: Points) -> bool:
    x, y = (float(each) for each in point)
    return cv2.pointPolygonTest(reading.corners_px.astype(np.float32), (x, y), False) >= 0


def _covered(small: Grey, areas: Sequence[Area], shrink: int) -> Grey:
    """255 where `areas` of the whole picture reach in one so many times smaller, and BEYOND around them."""
    places = np.zeros_like(small)
    beyond = BEYOND * small.shape[1]
    for left, top, right, bottom in areas:
        low = round(left / shrink - beyond), round(top / shrink - beyond)
        high = round(right / shrink + beyond), round(bottom / shrink + beyond)
        cv2.rectangle(places, low, high, 255, cv2.FILLED)
    return places


def _shrinks(width_px: int) -> tuple[int, ...]:
    """By how much a picture is made smaller, coarse first."""
    widths = (PAPER_WIDTH_PX, COARSE_WIDTH_PX, FINE_WIDTH_PX)
    return tuple(dict.fromkeys(max(1, ceil(width_px / most)) for most in widths))


def _least(picture: NDArray[np.uint8], shrink: int) -> Grey:
    """The smallest channel of the picture so many times smaller."""
    size = (picture.shape[1] // shrink, picture.shape[0] // shrink)
    small = picture if shrink == 1 else cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return least_channel(np.asarray(small, np.uint8))


def _within(mask: Grey, places: Grey | None) -> Grey:
    """What of a mask lies in places, of a picture of any size; all of it where they are not known."""
    if places is None:
        return mask
    height, width = mask.shape
    wide = cv2.resize(places, (width, height), interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.bitwise_and(mask, wide), np.uint8)
