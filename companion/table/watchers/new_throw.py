"""Were the dice thrown, or do they still lie there from before?

Dice stay on the table between throws: they are pushed onto the board's numbers, and a sleeve may nudge them. A
throw is believed at once only when nothing of it can be old; otherwise people are asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

from companion.perception.eyes import Sighting

SAME_PLACE_RADII = 0.35
"""A die that moved less than this share of its radius lies where it lay: reading jitter is under a tenth of it,
and thrown dice come to rest farther apart."""


@dataclass(frozen=True, slots=True)
class Change:
    """What lies there now against what lay there before a throw was due.

    Attributes:
        fresh: lies now where nothing like it lay.
        gone: lay before where nothing like it lies now.
    """

    fresh: tuple[Sighting, ...]
    gone: tuple[Sighting, ...]


def change(before: Sequence[Sighting], now: Sequence[Sighting]) -> Change:
    """Compare two looks at the table."""
    gone, fresh = list(before), []
    for sighting in now:
        same = next((old for old in gone if _same(old, sighting)), None)
        if same is None:
            fresh.append(sighting)
        else:
            gone.remove(same)
    return Change(tuple(fresh), tuple(gone))


def _same(a: Sighting, b: Sighting) -> bool:
    (ax, ay), (bx, by) = a.centre_xy_px, b.centre_xy_px
    near_px = SAME_PLACE_RADII * max(a.radius_px, b.radius_px)
    # What could not be read in one look and is read in the next was there all the time.
    alike = a.thing.face == b.thing.face or not a.thing.face or not b.thing.face
    return alike and hypot(ax - bx, ay - by) <= near_px


def faces(sightings: Sequence[Sighting]) -> list[str]:
    """The faces, sorted: the same list for the same dice, wherever they lie."""
    return sorted(sighting.thing.face for sighting in sightings)
