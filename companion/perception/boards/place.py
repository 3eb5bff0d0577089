"""Where a board lies in the picture, and rectified patches of the picture at its places.

Board coordinates: one unit is a tile's side, x along a row, y down a column, whole numbers at the tiles' middles.
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
"""Width and height of a place's patch: enough for a ring on a disc, few enough for 60 places."""
PATCH_REACH = 0.6
"""From a place's middle to its patch's border, in tile sides: the tile and the gap around it."""
CROP_SIDE_PX = 30.0
"""Pictures are shrunk until a tile has about this many pixels: finer detail is grain and noise."""
MARGIN = 2.0
"""Tile sides around the board that are kept of the picture: as far as it may be pushed."""
LIGHT_FLOOR = 6.0
"""Grey levels added before the logarithm is taken: darker differences are noise."""


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """Where a board lies in pictures of one size.

    Attributes:
        to_picture: (3, 3) homography, board coordinates to pixels, at the height of the tiles' upper side.
        offsets: for single tiles, how far they lie off their grid place, x and y in tile sides.
    """

    to_picture: Matrix
    offsets: Mapping[Cell, tuple[float, float]] = field(default_factory=dict)

    def middle(self, cell: Cell) -> tuple[float, float]:
        """Return a place's middle in board coordinates, x and y, with its tile's offset.

        Where no tile lies it has the mean offset of its neighbours: a tile would be laid against them.
        """
        x, y = self.offsets.get(cell) or self._offset_around(cell)
        return cell[1] + x, cell[0] + y

    def pixels(self, points: Matrix) -> Matrix:
        """Map board coordinates (N, 2) to pixels (N, 2)."""
        mapped = np.column_stack([points, np.ones(len(points))]) @ self.to_picture.T
        return np.asarray(mapped[:, :2] / mapped[:, 2:])

    def outline(self, cell: Cell) -> Matrix:
        """Return a place's corners, (4, 2) px, clockwise from its top left."""
        corners = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
        return self.pixels(corners + self.middle(cell))

    def side_px(self, cell: Cell) -> float:
        """Return the side of a tile at a place, px."""
        return float(np.sqrt(cv2.contourArea(self.outline(cell).astype(np.float32))))

    def moved_by(self, motion: Matrix) -> BoardPlace:
        """Return the place after the whole board moved by `motion`, (3, 3) in board coordinates."""
        return BoardPlace(self.to_picture @ motion, self.offsets)

    def _offset_around(self, cell: Cell) -> tuple[float, float]:
        row, column = cell
        near = [self.offsets[c] for y in (-1, 0, 1) for x in (-1, 0, 1) if (c := (row + y, column + x)) in self.offsets]
        return (sum(x for x, _ in near) / len(near), sum(y for _, y in near) / len(near)) if near else (0.0, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class Crop:
    """The part of a picture around a board, shrunk.

    Attributes:
        pixels: (h, w, 3) uint8 BGR.
        to_crop: (3, 3), pixels of the whole picture to pixels of this one.
    """

    pixels: NDArray[np.uint8]
    to_crop: Matrix


def crop_around(picture: NDArray[np.uint8], place: BoardPlace, cells: Sequence[Cell]) -> Crop:
    """Cut out and shrink the part of a picture around a board.

    Args:
        picture: (H, W, 3) uint8 BGR.
        place: where the board lies in it.
        cells: the places that must be inside, with `MARGIN` around them.
    """
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
    """Rectify the patch at each place, as seen from straight above.

    Args:
        crop: the picture around the board.
        place: where the board lies in the whole picture.
        cells: N places.

    Returns:
        (N, PATCH_PX, PATCH_PX, 3) float32, logarithms of light, BGR.
    """
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
    """Return the logarithms of grey levels (uint8, any shape) with `LIGHT_FLOOR` added, as float32."""
    return _LOG_LIGHT[seen]


_LOG_LIGHT = np.log(np.arange(256, dtype=np.float32) + LIGHT_FLOOR)


def top_view(
    crop: Crop, place: BoardPlace, low: tuple[float, float], size: tuple[int, int], px_per_side: float
) -> Floats:
    """Rectify the board as seen from straight above.

    Args:
        crop: the picture around the board.
        place: where the board lies in the whole picture.
        low: board coordinates x, y of the upper left corner.
        size: width and height, px.
        px_per_side: scale.

    Returns:
        (h, w) float32, logarithms of grey.
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
