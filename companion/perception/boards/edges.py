"""Following a board: laying the grid on each tile's own edges, one by one, so that a line beside the board draws none.

A gap between two tiles is a dark line; where the board ends, the first step of light outwards is the tile's edge, and
what comes after it is shadow and ground.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.perception.boards.grid import Cell
from companion.perception.boards.place import BoardPlace, Matrix, Crop, top_view

Vector = NDArray[np.float64]

EDGE_PX = 24
"""Pixels a side in which edges are looked for: as fine as the picture is kept."""
WINDOWS = (0.3, 0.2, 0.12, 0.08)
"""How far on each side an edge is looked for, in sides, round by round."""
ALONG = 0.35
"""From an edge's middle to both sides: light is averaged along so much of it."""
FIRST_STEP = 0.5
"""A step outwards is a tile's edge when it is at least such a share of the steepest one."""
SOFT, ROUNDS = 0.03, 8
"""An edge that is off by so much, in sides, counts half; of fitting."""
STIFF = 0.1
"""How strongly perspective is held to what it was, where few edges tell it."""
_CORNERS = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])


@dataclass(frozen=True, slots=True, eq=False)
class _Edges:
    """Every edge of every tile once.

    Attributes:
        at: (N, 2), board coordinates of its middle. upright: (N,), whether it runs down a column.
        outwards: (N,), along the axis across it: -1 or 1 away from the tile where the board ends; 0 between two tiles.
    """

    at: Matrix
    upright: NDArray[np.bool_]
    outwards: NDArray[np.int_]


def align_to_edges(crop: Crop, place: BoardPlace, tiles: Collection[Cell]) -> BoardPlace:
    """The place moved, turned, stretched and tilted until tiles' edges lie where most edges of the picture are."""
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
    """How far each edge is from where it should be, across it, (N,) sides, and how clear it is, (N,)."""
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
    """(2, N, 8): what each of eight small changes of a grid moves points `at` (N, 2) by, across and down."""
    x, y = at.T
    one, none = np.ones_like(x), np.zeros_like(x)
    across = (one, x, y, none, none, none, x * x, x * y)
    down = (none, none, none, one, x, y, x * y, y * y)
    return np.stack([np.stack(across, axis=1), np.stack(down, axis=1)])


def _fitted(effects: Matrix, off: Vector, sharpness: Vector) -> Vector:
    """The eight changes (8,) that most edges agree on."""
    changes: Vector = np.zeros(8)
    held = np.diag([1e-6] * 6 + [STIFF] * 2)
    for _ in range(ROUNDS):
        weight = sharpness / (1 + ((off - effects @ changes) / SOFT) ** 2)
        own = effects * weight[:, None]
        changes = np.asarray(np.linalg.solve(own.T @ effects + held, own.T @ off))
    return changes
