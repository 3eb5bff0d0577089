"""A table box that may be unplugged at any time: opens its port, talks to it, and reconnects."""

from __future__ import annotations

import logging
import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress

from firmware_bridge.link import BoxPress, Link, Outcome
from firmware_bridge.port import Port, PortGone, Trouble

log = logging.getLogger(__name__)

REOPEN_S = 1.0
"""Seconds between two tries to open a port that is not there."""
LONGEST_WAIT_S = 0.05
"""Most seconds that the thread waits before it checks whether it should end."""
STEP_S = 0.005
"""Seconds between two steps of `until`."""
CALLING_S = 3.0
"""Seconds after which an open port that does not answer is reported: no box is there, or one without its program."""
LOOK_AGAIN_S = 5.0
"""Seconds for which a port without a box that could be used is let go, so that a program can be copied onto it."""


class TableBox:
    """One box. `start` serves it in a thread; without it, tests call `step`, which never waits.

    Args:
        open_port: opens the port, called again after each loss; raises `PortGone` while the port is not there.
        now_s: the host's clock, monotonic seconds.
        pressed: called with each press, in order.
        changed: called when `seats` or `why` has changed: the box was found or lost.
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
        """Why there is no box, in the operating system's words; "" while there is one, or before the first try."""
        self.trouble: Trouble | None = None
        """The same as what kind of absence it is; None when `why` is ""."""
        self.other_version: int | None = None
        """Protocol version of the box's program if it differs from ours, and the box is unusable; else None."""
        self._open_port, self._now_s, self._pressed, self._changed = open_port, now_s, pressed, changed
        self._link = Link(lambda: random.randrange(10**6))
        self._lock = threading.RLock()  # what waits for an outcome may send again
        self._port: Port | None = None
        self._next_try_s = self._opened_s = float("-inf")
        self._shown: tuple[int | None, str, Trouble | None] = (None, "", None)
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def seats(self) -> int | None:
        """Number of seats of the box, 1 to 8; None while there is no box."""
        return self._link.seats

    def send(self, kind: str, *arguments: int) -> Future[Outcome]:
        """Queue a command of `device/wire.py`; returns at once, from any thread. See `Link.send`.

        Raises:
            ValueError: there is no such message, or an argument is out of range.
        """
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
        """Read once, waiting `wait_s` seconds at most, and send what is due. Not from two threads at a time."""
        try:
            self._converse(wait_s)
        except PortGone as gone:
            self._give_up(str(gone), gone.trouble)
        if (self.seats, self.why, self.trouble) != self._shown:
            self._shown = (self.seats, self.why, self.trouble)
            self._changed()

    def until(self, happened: Callable[[], bool], most_s: float, pause: Callable[[float], None] = time.sleep) -> bool:
        """Serve the box without the thread until `happened()` is true or `most_s` seconds have passed.

        Args:
            pause: waits the given seconds between two steps; moves the clock in tests.

        Returns:
            Whether it has happened.
        """
        end_s = self._now_s() + most_s
        while not happened():
            if self._now_s() >= end_s:
                return False
            pause(STEP_S)
            self.step()
        return True

    def close(self) -> None:
        """End the thread and close the port. The box ends lights and tones itself after `SILENT_US`."""
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
            try:
                with self._lock:
                    due_s = self._link.due_s(now_s)
                self.step(min(LONGEST_WAIT_S, due_s))
            except Exception as error:  # a port's driver may raise anything: as if unplugged, and tried again
                log.exception("table box")
                self._next_try_s = now_s + REOPEN_S
                with suppress(Exception):
                    self._give_up(type(error).__name__, Trouble.ABSENT)

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
        try:
            if sent:
                port.write(sent)
        finally:  # the cable may be pulled at a press, and it was one; without the lock: what they set off may send
            for press in presses:
                self._pressed(press)
        if self.seats is not None:
            self.why, self.trouble, self.other_version, self._opened_s = "", None, None, now_s
        elif self._link.other_version is not None:
            self._let_go(f"its program speaks version {self._link.other_version}", Trouble.OTHER_PROGRAM)
        elif now_s - self._opened_s >= CALLING_S:
            self._let_go("it does not answer", Trouble.SILENT)

    def _let_go(self, why: str, trouble: Trouble) -> None:
        """Close a port that is of no use as it is, and look at it again later."""
        version = self._link.other_version
        self._next_try_s = self._now_s() + LOOK_AGAIN_S
        self._give_up(why, trouble)
        self.other_version = version

    def _give_up(self, why: str, trouble: Trouble) -> None:
        port, self._port = self._port, None
        if port is not None:
            port.close()
        self.why, self.trouble, self.other_version = why, trouble, None
        with self._lock:
            self._link.broken()
