"""Moves a thrown die from the hand to where it comes to rest."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, radians, sin
from random import Random

import numpy as np
from numpy.typing import NDArray

from companion.core.units import PointMm
from companion.simulator.bodies import DIE_INRADIUS_MM, Rotation
from companion.simulator.dodecahedron import CORNER_RADIUS, corners, turn, turn_to_top

SHORTEST_S = 0.7
"""Least duration of a throw on a soft mat."""
LONGEST_S = 1.2
"""Longest duration of a throw on a soft mat, estimated by eye."""
BOUNCE_MM = 45.0
"""Height of the first bounce; later ones are lower, by the same law as the speed."""
BOUNCES = 3
"""Number of bounces."""
FEWEST_TURNS = 1.5
"""Revolutions of a die, at least."""
MOST_TURNS = 3.0
"""Revolutions of a die, at most."""


@dataclass(frozen=True, slots=True)
class Tumble:
    """One die in the air.

    Attributes:
        from_xy_mm: where it leaves the hand.
        to_xy_mm: where it stops.
        base_mm: height of what it stops on.
        rotation: how it lies in the end.
        axis: unit vector that it spins about.
        spin_rad: how far it spins in all.
        lasts_s: duration.
        elapsed_s: since it was thrown.
    """

    from_xy_mm: PointMm
    to_xy_mm: PointMm
    base_mm: float
    rotation: Rotation
    axis: tuple[float, float, float]
    spin_rad: float
    lasts_s: float
    elapsed_s: float = 0.0

    @property
    def over(self) -> bool:
        """Whether it has come to rest."""
        return self.elapsed_s >= self.lasts_s

    def pose(self) -> tuple[tuple[float, float, float], Rotation]:
        """Return the die's middle (mm, z up) and its rotation now."""
        left = max(0.0, 1.0 - self.elapsed_s / self.lasts_s)
        share = 1.0 - left * left
        x = self.from_xy_mm[0] + share * (self.to_xy_mm[0] - self.from_xy_mm[0])
        y = self.from_xy_mm[1] + share * (self.to_xy_mm[1] - self.from_xy_mm[1])
        bounce_mm = BOUNCE_MM * left * left * abs(cos(pi * BOUNCES * share))
        on_corner_mm = DIE_INRADIUS_MM * (CORNER_RADIUS - 1.0) * min(1.0, 3.0 * left)
        z = self.base_mm + DIE_INRADIUS_MM + on_corner_mm + bounce_mm
        spun = _about(self.axis, self.spin_rad * left * left) @ np.array(self.rotation)
        return (x, y, z), as_rotation(spun)


def thrown(random: Random, from_xy_mm: PointMm, to_xy_mm: PointMm, base_mm: float, rotation: Rotation) -> Tumble:
    """Return a throw that ends at a place; spin and duration are drawn from `random`."""
    heading = random.uniform(0.0, 2.0 * pi)
    axis = np.array([cos(heading), sin(heading), random.uniform(-0.3, 0.3)])
    unit = axis / np.linalg.norm(axis)
    return Tumble(
        from_xy_mm,
        to_xy_mm,
        base_mm,
        rotation,
        (float(unit[0]), float(unit[1]), float(unit[2])),
        2.0 * pi * random.uniform(FEWEST_TURNS, MOST_TURNS),
        random.uniform(SHORTEST_S, LONGEST_S),
    )


def lying(value: int, yaw_deg: float, lean_deg: float = 0.0, lean_toward_deg: float = 0.0) -> Rotation:
    """Return the rotation of a die with `value` on top, turned by `yaw_deg`, whose top leans by `lean_deg`."""
    return as_rotation(turn(yaw_deg, lean_deg, lean_toward_deg) @ turn_to_top(value))


def middle_over_ground_mm(rotation: Rotation) -> float:
    """Return the height of the die's middle when its lowest corner touches the ground."""
    lowest = float((corners() @ np.array(rotation).T)[:, 2].min())
    return -lowest * DIE_INRADIUS_MM


def as_rotation(matrix: NDArray[np.float64]) -> Rotation:
    """Return a (3, 3) matrix as nested tuples."""
    a, b, c = ((float(row[0]), float(row[1]), float(row[2])) for row in matrix)
    return a, b, c


def turned_about_upright(rotation: Rotation, by_deg: float) -> Rotation:
    """Return a die's rotation after it was turned about the vertical axis."""
    return as_rotation(_about((0.0, 0.0, 1.0), radians(by_deg)) @ np.array(rotation))


def _about(axis: tuple[float, float, float], angle_rad: float) -> NDArray[np.float64]:
    x, y, z = axis
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    turned: NDArray[np.float64] = np.eye(3) + sin(angle_rad) * cross + (1.0 - cos(angle_rad)) * cross @ cross
    return turned
