"""Where the bytes go: a serial port, or the simulated box. Both are opened by a function, as often as they are lost."""

from __future__ import annotations

from contextlib import suppress
from typing import Protocol

PICO_USB = ((0x2E8A, 0x0005),)
"""Vendor and product that MicroPython gives a Raspberry Pi Pico on USB."""
WRITE_S = 0.5
"""A box that takes no bytes for so long hangs, and is treated as one that was unplugged."""


class PortGone(Exception):  # noqa: N818 - as with a refusal: what happened, not a programming error
    """The port is not there, or no longer; the argument says why in the system's words."""


class Port(Protocol):
    """An open line to a box."""

    def read(self, timeout_s: float) -> bytes:
        """What has come, after `timeout_s` at most or as soon as `wake` is called. Raises `PortGone`."""

    def write(self, data: bytes) -> None:
        """Send bytes. Raises `PortGone`."""

    def wake(self) -> None:
        """Let a waiting `read` return; called from any thread."""

    def close(self) -> None:
        """Give the port back; more than once does no harm."""


class SerialPort:
    """A serial port by its path, or the first Pico that is plugged in if the path is empty.

    Args:
        path: as `/dev/ttyACM0`, or "".

    Raises:
        PortGone: there is none, somebody else holds it, or pyserial is not installed.
    """

    def __init__(self, path: str) -> None:
        try:
            import serial
        except ImportError:
            raise PortGone("pyserial is not installed") from None
        self._gone = (serial.SerialException, OSError, TypeError)  # TypeError: pyserial's, for a port closed meanwhile
        try:
            self._serial = serial.Serial(path or first_pico(), timeout=0, write_timeout=WRITE_S, exclusive=True)
        except (serial.SerialException, OSError) as error:
            raise PortGone(error.strerror or str(error)) from None

    def read(self, timeout_s: float) -> bytes:
        try:
            self._serial.timeout = timeout_s
            first: bytes = self._serial.read(1)
            return first + self._serial.read(self._serial.in_waiting) if first else b""
        except self._gone as error:
            raise PortGone(str(error)) from None

    def write(self, data: bytes) -> None:
        try:
            self._serial.write(data)
        except self._gone as error:
            raise PortGone(str(error)) from None

    def wake(self) -> None:
        with suppress(*self._gone):  # it is being closed
            self._serial.cancel_read()

    def close(self) -> None:
        self._serial.close()


def first_pico() -> str:
    """The path of the first Pico with MicroPython. Raises `PortGone` when none is plugged in."""
    from serial.tools import list_ports

    found = sorted(port.device for port in list_ports.comports() if (port.vid, port.pid) in PICO_USB)
    if not found:
        raise PortGone("no Raspberry Pi Pico is plugged in")
    return str(found[0])
