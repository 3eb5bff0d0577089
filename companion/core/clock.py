"""Where time comes from, so that a test can move it."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    def now_s(self) -> float:
        """Seconds that only grow, from an arbitrary start: for durations."""

    def wall_s(self) -> float:
        """Seconds since 1970-01-01 UTC: for the journal and for people."""

    def wait_s(self, duration_s: float) -> None:
        """Return when `duration_s` has passed."""


class SystemClock:
    """The machine's own time."""

    def now_s(self) -> float:
        return time.monotonic()

    def wall_s(self) -> float:
        return time.time()

    def wait_s(self, duration_s: float) -> None:
        time.sleep(max(0.0, duration_s))


class FasterClock:
    """The machine's time, `speed` times as fast: a demonstration may hurry."""

    def __init__(self, speed: float) -> None:
        if speed <= 0:
            raise ValueError(f"speed is a factor above 0, not {speed}")
        self._speed, self._start_s = speed, time.monotonic()

    def now_s(self) -> float:
        return (time.monotonic() - self._start_s) * self._speed

    def wall_s(self) -> float:
        return time.time()

    def wait_s(self, duration_s: float) -> None:
        time.sleep(max(0.0, duration_s) / self._speed)


class ManualClock:
    """Time that stands still until it is moved; `wait_s` moves it."""

    def __init__(self, start_s: float = 0.0) -> None:
        self._elapsed_s = start_s

    def now_s(self) -> float:
        return self._elapsed_s

    def wall_s(self) -> float:
        return self._elapsed_s

    def wait_s(self, duration_s: float) -> None:
        self._elapsed_s += max(0.0, duration_s)
