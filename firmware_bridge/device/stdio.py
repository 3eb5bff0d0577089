"""The line as MicroPython's standard input and output: USB serial on a Pico, a pseudo-terminal under the unix port."""

import select
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

MOST_AT_ONCE = 96
"""Bytes taken in one go: then the contacts are looked at again."""
WAIT_MS = 1
"""How long to wait for the first of them: how late a tone may end."""


def reader() -> "Callable[[], bytes | None]":
    """A function that gives what has come, b"" after a millisecond of nothing, and None once the line has ended."""
    poller, source = select.poll(), sys.stdin.buffer
    poller.register(source, select.POLLIN)

    def read() -> "bytes | None":
        data = b""
        wait_ms = WAIT_MS
        while len(data) < MOST_AT_ONCE and poller.poll(wait_ms):
            byte = source.read(1)  # of several it would wait for the last
            if not byte:
                return data or None
            data += byte
            wait_ms = 0
        return data

    return read


def write(data: bytes) -> object:
    """Send bytes."""
    return sys.stdout.buffer.write(data)
