"""Were the dice thrown, or do they still lie there from before?

Dice stay on the table between throws: they are pushed onto the board's numbers, and a sleeve may nudge them. A
throw is believed at once only when nothing of it can be old; otherwise people are asked.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from math import hypot

from companion.perception.eyes import Sighting

SAME_PLACE_RADII = 0.35
"""A die that moved less than this share of its radius lies where it lay: reading jitter is under a tenth of it,
and thrown dice come to rest farther apart."""


class Freshness(enum.Enum):
    OLD = "old"
    """Everything lies where it lay."""
    NEW = "new"
    """Nothing lies where it lay, and something else is on top."""
    DOUBTFUL = "doubtful"
    """Some of it may be old."""


def freshness(before: Sequence[Sighting], now: Sequence[Sighting]) -> Freshness:
    """Compare what lay there before a throw was due with what lies there now."""
    lying = list(before)
    unmoved = 0
    for sighting in now:
        same = next((old for old in lying if _same(old, sighting)), None)
        if same is not None:
            lying.remove(same)
            unmoved += 1
    if unmoved and unmoved == len(now) == len(before):
        return Freshness.OLD
    if unmoved or _faces(before) == _faces(now):
        return Freshness.DOUBTFUL
    return Freshness.NEW


def _same(a: Sighting, b: Sighting) -> bool:
    (ax, ay), (bx, by) = a.centre_xy_px, b.centre_xy_px
    near_px = SAME_PLACE_RADII * max(a.radius_px, b.radius_px)
    return a.thing.face == b.thing.face and hypot(ax - bx, ay - by) <= near_px


def _faces(sightings: Sequence[Sighting]) -> list[str]:
    return sorted(sighting.thing.face for sighting in sightings)
