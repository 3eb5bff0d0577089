"""Features of one place of a board: ring colours about a disc's middle, corner colours, edge contrast, unevenness."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.perception.boards.place import PATCH_PX, PATCH_REACH, Floats

RINGS = (0.0, 0.07, 0.14, 0.21, 0.28, 0.35, 0.42)
"""Radii that bound the rings, in tile sides: a circle printed on a disc is at least one ring wide."""
CORNER_FROM, CORNER_TO = 0.34, 0.46
"""Distance from the middle, along rows and along columns, in which corners are measured: beyond the widest disc, within
the tile."""
EDGE_INSIDE, EDGE_LINE = (0.36, 0.45), (0.475, 0.545)
"""Distances from the middle across a tile's edge, in tile sides: just inside of it; and where the gap or shadow is."""
EDGE_ALONG = 0.4
"""Half the length of an edge that is measured, in tile sides."""
OFFSET_STEP, OFFSET_MOST = 0.05, 0.3
"""Grid step, and largest distance, of the offsets of a disc's middle that are tried, in tile sides: discs stand askew,
and parallax shifts their tops outwards."""
ASKEW, ASKEW_OR_SHIFTED = 0.16, 0.2
"""Standard deviation of a disc's offset on its tile, in tile sides; and of its apparent offset while the parallax of
disc tops is not known."""
MOST_ASKEW = 1.25
"""Offsets beyond this number of standard deviations are not tried."""

RING_COUNT = len(RINGS) - 1
INNER, AROUND_EDGE = 4, 5
"""Number of inner rings that lie on every disc; and with the ring that contains its edge."""
PLAIN = 3
"""Inner rings in which nothing but a printed circle can be seen, whichever of the offsets is taken for the middle."""
FEATURES = RING_COUNT * 3 + 3 + 1 + 2
"""Number of features: rings (blue, green, red each), corners (blue, green, red), edge, unevenness within rings,
unevenness from ring to ring."""
CORNERS = RING_COUNT * 3
EDGE, UNEVEN, RELIEF = range(FEATURES - 3, FEATURES)
"""Indices of the edge feature and of the two unevenness features."""
EVEN = 0.03
"""Standard deviation, as a logarithm of light, that no camera can tell from 0."""


def _offsets() -> NDArray[np.float64]:
    steps = round(OFFSET_MOST / OFFSET_STEP)
    along = np.arange(-steps, steps + 1) * OFFSET_STEP
    pairs = np.array([(x, y) for y in along for x in along])
    return pairs[np.hypot(*pairs.T) <= OFFSET_MOST + 1e-6]


OFFSETS = _offsets()
"""(O, 2), tile sides: where a disc's middle may be, relative to its tile's."""
OFFSET_PENALTY = (np.hypot(*OFFSETS.T) / ASKEW_OR_SHIFTED) ** 2
"""(O,): minus twice the log-likelihood of each offset, up to a constant, while the parallax is not known."""
NO_OFFSET = int(np.argmin(np.hypot(*OFFSETS.T)))
"""Index in `OFFSETS` of (0, 0)."""


def _masks() -> tuple[Floats, Floats, Floats]:
    """The weights of rings, (O, rings, pixels), of corners, (4, pixels), and of edges, (4, pixels), over a patch."""
    reach = (np.arange(PATCH_PX) + 0.5) * 2 * PATCH_REACH / PATCH_PX - PATCH_REACH
    u, v = (each.ravel() for each in np.meshgrid(reach, reach))
    away = np.hypot(u - OFFSETS[:, :1], v - OFFSETS[:, 1:])
    rings = np.stack([(away >= low) & (away < high) for low, high in pairwise(RINGS)], axis=1)
    rings[:, 0] |= away == away.min(axis=1, keepdims=True)  # the innermost may fall between pixels
    far_u, far_v = np.abs(u), np.abs(v)
    in_corner = (far_u > CORNER_FROM) & (far_u < CORNER_TO) & (far_v > CORNER_FROM) & (far_v < CORNER_TO)
    corners = np.stack([in_corner & (np.sign(u) == x) & (np.sign(v) == y) for y in (-1, 1) for x in (-1, 1)])
    edges = []
    for along, across, sign in ((u, v, -1), (u, v, 1), (v, u, -1), (v, u, 1)):
        near = np.abs(along) < EDGE_ALONG
        inside, line = (near & (sign * across > low) & (sign * across < high) for low, high in (EDGE_INSIDE, EDGE_LINE))
        edges.append(inside / inside.sum() - line / line.sum())
    return (
        (rings / rings.sum(axis=2, keepdims=True)).astype(np.float32),
        (corners / corners.sum(axis=1, keepdims=True)).astype(np.float32),
        np.stack(edges).astype(np.float32),
    )


