"""What a system tells a service: SIGTERM closes everything as Ctrl-C does, SIGHUP lets it look at its settings."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def sigterm_is_ctrl_c() -> Iterator[None]:
    """While this lasts, the first SIGTERM raises KeyboardInterrupt in the main thread; more are ignored meanwhile."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(number: int, frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_IGN)  # a second one would break off the closing
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def sighup_calls(work: Callable[[], None]) -> Iterator[None]:
    """While this lasts, each SIGHUP begins `work` in a thread of its own. Systems without that signal have none."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "SIGHUP"):
        yield
        return

    def begin(number: int, frame: FrameType | None) -> None:
        threading.Thread(target=work, name="reload", daemon=True).start()

    before = signal.signal(signal.SIGHUP, begin)
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, before)
