"""How fast things may be done: a number of times within some seconds."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from threading import Lock

from companion.core.clock import Clock
from companion.core.errors import Illegal
from companion.core.text import Text


@dataclass(frozen=True, slots=True)
class Limit:
    """`times` within `seconds_s`."""

    times: int
    seconds_s: float


MENDING = Limit(5, 30.0)
"""Undos, corrections: a hand that puts a table right looks at it in between."""
TELLING = Limit(12, 30.0)
"""Typed readings and answers: as fast as a table that plays without a camera throws."""
RECOVERY = Limit(5, 60.0)
"""Tries of a recovery word at one seat: five slips of the finger, and hardly a guess."""
PAIRING = Limit(5, 60.0)
"""Tries of a screen's code by one phone."""
MOST_KEPT = 512
"""Names whose times are remembered; the longest unused goes."""


class Pace:
    """Counts what was done lately. Safe to use from several threads."""

    def __init__(self, clock: Clock) -> None:
        self._clock, self._lock = clock, Lock()
        self._done: dict[str, deque[float]] = {}

    def step(self, name: str, limit: Limit) -> None:
        """Count one more of `name`. Raises `Illegal` where that is too fast, and then it is not counted."""
        with self._lock:
            now_s = self._clock.now_s()
            times = self._done.pop(name, deque())
            self._done[name] = times  # the last used is the last to go
            while times and times[0] <= now_s - limit.seconds_s:
                times.popleft()
            if len(times) >= limit.times:
                raise Illegal("web.too-fast", TOO_FAST.filled(times=limit.times, seconds=round(limit.seconds_s)))
            times.append(now_s)
            while len(self._done) > MOST_KEPT:
                self._done.pop(next(iter(self._done)))


TOO_FAST = Text(
    fr="C'est trop rapide ({times} fois en {seconds} s au plus) ; regardez la table, puis recommencez dans un moment.",
    en="That is too fast ({times} times in {seconds} s at most); look at the table, then try again in a moment.",
)
