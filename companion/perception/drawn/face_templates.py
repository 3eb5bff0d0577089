"""Templates of every face of a drawn deck, made from its drawings alone.

A face is kept in three forms: cells that are correlated one by one, a coarse picture to find it, and small pieces to
locate it exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Grey, Points
from companion.core.art import Art, Polygon
from companion.core.capabilities.drawn_cards import DrawnCards
from companion.core.units import PointMm
from companion.drawing.sprite import bgr, sprite
from companion.perception.cards.pyramid import Pyramid
from companion.perception.cards.templates import product

Pixels = NDArray[np.uint8]
Vectors = NDArray[np.float32]

PX_PER_MM = 1.25
"""Scale of the top view in which cells are compared: strokes of a word 7 mm high are still told apart."""
CELL_PX, STEP_PX = 18, 9
"""Side of a cell, 14 mm or half a motif, and the step between cells: each begins in the middle of the one before."""
DRAWN_PX_PER_MM = 3.0
"""Scale at which faces are drawn."""
BLURS_MM = (0.3, 0.9)
"""Standard deviations of the blur of the templates: a picture in focus, and a poor one."""
FAINT = 0.02
"""Contrast, as a share of the mean, under which a cell shows only paper and noise."""
PRINTED = 0.8
"""Squared norm of a cell's vector from which on there is print in it."""
AXES = 128
"""Principal components of the cells that are kept, of 324."""
PIECES = 64
"""Pieces of a face that are matched to locate it."""
PIECE_SCALES = (1.25, 2.5)
"""Pixels per mm at which they are matched, coarse first."""
PIECE_PX = 13
"""Side of a piece."""
APART_MM = 4.0
"""Least distance between pieces."""
BLOCK_SHARE = 0.3
"""Share of the card that a drawn rectangle must cover for outlines to be matched with it: smaller ones belong to
motifs."""
FILLED = 0.95
"""Share of its bounding box that a rectangle with rounded corners fills."""
SAME_BLOCK_MM = 0.5
"""Rectangles that differ by less than this are one."""


