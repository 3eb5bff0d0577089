"""Finds which faces of a deck may explain an outline, by correlating very coarse pictures.

They are so coarse that the outline may be off by millimetres.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import log

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Points
from companion.perception.cards.coarse_windows import SHIFTS_PX
from companion.perception.cards.edges import Corner, Edge
from companion.perception.cards.finder import SearchPicture, Spot
from companion.perception.cards.pyramid import Pyramid
from companion.perception.cards.quads import Quad
from companion.perception.cards.rectangles import (
    FORESHORTENED,
    INKED,
    contrast,
    rectangle_to,
    rectangles_from_corner,
    rectangles_from_edge,
)
from companion.perception.cards.templates import product
from companion.perception.drawn.coarse import print_of, prints_at, prints_of
from companion.perception.drawn.face_templates import Block, FaceTemplates

Vectors = NDArray[np.float32]
Rectangle = tuple[Block, Points]
"""A block, and the corners (4, 2) px that it may have, its top left first."""

COARSE_PX_PER_MM = 0.5
"""Scale of the coarse pictures: motifs of 25 mm are told apart, and an outline that is off by 2 mm still meets the
right one."""
STRIPS = 3
"""A card is also compared by thirds from the top down, for cards of which a part is hidden."""
WORTH_FITTING = 0.45
"""Correlation of the whole card, or of a third of it, with a face from which on it is fitted."""
ELSEWHERE = (0.0, -0.18, 0.18, -0.36, 0.36)
"""Shifts, as shares of the card's height, at which a partly hidden card is tried again: half a motif, and a motif."""
SHIFTED = 0.05
"""Most by which an error of 2 mm in position lowers the correlation of the thinned pictures."""
SAME_SIZE = 0.15
"""Share by which a rectangle's size may be off on a known table: lens distortion, dented outlines."""
OF_A_STRIP = 0.25
"""A third must correlate better than a whole card by this: motifs are alike where the cards are not."""
MOST_SHIFTED = 3
"""Rectangles of one outline that are compared at all of `SHIFTS_PX`: the right one is among the first."""
_BARS = np.array([WORTH_FITTING, *[WORTH_FITTING + OF_A_STRIP] * STRIPS])
"""Correlation that the whole card needs, and each third."""
_TURNS = tuple(np.roll(np.arange(4), turn) for turn in range(4))
"""The order of a rectangle's corners, by quarter turns."""
FLAT = 0.6
"""Norm of a picture's centred logarithms under which it is noise on a plain surface."""


@dataclass(frozen=True, slots=True, eq=False)
class Guess:
    """A face that would explain an outline.

    Attributes:
        template: its index in `FaceTemplates`.
        to_picture: (3, 3), the card's mm to pixels.
        score: correlation, at most 1.
    """

    template: int
    to_picture: Points
    score: float


