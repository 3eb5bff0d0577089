"""Finds a followed board again after it was pushed, and measures how single tiles moved."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.perception.boards.grid import Cell
from companion.perception.boards.place import PATCH_PX, PATCH_REACH, BoardPlace, Crop, Floats, Matrix, top_view

Vector = NDArray[np.float32]

AROUND = 1.5
"""Margin, in tile sides, around the outermost tiles' middles that is compared."""
BOARD_PX = 10
"""Pixels per tile side when two pictures of the board are compared."""
PUSH_BLURS_PX = (5.0, 2.5, 1.0)
"""Standard deviations of the blur, coarse to fine: they catch a push of half a side down to a fiftieth."""
PUSH_ROUNDS, PUSH_END_PX = 12, 0.03
"""Gauss-Newton steps at each blur at most, and the step length (px) below which the fit has converged."""
PUSH_SOFT = 0.15
"""Residual, as a logarithm of light, at which a pixel counts half (Cauchy weights)."""
MOST_SHIFT = 0.08
"""Share of a side: the first-order estimate of a tile's shift is not valid for more."""
FEWEST_FOR_TURN = 3
"""Tiles that are needed to tell a turn of the board from a shift."""


@dataclass(frozen=True, slots=True, eq=False)
class _Level:
    """One blur level: the picture of the board, flattened to (h * w,), and its derivatives by turn, shift x, shift y
    and a linear change of light, (h * w, 6)."""

    blur: float
    seen: Vector
    effects: Vector


class LastSeen:
    """The picture of the board as it last lay, as a template to find it again."""

    def __init__(self, crop: Crop, place: BoardPlace, tiles: Collection[Cell]) -> None:
        """Keep a top view of the board in several blurs.

        Args:
            crop: the picture around the board.
            place: where the board lies in it.
            tiles: the board's tiles; they and a margin around them are compared.
        """
        self._low, self._size = _frame(tiles, BOARD_PX)
        picture = top_view(crop, place, self._low, self._size, BOARD_PX)
        x, y = (each.ravel() for each in np.meshgrid(*(np.arange(n) - (n - 1) / 2 for n in self._size)))
        self._levels = []
        for blur in PUSH_BLURS_PX:
            soft = _blurred(picture, blur)
            slope_x, slope_y = (cv2.Sobel(soft, cv2.CV_32F, *way, scale=1 / 8).ravel() for way in ((1, 0), (0, 1)))
            light = (np.ones_like(x), x / self._size[0], y / self._size[1])
            effects = np.stack([x * slope_y - y * slope_x, slope_x, slope_y, *light], axis=1).astype(np.float32)
            self._levels.append(_Level(blur, soft.ravel(), effects))

    def find_in(self, crop: Crop, place: BoardPlace) -> tuple[float, BoardPlace]:
        """Locate the board, pushed and turned on the table, in a new picture.

        Args:
            crop: the new picture around the board.
            place: where the board lay; the search starts there.

        Returns:
            The correlation of both pictures at the place found (-1 to 1), and that place.
        """
        now = top_view(crop, place, self._low, self._size, BOARD_PX)
        motion = np.eye(3)
        agree = -1.0
        for level in self._levels:
            agree, motion = self._refined(level, _blurred(now, level.blur), motion)
        return agree, place.moved_by(_in_sides(motion, self._low, BOARD_PX))

    def _refined(self, level: _Level, now: Floats, motion: Matrix) -> tuple[float, Matrix]:
        """Gauss-Newton steps with Cauchy weights at one blur level: the correlation, and the motion (3, 3) in
        pixels."""
        middle = (np.array(self._size) - 1) / 2
        agree = -1.0
        for _ in range(PUSH_ROUNDS):
            warped = cv2.warpAffine(now, motion[:2], self._size, flags=_FROM, borderMode=cv2.BORDER_REPLICATE)
            moved = np.asarray(warped, np.float32).ravel()
            off = moved - level.seen
            off = off - np.median(off)
            weight = 1 / (1 + (off / PUSH_SOFT) ** 2)
            own = level.effects * weight[:, None]
            turn, x, y = np.linalg.solve(own.T @ level.effects + 1e-3 * np.eye(6), own.T @ off)[:3]
            step = np.array([[np.cos(turn), -np.sin(turn), x], [np.sin(turn), np.cos(turn), y], [0, 0, 1]])
            to_middle = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1]])
            motion = motion @ np.linalg.inv(np.linalg.inv(to_middle) @ step @ to_middle)
            agree = _correlation(moved, level.seen, weight)
            if abs(turn) * max(middle) + abs(x) + abs(y) < PUSH_END_PX:
                break
        return agree, motion


