"""Judges a live camera by its small frames: one condition at a time, the one that explains the others first."""

from __future__ import annotations

import numpy as np

from companion.camera.arrays import Pixels
from companion.camera.condition import Condition
from companion.camera.source import Frame
from companion.perception.health.bands import Bands
from companion.perception.health.focus import Focus
from companion.perception.health.lasting import Lasting
from companion.perception.health.light import light_of
from companion.perception.health.mat_place import MatPlace, Place
from companion.perception.health.motion import Motion
from companion.perception.health.small_picture import SmallPicture, small_picture

LOOK_EVERY_S = 0.4
"""How often the mat and the focus are looked at, which costs some milliseconds; five looks within two seconds."""
STILL_S = 0.4
"""Nothing moves once nothing has for this long."""
SAYS_MOVED_S = 4.0
"""How long people are told that the mat was moved, though it was found again at once: time to read it."""
LASTS_S: dict[Condition, tuple[float, float]] = {
    Condition.COVERED: (1.5, 0.5),
    Condition.BLEACHED: (2.0, 1.0),
    Condition.DARK: (2.0, 1.0),
    Condition.FROZEN: (2.5, 0.0),
    Condition.MAT_LOST: (0.5, 0.0),
    Condition.TURNED: (0.0, 0.0),
    Condition.MOVED: (0.0, 0.0),
    Condition.BLURRED: (1.5, 1.0),
    Condition.FLICKERS: (1.5, 3.0),
    Condition.MAT_COVERED: (20.0, 0.0),
}
"""How long each must be seen before it is said, and must be gone before it is not: seconds. What comes first explains
what follows. Cameras adapt to a lamp within a second; people who lean over the table stay for less than twenty."""
MOVES = {Place.MOVED: Condition.MOVED, Place.TURNED: Condition.TURNED}
"""What is said of a mat that was found elsewhere."""


class CameraHealth:
    """Takes every small frame of one camera in turn.

    Attributes:
        condition: what is wrong; WELL if nothing is.
        still_s: how long nothing has moved.
    """

    def __init__(self) -> None:
        self.condition = Condition.WELL
        self.still_s = 0.0
        self._standing = {each: Lasting(*times) for each, times in LASTS_S.items()}
        self._motion, self._bands, self._focus, self._mat = Motion(), Bands(), Focus(), MatPlace()
        self._last: Pixels | None = None
        self._looked_s = self._moved_s = float("-inf")
        self._blurred = False
        self._place = Place.UNKNOWN
        self._said = Condition.MOVED
        self._found_anew = False

    def begin(self) -> None:
        """Forget how the table looked: the camera gives other pictures than before."""
        self._focus.begin()
        self._mat.begin()
        self._last, self._blurred, self._place = None, False, Place.UNKNOWN

    def take_moved(self) -> bool:
        """Whether the mat was found elsewhere in the picture since this was last asked."""
        found_anew, self._found_anew = self._found_anew, False
        return found_anew

    def update(self, frame: Frame, *, may_freeze: bool) -> None:
        """Take in the next small frame.

        Args:
            may_freeze: whether the same picture again, bit by bit, is a fault: a sensor has noise.
        """
        picture, now_s = small_picture(frame), frame.taken_s
        self._motion.update(picture)
        self.still_s = self._motion.still_s
        seen = {light_of(picture.low)}
        if may_freeze and self._last is not None and np.array_equal(self._last, frame.pixels):
            seen.add(Condition.FROZEN)
        self._last = frame.pixels
        if self._bands.update(picture):
            seen.add(Condition.FLICKERS)
        if seen <= {Condition.WELL, Condition.FLICKERS}:  # the noise of a dark picture would be taken for detail
            self._look_closely(picture)
            seen |= self._seen_closely(now_s)
        standing = [each for each, lasting in self._standing.items() if lasting.update(each in seen, now_s)]
        self.condition = standing[0] if standing else Condition.WELL

    def _look_closely(self, picture: SmallPicture) -> None:
        """Look at the mat and the focus, now and then."""
        if picture.taken_s - self._looked_s < LOOK_EVERY_S:
            return
        self._looked_s = picture.taken_s
        still = self.still_s >= STILL_S
        self._place = self._mat.look(picture, still=still)
        self._said = MOVES.get(self._place, self._said)
        if self._mat.take_found_anew():
            self._found_anew, self._moved_s = True, picture.taken_s
            self._focus.begin()
        if still or self._blurred:
            self._blurred = self._focus.is_lost(picture)

    def _seen_closely(self, now_s: float) -> set[Condition]:
        seen = set()
        if self._place in MOVES or now_s - self._moved_s < SAYS_MOVED_S:
            seen.add(self._said)
        if self._place is Place.LOST:
            seen.add(Condition.MAT_LOST)
        if self._place is Place.COVERED:
            seen.add(Condition.MAT_COVERED)
        if self._blurred:
            seen.add(Condition.BLURRED)
        return seen