_RINGS, _CORNERS, _EDGES = _masks()
_PLAIN_SHARES = (_RINGS[:, :PLAIN] > 0).sum(axis=2).astype(np.float32)
_PLAIN_SHARES /= _PLAIN_SHARES.sum(axis=1, keepdims=True)


@dataclass(frozen=True, slots=True, eq=False)
class PlaceFeatures:
    """Measurements of N places: fixed ones, and those that depend on where a disc's middle is assumed.

    Attributes:
        pixels: (N, PATCH_PX * PATCH_PX, 3) float32, logarithms of light.
        grey: (N, PATCH_PX * PATCH_PX, 1), their mean over the channels.
        still: (N, 4), the features without a middle: corners and edge.
    """

    pixels: Floats
    grey: Floats
    still: Floats

    def at_offsets(self, offsets: NDArray[np.int_]) -> NDArray[np.float64]:
        """Return the features (N, FEATURES) with each place's disc at the given offset.

        The last two are logarithms of standard deviations: within rings, and over the innermost rings together. The
        latter is small unless they bear a circle.

        Args:
            offs: (N,), indices into `OFFSETS`.
        """
        masks = _RINGS[offsets]
        rings = np.matmul(masks, self.pixels).reshape(-1, CORNERS)
        disc, light = masks[:, :AROUND_EDGE], np.concatenate([self.grey, self.grey * self.grey], axis=2)
        mean, square = np.matmul(disc, light).transpose(2, 0, 1)
        shares = _PLAIN_SHARES[offsets]
        middle, middle_square = ((each[:, :PLAIN] * shares).sum(axis=1) for each in (mean, square))
        deviation = np.stack([(square - mean * mean).mean(axis=1), middle_square - middle * middle], axis=1)
        uneven = np.log(np.maximum(deviation, 0) + EVEN**2) / 2
        return np.concatenate([rings, self.still, uneven], axis=1).astype(np.float64)

    def at_every_offset(self, row: int) -> NDArray[np.float64]:
        """Return the features (O, FEATURES) of one place, with its disc at each of `OFFSETS`."""
        return self.subset([row] * len(OFFSETS)).at_offsets(np.arange(len(OFFSETS)))

    def best_offsets(self, near: NDArray[np.float64] | None) -> NDArray[np.int_]:
        """Return for each place the offset about which the rings are most even: a disc's middle, whatever its face
        shows.

        Args:
            near: (N, 2), the expected offset by parallax, in tile sides; None when it is not known.

        Returns:
            (N,), indices into `OFFSETS`.
        """
        count, spread = len(self.still), ASKEW_OR_SHIFTED if near is None else ASKEW
        if not count:
            return np.zeros(0, int)
        tops = (
            np.zeros((count, 2)) if near is None else near / np.maximum(1.0, np.hypot(*near.T) / OFFSET_MOST)[:, None]
        )
        far = np.hypot(*(OFFSETS[:, None] - tops).transpose(2, 0, 1)) / spread
        tried = np.flatnonzero((far <= MOST_ASKEW).any(axis=1))
        variance = self.ring_variance(tried, AROUND_EDGE)
        return tried[(np.log(variance + EVEN**2) + far[tried] ** 2 / 2).argmin(axis=0)]

    def ring_variance(self, offsets: NDArray[np.int_], rings: int) -> Floats:
        """Return the variance of light within each ring, averaged over the innermost `rings` rings, for each offset and
        place.

        Args:
            offs: (O,), indices into `OFFSETS`.
            rings: the number of innermost rings.

        Returns:
            (O, N) float32.
        """
        masks, grey = _RINGS[offsets, :rings].reshape(-1, PATCH_PX * PATCH_PX), self.grey[..., 0].T
        mean, square = (masks @ each for each in (grey, grey * grey))
        variance = np.maximum(square - mean * mean, 0).reshape(len(offsets), rings, len(self.still))
        return np.asarray(variance.mean(axis=1), np.float32)

    def subset(self, rows: Sequence[int] | NDArray[np.int_]) -> PlaceFeatures:
        """Return the measurements of the places with these indices."""
        return PlaceFeatures(self.pixels[rows], self.grey[rows], self.still[rows])


def measure(seen: Floats) -> PlaceFeatures:
    """Measure N patches, (N, PATCH_PX, PATCH_PX, 3) float32 logarithms of light, as from `boards.place.patches`."""
    pixels = seen.reshape(len(seen), -1, 3)
    grey = cv2.transform(pixels, _GREY)[..., None]
    corners = np.median(np.matmul(_CORNERS, pixels), axis=1)  # a neighbour or a fingertip may hide one
    edge = np.median(np.matmul(_EDGES, grey), axis=1)
    return PlaceFeatures(pixels, np.asarray(grey, np.float32), np.concatenate([corners, edge], axis=1))


_GREY = np.full((1, 3), 1 / 3, np.float32)
