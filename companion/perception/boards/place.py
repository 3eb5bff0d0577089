"""Where a board lies in the picture: a flat grid, and how far single tiles lie off it; pieces of the picture by place.

Board coordinates: one unit is one tile's side, x along a row, y down a column, whole numbers at the tiles' middles.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.perception.boards.grid import Cell

Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]

PATCH_PX = 26
"""A place's piece of the picture is this wide and high: enough for a ring in a disc, few enough for 60 places."""
PATCH_REACH = 0.6
"""Of a side, from the middle: the tile and the gap around it."""
CROP_SIDE_PX = 30.0
"""Pictures are shrunk until a tile is about so wide: what is finer is grain and noise."""
MARGIN = 2.0
"""Sides around the board that are kept of the picture: where it may be pushed to."""
LIGHT_FLOOR = 6.0
"""Grey levels added before taking logarithms: what is darker is noise."""


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """A board's place in one size of picture.

    Attributes:
        to_picture: (3, 3), board coordinates to pixels, at the height of the tiles' upper side.
        offsets: how far single tiles lie off their places, in sides.
    """

    to_picture: Matrix
    offsets: Mapping[Cell, tuple[float, float]] = field(default_factory=dict)

    def middle(self, cell: Cell) -> tuple[float, float]:
        """In board coordinates: where the tile lies, or where one would that is laid against its neighbours."""
        x, y = self.offsets.get(cell) or self._offset_around(cell)
        return cell[1] + x, cell[0] + y

    def pixels(self, points: Matrix) -> Matrix:
        """(N, 2) board coordinates to (N, 2) pixels."""
        mapped = np.column_stack([points, np.ones(len(points))]) @ self.to_picture.T
        return np.asarray(mapped[:, :2] / mapped[:, 2:])

    def outline(self, cell: Cell) -> Matrix:
        """(4, 2) pixels: the corners of a place, clockwise from its top left."""
        corners = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
        return self.pixels(corners + self.middle(cell))

    def side_px(self, cell: Cell) -> float:
        """How wide a tile is at a place."""
        return float(np.sqrt(cv2.contourArea(self.outline(cell).astype(np.float32))))

    def moved_by(self, motion: Matrix) -> BoardPlace:
        """The place after the whole board was moved. motion: (3, 3), board coordinates."""
        return BoardPlace(self.to_picture @ motion, self.offsets)

    def _offset_around(self, cell: Cell) -> tuple[float, float]:
        row, column = cell
        near = [self.offsets[c] for y in (-1, 0, 1) for x in (-1, 0, 1) if (c := (row + y, column + x)) in self.offsets]
        return (sum(x for x, _ in near) / len(near), sum(y for _, y in near) / len(near)) if near else (0.0, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class Crop:
    """The part of a picture around a board, shrunk.

    Attributes:
        pixels: (h, w, 3) uint8.
        to_work: (3, 3), pixels of the picture to pixels here.
    """

    pixels: NDArray[np.uint8]
    to_crop: Matrix


def crop_around(picture: NDArray[np.uint8], place: BoardPlace, cells: Sequence[Cell]) -> Crop:
    """The part of `picture` (H, W, 3) around `cells`."""
    rows, columns = [row for row, _ in cells], [column for _, column in cells]
    low_x, high_x = min(columns) - MARGIN, max(columns) + MARGIN
    low_y, high_y = min(rows) - MARGIN, max(rows) + MARGIN
    corners = place.pixels(np.array([(low_x, low_y), (high_x, low_y), (high_x, high_y), (low_x, high_y)]))
    height, width = picture.shape[:2]
    x0, y0 = (int(v) for v in np.clip(np.floor(corners.min(axis=0)), 0, (width - 2, height - 2)))
    x1, y1 = (int(v) for v in np.clip(np.ceil(corners.max(axis=0)), (x0 + 2, y0 + 2), (width, height)))
    middle = cells[len(cells) // 2]
    share = min(1.0, CROP_SIDE_PX / place.side_px(middle))
    size = max(1, round((x1 - x0) * share)), max(1, round((y1 - y0) * share))
    pixels = cv2.resize(picture[y0:y1, x0:x1], size, interpolation=cv2.INTER_AREA)
    across, down = size[0] / (x1 - x0), size[1] / (y1 - y0)
    # Pixel middles: x_here + 0.5 = share * (x_there - x0 + 0.5).
    to_crop = np.array([[across, 0, across * (0.5 - x0) - 0.5], [0, down, down * (0.5 - y0) - 0.5], [0, 0, 1]])
    return Crop(np.asarray(pixels, np.uint8), to_crop)


def patches(crop: Crop, place: BoardPlace, cells: Sequence[Cell]) -> Floats:
    """(N, PATCH_PX, PATCH_PX, 3): each place seen straight from above, as logarithms of light."""
    reach = (np.arange(PATCH_PX) + 0.5) * 2 * PATCH_REACH / PATCH_PX - PATCH_REACH
    u, v = np.meshgrid(reach, reach)
    middles = np.array([place.middle(cell) for cell in cells])
    x = (middles[:, 0, None, None] + u).ravel()
    y = (middles[:, 1, None, None] + v).ravel()
    m = crop.to_crop @ place.to_picture
    depth = m[2, 0] * x + m[2, 1] * y + m[2, 2]
    map_x = ((m[0, 0] * x + m[0, 1] * y + m[0, 2]) / depth).astype(np.float32).reshape(-1, PATCH_PX)
    map_y = ((m[1, 0] * x + m[1, 1] * y + m[1, 2]) / depth).astype(np.float32).reshape(-1, PATCH_PX)
    seen = cv2.remap(crop.pixels, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return log_light(np.asarray(seen, np.uint8)).reshape(-1, PATCH_PX, PATCH_PX, 3)


def log_light(seen: NDArray[np.uint8]) -> Floats:
    """Grey levels of any shape as logarithms of light."""
    return _LOG_LIGHT[seen]


_LOG_LIGHT = np.log(np.arange(256, dtype=np.float32) + LIGHT_FLOOR)


def top_view(crop: Crop, place: BoardPlace, low: tuple[float, float], size: tuple[int, int], px_per_side: float) -> Floats:
    """The board seen straight from above, (h, w) logarithms of grey.

    low: board coordinates of the upper left corner. size: w, h in pixels.
    """
    to_board = np.array([[1 / px_per_side, 0, low[0]], [0, 1 / px_per_side, low[1]], [0, 0, 1]])
    matrix = crop.to_crop @ place.to_picture @ to_board
    seen = cv2.warpPerspective(
        cv2.cvtColor(crop.pixels, cv2.COLOR_BGR2GRAY),
        matrix,
        size,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return log_light(np.asarray(seen, np.uint8))
