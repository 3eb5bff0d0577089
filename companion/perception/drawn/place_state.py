"""One watched place where a card may lie: what is known of it, and how it looked then."""

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
"""Number of times that the delay until the next reading is doubled at most; it has reached its limit by then."""

Vectors = NDArray[np.float32]


class Lying(enum.Enum):
    """What lies at a place: nothing, a card face down, or a card face up."""

    NOTHING = enum.auto()
    DOWN = enum.auto()
    UP = enum.auto()


@dataclass(frozen=True, slots=True, eq=False)
class PlaceState:
    """What is known of a place.

    Attributes:
        lies: what lies there.
        reading: of the card, with the expected faces favoured; None where nothing lies. Its coordinates are those of
            `picture`.
        picture: (H, W, 3) uint8 BGR, the part of the full-size picture that was read; None where nothing lies.
        since_s: time of the frame from which on it is known to lie so. A hand that hid it in between, or a change of
            light, does not restart it.
        expected: indices of the faces that may lie there now; None for any.
    """

    lies: Lying
    reading: DrawnReading | None
    picture: Pixels | None
    since_s: float
    expected: frozenset[int] | None = None

    @property
    def face(self) -> int | None:
        """The card's face (its index in the deck) when its probability is `CONFIDENT` and it is expected; else None."""
        if self.reading is None or self.reading.shares.max() < CONFIDENT:
            return None
        likeliest = self.reading.likeliest()
        return likeliest if self.expected is None or likeliest in self.expected else None


@dataclass
class Place:
    """One place that is watched.

    Attributes:
        xy_mm: its middle on the mat.
        known: as it was read, whatever is expected; None when it is not known now.
        before: what was known last, when it is not known now.
        card_to_place: (3, 3), the known card's mm to the table's mm about the place.
        around: (n, 3), logarithms of the colours around the card of `around_of`; NaN (1, 3) before there was one.
        around_of: the state during which `around` was sampled.
        still: number of frames without motion.
        tries: number of readings since it changed.
        again_s: earliest time of the next reading.
        last: the place's samples in the last frame.
        looked_at: its samples in the frame of the last reading.
    """

    xy_mm: PointMm
    known: PlaceState | None = None
    before: PlaceState | None = None
    card_to_place: Points | None = None
    around: Vectors = field(default_factory=lambda: np.full((1, 3), np.nan, np.float32))
    around_of: PlaceState | None = None
    still: int = 0
    tries: int = 0
    again_s: float = 0.0
    last: Samples | None = field(default=None, repr=False)
    looked_at: Samples | None = field(default=None, repr=False)

    def note_read(self, now_s: float, longest_s: float) -> None:
        """Note that the place is read now; a reading that tells nothing is repeated after a delay that doubles each
        time.

        Args:
            now_s: the frame's time.
            longest_s: the longest delay.
        """
        self.looked_at = self.last
        self.again_s = now_s + min(AGAIN_S * 2 ** min(self.tries, MOST_DOUBLED), longest_s)
        self.tries += 1

    def forget(self) -> None:
        """Note that the place is not as it was."""
        self.before = self.known or self.before
        self.known = None
        self.tries, self.again_s = 0, 0.0
