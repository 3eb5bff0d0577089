"""Follows cards at known places of the mat: at each place a card face down, a card face up, nothing, or unknown.

The small stream tells at which places something changed and came to rest; only there the full-size picture is read. A
place counts as empty only if three things hold. No card is found there. The place and its surroundings have the colours
that the table shows around nearby cards in the same picture, and so in the same light. And its surroundings look, point
by point, as when a card lay there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels, Points
from companion.camera.source import Frame
from companion.core.capabilities.drawn_cards import DrawnCards
from companion.core.errors import Unreadable
from companion.core.units import PointMm
from companion.perception.drawn.bare_table import TableColours
from companion.perception.drawn.place_state import Lying, Place, PlaceState
from companion.perception.drawn.placed_reader import PlacedCardReader
from companion.perception.drawn.reading import CONFIDENT, DrawnReading
from companion.perception.drawn.spots import (
    STEP,
    STILL_FRAMES,
    Samples,
    piece_around,
    plane_at,
    rectangle_mm,
    sample_colours,
    sample_points,
)
from companion.perception.rectify import TableView, find_table

Vectors = NDArray[np.float32]

MOST_COVERED = 0.3
"""Share of a card that may be hidden, by neighbours' corners or a fingertip, for it to be known."""
STEP_MM = 4.0
"""Distance between the points at which the small stream is compared: three of its pixels, each averaged with its
neighbours."""
BEYOND_MM = 2.0
"""Margin beyond a card's edges that is watched; neighbours lie 8 mm away, or nearer when askew."""
FULL_LIGHT = 90.0
"""Mean grey level of the places in good light; thresholds shrink in proportion in less light."""
LEAST_STEP = 5.0
"""Grey levels; smaller differences are noise in any light."""
MOVING = 0.012
"""Share of a place's points that differ from the last frame when something moves there: a fingertip."""
CHANGED = 0.03
"""Share of a place's points that differ from when it was read, for it to be read again."""
MOST_READ = 3
"""Places that are read from one frame, usually 15 ms each, so that hands are not lost sight of."""
LONGEST_S = 1.0
"""Longest delay until an unknown place is read again though nothing changed; it doubles up to this from `AGAIN_S`."""
LONGEST_NEVER_S = 16.0
"""Longest delay for places where nothing was ever known: most of them will hold a card only later."""
CLOSELY_EVERY = 4
"""Readings of an unchanged place of which one, the second, searches in any orientation: that takes five times as long,
and what a hand passes over is soon gone."""
MOST_OTHER = 0.8
"""Share of the known places that change at once when a lamp was switched or the camera was bumped."""


