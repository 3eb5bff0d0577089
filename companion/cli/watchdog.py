"""What systemd hears of a table: that its pages answer, that it is alive, that it ends (sd_notify).

A hung table looks like a running one from outside. So systemd waits for a sign of life (`WatchdogSec=` of the unit),
and starts the program anew when none comes. The sign is given only when the referee's loop went round and a page was
answered since the sign before: either of them alone keeps no table alive.
"""

from __future__ import annotations

import http.client
import logging
import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress

log = logging.getLogger(__name__)

REFEREE, PAGES = "referee", "pages"
"""The parts of a table: its loop while a match is watched, and its pages."""
SIGNS = 4
"""Pages asked for within systemd's limit: one that came late does not end the table."""
ANSWER_S = 10.0
"""How long a page may take: a Pi whose four cores all read a large picture answers within 2."""
ASK_UNWATCHED_S = 1.0
"""Pause between two questions whether pages answer already, where systemd set no limit."""
EVERYWHERE = "0.0.0.0"
LOOPBACK = "127.0.0.1"


class Watchdog:
    """Gives a sign of life each time when all parts that are needed now have shown that they are alive.

    Args:
        sign: called from the thread of the part that was the last.
    """

    def __init__(self, sign: Callable[[], None]) -> None:
        self._sign = sign
        self._needed: set[str] = set()
        self._alive: set[str] = set()
        self._lock = threading.Lock()

    @contextmanager
    def needs(self, part: str) -> Iterator[Callable[[], None]]:
        """While this lasts no sign is given without `part`. Yields what it calls to show that it is alive."""
        with self._lock:
            self._needed.add(part)
        try:
            yield lambda: self._beat(part)
        finally:
            with self._lock:
                self._needed.discard(part)

    def _beat(self, part: str) -> None:
        with self._lock:
            self._alive.add(part)
            if not self._needed <= self._alive:
                return
            self._alive.clear()
        self._sign()


def tell_systemd(*lines: str) -> None:
    """Tell the program that started this one, where it listens (`NOTIFY_SOCKET`); a listener that is gone is no fault.

    Args:
        lines: assignments of sd_notify(3), "READY=1".
    """
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):  # a name that is no file: Linux writes it with a null byte
        address = "\0" + address[1:]
    with suppress(OSError), closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as line:
        line.connect(address)
        line.sendall("\n".join(lines).encode())


def limit_s() -> float | None:
    """Seconds within which systemd wants a sign of life from this process; None where it wants none."""
    if os.environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    written = os.environ.get("WATCHDOG_USEC", "")
    return int(written) / 1e6 if written.isdecimal() and int(written) > 0 else None


def answers(host: str, port: int, wait_s: float = ANSWER_S) -> bool:
    """Whether a page is answered at this address, whatever it says, within `wait_s`."""
    try:
        with closing(http.client.HTTPConnection(host, port, timeout=wait_s)) as line:
            line.request("GET", "/")
            line.getresponse().read()
    except (OSError, http.client.HTTPException) as error:
        log.warning("no page is answered: %s", error)
        return False
    return True


@contextmanager
def watched(host: str, port: int, status: str) -> Iterator[Watchdog]:
    """While this lasts systemd is told of the table, if systemd started it: ready as soon as pages answer, a sign of
    life as long as they do and whoever else is needed shows the same, and that it ends.

    Args:
        host, port: where the pages are served.
        status: one line for `systemctl status`.
    """
    if not os.environ.get("NOTIFY_SOCKET"):
        yield Watchdog(lambda: None)
        return
    limit, stop = limit_s(), threading.Event()
    watchdog = Watchdog(lambda: tell_systemd("WATCHDOG=1"))
    between_s = ASK_UNWATCHED_S if limit is None else limit / SIGNS

    def ask_for_pages() -> None:
        ready = False
        with watchdog.needs(PAGES) as beat:
            while not (ready and limit is None):
                if answers(LOOPBACK if host == EVERYWHERE else host, port):
                    if not ready:
                        tell_systemd("READY=1", f"STATUS={status}")
                    ready = True
                    beat()
                if stop.wait(between_s):
                    return

    thread = threading.Thread(target=ask_for_pages, name="watchdog", daemon=True)
    thread.start()
    try:
        yield watchdog
    finally:
        tell_systemd("STOPPING=1")
        stop.set()
