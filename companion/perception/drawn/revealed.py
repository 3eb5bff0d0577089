"""Names cards that are turned up at known places of the mat, as soon as they lie flat.

The small stream tells at which places something lies still that was not read yet; only that part of the full-size
picture is read. Nothing waits for the rest of the table, because hands are about to slap.
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
from companion.perception.drawn.spots import AGAIN_S, STILL_FRAMES, piece_around, plane_at, share_differing
from companion.perception.rectify import TableView, find_table

NEAR_MM = 60.0
"""A card belongs to a place when its middle is no farther from it: people reach over the table and are not exact."""
AROUND_MM = 42.0
"""Half a card in any orientation, beyond that."""
REACH_MM = NEAR_MM + AROUND_MM
"""Half the side of the square that is read around a place."""
MOVING = 0.012
"""Share of a place's pixels that differ between two frames when something moves there: a fingertip."""
CHANGED = 0.03
"""Share of a place's pixels that differ since the last reading when it is to be read again."""
EMPTY_AGAIN_S = 2.0
"""Time after which a place where no card was found yet is read again although nothing changed."""


@dataclass(frozen=True, slots=True, eq=False)
class RevealedCard:
    """What is known of the card at one place.

    Attributes:
        reading: the best reading so far, with the expected faces favoured; None while no card is seen. Its coordinates
            are those of `picture`.
        picture: (H, W, 3) uint8 BGR, the full-size picture that was read; None while no card is seen.
        came_s: when something new first lay still there; None before.
    """

    reading: DrawnReading | None
    picture: Pixels | None
    came_s: float | None

    @property
    def face(self) -> int | None:
        """The card's face (its index in the deck) when its probability is `CONFIDENT`; else None."""
        if self.reading is None or self.reading.shares.max() < CONFIDENT:
            return None
        return self.reading.likeliest()


@dataclass
class _Place:
    """One place that is watched.

    Attributes:
        xy_mm: its middle on the mat.
        expected: indices of the faces that are expected.
        last: grey pixels around it in the last frame.
        looked_at: the same in the frame of the last reading.
        looked_s: when that was.
        still: number of frames without motion.
    """

    xy_mm: PointMm
    expected: Collection[int]
    revealed: RevealedCard = field(default_factory=lambda: RevealedCard(None, None, None))
    last: Grey | None = None
    looked_at: Grey | None = None
    looked_s: float = 0.0
    still: int = 0


class RevealedCards:
    """Watches the places where cards are turned up.

    Args:
        cards: the deck.
    """

    def __init__(self, cards: DrawnCards) -> None:
        self._reader = DrawnCardReader(cards)
        self._view: TableView | None = None
        self._places: dict[str, _Place] = {}

    def begin(self, places: dict[str, tuple[PointMm, Collection[int]]], picture: Pixels) -> None:
        """Watch these places from now on.

        Args:
            places: by name, each place's middle on the mat (mm), and the indices of the faces that are expected there.
            picture: (H, W, 3) uint8 BGR, full-size, to find the mat. Where hands hide the mat, its last position is
                kept.

        Raises:
            Unreadable: the mat is not seen and was not seen before.
        """
        try:
            self._view = find_table(picture)
        except Unreadable:
            if self._view is None or self._view.size_xy != picture.shape[1::-1]:
                raise
        self._places = {name: _Place(xy_mm, expected) for name, (xy_mm, expected) in places.items()}

    @property
    def watches(self) -> bool:
        """Whether there are places that are watched."""
        return bool(self._places)

    def stop(self) -> None:
        """Watch nothing until the next `begin`."""
        self._places = {}

    def update(self, frame: Frame, full: Callable[[], Pixels]) -> dict[str, RevealedCard]:
        """Take in the next small frame, and read the places that are due.

        Args:
            frame: the small frame.
            full: takes a full-size picture; called at most once.

        Returns:
            For each place's name, what is known of its card.
        """
        if self._view is None:
            return {}
        height, width = frame.pixels.shape[:2]
        small_view = self._view.for_size((width, height))
        picture: Pixels | None = None
        for place in self._places.values():
            if place.revealed.face in place.expected:
                continue
            seen = piece_around(frame.pixels, small_view, place.xy_mm, REACH_MM)[0]
            if self._is_due(place, cv2.blur(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY), (3, 3)), frame.taken_s):
                picture = full() if picture is None else picture
                self._read(place, picture)
        return {name: place.revealed for name, place in self._places.items()}

    def _is_due(self, place: _Place, seen: cv2.typing.MatLike, now_s: float) -> bool:
        """Whether to read a place: it is still, and is new or was not read for a while."""
        grey = np.asarray(seen, np.uint8)
        place.still = 0 if place.last is None or share_differing(place.last, grey) > MOVING else place.still + 1
        place.last = grey
        if place.still < STILL_FRAMES:
            return False
        new = place.looked_at is None or share_differing(place.looked_at, grey) > CHANGED
        again_s = EMPTY_AGAIN_S if place.revealed.came_s is None else AGAIN_S
        if not new and now_s - place.looked_s < again_s:
            return False
        if new and place.looked_at is not None and place.revealed.came_s is None:
            place.revealed = RevealedCard(place.revealed.reading, place.revealed.picture, now_s)
        place.looked_at, place.looked_s = grey, now_s
        return True

    def _read(self, place: _Place, picture: Pixels) -> None:
        assert self._view is not None
        piece, (left, top) = piece_around(picture, self._view, place.xy_mm, REACH_MM)
        spot = Spot(plane_at(self._view, place.xy_mm, (left, top), NEAR_MM), NEAR_MM)
        lying = [each for each in self._reader.read(piece, spot=spot) if each.is_up]
        best = max(lying, key=lambda each: each.weight, default=None)
        best = None if best is None else best.moved(left, top).among(place.expected)
        before = place.revealed.reading
        if best is not None and (before is None or self._worth(place, best) > self._worth(place, before)):
            came_s = place.looked_s if place.revealed.came_s is None else place.revealed.came_s
            place.revealed = RevealedCard(best, picture, came_s)

    def _worth(self, place: _Place, reading: DrawnReading) -> tuple[bool, float]:
        """Ranks readings: an expected face is preferred to one that lay there before."""
        return reading.likeliest() in place.expected, float(reading.shares.max())
