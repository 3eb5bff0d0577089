"""Finds cards of one kind in a picture of unknown scale: outlines in a coarse picture first, then in finer ones. A
`CardMatcher` decides which card an outline is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, dist
from typing import Generic, Protocol, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Grey, Points
from companion.perception.cards.edges import Corner, Edge, edge_candidates
from companion.perception.cards.found import FoundCard, longest_side, same_place
from companion.perception.cards.pyramid import Pyramid
from companion.perception.cards.quads import (
    Outline,
    Quad,
    dark_mask,
    four_sided_in,
    level_outlines,
    min_channel,
    outlines_in,
    paper_mask,
)
from companion.perception.cards.tried import TriedPlaces
from companion.perception.cards.unexplained import unexplained_mask
from companion.perception.eyes import Area

PAPER_WIDTH_PX, COARSE_WIDTH_PX, FINE_WIDTH_PX = 560, 1100, 2300
"""Widths of the pictures that are searched in turn: a coarse one costs a quarter. In the smallest, only whole cards are
searched, by their paper."""
FINE_ENOUGH = 1.25
"""Pixels per mm under which outlines run together; then a finer picture is searched, too."""
MOST_DENTED = 4
"""Dented outlines whose surroundings are cut at levels, the largest first."""
DENTED_SIZE = (0.4, 1.5)
"""Their longest sides, as shares of the shortest and the longest card found: a third of a card, and a card with its
shadow."""
BEYOND = 0.03
"""Margin around areas, as a share of the picture's width: motion is told in blocks, and paper by the table around
it."""


Reading = TypeVar("Reading", bound=FoundCard)
Found = TypeVar("Found", bound=FoundCard, covariant=True)


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """Where on a known table a card is searched.

    Attributes:
        plane: (3, 3), the table's mm about the spot to pixels.
        near_mm: how far from the spot the card's middle may be.
    """

    plane: Points
    near_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class SearchPicture:
    """A picture as matchers need it.

    Attributes:
        picture: (H, W, 3) uint8 BGR.
        grey: (H, W) uint8.
        pyramid: of `grey`.
        spot: where a card is searched; None: everywhere.
        tried: where matchers compared cards already.
    """

    picture: NDArray[np.uint8]
    grey: Grey
    pyramid: Pyramid
    spot: Spot | None = None
    tried: TriedPlaces = field(default_factory=TriedPlaces)


class CardMatcher(Protocol[Found]):
    """Decides which card of one kind explains an outline. All coordinates are pixels of the whole picture.

    Attributes:
        width_mm: a card's width.
        height_mm: its height.
        fine_enough: pixels per mm from which on the outlines of these cards do not run together, when all that were
            found are settled; else it is `FINE_ENOUGH`.
    """

    width_mm: float
    height_mm: float
    fine_enough: float

    def from_quad(self, seen: SearchPicture, quad: Quad) -> Found | None:
        """Return the card of which an outline of four straight sides is a part; None when it is none."""

    def from_edge(self, seen: SearchPicture, edge: Edge, plane: Points | None) -> Found | None:
        """Return the card of which one edge is wholly seen. plane: (3, 3), mm to pixels, known from a card nearby."""

    def from_corner(self, seen: SearchPicture, corner: Corner, plane: Points) -> Found | None:
        """Return the card of which one corner is seen. plane: (3, 3), mm to pixels, known from a card nearby."""

    def fallback(self, seen: SearchPicture, quad: Quad, straight: bool) -> Found | None:
        """Return what an outline that showed no known card may be nevertheless. straight: whether its sides are."""

    def textured(self, least: Grey) -> Grey | None:
        """Return 255 where the smallest channel (H, W) of a small picture is as textured as these cards are everywhere.

        None for cards that have plain parts.
        """


class CardFinder(Generic[Reading]):
    """Finds cards; keeps nothing between pictures.

    Args:
        matcher: decides which card an outline is.
    """

    def __init__(self, matcher: CardMatcher[Reading]) -> None:
        self._matcher = matcher

    def find(
        self, picture: NDArray[np.uint8], areas: Sequence[Area] | None = None, spot: Spot | None = None
    ) -> tuple[Reading, ...]:
        """Find the cards in a picture.

        Args:
            picture: (H, W, 3) uint8 BGR.
            areas: rectangles (left, top, right, bottom, px) in which cards are searched, and a little beyond; None:
                everywhere.
            spot: where on a known table the one card is searched; then no card is recognised by a corner alone.

        Returns:
            The readings, ordered by x, then y.
        """
        grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
        shrinks = _shrinks(picture.shape[1])
        smallest = _least(picture, shrinks[0])
        places = None if areas is None else _covered(smallest, areas, shrinks[0])
        busy = self._matcher.textured(smallest)
        search = _Search[Reading](
            SearchPicture(picture, grey, Pyramid(grey), spot),
            None if busy is None else _within(busy, places),
            shrinks[0],
            places,
        )
        for shrink in shrinks:
            least = smallest if shrink == shrinks[0] else _least(picture, shrink)
            if self._search_scale(
                search, least, shrink, coarsest=shrink != shrinks[-1] and least.shape[1] <= PAPER_WIDTH_PX
            ):
                break
        return tuple(sorted(search.found, key=lambda each: each.centre_xy_px))

    def _px_per_mm(self, reading: Reading) -> float:
        sides = np.linalg.norm(reading.corners_px - np.roll(reading.corners_px, -1, axis=0), axis=1)
        return float(min(sides[::2].mean() / self._matcher.width_mm, sides[1::2].mean() / self._matcher.height_mm))

    def _search_scale(self, search: _Search[Reading], least: Grey, shrink: int, coarsest: bool) -> bool:
        """Add the cards whose outlines a smaller picture shows; return whether a larger one has nothing to add.

        Whole cards on a darker table are found by their paper alone, and only what is left is searched further. In the
        coarsest picture nothing else is searched.
        """
        outlines = outlines_in(_within(paper_mask(least), search.left()))
        unnamed, dented = self._search_quads(search, outlines, shrink)
        left = search.left()
        if search.is_over or (left is not None and not left.any()):
            return True
        if coarsest:
            return False
        inks = outlines_in(_within(dark_mask(least), left))
        more_unnamed, more_dented = self._search_quads(search, inks, shrink)
        if search.is_over:
            return True
        self._search_candidates(search, outlines + inks, shrink)
        self._search_levels(search, least, dented + more_dented, shrink)
        for quads, straight in ((unnamed + more_unnamed, True), (dented + more_dented, False)):
            for quad in quads:
                if not search.lies_at(quad.corners.mean(axis=0)):
                    search.take(self._matcher.fallback(search.seen, quad, straight))
        left = search.left()
        found = search.found
        enough = self._matcher.fine_enough if all(each.settled for each in found) else FINE_ENOUGH
        fine = bool(found) and min(self._px_per_mm(each) for each in found) >= enough * shrink
        return fine or (left is not None and not left.any())

    def _search_quads(
        self, search: _Search[Reading], outlines: list[Outline], shrink: int
    ) -> tuple[list[Quad], list[Quad]]:
        """Add the known cards that outlines of four sides show.

        Returns:
            The outlines that show no known card, and those whose sides are not straight.
        """
        unnamed, dented = [], []
        for rough in four_sided_in(outlines):
            if search.is_done_at((rough.corners.mean(axis=0) + 0.5) * shrink - 0.5):
                continue
            quad = rough.quad()
            if quad is not None:
                quad = quad.enlarged(shrink)
                if not search.take(self._matcher.from_quad(search.seen, quad)):
                    unnamed.append(quad)
            elif (about := rough.rough()) is not None:
                dented.append(about.enlarged(shrink))
        return unnamed, dented

    def _search_levels(self, search: _Search[Reading], least: Grey, dented: list[Quad], shrink: int) -> None:
        """Add the known cards whose outlines show when what lies around a dented outline is cut at one level."""
        left = [quad for quad in dented if search.may_be_card(quad)]
        for quad in left[:MOST_DENTED]:
            for outlines in level_outlines(least, quad.shrunk(shrink)):
                if search.is_done_at(quad.corners.mean(axis=0)):
                    break
                self._search_quads(search, outlines, shrink)

    def _search_candidates(self, search: _Search[Reading], outlines: list[Outline], shrink: int) -> None:
        """Add the cards of which only an edge is whole and, where others determine the plane, only a corner."""
        edges, corners = edge_candidates(outlines)
        for candidate in edges:
            inward = (candidate.middle + 0.5) * shrink - 0.5
            edge = None if search.is_done_at(inward) else candidate.edge()
            if edge is not None:
                plane = search.nearest_plane(inward)
                search.take(self._matcher.from_edge(search.seen, edge.enlarged(shrink), plane))
        for candidate in corners if search.found and search.seen.spot is None else ():
            inward = (candidate.middle + 0.5) * shrink - 0.5
            corner = None if search.is_done_at(inward) else candidate.corner()
            plane = search.nearest_plane(inward)
            if corner is not None and plane is not None:
                search.take(self._matcher.from_corner(search.seen, corner.enlarged(shrink), plane))


class _Search(Generic[Reading]):
    """The state of the search in one picture."""

    def __init__(self, seen: SearchPicture, busy: Grey | None, busy_shrink: int, places: Grey | None) -> None:
        self.seen = seen
        self.found: list[Reading] = []
        self._settled: list[NDArray[np.float32]] = []
        self._busy, self._busy_shrink, self._places = busy, busy_shrink, places

    def left(self) -> Grey | None:
        """The mask of where more cards may lie, as from `unexplained_mask`; before one was found, of where to search at
        all."""
        if not self.found or self._busy is None:
            return self._places
        return unexplained_mask(self._busy, [each.corners_px for each in self.found], self._busy_shrink)

    @property
    def is_over(self) -> bool:
        """Whether the one card that is searched in a spot was found and is settled."""
        return self.seen.spot is not None and any(each.settled for each in self.found)

    def take(self, reading: Reading | None) -> bool:
        """Add a card unless a better one lies there, and remove worse ones; return whether it was added."""
        if reading is None:
            return False
        rivals = [other for other in self.found if same_place(reading, other)]
        if any(other.settled or other.weight >= reading.weight for other in rivals):
            return False
        self.found = [other for other in self.found if other not in rivals] + [reading]
        self._settled = [each.corners_px.astype(np.float32) for each in self.found if each.settled]
        return True

    def lies_at(self, point: Points) -> bool:
        """Whether a settled card lies at a point."""
        at = float(point[0]), float(point[1])
        return any(cv2.pointPolygonTest(corners, at, False) >= 0 for corners in self._settled)

    def is_done_at(self, point: Points) -> bool:
        """Whether nothing more is to be tried at a point: a settled card lies there, or too much failed."""
        return self.lies_at(point) or self.seen.tried.is_hopeless(float(point[0]), float(point[1]))

    def may_be_card(self, dented: Quad) -> bool:
        """Whether a dented outline may be a part of a card that was not found: of the size of those that were."""
        long_px = longest_side(dented.corners)
        cards = [longest_side(each.corners_px) for each in self.found]
        alike = not cards or DENTED_SIZE[0] * min(cards) <= long_px <= DENTED_SIZE[1] * max(cards)
        return alike and not self.is_done_at(dented.corners.mean(axis=0))

    def nearest_plane(self, point: Points) -> Points | None:
        """The plane of the card nearest to a point, as it is extrapolated least; on a known table, the table's."""
        if self.seen.spot is not None:
            return self.seen.spot.plane
        x, y = float(point[0]), float(point[1])
        nearest = min(self.found, key=lambda each: dist((x, y), each.centre_xy_px), default=None)
        return None if nearest is None else nearest.to_picture


