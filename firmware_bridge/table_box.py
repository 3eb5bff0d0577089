"""A table box that comes and goes: opens its port, talks, and begins anew when it was unplugged."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future

from firmware_bridge.link import BoxPress, Link, Outcome
from firmware_bridge.port import Port, PortGone

REOPEN_S = 1.0
"""Between two tries to open a port that is not there."""
LONGEST_WAIT_S = 0.05
"""At most so long until the thread looks whether it should end."""
STEP_S = 0.005
"""Between two looks of `until`."""
CALLING_S = 3.0
"""A port that is open and does not answer for so long holds no box, or one without its program."""


class TableBox:
    """One box. Without `start`, `step` does everything, and nothing waits: for tests.

    Args:
        open_port: opens the port, as often as it takes; raises `PortGone` while it is not there.
        now_s: the host's clock, in seconds that only grow.
        pressed: called with each press, in order.
        changed: called when the box was found, or lost: `seats` and `why` then say so.
    """

    def __init__(
        self,
        open_port: Callable[[], Port],
        now_s: Callable[[], float],
        *,
        pressed: Callable[[BoxPress], None],
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        self.why = ""
        """Why there is no box, in the system's words; "" while there is one, or before the first try."""
        self._open_port, self._now_s, self._pressed, self._changed = open_port, now_s, pressed, changed
        self._link = Link(lambda: random.randrange(10**6))
        self._lock = threading.RLock()  # what waits for an outcome may send again
        self._port: Port | None = None
        self._next_try_s = self._opened_s = float("-inf")
        self._shown: tuple[int | None, str] = (None, "")
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def seats(self) -> int | None:
        """How many seats the box has; None while there is none."""
        return self._link.seats

    @property
    def other_version(self) -> int | None:
        """The version of its program, if it is not ours: then there is no talking to it."""
        return self._link.other_version

    def send(self, kind: str, *arguments: int) -> Future[Outcome]:
        """Have the box carry out a command (`device/wire.py`); returns at once, from any thread."""
        with self._lock:
            outcome = self._link.send(kind, *arguments)
            port = self._port
        if port is not None:
            port.wake()
        return outcome

    def start(self) -> None:
        """Serve the box in a thread until `close`."""
        self._thread = threading.Thread(target=self._run, name="table box", daemon=True)
        self._thread.start()

    def step(self, wait_s: float = 0.0) -> None:
        """Read once, waiting `wait_s` at most, and send what is due. Not from two threads at a time."""
        try:
            self._converse(wait_s)
        except PortGone as gone:
            self._give_up(str(gone))
        if (self.seats, self.why) != self._shown:
            self._shown = (self.seats, self.why)
            self._changed()

    def until(self, happened: Callable[[], bool], most_s: float, pause: Callable[[float], None] = time.sleep) -> bool:
        """Without the thread: serve the box until it has happened, or `most_s` passed; whether it has."""
        end_s = self._now_s() + most_s
        while not happened():
            if self._now_s() >= end_s:
                return False
            pause(STEP_S)
            self.step()
        return True

    def close(self) -> None:
        """End the thread and give the port back. Lights and tones end by themselves."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        if self._port is not None:
            self._port.close()
            self._port = None

    def _run(self) -> None:
        while not self._stop.is_set():
            now_s = self._now_s()
            if self._port is None:
                self._stop.wait(min(LONGEST_WAIT_S, max(0.0, self._next_try_s - now_s)))
            with self._lock:
                due_s = self._link.due_s(now_s)
            self.step(min(LONGEST_WAIT_S, due_s))

    def _converse(self, wait_s: float) -> None:
        port = self._port
        if port is None:
            now_s = self._now_s()
            if now_s < self._next_try_s:
                return
            self._next_try_s = now_s + REOPEN_S
            port = self._port = self._open_port()
            self._opened_s = now_s
        data = port.read(wait_s)
        now_s = self._now_s()
        with self._lock:
            presses = self._link.receive(data, now_s)
            sent = self._link.poll(now_s)
        if sent:
            port.write(sent)
        for press in presses:  # without the lock: what they set off may send
            self._pressed(press)
        if self.seats is not None:
            self.why, self._opened_s = "", now_s
        elif self._link.other_version is not None:
            self.why = f"its program speaks version {self._link.other_version}"
        elif now_s - self._opened_s >= CALLING_S:
            self.why = "it does not answer"

    def _give_up(self, why: str) -> None:
        if self._port is not None:
            self._port.close()
            self._port = None
        self.why = why
        with self._lock:
            self._link.broken()
