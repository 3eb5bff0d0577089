"""Convex bodies for the ray caster, as sets of planes: the d12, and other bodies that the finder must not detect."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from companion.simulator import dodecahedron as d12

FAR = 1e3  # distance of a padding plane, which no ray meets
NEARLY_PARALLEL = 1e-3  # determinant of the normals of three planes under which they meet nowhere
ON_BODY = 1e-6  # by how much a corner may lie outside a plane


@dataclass(frozen=True)
class Body:
    """A convex body with K faces, its inradius about 1, its top face towards +z.

    Attributes:
        normals: (K, 3) unit normals of the faces.
        heights: (K,) distances of the faces from the centre.
        right, up: (K, 3) unit axes of the digit on each face.
    """

    normals: NDArray[np.float64]
    heights: NDArray[np.float64]
    right: NDArray[np.float64]
    up: NDArray[np.float64]

    @cached_property
    def corners(self) -> NDArray[np.float64]:
        """The corners, (N, 3): where three of the planes meet, and no other cuts that point off."""
        found = []
        for three in map(list, combinations(range(len(self.heights)), 3)):
            if abs(np.linalg.det(self.normals[three])) > NEARLY_PARALLEL:
                point = np.linalg.solve(self.normals[three], self.heights[three])
                if (self.normals @ point <= self.heights + ON_BODY).all():
                    found.append(point)
        return np.asarray(np.unique(np.round(found, 5), axis=0))


def body(normals: NDArray[np.float64], heights: NDArray[np.float64] | None = None) -> Body:
    """A body from its face normals, with digits that point to its top.

    Args:
        normals: (K, 3), of any length.
        heights: (K,) distances of the faces from the centre; None is 1 for all.
    """
    unit = normals / np.linalg.norm(normals, axis=1)[:, None]
    hint = np.where(np.abs(unit[:, 2:]) > 0.99, [[0.0, 1.0, 0.0]], [[0.0, 0.0, 1.0]])
    up = hint - unit * (unit * hint).sum(1, keepdims=True)
    up /= np.linalg.norm(up, axis=1)[:, None]
    tall = np.ones(len(unit)) if heights is None else heights
    return Body(unit, tall, np.cross(unit, up), up)


def face_up(normals: NDArray[np.float64]) -> NDArray[np.float64]:
    """The normals (K, 3) rotated so that the first one points to +z."""
    first = normals[0] / np.linalg.norm(normals[0])
    other = np.array([1.0, 0, 0]) if abs(first[0]) < 0.9 else np.array([0, 1.0, 0])
    across = np.cross(first, other)
    across /= np.linalg.norm(across)
    return normals @ np.stack([np.cross(across, first), across, first], axis=1)


def dodecahedron() -> Body:
    """A regular d12, as in `companion.simulator.dodecahedron`."""
    right, up = d12.face_axes()
    return Body(d12.face_normals(), np.ones(d12.FACES), right, up)


def icosahedron() -> Body:
    """A regular d20: its face normals are the d12's corners; digits point to a corner of their triangle."""
    corners = d12.face_normals()  # of the icosahedron
    normals = d12.corners() / d12.CORNER_RADIUS
    up = []
    for normal in normals:
        towards = corners[np.argmax(corners @ normal + 1e-6 * corners[:, 0])] - normal * (corners @ normal).max()
        up.append(towards / np.linalg.norm(towards))
    ups = np.array(up)
    axes = np.stack([np.cross(normals[0], ups[0]), ups[0], normals[0]])
    turned, turned_up = normals @ axes.T, ups @ axes.T
    return Body(turned, np.ones(20), np.cross(turned, turned_up), turned_up)


def distractors() -> list[Body]:
    """Other bodies: cube, octahedron, tetrahedron, ten-sided die, disc, coin, cylinder, brick."""
    cube = np.array([[0, 0, 1.0], [0, 0, -1], [1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]])
    signs = np.array([[x, y, z] for x in (1, -1) for y in (1, -1) for z in (1, -1)], float)
    tetra = np.array([[0, 0, -1.0], [0.943, 0, 1 / 3], [-0.471, 0.816, 1 / 3], [-0.471, -0.816, 1 / 3]])
    ring = np.arange(5) * 2 * np.pi / 5
    kite = np.array([[np.cos(a), np.sin(a), 0.9] for a in ring] + [[-np.cos(a), -np.sin(a), -0.9] for a in ring])
    around = np.arange(18) * 2 * np.pi / 18
    sides = np.array([[np.cos(a), np.sin(a), 0] for a in around])
    disc = np.concatenate([[[0, 0, 1.0], [0, 0, -1.0]], sides])
    return [
        body(cube),
        body(face_up(signs)),
        body(tetra, np.array([0.6, 0.6, 0.6, 0.6])),
        body(face_up(kite)),
        body(disc, np.array([0.25, 0.25] + [1.25] * 18)),
        body(disc, np.array([0.1, 0.1] + [1.1] * 18)),
        body(disc, np.array([0.8, 0.8] + [1.0] * 18)),
        body(cube, np.array([0.3, 0.3, 1.0, 1.0, 1.6, 1.6])),
    ]
