"""The source of time, which tests can replace and move."""

from __future__ import annotations

import time
from typing import Protocol

RELEASED_S = 1_793_491_200.0
"""1 November 2026, seconds since 1970 UTC. No clock that says less was set: this program did not exist then."""


class Clock(Protocol):
    """A source of time."""

    def now_s(self) -> float:
        """Monotonic seconds from an arbitrary start: for durations."""

    def wall_s(self) -> float:
        """Seconds since 1970-01-01 UTC, as far as the machine knew when it began: for the journal; decides nothing."""

    def wait_s(self, duration_s: float) -> None:
        """Return when `duration_s` seconds have passed; at once if it is not positive."""


class SystemClock:
    """The machine's own time. Its `wall_s` is read once and runs on steadily: whoever sets the machine's clock later,
    by hand or from the network, moves nothing here."""

    def __init__(self) -> None:
        self._ahead_s = time.time() - time.monotonic()

    def now_s(self) -> float:
        """See `Clock.now_s`."""
        return time.monotonic()

    def wall_s(self) -> float:
        """See `Clock.wall_s`."""
        return self._ahead_s + time.monotonic()

    def wait_s(self, duration_s: float) -> None:
        """See `Clock.wait_s`."""
        time.sleep(max(0.0, duration_s))


class FasterClock:
    """The machine's time with `now_s` and `wait_s` running `speed` times as fast, for demonstrations.

    Raises:
        ValueError: `speed` is not above 0.
    """

    def __init__(self, speed: float) -> None:
        if speed <= 0:
            raise ValueError(f"speed is a factor above 0, not {speed}")
        self._speed, self._start_s = speed, time.monotonic()
        self._ahead_s = time.time() - self._start_s

    def now_s(self) -> float:
        """Seconds since the clock was made, times `speed`."""
        return (time.monotonic() - self._start_s) * self._speed

    def wall_s(self) -> float:
        """See `Clock.wall_s`; not sped up."""
        return self._ahead_s + time.monotonic()

    def wait_s(self, duration_s: float) -> None:
        """See `Clock.wait_s`; returns after `duration_s / speed` real seconds."""
        time.sleep(max(0.0, duration_s) / self._speed)


class ManualClock:
    """Time that stands still except during `wait_s`, which moves it at once. `now_s` and `wall_s` are the same."""

    def __init__(self, start_s: float = 0.0) -> None:
        self._elapsed_s = start_s

    def now_s(self) -> float:
        """The start plus all waits, seconds."""
        return self._elapsed_s

    def wall_s(self) -> float:
        """The same as `now_s`."""
        return self._elapsed_s

    def wait_s(self, duration_s: float) -> None:
        """Move the clock; does not wait."""
        self._elapsed_s += max(0.0, duration_s)
