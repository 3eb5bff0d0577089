"""The eyes: one reader for each kind of thing, all asked in the same way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from companion.camera.arrays import Pixels
from companion.core.scene import Scene, Thing


@dataclass(frozen=True, slots=True)
class Sighting:
    """One thing that was seen.

    Attributes:
        thing: what it was taken for; its face is "" when the reader is not sure enough to say.
        sure: calibrated probability, 0 to 1, of the likeliest face.
        centre_xy_px: its centre in the full-size picture.
        radius_px: half its width there.
        faces: what it could be, likeliest first; what people are offered when they are asked.
        leaning: it leans and has no face until it lies flat.
    """

    thing: Thing
    confidence: float
    centre_xy_px: tuple[float, float]
    radius_px: float
    faces: tuple[str, ...]
    leaning: bool = False

    def told(self, face: str) -> Sighting:
        """The same sighting after somebody said what it is."""
        return replace(self, thing=replace(self.thing, face=face), confidence=1.0, leaning=False)


Area = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels of the full-size picture."""


class Eye(Protocol):
    """Reads one kind of thing in a full-size (H, W, 3) uint8 BGR picture."""

    def __call__(self, picture: Pixels, areas: Sequence[Area] | None = None) -> tuple[Sighting, ...]:
        """All that is seen. areas: where something may have come to lie since the last look; what lies elsewhere need
        not be read again, and may be left out. None: anywhere."""


class Eyes:
    """Readers by the kind of thing that they read."""

    def __init__(self, readers: Mapping[str, Eye]) -> None:
        self._readers = dict(readers)

    def look(self, picture: Pixels, kinds: Iterable[str], areas: Sequence[Area] | None = None) -> tuple[Sighting, ...]:
        """All that is seen of `kinds`, in `areas` at the least; a kind without a reader raises KeyError."""
        return tuple(sighting for kind in sorted(kinds) for sighting in self._readers[kind](picture, areas))


def scene_seen(sightings: Iterable[Sighting], kinds: Iterable[str]) -> Scene:
    """The scene that sightings of `kinds` amount to; what has no face is left out."""
    return Scene(tuple(s.thing for s in sightings if s.thing.face), frozenset(kinds))
