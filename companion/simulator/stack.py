"""Things that lie on things: heights, and which thing lies where. A thing stands on what lies under its middle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import cos, hypot, inf, radians, sin

from companion.core.art import Art
from companion.core.scene import Thing
from companion.core.units import PointMm
from companion.simulator.bodies import Laid

ArtOf = Callable[[str, str], Art]
"""art(kind, face): how a thing looks; raises KeyError for an unknown one."""


def covers(laid: Laid, art: Art, xy_mm: PointMm) -> bool:
    """Return whether a thing lies over a point of the table."""
    dx, dy = xy_mm[0] - laid.xy_mm[0], xy_mm[1] - laid.xy_mm[1]
    c, s = cos(radians(laid.turn_deg)), sin(radians(laid.turn_deg))
    across, along = (dx * c + dy * s) / (art.width_mm / 2), (-dx * s + dy * c) / (art.height_mm / 2)
    if art.round:
        return across * across + along * along <= 1.0
    return abs(across) <= 1.0 and abs(along) <= 1.0


def ground_mm(things: Sequence[Laid], art_of: ArtOf, xy_mm: PointMm, level: float = inf) -> float:
    """Return the height above the table of what lies at a point on levels below `level`; 0 for the bare table."""
    height = 0.0
    for laid in sorted(things, key=lambda each: each.thing.level):
        art = art_of(laid.thing.kind, laid.thing.face)
        if laid.thing.level < level and covers(laid, art, xy_mm):
            height += art.thick_mm
    return height


def same_thing(candidates: Iterable[Laid], thing: Thing) -> Laid | None:
    """Return the laid thing that `thing` most likely is: same kind and name, then same face, then nearest; None if none
    is."""
    alike = [laid for laid in candidates if (laid.thing.kind, laid.thing.name) == (thing.kind, thing.name)]
    xy_mm = thing.xy_mm
    return min(
        alike,
        key=lambda laid: (laid.thing.face != thing.face, apart_mm(laid.xy_mm, xy_mm) if xy_mm else 0.0),
        default=None,
    )


def apart_mm(a: PointMm, b: PointMm) -> float:
    """Return the distance of two points of the table."""
    return hypot(a[0] - b[0], a[1] - b[1])
