"""A camera that is watched over: opened in the background, opened anew after any failure, never waited for for long."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Lock

from companion.camera.condition import BROKEN, GOES_ON, CameraState, Condition, state_of
from companion.camera.driver_thread import DriverThread
from companion.camera.rhythm import Rhythm
from companion.camera.source import (
    ClosedAtEnd,
    Frame,
    FrameSource,
    NoFrameNow,
    SizeChanged,
    SourceEnded,
    SourceFailed,
)
from companion.core.clock import Clock
from companion.core.errors import Refusal
from companion.core.text import Text

log = logging.getLogger(__name__)

WAIT_S = 0.5
"""How long `small` waits at most: a table that closes, and the clock of a turn, wait no longer."""
FULL_WAIT_S = 3.0
"""How long `full` waits at most: the largest sensors take a second or two for a full-size picture."""
HANGS_S = 3.0
"""A driver that does not return for this long hangs: people hear of it within five seconds."""
OPENS_S = 12.0
"""A driver that opens its camera for this long hangs: the slowest network cameras take ten seconds to open."""
FIRST_PAUSE_S = 0.5
"""Pause before a camera that failed for the first time is opened again."""
LONGEST_PAUSE_S = 5.0
"""Each failure in a row doubles the pause, up to this: a camera that is plugged in again is seen that soon."""
HOLDS_S = 5.0
"""A camera that gave pictures for this long has been opened well: the pauses begin anew."""
MOST_DOUBLED = 5
"""The pause is doubled at most this many times: by then it is `LONGEST_PAUSE_S`."""
MOST_STUCK = 2
"""Threads that may hang in a driver at the same time; with more nothing is opened until one returns."""
STARTS_S = 3.0
"""A camera that is opened for the first time is remarked upon after this long: most take one or two seconds."""
ADAPTS_S = 10.0
"""How long pages say that pictures have another size: time to read it; then that size is the usual one."""
GOODBYE_S = 2.0
"""How long `close` waits for the driver; one that hangs releases the camera when it returns."""


class SupervisedSource(ClosedAtEnd):
    """A live camera that may fail in any way and comes back by itself.

    Args:
        opens: opens the camera; may take long and raise anything. It is called again after each failure.
        shown: the camera's address for messages.
        clock: when frames are late.
        wait_s, full_wait_s: how long `small` and `full` wait at most.
    """

    def __init__(
        self,
        opens: Callable[[], FrameSource],
        shown: str,
        clock: Clock,
        *,
        wait_s: float = WAIT_S,
        full_wait_s: float = FULL_WAIT_S,
    ) -> None:
        self._opens, self._shown, self._clock = opens, shown, clock
        self._wait_s, self._full_wait_s = wait_s, full_wait_s
        self._lock = Lock()
        self._rhythm = Rhythm()
        self._stuck: list[DriverThread] = []
        self._closed = False
        self._number = 0
        self._asked_s: float | None = None  # when the picture that comes next was first asked for
        self._failures = 0
        self._again_s = self._opened_s = self._since_s = clock.now_s()
        self._size_xy: tuple[int, int] | None = None
        self._resized_s: float | None = None
        self._resized = Condition.RESIZED
        self._trouble: CameraState | None = state_of(Condition.STARTING)
        self._driver: DriverThread | None = self._begun()

    @property
    def full_size_xy(self) -> tuple[int, int]:
        """Width and height of the full-size picture, px; (0, 0) before the camera was open for the first time."""
        return self._size_xy or (0, 0)

    @property
    def state(self) -> CameraState:
        """How the camera is, as far as its driver and the times of its pictures tell."""
        now_s = self._clock.now_s()
        trouble = self._trouble
        if trouble is not None and trouble.condition is Condition.STARTING and self._waits:
            return CameraState(Condition.WELL)  # nobody has wanted a picture yet, as in a lobby
        if trouble is not None:
            is_new = trouble.condition is Condition.STARTING and now_s - self._since_s < STARTS_S
            return CameraState(Condition.STARTING) if is_new else trouble
        if self._resized_s is not None and now_s - self._resized_s < ADAPTS_S:
            return state_of(self._resized)
        return state_of(Condition.SLOW if self._rhythm.slow else Condition.WELL)

    @property
    def _waits(self) -> bool:
        """Whether the camera is open, and no picture has been asked for yet."""
        driver = self._driver
        return driver is not None and driver.size_xy is not None and driver.error is None and self._asked_s is None

    @property
    def in_a_hurry(self) -> bool:
        """Whether pictures must be asked for one after the other to know how fast the camera is."""
        return self._rhythm.suspected or self._rhythm.slow

    @property
    def may_freeze(self) -> bool:
        """Whether the same picture again, bit by bit, is a fault: sensors have noise; some films leave it out."""
        driver = self._driver
        return driver is not None and not driver.repeats_itself

    def small(self) -> Frame:
        """Return a new small frame. Raises `NoFrameNow` when none comes within half a second, `SourceFailed` after
        `close`."""
        return self._frame(full=False, wait_s=self._wait_s)

    def full(self) -> Frame:
        """Return a full-size frame of now. Raises `NoFrameNow` when none comes within three seconds, `SourceFailed`
        after `close`."""
        return self._frame(full=True, wait_s=self._full_wait_s)

    def close(self) -> None:
        """Release the camera; may be called twice."""
        with self._lock:
            self._closed = True
            driver, self._driver = self._driver, None
        if driver is not None:
            driver.leave()
            driver.wait_ended(GOODBYE_S)

    def _frame(self, *, full: bool, wait_s: float) -> Frame:
        driver = self._current()
        if driver is None:
            self._clock.wait_s(min(wait_s, max(0.0, self._again_s - self._clock.now_s())) or wait_s)
            raise NoFrameNow
        if self._asked_s is None:
            self._asked_s = self._clock.now_s()
        taken = driver.answer(driver.ask(full=full), wait_s)
        with self._lock:
            if self._closed:
                raise _closed()
            if driver is not self._driver:
                raise NoFrameNow
            if taken is None:
                self._look_after(driver)
                raise NoFrameNow
            self._note_well(driver)
            if full:
                self._rhythm.begin()
            else:
                self._rhythm.note(self._asked_s, self._clock.now_s())
            self._asked_s = None
            self._number += 1
            return Frame(taken.pixels, taken.taken_s, self._number)

    def _current(self) -> DriverThread | None:
        """The thread that has the camera; None while it is not yet time to open it again. Raises `SourceFailed` after
        `close`."""
        with self._lock:
            if self._closed:
                raise _closed()
            self._stuck = [each for each in self._stuck if not each.ended]
            if self._driver is None and self._clock.now_s() >= self._again_s and len(self._stuck) < MOST_STUCK:
                self._driver = self._begun()
            return self._driver

    def _begun(self) -> DriverThread:
        self._opened_s = self._clock.now_s()
        self._rhythm.begin()
        self._asked_s = None
        return DriverThread(self._opens, f"camera {self._shown}", self._clock)

    def _note_well(self, driver: DriverThread) -> None:
        """A picture came."""
        now_s = self._clock.now_s()
        if now_s - self._opened_s >= HOLDS_S:
            self._failures = 0
        if self._trouble is not None:
            log.info("camera %s: %d x %d pixels", self._shown, *(driver.size_xy or (0, 0)))
        self._trouble = None
        before_xy, self._size_xy = self._size_xy, driver.size_xy
        if before_xy is not None and before_xy != self._size_xy:
            turned = before_xy == (self._size_xy or (0, 0))[::-1]
            self._resized, self._resized_s = Condition.TURNED if turned else Condition.RESIZED, now_s

    def _look_after(self, driver: DriverThread) -> None:
        """No picture came: see why, and leave a driver that failed or hangs."""
        if driver.error is not None:
            self._failed(driver.error)
            return
        called_s = driver.called_s
        patience_s = OPENS_S if driver.size_xy is None else HANGS_S
        if called_s is not None and self._clock.now_s() - called_s >= patience_s:
            driver.leave()
            self._stuck.append(driver)
            self._give_up(state_of(Condition.HANGS))

    def _failed(self, error: Exception) -> None:
        if isinstance(error, SizeChanged):
            self._resized, self._resized_s = Condition.RESIZED, self._clock.now_s()
            pause_s = FIRST_PAUSE_S if self._failures else 0.0
            self._failures, self._driver = min(self._failures + 1, MOST_DOUBLED), None
            self._again_s = self._clock.now_s() + pause_s
            return
        self._give_up(state_of(Condition.LOST, self._words(error) + GOES_ON))

    def _give_up(self, trouble: CameraState) -> None:
        """Open the camera again after a pause."""
        pause_s = min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2**self._failures)
        self._failures, self._driver = min(self._failures + 1, MOST_DOUBLED), None
        self._again_s = self._clock.now_s() + pause_s
        # While a driver hangs, that another opening finds the camera in use is no news.
        hangs = self._trouble is not None and self._trouble.condition is Condition.HANGS
        if not (hangs and any(not each.ended for each in self._stuck)):
            if self._trouble != trouble and trouble.says is not None:
                log.warning("%s", trouble.says.en)
            self._trouble = trouble

    def _words(self, error: Exception) -> Text:
        """What to say of anything that a driver raises."""
        if isinstance(error, Refusal):
            return error.what
        log.warning("the camera %s raises %s", self._shown, type(error).__name__)
        name = "SourceEnded" if isinstance(error, SourceEnded) else type(error).__name__
        return BROKEN.filled(address=self._shown, error=name)


def _closed() -> SourceFailed:
    return SourceFailed(
        Text(fr="La caméra est fermée : rouvrez-la.", en="The camera is closed: open it again."),
    )
