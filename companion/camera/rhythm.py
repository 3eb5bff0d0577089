"""How many pictures a second a camera gives, told by how long whoever asks for them waits."""

from __future__ import annotations

from collections import deque
from statistics import median

SLOWEST_S = 0.2
"""Time between two pictures at five a second; hands are lost between pictures that are further apart."""
WELL_AGAIN_S = 0.17
"""A slow camera counts as well again at six pictures a second."""
AT_ONCE_S = 0.05
"""Whoever asks this soon after the last picture gets the very next one, of a camera of at most 20 a second."""
LOOKED_AT_S = 3.0
"""How far back pictures are counted."""
LEAST_S = 2.0
"""Pictures over this time are needed: a single one may be late."""
LEAST_COUNT = 3
"""And this many of them."""
SUSPECT_S = 0.22
"""Pictures that were asked for at five a second and come later than this may be a slow camera's."""
TRUSTED_S = 60.0
"""A camera that was found fast enough is not suspected again for this long."""


class Rhythm:
    """Follows the times at which pictures were asked for and came."""

    def __init__(self) -> None:
        self._intervals: deque[tuple[float, float]] = deque()
        self._last_s: float | None = None
        self._since_s = 0.0
        self._trusted_until_s = 0.0
        self.suspected = False
        """Whether pictures must be asked for at once, one after the other, to know."""
        self.slow = False
        """Whether the camera gives fewer than five pictures a second."""

    def begin(self) -> None:
        """Forget what was counted: the camera was opened anew, or something else kept it busy."""
        self._intervals.clear()
        self._last_s = None

    def note(self, asked_s: float, came_s: float) -> None:
        """A picture that was asked for at `asked_s` came at `came_s`, in seconds of one clock."""
        last_s, self._last_s = self._last_s, came_s
        if last_s is None:
            self._since_s = came_s
            return
        gap_s, interval_s = asked_s - last_s, came_s - last_s
        if gap_s > AT_ONCE_S:
            # Some pictures were let pass: how often they come can only be suspected.
            if not self.suspected and interval_s > SUSPECT_S and gap_s < SUSPECT_S and came_s >= self._trusted_until_s:
                self.suspected, self._since_s = True, came_s
            if came_s - asked_s <= SLOWEST_S:
                return
            interval_s = came_s - asked_s
        self._intervals.append((came_s, interval_s))
        while self._intervals[0][0] < came_s - LOOKED_AT_S:
            self._intervals.popleft()
        self._decide(came_s)

    def _decide(self, now_s: float) -> None:
        if len(self._intervals) < LEAST_COUNT or now_s - self._since_s < LEAST_S:
            return
        usual_s = median(interval_s for _, interval_s in self._intervals)
        self.slow = usual_s > (WELL_AGAIN_S if self.slow else SLOWEST_S)
        if not self.slow:
            self.suspected, self._trusted_until_s = False, now_s + TRUSTED_S
