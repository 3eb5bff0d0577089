"""What the camera saw when it reported an action: kept so that people can look again and correct it."""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import dataclass, replace
from typing import Any

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
    sure: float
    crop_jpeg: bytes


Evidence = tuple[SeenThing, ...]


def scene_of(evidence: Evidence) -> Scene:
    """The scene that the evidence amounts to."""
    return Scene(tuple(seen.thing for seen in evidence), frozenset(seen.thing.kind for seen in evidence))


def with_face(evidence: Evidence, number: int, face: str) -> Evidence:
    """The evidence with one thing's face corrected by somebody who knows: sure is 1."""
    seen = evidence[number]
    corrected = replace(seen, thing=replace(seen.thing, face=face), sure=1.0)
    return (*evidence[:number], corrected, *evidence[number + 1 :])


def evidence_to_json(evidence: Evidence) -> list[dict[str, Any]]:
    return [
        {
            "kind": seen.thing.kind,
            "face": seen.thing.face,
            "name": seen.thing.name,
            "xy_mm": list(seen.thing.xy_mm) if seen.thing.xy_mm else None,
            "sure": round(seen.sure, 4),
            "crop": b64encode(seen.crop_jpeg).decode("ascii"),
        }
        for seen in evidence
    ]


def evidence_from_json(data: list[dict[str, Any]]) -> Evidence:
    return tuple(
        SeenThing(
            Thing(
                each["kind"],
                each["face"],
                each.get("name", ""),
                xy_mm=(each["xy_mm"][0], each["xy_mm"][1]) if each["xy_mm"] else None,
            ),
            each["sure"],
            b64decode(each["crop"]),
        )
        for each in data
    )
