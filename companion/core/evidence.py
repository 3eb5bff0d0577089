"""What the camera saw when it reported an action: kept so that people can look again and correct it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.scene import Scene, Thing


@dataclass(frozen=True, slots=True)
class SeenThing:
    """One thing that was read.

    Attributes:
        thing: what it was taken for.
        sure: calibrated probability of that, 0 to 1.
        crop_jpeg: the piece of the picture where it lay.
    """

    thing: Thing
    confidence: float
    crop_jpeg: bytes


Evidence = tuple[SeenThing, ...]


def scene_of(evidence: Evidence) -> Scene:
    """The scene that the evidence amounts to."""
    return Scene(tuple(seen.thing for seen in evidence), frozenset(seen.thing.kind for seen in evidence))


def with_face(evidence: Evidence, number: int, face: str) -> Evidence:
    """The evidence with one thing's face corrected by somebody who knows: sure is 1."""
    seen = evidence[number]
    corrected = replace(seen, thing=replace(seen.thing, face=face), confidence=1.0)
    return (*evidence[:number], corrected, *evidence[number + 1 :])
