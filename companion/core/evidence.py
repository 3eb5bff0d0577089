"""What the camera saw when it reported an action, kept so that people can check and correct it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.scene import Scene, Thing


@dataclass(frozen=True, slots=True)
class SeenThing:
    """One thing that was read.

    Attributes:
        thing: what it was read as.
        confidence: calibrated probability that the reading is right, 0 to 1.
        crop_jpeg: JPEG of the part of the picture where it lay.
    """

    thing: Thing
    confidence: float
    crop_jpeg: bytes


Evidence = tuple[SeenThing, ...]
"""All things that were read for one action."""


def scene_of(evidence: Evidence) -> Scene:
    """The scene of exactly these things."""
    return Scene(tuple(seen.thing for seen in evidence), frozenset(seen.thing.kind for seen in evidence))


def with_face(evidence: Evidence, number: int, face: str) -> Evidence:
    """The evidence with the face of thing `number` corrected by people: its confidence becomes 1."""
    seen = evidence[number]
    corrected = replace(seen, thing=replace(seen.thing, face=face), confidence=1.0)
    return (*evidence[:number], corrected, *evidence[number + 1 :])
