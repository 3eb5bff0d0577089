"""What is measured of one place of a board: rings of colour about a disc's middle, the tile's corners, its edge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from companion.perception.board_place import PATCH_PX, PATCH_REACH, Floats

RINGS = (0.0, 0.07, 0.14, 0.21, 0.28, 0.35, 0.42)
"""Edges of the rings, in sides: a circle on a disc is at least one ring wide."""
CORNER_FROM, CORNER_TO = 0.34, 0.46
"""From the middle, along a row and a column: beyond the widest disc, within the tile."""
EDGE_INSIDE, EDGE_LINE = (0.36, 0.45), (0.475, 0.545)
"""Across a tile's edge: just inside, and where the gap or the shadow is."""
EDGE_ALONG = 0.4
OFF_STEP, OFF_MOST = 0.05, 0.15
"""Places of a disc's middle that are tried, in sides: discs stand askew, and their tops seem shifted outwards."""

RING_COUNT = len(RINGS) - 1
INNER = 4
"""Rings that lie on every disc."""
FEATURES = RING_COUNT * 3 + 3 + 1
"""Rings (blue, green, red each), corners (blue, green, red), edge."""
CORNERS = RING_COUNT * 3
EDGE = FEATURES - 1


def _offs() -> NDArray[np.float64]:
    steps = round(OFF_MOST / OFF_STEP)
    along = np.arange(-steps, steps + 1) * OFF_STEP
    pairs = np.array([(x, y) for y in along for x in along])
    return pairs[np.hypot(*pairs.T) <= OFF_MOST + 1e-6]


OFFS = _offs()
"""(O, 2), sides: where a disc's middle may be, from the tile's."""
CENTRED = int(np.argmin(np.hypot(*OFFS.T)))
"""The one of no shift."""


def _masks() -> tuple[Floats, Floats, Floats]:
    reach = (np.arange(PATCH_PX) + 0.5) * 2 * PATCH_REACH / PATCH_PX - PATCH_REACH
    u, v = (each.ravel() for each in np.meshgrid(reach, reach))
    away = np.hypot(u - OFFS[:, :1], v - OFFS[:, 1:])
    rings = np.stack([(away >= low) & (away < high) for low, high in pairwise(RINGS)], axis=1)
    rings[:, 0] |= away == away.min(axis=1, keepdims=True)  # the innermost may fall between pixels
    far_u, far_v = np.abs(u), np.abs(v)
    held = (far_u > CORNER_FROM) & (far_u < CORNER_TO) & (far_v > CORNER_FROM) & (far_v < CORNER_TO)
    corners = np.stack([held & (np.sign(u) == x) & (np.sign(v) == y) for y in (-1, 1) for x in (-1, 1)])
    edges = []
    for along, across, sign in ((u, v, -1), (u, v, 1), (v, u, -1), (v, u, 1)):
        near = np.abs(along) < EDGE_ALONG
        inside, line = (near & (sign * across > low) & (sign * across < high) for low, high in (EDGE_INSIDE, EDGE_LINE))
        edges.append(inside / inside.sum() - line / line.sum())
    return (
        (rings / rings.sum(axis=2, keepdims=True)).astype(np.float32).reshape(-1, len(u)),
        (corners / corners.sum(axis=1, keepdims=True)).astype(np.float32),
        np.stack(edges).astype(np.float32),
    )


_RINGS, _CORNERS, _EDGES = _masks()
_INNER_RINGS = np.ascontiguousarray(_RINGS.reshape(len(OFFS), RING_COUNT, -1)[:, :INNER].reshape(len(OFFS) * INNER, -1))


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """Features of places, each with a disc's middle at every one of `OFFS`.

    Attributes:
        values: (N, O, FEATURES), logarithms of light.
        uneven: (N, O), variance within the inner rings: least where a disc's middle truly is.
    """

    values: Floats
    uneven: Floats

    def at(self, off: int) -> Floats:
        """(N, FEATURES) for one of `OFFS`."""
        return np.asarray(self.values[:, off])

    def of(self, rows: Sequence[int] | NDArray[np.int_]) -> Measured:
        """The same of some of the places."""
        return Measured(self.values[rows], self.uneven[rows])


def measured(seen: Floats) -> Measured:
    """seen: (N, PATCH_PX, PATCH_PX, 3) of `board_place.pieces`."""
    count = len(seen)
    pixels = seen.reshape(count, -1, 3)
    rings = np.matmul(_RINGS, pixels).reshape(count, len(OFFS), CORNERS)
    corners = np.median(np.matmul(_CORNERS, pixels), axis=1)  # a neighbour or a fingertip may hide one
    edge = np.median(np.matmul(_EDGES, pixels.mean(axis=2)[..., None])[..., 0], axis=1)
    still = np.concatenate([corners, edge[:, None]], axis=1)
    spread = np.broadcast_to(still[:, None], (count, len(OFFS), still.shape[1]))
    grey = pixels.mean(axis=2)[..., None]
    mean, square = (np.matmul(_INNER_RINGS, each).reshape(count, len(OFFS), INNER) for each in (grey, grey * grey))
    return Measured(np.concatenate([rings, spread], axis=2), (square - mean * mean).mean(axis=2))
