"""Where the mat lies in the picture: whether it or the camera was moved, is lost, or is covered by hands."""

from __future__ import annotations

import enum

import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Points
from companion.perception.health.small_picture import SmallPicture, share_alike
from companion.perception.rectify import markers_in

MOVED_PX_PER_WIDTH = 0.0008
"""Half a pixel of a small frame. Markers at rest are found to 0.05 px; a mat that was pushed by 3 mm moves by two."""
AGREE_PX_PER_WIDTH = 0.0004
"""Two looks at a mat that lies still agree within this."""
TURNED_DEG = 45.0
"""From here on a picture counts as turned: whoever bumps a table turns it by less."""
LEAST_MARKERS = 2
"""Markers that must have moved alike: one alone may be lifted, or half under a hand."""
MOST_STAYED = 0.25
"""Share of the markers that may have stayed: a mat may turn about one of its four."""
LOOKS_TO_NOTICE = 2
"""Looks in a row that show it, so that a passing hand is nothing."""
LOOKS_TO_FIND = 3
"""Looks in a row that agree where it lies now."""
OTHER_SCENE = 0.15
"""Share of the scene in which the mat was last seen that is still there, below which the camera looks elsewhere or the
mat was taken away; hands and what they hold leave more."""

SHARE_OF_A_LOOK = np.float32(0.1)
"""Share of each look in the scene that is remembered: what lay there for four seconds makes up two thirds of it."""

Markers = dict[int, Points]


class Place(enum.Enum):
    """What is known of the mat's place."""

    UNKNOWN = "never seen"
    THERE = "where it was"
    MOVED = "elsewhere"
    TURNED = "turned by a quarter or a half"
    COVERED = "under something"
    LOST = "not in the picture"


class MatPlace:
    """Looks for the mat's markers now and then, and remembers where they are."""

    def __init__(self) -> None:
        self._known: Markers = {}
        self._last: Markers = {}
        self._scene: NDArray[np.float32] | None = None
        self._agreed = self._unlike = self._hidden = 0
        self._place = Place.UNKNOWN
        self._found_anew = False

    def begin(self) -> None:
        """Forget where the mat lay."""
        self._known, self._last, self._scene, self._place = {}, {}, None, Place.UNKNOWN
        self._agreed = self._unlike = self._hidden = 0

    def take_found_anew(self) -> bool:
        """Whether the mat was found at another place than before, since this was last asked."""
        found_anew, self._found_anew = self._found_anew, False
        return found_anew

    def look(self, picture: SmallPicture, *, still: bool) -> Place:
        """Look once.

        Args:
            still: whether nothing moves: what covers markers while hands move is nothing to speak of.
        """
        seen, width = markers_in(picture.pixels), picture.grey.shape[1]
        common = seen.keys() & self._known.keys()
        if len(self._known) < LEAST_MARKERS:
            self._get_to_know(seen, picture, width)
        elif len(common) >= LEAST_MARKERS:
            self._hidden = 0
            self._compare(seen, picture, width)
        elif len(seen) >= LEAST_MARKERS:  # others than those before
            self._meet_others(seen, picture, width)
        elif still:
            self._hidden += 1
            if self._hidden >= LOOKS_TO_NOTICE:
                gone = not common and self._is_other_scene(picture)
                self._place = Place.LOST if gone else Place.COVERED
        self._last = seen
        return self._place

    def _get_to_know(self, seen: Markers, picture: SmallPicture, width: int) -> None:
        self._note_agreement(seen, width)
        if self._agreed >= LOOKS_TO_FIND and len(seen) >= LEAST_MARKERS:
            self._settle(seen, picture)

    def _compare(self, seen: Markers, picture: SmallPicture, width: int) -> None:
        shifts = [_shift(seen[ident], self._known[ident]) for ident in seen.keys() & self._known.keys()]
        moved = sum(shift > MOVED_PX_PER_WIDTH * width for shift in shifts)
        if moved >= LEAST_MARKERS and len(shifts) - moved <= MOST_STAYED * len(shifts):
            self._note_moved(seen, picture, width)
            return
        self._unlike, self._agreed = 0, 0
        self._place = Place.THERE
        if not moved:
            self._known |= {ident: corners for ident, corners in seen.items() if ident not in self._known}
            self._remember(picture)

    def _meet_others(self, seen: Markers, picture: SmallPicture, width: int) -> None:
        """Others than the known ones are seen, but for one perhaps. In another scene, or where that one is elsewhere,
        the mat was turned or pushed; else something lies on those now, and on these no longer."""
        self._hidden = 0
        common = seen.keys() & self._known.keys()
        has_moved = any(_shift(seen[each], self._known[each]) > MOVED_PX_PER_WIDTH * width for each in common)
        if has_moved or self._is_other_scene(picture):
            self._note_moved(seen, picture, width)
            return
        self._note_agreement(seen, width)
        if self._agreed >= LOOKS_TO_FIND:
            self._known |= {ident: corners for ident, corners in seen.items() if ident not in self._known}
            self._place = Place.THERE

    def _note_moved(self, seen: Markers, picture: SmallPicture, width: int) -> None:
        self._unlike += 1
        self._note_agreement(seen, width)
        if self._unlike >= LOOKS_TO_NOTICE:
            self._place = Place.TURNED if self._is_turned(seen) else Place.MOVED
        if self._unlike >= LOOKS_TO_NOTICE and self._agreed >= LOOKS_TO_FIND:
            self._settle(seen, picture)
            self._found_anew = True

    def _is_turned(self, seen: Markers) -> bool:
        turns_deg = [_turn_deg(seen[each], self._known[each]) for each in seen.keys() & self._known.keys()]
        return bool(turns_deg) and float(np.median(turns_deg)) >= TURNED_DEG

    def _note_agreement(self, seen: Markers, width: int) -> None:
        """Count the looks in a row in which the mat lay still."""
        common = seen.keys() & self._last.keys()
        stays = all(_shift(seen[each], self._last[each]) <= AGREE_PX_PER_WIDTH * width for each in common)
        self._agreed = self._agreed + 1 if len(common) >= LEAST_MARKERS and stays else 1

    def _settle(self, seen: Markers, picture: SmallPicture) -> None:
        self._known, self._scene = dict(seen), None
        self._remember(picture)
        self._unlike = self._hidden = self._agreed = 0
        self._place = Place.THERE

    def _remember(self, picture: SmallPicture) -> None:
        """Mix a picture of the scene into the mean of those before: hands come and go, the table stays."""
        now = picture.low.astype(np.float32)
        if self._scene is None or self._scene.shape != now.shape:
            self._scene = now
        else:
            self._scene += SHARE_OF_A_LOOK * (now - self._scene)

    def _is_other_scene(self, picture: SmallPicture) -> bool:
        return self._scene is None or share_alike(self._scene, picture.low) < OTHER_SCENE


def _shift(one: Points, other: Points) -> float:
    """How far a marker has moved, px: the median over its corners, for a finger or a shadow moves one of them."""
    return float(np.hypot(*np.median(one - other, axis=0)))


def _turn_deg(one: Points, other: Points) -> float:
    """By how much a marker has turned, 0 to 180 degrees."""
    tops = [complex(*(corners[1] - corners[0])) for corners in (one, other)]
    return abs(float(np.degrees(np.angle(tops[0] / tops[1]))))