class FaceMatcher:
    """Turns outlines into guesses, best first.

    Args:
        templates: the deck's.
        width_mm: a card's width.
        height_mm: a card's height.
    """

    def __init__(self, templates: FaceTemplates, width_mm: float, height_mm: float) -> None:
        self._blocks = templates.blocks
        self._size_mm = width_mm, height_mm
        coarse = np.array([print_of(each) for each in templates.coarse(COARSE_PX_PER_MM)])
        self._shape: tuple[int, int] = (coarse.shape[1], coarse.shape[2])
        self._strips, self._thin = (
            [np.ascontiguousarray(_unit(part).T) for part in _parts(each)] for each in (coarse, _thinned(coarse))
        )

    def from_quad(self, seen: SearchPicture, quad: Quad) -> list[Guess]:
        """Return the guesses for an outline of four sides, which may be any rectangle of similar shape, either way
        up."""
        rectangles = list[Rectangle]()
        for block in sorted(self._blocks, key=lambda each: abs(log(quad.ratio / each.ratio))):
            # A nearly square rectangle may appear with its longer side across.
            for turn in range(4):
                seen_ratio = quad.ratio if (turn % 2 == 0) == (block.width_mm >= block.height_mm) else 1 / quad.ratio
                if FORESHORTENED < seen_ratio / block.ratio < 1 / FORESHORTENED:
                    rectangles.append((block, quad.corners[_TURNS[turn]]))
        return self._untried(seen, rectangles)

    def from_edge(self, seen: SearchPicture, edge: Edge, plane: Points | None) -> list[Guess]:
        """Return the guesses for a rectangle of which one edge is wholly seen. plane: as for a `CardMatcher`."""
        if contrast(seen.pyramid, edge.corners(edge.length_px)) < INKED:
            return []
        rectangles = list[Rectangle]()
        for block in self._blocks:
            lengths = (block.width_mm, block.height_mm)
            for turn, (whole_mm, other_mm) in enumerate((lengths, lengths[::-1])):
                for corners in rectangles_from_edge(edge, whole_mm, other_mm, plane):
                    rectangles += [(block, corners[_TURNS[turn + half_turn]]) for half_turn in (0, 2)]
        return self._untried(seen, rectangles)

    def from_corner(self, seen: SearchPicture, corner: Corner, plane: Points) -> list[Guess]:
        """Return the guesses for a rectangle of which one corner is seen, on a known plane, (3, 3) mm to pixels."""
        rectangles = list[Rectangle]()
        for block in self._blocks:
            for corners in rectangles_from_corner(seen.pyramid, corner, block.width_mm, block.height_mm, plane):
                rectangles += [(block, corners[_TURNS[half_turn]]) for half_turn in (0, 2)]
        return self._untried(seen, rectangles)

    def elsewhere(self, seen: SearchPicture, to_picture: Points) -> list[Guess]:
        """Return other faces for a card that was read in part, if it lies higher or lower than it seems.

        Motifs are alike: the upper one of many cards is the lower one of others.

        Args:
            seen: what is read.
            to_picture: (3, 3), the mm of the card as read to pixels.
        """
        whole = self._blocks[0]
        w, h = whole.width_mm / 2, whole.height_mm / 2
        places = list[Points]()
        for step in ELSEWHERE:
            y = step * whole.height_mm
            own = np.array([[[-w, y - h], [w, y - h], [w, y + h], [-w, y + h]]])
            corners = np.asarray(cv2.perspectiveTransform(own, to_picture)[0], np.float64)
            places += [_card_at(whole, corners[_TURNS[half_turn]]) for half_turn in (0, 2)]
        return self._guesses(seen.pyramid, places)

    def _untried(self, seen: SearchPicture, rectangles: list[Rectangle]) -> list[Guess]:
        """The guesses for rectangles where a card may lie, without those that nearly this rectangle was tried for."""
        spot = seen.spot
        may_lie = rectangles if spot is None else [each for each in rectangles if _may_lie(*each, spot)]
        places = [(_card_at(*each), each[0] is self._blocks[0]) for each in may_lie]
        new = [each for each in places if seen.tried.is_new(each[0], *self._size_mm)]
        return self._guesses(seen.pyramid, [place for place, _ in new], [whole for _, whole in new])

    def _guesses(self, picture: Pyramid, places: list[Points], whole: list[bool] | None = None) -> list[Guess]:
        """The likeliest faces of cards that lie at these places, (3, 3) mm to pixels each; best first.

        whole: for each place, whether the outline is taken for the card's own; of these the nearest is always compared,
        because printed frames within frames resemble each other at any size. None: of none.
        """
        if not places:
            return []
        views = np.array([picture.top_view(each, *self._size_mm, COARSE_PX_PER_MM) for each in places], np.float32)
        near = self._nearness(views)
        order = np.argsort(-near.max(axis=0), kind="stable")
        own = [n for n in order if whole is not None and whole[n]][:1]
        nearest = dict.fromkeys([*order[:MOST_SHIFTED], *own])
        found = [guess for n in nearest for guess in self._shifted(places[n], views[n], np.flatnonzero(near[:, n] > 0))]
        return sorted(found, key=lambda each: -each.score)

    def _nearness(self, views: Vectors) -> Vectors:
        """By how much views (n, H, W) correlate better with some face than they must to be compared closely: whole, and
        each third, (1 + STRIPS, n)."""
        parts = _parts(_thinned(prints_of(views)))
        scores = [product(_unit(part), known).max(axis=1) for part, known in zip(parts, self._thin, strict=True)]
        return np.asarray(np.array(scores) - _BARS[:, None] + SHIFTED, np.float32)

    def _shifted(self, to_picture: Points, view: Vectors, parts: NDArray[np.int64]) -> list[Guess]:
        """The guesses for a card that lies at a place or within `SHIFTS_PX` of it, of which this is the coarse view.

        The shift is told from thinned pictures; the faces are, at that shift, from the coarse ones. parts: the whole
        card, 0, and its thirds, from 1, that are compared.
        """
        if not len(parts):
            return []
        crops = prints_at(view, SHIFTS_PX, self._shape)
        coarse, thin = _parts(crops), _parts(_thinned(crops))
        best: dict[int, Guess] = {}
        for nth in parts.tolist():
            shift = int(np.argmax(product(_unit(thin[nth]), self._thin[nth]).max(axis=1)))
            scores = product(_unit(coarse[nth][shift : shift + 1]), self._strips[nth])
            template = int(np.argmax(scores))
            score = float(scores.max()) - (OF_A_STRIP if nth else 0.0)
            if score >= WORTH_FITTING and (template not in best or best[template].score < score):
                x, y = ((each - 1) / COARSE_PX_PER_MM for each in SHIFTS_PX[shift])
                moved = to_picture @ np.array([[1.0, 0.0, x], [0.0, 1.0, y], [0.0, 0.0, 1.0]])
                best[template] = Guess(template, moved, score)
        return list(best.values())


