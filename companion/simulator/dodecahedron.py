"""Geometry of a twelve-sided die: faces, corners, the digits' upright directions, and how it lies on a table.

Units: inradius 1 (half the distance between opposite faces), origin at the die's middle. Axes as on the table: x right,
y towards the viewer (down in the picture), z up; so a digit's `right` is normal x up. Face 0 looks up (+z); opposite
faces are i and 11 - i, and their values add up to 13.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import cos, radians, sin

import numpy as np
from numpy.typing import NDArray

FACES = 12
"""Number of faces."""
OPPOSITE_SUM = 13
"""Sum of the values on opposite faces."""
CORNER_RADIUS = 1.2584085723648188
"""A corner's distance from the middle."""
OUTLINE_RADIUS = 1.2360679774997898
"""The outermost corners' distance from the vertical axis when the die lies flat."""
FACE_RADIUS = 0.7639320225002102
"""The distance of a face's corners from its middle."""
STANDARD_VALUES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
"""Values on faces 0 to 11."""
_GOLDEN = (1 + 5**0.5) / 2


@lru_cache(maxsize=1)
def face_normals() -> NDArray[np.float64]:
    """Return the outward unit normals, (12, 3); row 0 is +z, row 11 - i is opposite to row i."""
    corners = [(0.0, a, b) for a in (1, -1) for b in (_GOLDEN, -_GOLDEN)]
    raw = np.array([p for x, y, z in corners for p in ((x, y, z), (y, z, x), (z, x, y))])
    raw /= np.linalg.norm(raw, axis=1)[:, None]
    up = raw[0]
    across = np.cross([1.0, 0.0, 0.0], up)
    across /= np.linalg.norm(across)
    turned = raw @ np.stack([np.cross(across, up), across, up], axis=1)
    around = np.round(np.degrees(np.arctan2(turned[:, 1], turned[:, 0])) % 360, 3)
    upper = [i for i in np.lexsort((around, -np.round(turned[:, 2], 6))) if turned[i, 2] > 0]
    top = turned[upper]
    return np.concatenate([top, -top[::-1]])


@lru_cache(maxsize=1)
def corners() -> NDArray[np.float64]:
    """Return the twenty corners, (20, 3)."""
    normals = face_normals()
    facing = normals @ normals.T
    found = [
        np.linalg.solve(normals[[i, j, k]], np.ones(3))
        for i, j, k in combinations(range(FACES), 3)
        if min(facing[i, j], facing[i, k], facing[j, k]) > 0.4  # neighbours: cosine 0.447; others are below 0
    ]
    return np.array(found)


@lru_cache(maxsize=1)
def face_axes() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the digits' right and up directions on each face, two (12, 3) of unit vectors; up points to a corner."""
    normals = face_normals()
    points = corners()
    ups = []
    for normal in normals:
        corner = points[np.argsort(-(points @ normal), kind="stable")[:5]]
        first = corner[np.lexsort((np.round(corner[:, 0], 6), np.round(corner[:, 1], 6)))[0]]
        toward = first - normal
        ups.append(toward / np.linalg.norm(toward))
    up = np.array(ups)
    return np.cross(normals, up), up


def turn(yaw_deg: float, tilt_deg: float = 0.0, tilt_toward_deg: float = 0.0) -> NDArray[np.float64]:
    """Return the rotation (3, 3) from die to table: first yaw about the vertical axis, then the lean.

    Args:
        yaw_deg: about the vertical axis.
        tilt_deg: how far the top face leans from level.
        tilt_toward_deg: the direction in which the top leans, from +x towards +y.
    """
    a, t, b = radians(yaw_deg), radians(tilt_deg), radians(tilt_toward_deg)
    yaw = np.array([[cos(a), -sin(a), 0], [sin(a), cos(a), 0], [0, 0, 1]])
    to_axis = np.array([[cos(b), -sin(b), 0], [sin(b), cos(b), 0], [0, 0, 1]])
    lean = np.array([[cos(t), 0, sin(t)], [0, 1, 0], [-sin(t), 0, cos(t)]])
    return to_axis @ lean @ to_axis.T @ yaw


def turn_to_top(value: int, values: tuple[int, ...] = STANDARD_VALUES) -> NDArray[np.float64]:
    """Return the rotation (3, 3) that brings the face with `value` to the top."""
    right, up = face_axes()
    normals = face_normals()
    i = values.index(value)
    return np.stack([right[0], up[0], normals[0]], axis=1) @ np.stack([right[i], up[i], normals[i]])


def shuffled_values(rng: np.random.Generator) -> tuple[int, ...]:
    """Return random values 1 to 12 on faces 0 to 11, opposite faces adding up to 13."""
    upper = [v if rng.random() < 0.5 else OPPOSITE_SUM - v for v in rng.permutation(np.arange(1, 7)).tolist()]
    return (*upper, *(OPPOSITE_SUM - v for v in reversed(upper)))
