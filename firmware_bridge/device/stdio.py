"""The line as MicroPython's standard input and output: USB serial on a Pico, a pseudo-terminal under the unix port."""

import select
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

MOST_AT_ONCE = 96
"""Most bytes that are read before the contacts are checked again."""
WAIT_MS = 1
"""Milliseconds to wait for the first byte; a tone may end this much late."""


def reader() -> "Callable[[], bytes | None]":
    """A function that returns the bytes that have arrived, b"" after `WAIT_MS` of silence, None at the line's end."""
    poller, source = select.poll(), sys.stdin.buffer
    poller.register(source, select.POLLIN)

    def read() -> "bytes | None":
        data = b""
        wait_ms = WAIT_MS
        while len(data) < MOST_AT_ONCE and poller.poll(wait_ms):
            byte = source.read(1)  # with a larger count it would wait until all have arrived
            if not byte:
                return data or None
            data += byte
            wait_ms = 0
        return data

    return read


def write(data: bytes) -> object:
    """Send bytes; returns what the stream's `write` returns."""
    return sys.stdout.buffer.write(data)
