"""What a thread does again and again: whatever it raises is logged and said, and it goes on with the next piece."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from companion.core.clock import Clock
from companion.core.errors import NotSaved
from companion.core.text import Text

log = logging.getLogger(__name__)

FIRST_PAUSE_S = 0.1
"""After one failure: a frame or two of the camera."""
LONGEST_PAUSE_S = 2.0
"""Each failure in a row doubles the pause, up to this: a closing program waits no longer for the thread."""
FAILURES_COUNTED = 8
"""Failures in a row that lengthen the pause; fewer already reach `LONGEST_PAUSE_S`."""
CALM_S = 10.0
"""After a failure its sentence stays until it has gone well for this long: time to read it."""


class Attempts:
    """Makes a thread's work go on whatever it raises.

    Args:
        name: of the thread, for the log.
        clock: waits between two attempts.
        told: called with one sentence when the work fails, and with None when it has gone well for a while.
        words: that sentence; `{why}` in it is the kind of error.
        passing: errors that are no failure of ours; they go through.
    """

    def __init__(
        self,
        name: str,
        clock: Clock,
        told: Callable[[Text | None], None],
        words: Text,
        passing: tuple[type[Exception], ...] = (),
    ) -> None:
        self._name, self._clock, self._told, self._words, self._passing = name, clock, told, words, passing
        self._in_a_row = 0
        self._failed_s: float | None = None

    @contextmanager
    def one(self) -> Iterator[None]:
        """Around one piece of work: what it raises ends here, and the next piece waits a little."""
        try:
            yield
        except self._passing:
            raise
        except NotSaved:  # said by whoever could not save
            self._pause()
        except Exception as error:  # whatever it is, the table goes on
            if self._in_a_row == 0:  # the same again every two seconds would fill a disk
                log_failure(log, self._name, error)
            self._failed_s = self._clock.now_s()
            self._told(self._words.filled(why=type(error).__name__))
            self._pause()
        else:
            self._in_a_row = 0
            if self._failed_s is not None and self._clock.now_s() - self._failed_s >= CALM_S:
                self._failed_s = None
                self._told(None)

    def _pause(self) -> None:
        self._clock.wait_s(min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2**self._in_a_row))
        self._in_a_row = min(self._in_a_row + 1, FAILURES_COUNTED)


def log_failure(to: logging.Logger, name: str, error: Exception) -> None:
    """Log what failed and where, never the error's own words: they may hold what one player alone may see."""
    where = "".join(traceback.format_tb(error.__traceback__))
    to.error("%s: %s; it goes on\n%s", name, type(error).__name__, where.rstrip())


@contextmanager
def survived(name: str) -> Iterator[None]:
    """Around one call from a thread that must not end: what it raises is logged, and ends here."""
    try:
        yield
    except Exception as error:  # as above
        log_failure(log, name, error)