class LaidCards:
    """Watches the places where cards lie.

    Args:
        cards: the deck.
    """

    def __init__(self, cards: DrawnCards) -> None:
        self._reader = PlacedCardReader(cards)
        self._backs = frozenset(nth for nth, face in enumerate(cards.faces) if not face.up)
        self._ups = [nth for nth, face in enumerate(cards.faces) if face.up]
        self._size_mm = cards.width_mm, cards.height_mm
        self._watched = rectangle_mm(cards.width_mm + 2 * BEYOND_MM, cards.height_mm + 2 * BEYOND_MM, STEP_MM)
        self._table_colours = TableColours(cards.width_mm, cards.height_mm)
        self._view: TableView | None = None
        self._places: dict[str, Place] = {}
        self._expected: frozenset[int] | None = None
        self._maps: dict[tuple[int, int], Vectors] = {}
        self._elsewhere = False

    def begin(self, places: Mapping[str, PointMm], picture: Pixels) -> None:
        """Watch these places from now on.

        Cards lie there upright or upside down, askew by up to 10 degrees and 6 mm. Places that were watched before
        under the same name and middle keep what is known.

        Args:
            places: by name, each place's middle on the mat (mm).
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
        old = self._places
        self._places = {
            name: old[name] if name in old and old[name].xy_mm == xy_mm else Place(xy_mm)
            for name, xy_mm in places.items()
        }
        self._maps = {}

    def expect(self, faces: Collection[int] | None) -> None:
        """Set which faces (indices) may lie face up from now on; None: any.

        Others, such as cards already won, remain possible: such a card is UP, and its face is not sure.
        """
        self._expected = None if faces is None else frozenset(faces) | self._backs

    def update(self, frame: Frame, full: Callable[[], Pixels]) -> Mapping[str, PlaceState]:
        """Take in the next small frame, and read the places that are due.

        Args:
            frame: the small frame.
            full: takes a full-size picture; called at most once.

        Returns:
            By name, what is known of each place that is still and was read as it looks now. A place over which
            something moves, or that changed since it was read, is absent until it has been read again.
        """
        if self._view is None or not self._places:
            return {}
        known = [place for place in self._places.values() if place.known is not None]
        due = self._due(frame)
        lost = sum(place.known is None for place in known)
        self._elsewhere |= lost > 1 and lost >= MOST_OTHER * len(known)
        if due:
            picture = full()
            if self._elsewhere:
                self._find_table_again(picture)
            self._read(due, picture, frame.taken_s)
        return {
            name: self._as_expected(place.known)
            for name, place in self._places.items()
            if place.known is not None and place.still >= STILL_FRAMES
        }

    def table_moved(self) -> None:
        """The mat lies elsewhere in the picture than before: find it again, and read every place again."""
        self._elsewhere = True
        for place in self._places.values():
            place.forget()

    def outlines_px(self, size_xy: tuple[int, int]) -> dict[str, Points]:
        """Return the corners (4, 2) of each place whose state is known now, by its name, in a picture of that size: of
        the card there, or of one that could lie there."""
        if self._view is None:
            return {}
        view, (x, y) = self._view.for_size(size_xy), (each / 2 for each in self._size_mm)
        corners = np.array([[-x, -y, 1.0], [x, -y, 1.0], [x, y, 1.0], [-x, y, 1.0]])
        found = {}
        for name, place in self._places.items():
            if place.known is not None:
                mapped = corners if place.card_to_place is None else corners @ place.card_to_place.T
                found[name] = view.pixels(mapped[:, :2] / mapped[:, 2:] + np.array(place.xy_mm))
        return found

    def _due(self, frame: Frame) -> list[Place]:
        """Forget places that changed; return those to be read, longest waiting first."""
        places = list(self._places.values())
        height, width = frame.pixels.shape[:2]
        seen = sample_colours(np.asarray(cv2.blur(frame.pixels, (3, 3)), np.uint8), self._map((width, height)))
        step = float(np.clip(STEP * seen.mean() / FULL_LIGHT, LEAST_STEP, STEP))
        due = []
        for place, own in zip(places, seen, strict=True):
            moving = place.last is None or _other(place.last, own, step) > MOVING
            changed = place.looked_at is None or _other(place.looked_at, own, step) > CHANGED
            place.last, place.still = own, 0 if moving else place.still + 1
            if place.known is not None and (moving or changed):
                place.forget()
            elif changed and place.looked_at is not None:
                place.tries, place.again_s = 0, 0.0
            if place.known is None and place.still >= STILL_FRAMES and frame.taken_s >= place.again_s:
                due.append(place)
        return sorted(due, key=lambda place: place.again_s)

    def _read(self, due: list[Place], picture: Pixels, now_s: float) -> None:
        """Read some of the places that are due. Cards come first: the table's colours are known from around them."""
        assert self._view is not None
        empty = []
        for place in due[:MOST_READ]:
            closely = place.tries % CLOSELY_EVERY == 1
            place.note_read(now_s, LONGEST_NEVER_S if place.before is None else LONGEST_S)
            if self._is_empty(place, picture, now_s, closely):
                empty.append(place)
        # Samples of the bare table need every card to be known: wait until all due places were read.
        if any(place.tries == 0 or place.before is not None for place in due[MOST_READ:]):
            return
        places = self._places.values()
        self._table_colours.set_picture(picture, self._view)
        for place in places:
            self._table_colours.remember(place, places)
        for place in empty:
            if self._table_colours.is_bare(place, places) and self._is_empty(place, picture, now_s, closely=True):
                place.card_to_place = None
                self._know(place, PlaceState(Lying.NOTHING, None, None, now_s))

    def _is_empty(self, place: Place, picture: Pixels, now_s: float, closely: bool) -> bool:
        """Whether no card is found at a place; a card that is found becomes known."""
        assert self._view is not None
        piece, begins_px = piece_around(picture, self._view, place.xy_mm, self._reader.reach_mm)
        plane = plane_at(self._view, place.xy_mm, begins_px, self._reader.reach_mm)
        before = None if place.before is None else place.before.reading
        reading = self._reader.read(piece, plane, place.card_to_place, before, closely)
        lies = None if reading is None else self._lies(reading)
        if reading is not None and lies is not None:
            place.card_to_place = np.asarray(np.linalg.inv(plane) @ reading.to_picture, np.float64)
            self._know(place, PlaceState(lies, reading, piece.copy(), now_s))
        return reading is None

    def _know(self, place: Place, laid: PlaceState) -> None:
        """Store what was read; `since_s` is kept when the place is as it was before it was lost."""
        before = place.before
        if before is not None and before.lies is laid.lies and _side(before) == _side(laid):
            laid = replace(laid, since_s=before.since_s)
        place.known = laid

    def _lies(self, reading: DrawnReading) -> Lying | None:
        """Which way up a card lies, when that is sure and enough of it is seen."""
        if reading.covered > MOST_COVERED:
            return None
        if float(reading.shares[self._ups].sum()) >= CONFIDENT:
            return Lying.UP
        return Lying.DOWN if float(reading.shares[list(self._backs)].sum()) >= CONFIDENT else None

    def _as_expected(self, laid: PlaceState) -> PlaceState:
        """The state with a prior on the expected faces."""
        if laid.reading is None or self._expected is None:
            return laid
        return replace(laid, reading=laid.reading.among(self._expected), expected=self._expected)

    def _find_table_again(self, picture: Pixels) -> None:
        """Find the mat again if it is seen: whoever bumped the camera moved it, a lamp did not."""
        self._elsewhere = False
        try:
            self._view = find_table(picture)
        except Unreadable:
            return
        self._maps = {}

    def _map(self, size_xy: tuple[int, int]) -> Vectors:
        """(places, points, 2): where the points that are compared lie in the stream's pictures."""
        assert self._view is not None
        if size_xy not in self._maps:
            self._maps[size_xy] = sample_points(
                self._view.for_size(size_xy), [place.xy_mm for place in self._places.values()], self._watched
            )
        return self._maps[size_xy]


def _side(laid: PlaceState) -> int | None:
    """The likeliest face's index; None without a card."""
    return None if laid.reading is None else laid.reading.likeliest()


def _other(one: Samples, other: Samples, step: float) -> float:
    """Share of the points (n, 3) of which some colour differs by more than `step`."""
    return float((cv2.absdiff(one, other).max(axis=1) > step).mean())
