"""One place where a card may lie: what is known of it, and what it looked like."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels, Points
from companion.core.units import PointMm
from companion.perception.drawn.reading import CONFIDENT, DrawnReading
from companion.perception.drawn.spots import AGAIN_S, Samples

MOST_DOUBLED = 8
"""How often the time until the next look is doubled: it is past the longest then."""

Vectors = NDArray[np.float32]


class Lies(enum.Enum):
    """What lies at a place."""

    NOTHING = enum.auto()
    DOWN = enum.auto()
    UP = enum.auto()


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """What is known of a place.

    Attributes:
        reading: of the card, as if all sides that are expected were equally likely; None where nothing lies. Its
            coordinates are those of `picture`.
        picture: (H, W, 3) uint8 BGR, the piece of the full-size picture of which it was read; None where nothing lies.
        since_s: when the frame was taken at which it was first known to lie so. That a hand hid it in between, or the
            light changed, does not matter.
        expected: sides (indices) that may lie so at all now; None for any.
    """

    lies: Lies
    reading: DrawnReading | None
    picture: Pixels | None
    since_s: float
    expected: frozenset[int] | None = None

    @property
    def face(self) -> int | None:
        """Which side of the deck it is (an index), when that is sure; never one that is not expected."""
        if self.reading is None or self.reading.shares.max() < CONFIDENT:
            return None
        likeliest = self.reading.likeliest()
        return likeliest if self.expected is None or likeliest in self.expected else None


@dataclass
class Place:
    """One place that is watched.

    Attributes:
        known: as it was read, any side being expected. before: what was known last, when it is not known now.
        card_mm: (3, 3), the known card's mm to the table's about the place.
        around: (n, 3), how the table looked around it when it was known, as `around_of`; NaN (1, 3) before.
        still: frames without motion. tries: looks since it changed.
    """

    xy_mm: PointMm
    known: Laid | None = None
    before: Laid | None = None
    card_mm: Points | None = None
    around: Vectors = field(default_factory=lambda: np.full((1, 3), np.nan, np.float32))
    around_of: Laid | None = None
    still: int = 0
    tries: int = 0
    again_s: float = 0.0
    last: Samples | None = field(default=None, repr=False)
    looked_at: Samples | None = field(default=None, repr=False)

    def looked(self, now_s: float, longest_s: float) -> None:
        """It is read now. If that told nothing, it is looked at again later, after twice as long each time."""
        self.looked_at = self.last
        self.again_s = now_s + min(AGAIN_S * 2 ** min(self.tries, MOST_DOUBLED), longest_s)
        self.tries += 1

    def forget(self) -> None:
        """It is not as it was."""
        self.before = self.known or self.before
        self.known = None
        self.tries, self.again_s = 0, 0.0
