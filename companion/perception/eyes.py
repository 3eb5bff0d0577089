"""The eyes: one reader for each kind of thing, all called in the same way."""

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
        thing: what it was taken for; its face is "" when the reader is not certain enough.
        confidence: calibrated probability, 0 to 1, of the likeliest face.
        centre_xy_px: its centre in the full-size picture.
        radius_px: half its width there.
        faces: what it could be, likeliest first; offered to people who are asked.
        leaning: whether it leans, and so has no face until it lies flat.
        steep: whether the camera looks at it from farther aside than its reader was taught.
        corners_px: its four corners there; () for a thing that is round, or whose corners are not known.
    """

    thing: Thing
    confidence: float
    centre_xy_px: tuple[float, float]
    radius_px: float
    faces: tuple[str, ...]
    leaning: bool = False
    steep: bool = False
    corners_px: tuple[tuple[float, float], ...] = ()

    def told(self, face: str) -> Sighting:
        """Return the same sighting after somebody said which face it shows; its confidence is 1."""
        return replace(self, thing=replace(self.thing, face=face), confidence=1.0, leaning=False)


Area = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels of the full-size picture."""


class Eye(Protocol):
    """Reads one kind of thing in a full-size picture."""

    def __call__(self, picture: Pixels, areas: Sequence[Area] | None = None) -> tuple[Sighting, ...]:
        """Return all that is seen.

        Args:
            picture: (H, W, 3) uint8 BGR.
            areas: where something may have changed since the last call; what lies elsewhere may be left out. None:
                anywhere.
        """


class Eyes:
    """Readers, by the kind of thing that they read.

    Args:
        readers: by kind.
    """

    def __init__(self, readers: Mapping[str, Eye]) -> None:
        self._readers = dict(readers)

    def read(self, picture: Pixels, kinds: Iterable[str], areas: Sequence[Area] | None = None) -> tuple[Sighting, ...]:
        """Return all that is seen of some kinds.

        Args:
            picture: (H, W, 3) uint8 BGR, full-size.
            kinds: the kinds.
            areas: as for `Eye`.

        Raises:
            KeyError: a kind has no reader.
        """
        return tuple(sighting for kind in sorted(kinds) for sighting in self._readers[kind](picture, areas))


def scene_seen(sightings: Iterable[Sighting], kinds: Iterable[str]) -> Scene:
    """Return the scene that sightings of `kinds` amount to; sightings without a face are left out."""
    return Scene(tuple(s.thing for s in sightings if s.thing.face), frozenset(kinds))