def _covered(small: Grey, areas: Sequence[Area], shrink: int) -> Grey:
    """255 where `areas` of the whole picture reach, with a margin `BEYOND`, in a picture `shrink` times smaller."""
    places = np.zeros_like(small)
    beyond = BEYOND * small.shape[1]
    for left, top, right, bottom in areas:
        low = round(left / shrink - beyond), round(top / shrink - beyond)
        high = round(right / shrink + beyond), round(bottom / shrink + beyond)
        cv2.rectangle(places, low, high, 255, cv2.FILLED)
    return places


def _shrinks(width_px: int) -> tuple[int, ...]:
    """The factors by which the picture is shrunk, coarsest first."""
    widths = (PAPER_WIDTH_PX, COARSE_WIDTH_PX, FINE_WIDTH_PX)
    return tuple(dict.fromkeys(max(1, ceil(width_px / most)) for most in widths))


def _least(picture: NDArray[np.uint8], shrink: int) -> Grey:
    """The smallest channel of the picture shrunk by a factor."""
    size = (picture.shape[1] // shrink, picture.shape[0] // shrink)
    small = picture if shrink == 1 else cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return min_channel(np.asarray(small, np.uint8))


def _within(mask: Grey, places: Grey | None) -> Grey:
    """The part of a mask that lies in `places`, a mask of any size; all of it when that is None."""
    if places is None:
        return mask
    height, width = mask.shape
    wide = cv2.resize(places, (width, height), interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.bitwise_and(mask, wide), np.uint8)
