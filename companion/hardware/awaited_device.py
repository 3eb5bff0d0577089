"""A table's device that could not be had at the start: tried again in the background, while phones do it all.

A table box needs none of this: its driver waits for the box itself.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from companion.core.capabilities.buttons import ButtonPress
from companion.core.errors import Refusal
from companion.core.going_on import log_failure, survived
from companion.core.text import Text
from companion.hardware.cues import Cue, DeviceAway, TableDevice
from companion.hardware.patterns import PATTERNS

log = logging.getLogger(__name__)

AGAIN_S = 5.0
"""Seconds between two tries: a pin that another program gives back is taken that soon."""


class AwaitedDevice:
    """Plays on a device as soon as it opens.

    Args:
        opens: opens the device; may raise anything, and is called again after each failure.
        away: why it did not open the first time.
        again_s: seconds between two tries.
    """

    def __init__(self, opens: Callable[[], TableDevice], away: DeviceAway, again_s: float = AGAIN_S) -> None:
        self._opens, self._again_s = opens, again_s
        self._away: Text | None = away.what + PHONES_MEANWHILE
        self._device: TableDevice | None = None
        self._last_turn: tuple[Cue, int | None] | None = None
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def trouble(self) -> Text | None:
        """See `TableDevice.trouble`."""
        device = self._device
        return self._away if device is None else device.trouble

    def listen(self, pressed: Callable[[ButtonPress], None], trouble: Callable[[Text | None], None]) -> None:
        """See `TableDevice.listen`."""
        trouble(self._away)
        self._thread = threading.Thread(target=self._try_on, args=(pressed, trouble), name="buttons", daemon=True)
        self._thread.start()

    def play(self, cue: Cue, seat: int | None = None) -> None:
        """See `CuePlayer.play`; whose turn it was last is played when the device opens."""
        with self._lock:
            if self._device is not None:
                self._device.play(cue, seat)
            elif PATTERNS[cue].turn:
                self._last_turn = cue, seat

    def close(self) -> None:
        """See `CuePlayer.close`."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        if self._device is not None:
            self._device.close()

    def _try_on(self, pressed: Callable[[ButtonPress], None], trouble: Callable[[Text | None], None]) -> None:
        while not self._stop.wait(self._again_s):
            device = self._opened(trouble)
            if device is None:
                continue
            with survived("buttons"):
                device.listen(pressed, trouble)
            with self._lock:
                self._device = device
                if self._last_turn is not None:
                    device.play(*self._last_turn)
            self._tell(trouble, device.trouble)
            return

    def _opened(self, trouble: Callable[[Text | None], None]) -> TableDevice | None:
        try:
            return self._opens()
        except Refusal as refusal:
            away = refusal.what + PHONES_MEANWHILE
        except Exception as error:  # a driver may raise anything: it stays away
            log_failure(log, "buttons", error)
            return None
        if away != self._away:
            self._away = away
            self._tell(trouble, away)
        return None

    @staticmethod
    def _tell(trouble: Callable[[Text | None], None], what: Text | None) -> None:
        with survived("buttons"):
            trouble(what)


def opened_or_awaited(opens: Callable[[], TableDevice]) -> TableDevice:
    """The device that `opens` opens, or what waits for it. Raises `Unreadable` where its address makes no sense."""
    try:
        return opens()
    except DeviceAway as away:
        log.warning("%s", away.what.en)
        return AwaitedDevice(opens, away)


PHONES_MEANWHILE = Text(
    fr=" En attendant, les téléphones remplacent boutons et lumières.",
    en=" Meanwhile phones take the place of buttons and lights.",
)
