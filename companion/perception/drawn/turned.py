"""Cards that are turned up at known places of the mat, named as soon as they lie flat.

The small stream tells where something lies still that was not looked at yet; only that piece of the full-size picture
is read. Nothing waits for the rest of the table: hands are about to land.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.camera.arrays import Grey, Pixels
from companion.camera.source import Frame
from companion.core.capabilities.drawn_cards import DrawnCards
from companion.core.errors import Unreadable
from companion.core.units import PointMm
from companion.perception.cards.finder import Spot
from companion.perception.drawn.reader import DrawnCardReader
from companion.perception.drawn.reading import CONFIDENT, DrawnReading
from companion.perception.drawn.spots import AGAIN_S, STILL_FRAMES, differing, piece_of, plane_at
from companion.perception.rectify import TableView, find_table

NEAR_MM = 60.0
"""A card belongs to a place when its middle is no farther: people reach over the table, and turn up carelessly."""
AROUND_MM = 42.0
"""Half of a card, and how it is turned, beyond that."""
REACH_MM = NEAR_MM + AROUND_MM
MOVING = 0.012
"""Share of a place's pixels that differ when something moves there: a finger's end."""
CHANGED = 0.03
"""The same for a place that is worth another look."""
EMPTY_AGAIN_S = 2.0
"""The same where nothing came yet."""


@dataclass(frozen=True, slots=True, eq=False)
class Turned:
    """What is known of the card at one place.

    Attributes:
        reading: the best one so far, among the sides that are expected; None while no card is seen. Its coordinates are
            those of `picture`.
        picture: (H, W, 3) uint8 BGR, of which it was read.
        came_s: when something new lay still there for the first time.
    """

    reading: DrawnReading | None
    picture: Pixels | None
    came_s: float | None

    @property
    def face(self) -> int | None:
        """Which side of the deck it is (an index), when that is sure."""
        if self.reading is None or self.reading.shares.max() < CONFIDENT:
            return None
        return self.reading.likeliest()


@dataclass
class _Place:
    """One place that is watched. last: its piece of the last frame; looked_at: of the frame of the last look."""

    xy_mm: PointMm
    expected: Collection[int]
    turned: Turned = field(default_factory=lambda: Turned(None, None, None))
    last: Grey | None = None
    looked_at: Grey | None = None
    looked_s: float = 0.0
    still: int = 0


class TurnedCards:
    """Watches the places where cards are turned up."""

    def __init__(self, cards: DrawnCards) -> None:
        self._reader = DrawnCardReader(cards)
        self._view: TableView | None = None
        self._places: dict[str, _Place] = {}

    def begin(self, places: dict[str, tuple[PointMm, Collection[int]]], picture: Pixels) -> None:
        """Watch other places from now on: by a name for each, its middle on the mat and the sides that are expected.

        picture: full-size, by which the mat is found; where hands hide it, it is where it was last.

        Raises:
            Unreadable: the mat was never seen yet.
        """
        try:
            self._view = find_table(picture)
        except Unreadable:
            if self._view is None or self._view.size_xy != picture.shape[1::-1]:
                raise
        self._places = {name: _Place(xy_mm, expected) for name, (xy_mm, expected) in places.items()}

    def stop(self) -> None:
        """Watch nothing until the next beginning."""
        self._places = {}

    def look(self, frame: Frame, full: Callable[[], Pixels]) -> dict[str, Turned]:
        """Take in the next small frame; what is known now of every place. full: takes a full-size picture."""
        if self._view is None:
            return {}
        height, width = frame.pixels.shape[:2]
        small_view = self._view.for_size((width, height))
        picture: Pixels | None = None
        for place in self._places.values():
            if place.turned.face in place.expected:
                continue
            seen = piece_of(frame.pixels, small_view, place.xy_mm, REACH_MM)[0]
            if self._is_due(place, cv2.blur(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY), (3, 3)), frame.taken_s):
                picture = full() if picture is None else picture
                self._read(place, picture)
        return {name: place.turned for name, place in self._places.items()}

    def _is_due(self, place: _Place, seen: cv2.typing.MatLike, now_s: float) -> bool:
        """Whether a place is to be looked at: it is still, and new or unread for a while."""
        grey = np.asarray(seen, np.uint8)
        place.still = 0 if place.last is None or differing(place.last, grey) > MOVING else place.still + 1
        place.last = grey
        if place.still < STILL_FRAMES:
            return False
        new = place.looked_at is None or differing(place.looked_at, grey) > CHANGED
        again_s = EMPTY_AGAIN_S if place.turned.came_s is None else AGAIN_S
        if not new and now_s - place.looked_s < again_s:
            return False
        if new and place.looked_at is not None and place.turned.came_s is None:
            place.turned = Turned(place.turned.reading, place.turned.picture, now_s)
        place.looked_at, place.looked_s = grey, now_s
        return True

    def _read(self, place: _Place, picture: Pixels) -> None:
        assert self._view is not None
        piece, (left, top) = piece_of(picture, self._view, place.xy_mm, REACH_MM)
        spot = Spot(plane_at(self._view, place.xy_mm, (left, top), NEAR_MM), NEAR_MM)
        lying = [each for each in self._reader.read(piece, spot=spot) if each.is_up]
        best = max(lying, key=lambda each: each.weight, default=None)
        best = None if best is None else best.moved(left, top).among(place.expected)
        before = place.turned.reading
        if best is not None and (before is None or self._worth(place, best) > self._worth(place, before)):
            came_s = place.looked_s if place.turned.came_s is None else place.turned.came_s
            place.turned = Turned(best, picture, came_s)

    def _worth(self, place: _Place, reading: DrawnReading) -> tuple[bool, float]:
        """What lies there from before, and ought not to, is worth less than anything that ought to."""
        return reading.likeliest() in place.expected, float(reading.shares.max())
