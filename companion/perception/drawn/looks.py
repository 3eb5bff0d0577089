"""How every side of a drawn deck looks, made from its drawings alone: in cells that are compared one by one, as a
coarse picture, and as small pieces that tell where it lies."""

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
"""Of the flat picture in which cells are compared: strokes of a word 7 mm high are still told apart."""
CELL_PX, STEP_PX = 18, 9
"""A cell is 14 mm wide, half a motif; each begins in the middle of the one before."""
DRAWN_PX_PER_MM = 3.0
BLURS_MM = (0.3, 0.9)
"""Standard deviations of the blur that looks are drawn with: a picture in focus, and a poor one."""
FAINT = 0.05
"""Contrast, share of the mean: fainter cells show paper, and noise on it."""
PRINTED = 0.8
"""Squared length of a cell's vector from which on there is print in it."""
AXES = 128
"""Directions in which cells differ that are kept of the 324."""
PIECES = 64
"""Pieces of a side that are slid to find where it lies."""
PIECE_SCALES = (1.25, 2.5)
"""Pixels a mm in which they are slid, coarse first."""
PIECE_PX = 13
APART_MM = 4.0
BLOCK_SHARE = 0.3
"""A rectangle of a drawing is looked for when it takes up this share of the card: smaller ones are parts of motifs."""
FILLED = 0.95
"""Share of its bounding box that a rectangle with round corners fills."""
SAME_BLOCK_MM = 0.5