@dataclass(frozen=True, slots=True)
class Block:
    """A rectangle in the drawings that may be seen as an outline: the card itself, or its white part. Centre and size,
    mm."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float

    @property
    def ratio(self) -> float:
        """Long side over short side."""
        return max(self.width_mm, self.height_mm) / min(self.width_mm, self.height_mm)


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """Small pictures of a face for template matching.

    Attributes:
        pictures: (n, PIECE_PX, PIECE_PX) float32 grey.
        places_mm: (n, 2), their middles on the card.
    """

    pictures: Vectors
    places_mm: Points


class FaceTemplates:
    """Templates of all faces of a deck, then of the other things in the box.

    Attributes:
        top_views: (templates, H, W, 3) uint8 BGR, at `PX_PER_MM`.
        blocks: rectangles that outlines may be; the card itself is the first.
        up: for each template, whether it is no back.
        printed: (templates, cells) bool, whether there is print in a cell.
        printed_cells: (templates,), in how many of each.
    """

    def __init__(self, cards: DrawnCards) -> None:
        self._size_mm = cards.width_mm, cards.height_mm
        arts = (*(face.art for face in cards.faces), *cards.others)
        self.up = [face.up for face in cards.faces] + [True] * len(cards.others)
        self.blocks = _blocks(cards, arts)
        self._drawn = [_drawn(art) for art in arts]
        self.top_views = np.array([self._colour_view(picture) for picture in self._drawn])
        cells = np.array([[_cells_of(self._top_view(each, blur)) for each in self._drawn] for blur in BLURS_MM])
        blurs, templates, count, length = cells.shape
        self._axes = _main_axes(cells.reshape(-1, length))
        inner = (cells.reshape(-1, length) @ self._axes).reshape(blurs, templates, count, AXES)
        self._cells = np.ascontiguousarray(inner.transpose(2, 3, 0, 1).reshape(count, AXES, blurs * templates))
        self.printed = (cells[0] * cells[0]).sum(axis=2) >= PRINTED
        self.printed_cells = np.count_nonzero(self.printed, axis=1)
        self._pieces: dict[tuple[int, float], Pieces] = {}

    def likeness(self, view: Grey) -> Vectors:
        """Return the correlation of each cell with the same cell of each template, at most 1, (blurs, templates,
        cells).

        Plain cells correlate with nothing. The argument is a grey top view, (H, W) uint8.
        """
        seen = product(_cells_of(view), self._axes)
        each = np.matmul(seen[:, None], self._cells)[:, 0]
        return np.asarray(each.T.reshape(len(BLURS_MM), -1, len(seen)), np.float32)

    def coarse(self, px_per_mm: float) -> Vectors:
        """Return all templates as small grey pictures, (templates, H, W) float32."""
        top_views = [self._top_view(each, BLURS_MM[0], px_per_mm) for each in self._drawn]
        return np.array(top_views, np.float32)

    def pieces(self, template: int, scale: float) -> Pieces:
        """Return the pieces of a template at a scale (px per mm); computed when first asked for."""
        if (template, scale) not in self._pieces:
            self._pieces[template, scale] = self._cut(template, scale)
        return self._pieces[template, scale]

    def _cut(self, template: int, scale: float) -> Pieces:
        view = self._top_view(self._drawn[template], BLURS_MM[0], scale)
        half = PIECE_PX // 2
        inside = np.zeros_like(view)
        inside[half:-half, half:-half] = 255
        found = cv2.goodFeaturesToTrack(view, PIECES, 0.02, APART_MM * scale, mask=inside, blockSize=PIECE_PX)
        places = np.round(np.zeros((0, 2)) if found is None else found[:, 0]).astype(int)
        pictures = [view[y - half : y + half + 1, x - half : x + half + 1] for x, y in places]
        middle = (np.array(view.shape[::-1]) - 1) / 2
        return Pieces(np.array(pictures, np.float32), (places - middle) / scale)

    def _top_view(self, drawn: Pixels, blur_mm: float, scale: float = PX_PER_MM) -> Grey:
        soft = cv2.GaussianBlur(drawn, (0, 0), blur_mm * DRAWN_PX_PER_MM)
        grey = Pyramid(np.asarray(cv2.cvtColor(soft, cv2.COLOR_BGR2GRAY), np.uint8))
        return grey.top_view(_to_drawn(drawn), *self._size_mm, scale)

    def _colour_view(self, drawn: Pixels) -> Pixels:
        soft = cv2.GaussianBlur(drawn, (0, 0), BLURS_MM[-1] * DRAWN_PX_PER_MM)
        planes = [Pyramid(np.ascontiguousarray(soft[:, :, nth])) for nth in range(3)]
        top_views = [plane.top_view(_to_drawn(drawn), *self._size_mm, PX_PER_MM) for plane in planes]
        return np.asarray(np.stack(top_views, axis=2), np.uint8)


@lru_cache(maxsize=2)
def templates_of(cards: DrawnCards) -> FaceTemplates:
    """Return the templates of a deck; cached."""
    return FaceTemplates(cards)


def cells_xywh(shape: tuple[int, ...]) -> NDArray[np.int64]:
    """Return left, top, width and height of every cell of a top view (H, W), row by row, (cells, 4)."""
    rows, columns = (_begins(length) for length in shape[:2])
    return np.array([(x, y, CELL_PX, CELL_PX) for y in rows for x in columns], np.int64)


def _begins(length_px: int) -> range:
    """Where cells begin along a side, so that they are centred."""
    return range((length_px - CELL_PX) % STEP_PX // 2, length_px - CELL_PX + 1, STEP_PX)


def _cells_of(view: Grey) -> Vectors:
    """Every cell as a vector of mean 0 and norm 1, less where it is plain: (cells, CELL_PX ** 2)."""
    windows = np.lib.stride_tricks.sliding_window_view(view, (CELL_PX, CELL_PX))
    rows, columns = (_begins(length) for length in view.shape)
    cells = windows[rows.start : rows.stop : STEP_PX, columns.start : columns.stop : STEP_PX]
    cells = cells.reshape(-1, CELL_PX * CELL_PX).astype(np.float32)
    mean = cells.mean(axis=1, keepdims=True)
    centred = cells - mean
    spread = (centred * centred).mean(axis=1, keepdims=True)
    return np.asarray(centred / (CELL_PX * np.sqrt(spread + (FAINT * mean) ** 2 + 1e-3)), np.float32)


def _main_axes(vectors: Vectors) -> Vectors:
    """(length, AXES): the principal components of vectors (n, length)."""
    _, axes = np.linalg.eigh(vectors.T @ vectors)
    return np.ascontiguousarray(axes[:, ::-1][:, :AXES])


def _drawn(art: Art) -> Pixels:
    """A face drawn with square corners, uint8 BGR: what is cut away is too small to matter."""
    face = sprite(art, DRAWN_PX_PER_MM)
    clear = 255 - face[:, :, 3:].astype(np.float32)
    return np.asarray(np.round(face[:, :, :3] + clear / 255 * np.array(bgr(art.ground))), np.uint8)


def _to_drawn(drawn: Pixels) -> Points:
    """(3, 3), a face's mm about its middle to pixels of its drawing."""
    height, width = drawn.shape[:2]
    scale = DRAWN_PX_PER_MM
    return np.array([[scale, 0, (width - 1) / 2], [0, scale, (height - 1) / 2], [0, 0, 1]])


def _blocks(cards: DrawnCards, arts: tuple[Art, ...]) -> tuple[Block, ...]:
    found = [Block(0.0, 0.0, cards.width_mm, cards.height_mm)]
    for art in arts:
        for shape in art.shapes:
            block = _block(shape.points_mm) if isinstance(shape, Polygon) and shape.fill else None
            if block is None or block.width_mm * block.height_mm < BLOCK_SHARE * cards.width_mm * cards.height_mm:
                continue
            if not any(_alike(block, other) for other in found):
                found.append(block)
    return tuple(found)


def _block(points_mm: tuple[PointMm, ...]) -> Block | None:
    """The upright rectangle that a polygon fills; None when it fills none."""
    points = np.array(points_mm)
    (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
    area = cv2.contourArea(points.astype(np.float32))
    if area < FILLED * (right - left) * (bottom - top) or area == 0:
        return None
    return Block(float(left + right) / 2, float(top + bottom) / 2, float(right - left), float(bottom - top))


def _alike(one: Block, other: Block) -> bool:
    mine, its = ((b.x_mm, b.y_mm, b.width_mm, b.height_mm) for b in (one, other))
    return max(abs(a - b) for a, b in zip(mine, its, strict=True)) < SAME_BLOCK_MM
