"""Raises arms that lie on others, so that bodies in space do not run through each other.

The simulated table draws its arms one over another, all of them at the height of the table. Arms that are path-traced
need room: a hand that lies on another one is as high as that one is thick, and a forearm that crosses another rises
towards the elbow.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

HAND_MM = ((0.0, 27.0, 20.0), (40.0, 38.0, 15.0), (78.0, 40.0, 12.0), (120.0, 36.0, 9.0), (165.0, 26.0, 8.0))
"""A hand of size 1 as flat ellipsoids: distance from the wrist, half of its width and of its thickness, mm."""
FOREARM_MM, UPPER_MM = (27.0, 46.0), (50.0, 62.0)
"""Radius at both ends: wrist and elbow, elbow and shoulder, mm."""
STEPS = 12
"""Points at which a forearm, and an upper arm, is compared with what it lies on."""
FIRST = 0.2
"""Share of the forearm behind the wrist that rises with the hand alone."""
MOST_MM = 160.0
"""By which a joint rises at most."""


@dataclass(frozen=True, slots=True)
class Posed:
    """Where the joints of an arm are.

    Attributes:
        wrist, elbow, shoulder: (x, y, z) table mm; z is the height of the middle of the limb.
        along: the hand's direction, a unit vector.
        rests_mm: height of what the hand lies on, or floats over.
        size: 1 is a man's.
    """

    wrist: tuple[float, float, float]
    elbow: tuple[float, float, float]
    shoulder: tuple[float, float, float]
    along: tuple[float, float]
    rests_mm: float
    size: float


def piled(arms: tuple[Posed, ...]) -> tuple[Posed, ...]:
    """Return the arms with those that lie on others raised; the lowest first, as they are given."""
    found: list[Posed] = []
    bodies = np.zeros((0, 5))
    for arm in arms:
        raised = _raised(arm, bodies)
        found.append(raised)
        bodies = np.vstack([bodies, hand_of(raised), limb_of(raised, fore=True), limb_of(raised, fore=False)])
    return tuple(found)


def _raised(arm: Posed, below: Points) -> Posed:
    hand_mm = min(MOST_MM, max(0.0, float(_lacking(hand_of(arm), below).max(initial=0.0))))
    arm = replace(arm, wrist=_up(arm.wrist, hand_mm), rests_mm=arm.rests_mm + hand_mm)
    shares = np.linspace(0, 1, STEPS)
    fore = _lacking(limb_of(arm, fore=True), below) / np.maximum(shares, FIRST)
    upper = _lacking(limb_of(arm, fore=False), below) / np.maximum(1 - shares, FIRST)
    # The half next to the elbow rises with it, the other half with the shoulder.
    by_elbow = max(float(fore[shares >= FIRST].max(initial=0.0)), float(upper[shares <= 0.5].max(initial=0.0)))
    arm = replace(arm, elbow=_up(arm.elbow, min(MOST_MM, by_elbow)))
    rest = _lacking(limb_of(arm, fore=False), below) / np.maximum(shares, FIRST)
    return replace(arm, shoulder=_up(arm.shoulder, min(MOST_MM, max(0.0, float(rest.max(initial=0.0))))))


def _up(joint: tuple[float, float, float], by_mm: float) -> tuple[float, float, float]:
    return joint[0], joint[1], joint[2] + by_mm


def hand_of(arm: Posed) -> Points:
    """Return the hand as flat ellipsoids, (N, 5): x, y, z of the middle, half of width and of thickness, mm."""
    rows = []
    for behind, wide, thick in HAND_MM:
        x, y = (start + arm.size * behind * way for start, way in zip(arm.wrist[:2], arm.along, strict=True))
        share = min(1.0, behind / 60.0)
        rows.append((x, y, arm.wrist[2] * (1 - share) + (arm.rests_mm + arm.size * thick) * share, wide, thick))
    return np.array(rows) * (1, 1, 1, arm.size, arm.size)


def limb_of(arm: Posed, *, fore: bool) -> Points:
    """Return the forearm, or else the upper arm, as balls, (N, 5) as of `hand_of`."""
    start, end = (arm.wrist, arm.elbow) if fore else (arm.elbow, arm.shoulder)
    radii = FOREARM_MM if fore else UPPER_MM
    shares = np.linspace(0, 1, STEPS)[:, None]
    middles = np.array(start) + shares * (np.array(end) - np.array(start))
    radius = arm.size * (radii[0] + shares * (radii[1] - radii[0]))
    return np.hstack([middles, radius, radius])


def _lacking(bodies: Points, below: Points) -> Points:
    """By how much each of bodies (N, 5) must rise to lie on those below (M, 5): (N,) mm, below 0 where it need not."""
    if not len(below):
        return np.full(len(bodies), -np.inf)
    away = np.hypot(bodies[:, None, 0] - below[None, :, 0], bodies[:, None, 1] - below[None, :, 1])
    share = away / (bodies[:, None, 3] + below[None, :, 3])
    over = np.sqrt(np.maximum(0.0, 1 - share**2)) * (bodies[:, None, 4] + below[None, :, 4])
    need = np.where(share < 1, below[None, :, 2] + over - bodies[:, None, 2], -np.inf)
    return np.asarray(need.max(axis=1))
