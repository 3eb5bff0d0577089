"""Scenes: what lies on the table, in millimetres. Shared by the readers, the rules and the simulated table.

Table coordinates: x to the right, y towards the bottom edge of the picture of an upright camera, origin at
the middle of the mat; angles clockwise in degrees, 0 when the thing's own top points to -y.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.text import Text


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing on the table.

    Attributes:
        kind: what sort of thing it is ("die", "sarcophagus", "token").
        face: what is seen from above ("7", "K", "eye", "back").
        name: which one of its kind, or "" when they look alike from above.
        xy_mm: its centre, or None when it may lie anywhere (thrown dice).
        turn_deg: its rotation, clockwise, or None when it does not matter.
        level: 0 for a thing on the table, 1 for one on a thing of level 0, and so on.
    """

    kind: str
    face: str
    name: str = ""
    xy_mm: tuple[float, float] | None = None
    turn_deg: float | None = None
    level: int = 0


@dataclass(frozen=True, slots=True)
class Scene:
    """Things on the table.

    Attributes:
        things: in no particular order.
        kinds: the kinds that this scene covers; of other kinds it says nothing, not even that there are none.
    """

    things: tuple[Thing, ...]
    kinds: frozenset[str]


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is missing or too many, with a sentence on how to put it right."""

    what: Text
    thing: Thing


NEAR_MM = 15.0
"""Largest distance at which a thing counts as being in its place: half the narrowest place of our boards."""


def differences(expected: Scene, seen: Scene) -> tuple[Difference, ...]:
    """What is missing from `seen`, then what is too many in it, for the kinds that both scenes cover."""
    kinds = expected.kinds & seen.kinds
    left = [thing for thing in seen.things if thing.kind in kinds]
    found: list[Difference] = []
    for wanted in (thing for thing in expected.things if thing.kind in kinds):
        match = next((thing for thing in left if _fits(wanted, thing)), None)
        if match is None:
            found.append(Difference(MISSING.filled(kind=wanted.kind, face=wanted.face), wanted))
        else:
            left.remove(match)
    found.extend(Difference(EXTRA.filled(kind=thing.kind, face=thing.face), thing) for thing in left)
    return tuple(found)


MISSING = Text(
    fr="Il manque sur la table : {kind} « {face} ». Posez-le à sa place.",
    en="Missing from the table: {kind} “{face}”. Put it in its place.",
)
EXTRA = Text(
    fr="De trop sur la table : {kind} « {face} ». Retirez-le.",
    en="Too many on the table: {kind} “{face}”. Take it away.",
)


def _fits(wanted: Thing, seen: Thing) -> bool:
    if (wanted.kind, wanted.face) != (seen.kind, seen.face):
        return False
    if wanted.xy_mm is None or seen.xy_mm is None:
        return True  # without a position, the level is unknown too
    if wanted.level != seen.level:
        return False
    dx_mm, dy_mm = wanted.xy_mm[0] - seen.xy_mm[0], wanted.xy_mm[1] - seen.xy_mm[1]
    return dx_mm * dx_mm + dy_mm * dy_mm <= NEAR_MM * NEAR_MM
