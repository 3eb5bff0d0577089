"""Finds free places for dice that are thrown onto the simulated table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from companion.core.units import PointMm
from companion.simulator.bodies import DIE_INRADIUS_MM
from companion.simulator.dodecahedron import OUTLINE_RADIUS
from companion.simulator.stack import apart_mm

DIE_RADIUS_MM = OUTLINE_RADIUS * DIE_INRADIUS_MM
"""Outermost radius of a die that lies flat."""
DICE_GAP_MM = 6.0
"""Gap between two resting dice at least: they neither touch nor hide each other's top from a tilted camera."""
TRIES = 400
"""Random places tried for a die before things that lie in the dice area are no longer avoided."""


def free_place(
    random: Random,
    area_xyxy_mm: tuple[float, float, float, float],
    taken: Sequence[PointMm],
    ground_mm: Callable[[PointMm], float],
) -> PointMm:
    """Return a random place for a die: apart from other dice and, if one is found in `TRIES`, on the bare table.

    Args:
        random: the source of chance.
        area_xyxy_mm: left, top, right, bottom of the dice area.
        taken: middles of the dice that lie there already.
        ground_mm: height of what lies at a point; 0 for the bare table.
    """
    left, top, right, bottom = area_xyxy_mm
    least_mm = 2 * DIE_RADIUS_MM + DICE_GAP_MM
    attempt = 0
    while True:
        x = random.uniform(left + DIE_RADIUS_MM, right - DIE_RADIUS_MM)
        y = random.uniform(top + DIE_RADIUS_MM, bottom - DIE_RADIUS_MM)
        attempt += 1
        if any(apart_mm((x, y), other) < least_mm for other in taken):
            continue
        if attempt > TRIES or _is_bare((x, y), ground_mm):
            return x, y


def _is_bare(xy_mm: PointMm, ground_mm: Callable[[PointMm], float]) -> bool:
    """Whether a die at this place would lie on the bare table."""
    x, y = xy_mm
    steps_mm = (-DIE_RADIUS_MM, 0.0, DIE_RADIUS_MM)
    return all(ground_mm((x + dx, y + dy)) == 0.0 for dx in steps_mm for dy in steps_mm)
