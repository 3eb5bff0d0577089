"""Parts of pages that many phones ask for at once are made once."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from companion.core.clock import Clock

FRESH_S = 0.5
"""A crowd asks within this time; a fragment that shows a running clock is then still right to half a second."""


class Fragments:
    """Fragments of the present revision, by everything else that they depend on. Shared by threads.

    Args:
        clock: tells how old a fragment is.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock, self._lock = clock, Lock()
        self._revision = -1
        self._made: dict[tuple[str, ...], tuple[float, str]] = {}

    def of(self, key: tuple[str, ...], revision: int, make: Callable[[], str]) -> str:
        """The fragment, made by whoever asks first; the others wait for it.

        Args:
            key: all that it depends on beside the revision: the language, and whatever makes one reader's differ from
                another's.
        """
        with self._lock:
            if revision > self._revision:
                self._revision, self._made = revision, {}
            now_s = self._clock.now_s()
            made_s, text = self._made.get(key, (-FRESH_S, ""))
            if now_s - made_s >= FRESH_S or not text:
                text = make()
                self._made[key] = now_s, text
            return text
