"""Finds which faces of a deck may explain an outline, by correlating very coarse pictures.

They are so coarse that the outline may be off by millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import log

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Points
from companion.perception.cards.coarse_windows import SHIFTS_PX
from companion.perception.cards.edges import Corner, Edge
from companion.perception.cards.finder import Spot
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
from companion.perception.drawn.coarse import print_of, prints_at
from companion.perception.drawn.face_templates import Block, FaceTemplates

Vectors = NDArray[np.float32]

COARSE_PX_PER_MM = 0.5
"""Scale of the coarse pictures: motifs of 25 mm are told apart, and an outline that is off by 2 mm still meets the
right one."""
STRIPS = 3
"""A card is also compared by thirds from the top down, for cards of which a part is hidden."""
WORTH_FITTING = 0.45
"""Correlation of the whole card, or of a third of it, with a face from which on it is fitted."""
ELSEWHERE = (0.0, -0.18, 0.18, -0.36, 0.36)
"""Shifts, as shares of the card's height, at which a partly hidden card is tried again: half a motif, and a motif."""
SHIFTED = 0.2
"""Most by which an error of 2 mm in position lowers the correlation."""
SAME_SIZE = 0.15
"""Share by which a rectangle's size may be off on a known table: lens distortion, dented outlines."""
OF_A_STRIP = 0.25
"""A third must correlate better than a whole card by this: motifs are alike where the cards are not."""
FLAT = 1.0
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
        self._strips = [np.ascontiguousarray(_unit(part).T) for part in _parts(coarse)]

    def from_quad(self, picture: Pyramid, quad: Quad, spot: Spot | None) -> list[Guess]:
        """Return the guesses for an outline of four sides, which may be any rectangle of similar shape, either way
        up."""
        found = list[Guess]()
        for block in sorted(self._blocks, key=lambda each: abs(log(quad.ratio / each.ratio))):
            # A nearly square rectangle may appear with its longer side across.
            for turn in range(4):
                seen_ratio = quad.ratio if (turn % 2 == 0) == (block.width_mm >= block.height_mm) else 1 / quad.ratio
                if FORESHORTENED < seen_ratio / block.ratio < 1 / FORESHORTENED:
                    found += self._guesses(picture, block, np.roll(quad.corners, turn, axis=0), spot)
        return sorted(found, key=lambda each: -each.score)

    def from_edge(self, picture: Pyramid, edge: Edge, plane: Points | None, spot: Spot | None) -> list[Guess]:
        """Return the guesses for a rectangle of which one edge is wholly seen. plane: as for a `CardMatcher`."""
        if contrast(picture, edge.corners(edge.length_px)) < INKED:
            return []
        found = list[Guess]()
        for block in self._blocks:
            lengths = (block.width_mm, block.height_mm)
            for turn, (whole_mm, other_mm) in enumerate((lengths, lengths[::-1])):
                for corners in rectangles_from_edge(edge, whole_mm, other_mm, plane):
                    for half_turn in (0, 2):
                        found += self._guesses(picture, block, np.roll(corners, turn + half_turn, axis=0), spot)
        return sorted(found, key=lambda each: -each.score)

    def from_corner(self, picture: Pyramid, corner: Corner, plane: Points) -> list[Guess]:
        """Return the guesses for a rectangle of which one corner is seen, on a known plane, (3, 3) mm to pixels."""
        found = list[Guess]()
        for block in self._blocks:
            for corners in rectangles_from_corner(picture, corner, block.width_mm, block.height_mm, plane):
                for half_turn in (0, 2):
                    found += self._guesses(picture, block, np.roll(corners, half_turn, axis=0), None)
        return sorted(found, key=lambda each: -each.score)

    def elsewhere(self, picture: Pyramid, to_picture: Points) -> list[Guess]:
        """Return other faces for a card that was read in part, if it lies higher or lower than it seems.

        Motifs are alike: the upper one of many cards is the lower one of others.

        Args:
            picture: what is read.
            to_picture: (3, 3), the mm of the card as read to pixels.
        """
        found = list[Guess]()
        whole = self._blocks[0]
        w, h = whole.width_mm / 2, whole.height_mm / 2
        for step in ELSEWHERE:
            y = step * whole.height_mm
            own = np.array([[[-w, y - h], [w, y - h], [w, y + h], [-w, y + h]]])
            corners = np.asarray(cv2.perspectiveTransform(own, to_picture)[0], np.float64)
            for half_turn in (0, 2):
                found += self._guesses(picture, whole, np.roll(corners, half_turn, axis=0), None)
        return sorted(found, key=lambda each: -each.score)

    def _guesses(self, picture: Pyramid, block: Block, corners: Points, spot: Spot | None) -> Iterator[Guess]:
        """The likeliest faces if a rectangle has these corners (4, 2), its top left first."""
        if spot is not None and not _may_lie(block, corners, spot):
            return
        from_block = np.array([[1.0, 0.0, -block.x_mm], [0.0, 1.0, -block.y_mm], [0.0, 0.0, 1.0]])
        to_picture = rectangle_to(corners, block.width_mm, block.height_mm) @ from_block
        seen = picture.top_view(to_picture, *self._size_mm, COARSE_PX_PER_MM).astype(np.float32)
        middle = _parts(prints_at(seen, [SHIFTS_PX[len(SHIFTS_PX) // 2]], self._shape))
        bars = [WORTH_FITTING + (OF_A_STRIP if nth else 0.0) for nth in range(len(middle))]
        near = [product(_unit(part), known).max() for part, known in zip(middle, self._strips, strict=True)]
        if all(score < bar - SHIFTED for score, bar in zip(near, bars, strict=True)):
            return
        crops = prints_at(seen, SHIFTS_PX, self._shape)
        best: dict[int, Guess] = {}
        for nth, (part, known) in enumerate(zip(_parts(crops), self._strips, strict=True)):
            if near[nth] < bars[nth] - SHIFTED:
                continue
            scores = product(_unit(part), known)
            shift, template = divmod(int(np.argmax(scores)), scores.shape[1])
            score = float(scores.max()) - (OF_A_STRIP if nth else 0.0)
            if score >= WORTH_FITTING and (template not in best or best[template].score < score):
                x, y = ((each - 1) / COARSE_PX_PER_MM for each in SHIFTS_PX[shift])
                moved = to_picture @ np.array([[1.0, 0.0, x], [0.0, 1.0, y], [0.0, 0.0, 1.0]])
                best[template] = Guess(template, moved, score)
        yield from best.values()


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
    return [pictures, *np.array_split(pictures, STRIPS, axis=1)]


def _unit(pictures: Vectors) -> Vectors:
    """Pictures as vectors of mean 0 and norm 1; nearly plain ones become nearly 0."""
    vectors = pictures.reshape(len(pictures), -1)
    centred = vectors - vectors.mean(axis=1, keepdims=True)
    length = np.linalg.norm(centred, axis=1, keepdims=True)
    return np.asarray(centred / np.maximum(length, FLAT), np.float32)