_FROM = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
"""The motion says where each pixel comes from."""


def _blurred(picture: Floats, deviation: float) -> Floats:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), deviation), np.float32)


def _correlation(one: Vector, other: Vector, weight: Vector) -> float:
    a, b = one - np.average(one, weights=weight), other - np.average(other, weights=weight)
    return float((weight * a * b).sum() / np.sqrt((weight * a * a).sum() * (weight * b * b).sum() + 1e-9))


def patch_shifts(then: Floats, now: Floats) -> Matrix:
    """Estimate how far each place's contents moved between two pictures (Lucas-Kanade, one step; valid for 0.1 side).

    Args:
        then: (N, PATCH_PX, PATCH_PX, 3) logarithms of light, from `boards.place.patches`.
        now: the same places in the new picture.

    Returns:
        (N, 2) in tile sides; 0 where the estimate is above `MOST_SHIFT` or the patch has too little contrast.
    """
    before, after = (cv2.transform(each.reshape(-1, PATCH_PX * PATCH_PX, 3), _GREY).reshape(
        -1, PATCH_PX, PATCH_PX) for each in (then, now))  # fmt: skip
    slope_x = (before[:, 1:-1, 2:] - before[:, 1:-1, :-2]) / 2
    slope_y = (before[:, 2:, 1:-1] - before[:, :-2, 1:-1]) / 2
    change = (after - before)[:, 1:-1, 1:-1]
    change = change - change.mean(axis=(1, 2), keepdims=True)
    a, b, d = ((p * q).sum(axis=(1, 2)) for p, q in ((slope_x, slope_x), (slope_x, slope_y), (slope_y, slope_y)))
    e, f = -(slope_x * change).sum(axis=(1, 2)), -(slope_y * change).sum(axis=(1, 2))
    calm = 0.02 * PATCH_PX  # squared gradient of grain and noise
    a, d = a + calm, d + calm
    det = a * d - b * b
    moved = np.stack([(d * e - b * f) / det, (a * f - b * e) / det], axis=1) * 2 * PATCH_REACH / PATCH_PX
    return np.where(np.abs(moved).max(axis=1, keepdims=True) <= MOST_SHIFT, moved, 0.0).astype(np.float64)


_GREY = np.full((1, 3), 1 / 3, np.float32)


def common_motion(cells: Sequence[Cell], moved: Matrix) -> Matrix:
    """Fit the rigid motion of the whole board that most of the tiles' shifts agree with (least median of squares).

    Args:
        cells: the tiles.
        moved: (N, 2), their shifts in tile sides.

    Returns:
        (3, 3), in board coordinates; the identity with fewer than `FEWEST_FOR_TURN` tiles.
    """
    at = np.array([(column, row) for row, column in cells], np.float64)
    motion = None
    if len(cells) >= FEWEST_FOR_TURN and (np.ptp(at, axis=0) > 0).any():
        motion, _ = cv2.estimateAffinePartial2D(at, at + moved, method=cv2.LMEDS)
    if motion is None:
        return np.eye(3)
    scale = float(np.sqrt(abs(np.linalg.det(motion[:, :2]))))
    turn = motion[:, :2] / scale  # boards do not grow
    middle = at.mean(axis=0)
    shift = motion[:, :2] @ middle + motion[:, 2] - turn @ middle
    return np.vstack([np.column_stack([turn, shift]), [0, 0, 1]])


def _frame(tiles: Collection[Cell], px: int) -> tuple[tuple[float, float], tuple[int, int]]:
    """The upper left corner (board coordinates) and the size (w, h in px) of the top view that is compared."""
    rows, columns = [row for row, _ in tiles], [column for _, column in tiles]
    low = (min(columns) - AROUND, min(rows) - AROUND)
    return low, (
        round((max(columns) + AROUND - low[0]) * px),
        round((max(rows) + AROUND - low[1]) * px),
    )


def _in_sides(motion: Matrix, low: tuple[float, float], px: int) -> Matrix:
    """Converts a motion in pixels of the top view into one in board coordinates, (3, 3)."""
    to_px = np.array([[px, 0, -low[0] * px], [0, px, -low[1] * px], [0, 0, 1.0]])
    return np.linalg.inv(to_px) @ motion @ to_px