@dataclass(frozen=True, slots=True)
class Block:
    """A rectangle of the drawings that stands out: the card itself, its white part. Centre, width, height, mm."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float

    @property
    def ratio(self) -> float:
        """Of its long sides to its short ones."""
        return max(self.width_mm, self.height_mm) / min(self.width_mm, self.height_mm)


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """Small pictures (n, PIECE_PX, PIECE_PX) float32 of a side, and the places of their middles (n, 2) mm."""

    looks: Vectors
    places_mm: Points


class Looks:
    """Of all sides of a deck, then of what lies beside it in the box.

    Attributes:
        flats: (looks, H, W, 3) uint8 BGR, seen from straight above at `PX_PER_MM`.
        blocks: rectangles that outlines may be; the card itself is the first.
        up: of each look, whether it is no back.
        told: (looks,), how many cells of each have print in them.
    """

    def __init__(self, cards: DrawnCards) -> None:
        self._size_mm = cards.width_mm, cards.height_mm
        arts = (*(face.art for face in cards.faces), *cards.others)
        self.up = [face.up for face in cards.faces] + [True] * len(cards.others)
        self.blocks = _blocks(cards, arts)
        self._drawn = [_drawn(art) for art in arts]
        self.flats = np.array([self._flat_colours(picture) for picture in self._drawn])
        cells = np.array([[_cells_of(self._flat(each, blur)) for each in self._drawn] for blur in BLURS_MM])
        blurs, looks, count, length = cells.shape
        self._axes = _main_axes(cells.reshape(-1, length))
        inner = (cells.reshape(-1, length) @ self._axes).reshape(blurs, looks, count, AXES)
        self._cells = np.ascontiguousarray(inner.transpose(2, 3, 0, 1).reshape(count, AXES, blurs * looks))
        self.told = np.count_nonzero((cells[0] * cells[0]).sum(axis=2) >= PRINTED, axis=1)
        self._pieces: dict[tuple[int, float], Pieces] = {}

    def likeness(self, flat: Grey) -> Vectors:
        """How much each cell of a flat picture (H, W) resembles the same cell of each look, at most 1: (blurs, looks,
        cells). Plain cells resemble nothing."""
        seen = product(_cells_of(flat), self._axes)
        each = np.matmul(seen[:, None], self._cells)[:, 0]
        return np.asarray(each.T.reshape(len(BLURS_MM), -1, len(seen)), np.float32)

    def coarse(self, px_per_mm: float) -> Vectors:
        """All looks as small pictures of grey, (looks, H, W)."""
        flats = [self._flat(each, BLURS_MM[0], px_per_mm) for each in self._drawn]
        return np.array(flats, np.float32)

    def pieces(self, look: int, scale: float) -> Pieces:
        """What is slid to find where a side lies, made when it is asked for first."""
        if (look, scale) not in self._pieces:
            self._pieces[look, scale] = self._cut(look, scale)
        return self._pieces[look, scale]

    def _cut(self, look: int, scale: float) -> Pieces:
        flat = self._flat(self._drawn[look], BLURS_MM[0], scale)
        half = PIECE_PX // 2
        inside = np.zeros_like(flat)
        inside[half:-half, half:-half] = 255
        found = cv2.goodFeaturesToTrack(flat, PIECES, 0.02, APART_MM * scale, mask=inside, blockSize=PIECE_PX)
        places = np.round(np.zeros((0, 2)) if found is None else found[:, 0]).astype(int)
        looks = [flat[y - half : y + half + 1, x - half : x + half + 1] for x, y in places]
        middle = (np.array(flat.shape[::-1]) - 1) / 2
        return Pieces(np.array(looks, np.float32), (places - middle) / scale)

    def _flat(self, drawn: Pixels, blur_mm: float, scale: float = PX_PER_MM) -> Grey:
        soft = cv2.GaussianBlur(drawn, (0, 0), blur_mm * DRAWN_PX_PER_MM)
        grey = Pyramid(np.asarray(cv2.cvtColor(soft, cv2.COLOR_BGR2GRAY), np.uint8))
        return grey.flat(_to_drawn(drawn), *self._size_mm, scale)

    def _flat_colours(self, drawn: Pixels) -> Pixels:
        soft = cv2.GaussianBlur(drawn, (0, 0), BLURS_MM[-1] * DRAWN_PX_PER_MM)
        planes = [Pyramid(np.ascontiguousarray(soft[:, :, nth])) for nth in range(3)]
        flats = [plane.flat(_to_drawn(drawn), *self._size_mm, PX_PER_MM) for plane in planes]
        return np.asarray(np.stack(flats, axis=2), np.uint8)


@lru_cache(maxsize=2)
def looks_of(cards: DrawnCards) -> Looks:
    """Drawn once in a process."""
    return Looks(cards)


def cells_xywh(shape: tuple[int, ...]) -> NDArray[np.int64]:
    """Left, top, width, height of every cell of a flat picture (H, W), row by row."""
    rows, columns = (_begins(length) for length in shape[:2])
    return np.array([(x, y, CELL_PX, CELL_PX) for y in rows for x in columns], np.int64)


def _begins(length_px: int) -> range:
    """Where cells begin, so that they lie in the middle."""
    return range((length_px - CELL_PX) % STEP_PX // 2, length_px - CELL_PX + 1, STEP_PX)


def _cells_of(flat: Grey) -> Vectors:
    """Every cell as a vector of mean 0 and of length 1, or less where it is plain: (cells, CELL_PX ** 2)."""
    windows = np.lib.stride_tricks.sliding_window_view(flat, (CELL_PX, CELL_PX))
    rows, columns = (_begins(length) for length in flat.shape)
    cells = windows[rows.start : rows.stop : STEP_PX, columns.start : columns.stop : STEP_PX]
    cells = cells.reshape(-1, CELL_PX * CELL_PX).astype(np.float32)
    mean = cells.mean(axis=1, keepdims=True)
    centred = cells - mean
    spread = (centred * centred).mean(axis=1, keepdims=True)
    return np.asarray(centred / (CELL_PX * np.sqrt(spread + (FAINT * mean) ** 2 + 1e-3)), np.float32)


def _main_axes(vectors: Vectors) -> Vectors:
    """(length, AXES): the directions in which vectors (n, length) reach farthest."""
    _, axes = np.linalg.eigh(vectors.T @ vectors)
    return np.ascontiguousarray(axes[:, ::-1][:, :AXES])


def _drawn(art: Art) -> Pixels:
    """The whole side, with square corners: what is cut away is too small to matter."""
    face = sprite(art, DRAWN_PX_PER_MM)
    clear = 255 - face[:, :, 3:].astype(np.float32)
    return np.asarray(np.round(face[:, :, :3] + clear / 255 * np.array(bgr(art.ground))), np.uint8)


def _to_drawn(drawn: Pixels) -> Points:
    """(3, 3), the side's mm about its middle to pixels of its drawing."""
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
    """The upright rectangle that a polygon fills, if it does."""
    points = np.array(points_mm)
    (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
    area = cv2.contourArea(points.astype(np.float32))
    if area < FILLED * (right - left) * (bottom - top) or area == 0:
        return None
    return Block(float(left + right) / 2, float(top + bottom) / 2, float(right - left), float(bottom - top))


def _alike(one: Block, other: Block) -> bool:
    mine, its = ((b.x_mm, b.y_mm, b.width_mm, b.height_mm) for b in (one, other))
    return max(abs(a - b) for a, b in zip(mine, its, strict=True)) < SAME_BLOCK_MM