def _card_at(block: Block, corners: Points) -> Points:
    """(3, 3), the card's mm to pixels, if a block of it has these corners (4, 2), its top left first."""
    from_block = np.array([[1.0, 0.0, -block.x_mm], [0.0, 1.0, -block.y_mm], [0.0, 0.0, 1.0]])
    return rectangle_to(corners, block.width_mm, block.height_mm) @ from_block


def _thinned(pictures: Vectors) -> Vectors:
    """Pictures (n, H, W) at half their scale."""
    even = pictures[:, : pictures.shape[1] // 2 * 2, : pictures.shape[2] // 2 * 2]
    rows = even[:, ::2] + even[:, 1::2]
    return np.asarray((rows[:, :, ::2] + rows[:, :, 1::2]) / 4, np.float32)


def _may_lie(block: Block, corners: Points, spot: Spot) -> bool:
    """Whether a rectangle with these corners (4, 2) has its size on the table, and the card's middle is near enough."""
    there = cv2.perspectiveTransform(corners[None], np.linalg.inv(spot.plane))[0]
    right, down = (there[1] + there[2] - there[0] - there[3]) / 2, (there[2] + there[3] - there[0] - there[1]) / 2
    wide_mm, high_mm = float(np.hypot(*right)), float(np.hypot(*down))
    if abs(wide_mm / block.width_mm - 1) > SAME_SIZE or abs(high_mm / block.height_mm - 1) > SAME_SIZE:
        return False
    middle = there.mean(axis=0) - right / wide_mm * block.x_mm - down / high_mm * block.y_mm
    return float(np.hypot(*middle)) <= spot.near_mm


def _parts(pictures: Vectors) -> list[Vectors]:
    """Pictures (n, H, W) whole, and in `STRIPS` strips from the top down."""
    rows = pictures.shape[1]
    ends = [-(-rows * nth // STRIPS) for nth in range(STRIPS + 1)]
    return [pictures, *(pictures[:, start:end] for start, end in pairwise(ends))]


def _unit(pictures: Vectors) -> Vectors:
    """Pictures as vectors of mean 0 and norm 1; nearly plain ones become nearly 0."""
    vectors = pictures.reshape(len(pictures), -1)
    centred = vectors - vectors.mean(axis=1, keepdims=True)
    length = np.sqrt(np.einsum("ij,ij->i", centred, centred))[:, None]
    return np.asarray(centred / np.maximum(length, FLAT), np.float32)
