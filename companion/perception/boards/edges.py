"""Aligns a board's grid to the edges of its tiles, each edge by itself, so that a line beside the board does not
attract it.

Between two tiles the gap is a dark line. Where the board ends, the first step of light outwards is the tile's edge;
what comes after it is shadow and table.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.perception.boards.grid import Cell
from companion.perception.boards.place import BoardPlace, Crop, Matrix, top_view

Vector = NDArray[np.float64]

EDGE_PX = 24
"""Pixels per tile side at which edges are located: about the resolution of `boards.place.Crop`."""
WINDOWS = (0.3, 0.2, 0.12, 0.08)
"""Search range to both sides of an expected edge, in tile sides, for each round of fitting."""
ALONG = 0.35
"""Light is averaged along an edge over this length to both sides of its middle, in tile sides."""
FIRST_STEP = 0.5
"""At the board's rim, the first step of light counts as the edge when it has this share of the steepest one."""
SOFT, ROUNDS = 0.03, 8
"""Residual, in tile sides, at which an edge counts half (Cauchy weights); and the number of reweighting rounds."""
STIFF = 0.1
"""Ridge term on the two perspective parameters: few edges do not determine them."""
_CORNERS = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])


@dataclass(frozen=True, slots=True, eq=False)
class _Edges:
    """Every edge of every tile, once.

    Attributes:
        at: (N, 2), its middle, board coordinates.
        upright: (N,) bool, whether it runs down a column.
        outwards: (N,), at the board's rim the direction away from the tile along the axis across the edge, -1 or 1; 0
            between two tiles.
    """

    at: Matrix
    upright: NDArray[np.bool_]
    outwards: NDArray[np.int_]


def align_to_edges(crop: Crop, place: BoardPlace, tiles: Collection[Cell]) -> BoardPlace:
    """Move, turn, stretch and tilt the board's place until the tiles' edges lie on the edges in the picture.

    Args:
        crop: the picture around the board.
        place: about where the board lies, within a third of a tile side.
        tiles: the board's tiles.

    Returns:
        The aligned place.
    """
    edges = _edges(tiles)
    low, high = edges.at.min(axis=0) - 1, edges.at.max(axis=0) + 1
    middle, half = (low + high) / 2, float((high - low).max()) / 2
    effects = _effects((edges.at - middle) / half)
    across = np.where(edges.upright[:, None], effects[0], effects[1])
    corners = _CORNERS * half + middle
    for window in WINDOWS:
        off, sharpness = _off(crop, place, edges, low, high, window)
        moves = _effects(_CORNERS) @ _fitted(across, off, sharpness)
        motion = cv2.getPerspectiveTransform(corners.astype(np.float32), (corners + moves.T).astype(np.float32))
        place = place.moved_by(np.asarray(motion, np.float64))
    return place


def _edges(tiles: Collection[Cell]) -> _Edges:
    """Lists the edges: four at each tile, shared ones once."""
    found = []
    for row, column in sorted(tiles):
        for y, x in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            inner = (row + y, column + x) in tiles
            if not inner or x + y > 0:
                found.append((column + x / 2, row + y / 2, x != 0, 0 if inner else x + y))
    at, upright, outwards = np.array([each[:2] for each in found]), *zip(*(each[2:] for each in found), strict=True)
    return _Edges(at, np.array(upright), np.array(outwards))


def _off(
    crop: Crop, place: BoardPlace, edges: _Edges, low: Vector, high: Vector, window: float
) -> tuple[Vector, Vector]:
    """Each edge's offset from where it is expected, across it, (N,) tile sides; and how clearly it is seen, (N,) 0 to
    1."""
    wide, tall = (round(each * EDGE_PX) for each in high - low)
    seen = top_view(crop, place, (float(low[0]), float(low[1])), (wide, tall), EDGE_PX)
    reach, along = round(window * EDGE_PX) + 2, round(ALONG * EDGE_PX)
    over, beside = np.mgrid[-reach : reach + 1, -along : along + 1]
    x, y = ((edges.at - low) * EDGE_PX).T[:, :, None, None]
    upright = edges.upright[:, None, None]
    map_x, map_y = x + np.where(upright, over, beside), y + np.where(upright, beside, over)
    to_x, to_y = (each.reshape(len(edges.at), -1).astype(np.float32) for each in (map_x, map_y))
    sampled = cv2.remap(seen, to_x, to_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    light = sampled.reshape(map_x.shape).mean(axis=2)
    line = np.maximum(light[:, 2:] + light[:, :-2] - 2 * light[:, 1:-1], 0)
    step = np.abs(light[:, 2:] - light[:, :-2]) / 2
    turned = edges.outwards[:, None] < 0
    step = np.where(turned, step[:, ::-1], step)
    inner = step[:, 1:-1]
    peak = (inner >= step[:, :-2]) & (inner >= step[:, 2:]) & (inner >= FIRST_STEP * step.max(axis=1, keepdims=True))
    is_gap = edges.outwards == 0
    likely = np.where(is_gap[:, None], line, step)
    best = np.where(is_gap, line.argmax(axis=1), peak.argmax(axis=1) + 1)
    rows, last = np.arange(len(best)), likely.shape[1] - 1
    before, here, after = (likely[rows, np.clip(best + n, 0, last)] for n in (-1, 0, 1))
    bend = np.minimum(before - 2 * here + after, -1e-9)
    found = best + np.clip((before - after) / (2 * bend), -0.5, 0.5) - last / 2
    return np.where(edges.outwards < 0, -found, found) / EDGE_PX, here / (here + np.median(here) + 1e-9)


def _effects(at: Matrix) -> Matrix:
    """The derivatives (2, N, 8) of points `at` (N, 2), across and down, by the eight parameters of a homography."""
    x, y = at.T
    one, none = np.ones_like(x), np.zeros_like(x)
    across = (one, x, y, none, none, none, x * x, x * y)
    down = (none, none, none, one, x, y, x * y, y * y)
    return np.stack([np.stack(across, axis=1), np.stack(down, axis=1)])


def _fitted(effects: Matrix, off: Vector, sharpness: Vector) -> Vector:
    """The eight parameters (8,) that explain the offsets: iteratively reweighted least squares with Cauchy weights."""
    changes: Vector = np.zeros(8)
    ridge = np.diag([1e-6] * 6 + [STIFF] * 2)
    for _ in range(ROUNDS):
        weight = sharpness / (1 + ((off - effects @ changes) / SOFT) ** 2)
        own = effects * weight[:, None]
        changes = np.asarray(np.linalg.solve(own.T @ effects + ridge, own.T @ off))
    return changes
