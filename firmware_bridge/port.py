"""The byte stream to a box: the `Port` protocol, and the serial port. `simulated.py` has the simulated one."""

from __future__ import annotations

from contextlib import suppress
from typing import Protocol

PICO_USB = ((0x2E8A, 0x0005),)
"""USB (vendor, product) numbers of a Raspberry Pi Pico that runs MicroPython."""
WRITE_S = 0.5
"""Seconds after which a box that accepts no bytes counts as unplugged: it hangs."""


class PortGone(Exception):  # noqa: N818 - as with a refusal: what happened, not a programming error
    """The port is not there, or no longer there; the argument says why in the operating system's words."""


class Port(Protocol):
    """An open line to a box."""

    def read(self, timeout_s: float) -> bytes:
        """The bytes that have arrived, after `timeout_s` seconds at most; earlier when `wake` is called.

        Raises:
            PortGone: the port was lost.
        """

    def write(self, data: bytes) -> None:
        """Send bytes. Raises `PortGone`."""

    def wake(self) -> None:
        """Let a waiting `read` return; called from any thread."""

    def close(self) -> None:
        """Close the port; closing it again does no harm."""


class SerialPort:
    """A serial port by its path, or the first Pico that is plugged in if the path is empty.

    Args:
        path: as `/dev/ttyACM0`, or "".

    Raises:
        PortGone: there is no such port, another program holds it, or pyserial is not installed.
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
        """See `Port.read`."""
        try:
            self._serial.timeout = timeout_s
            first: bytes = self._serial.read(1)
            return first + self._serial.read(self._serial.in_waiting) if first else b""
        except self._gone as error:
            raise PortGone(str(error)) from None

    def write(self, data: bytes) -> None:
        """See `Port.write`."""
        try:
            self._serial.write(data)
        except self._gone as error:
            raise PortGone(str(error)) from None

    def wake(self) -> None:
        """See `Port.wake`."""
        with suppress(*self._gone):  # it is being closed
            self._serial.cancel_read()

    def close(self) -> None:
        """See `Port.close`."""
        self._serial.close()


def first_pico() -> str:
    """The device path of the first Pico with MicroPython, by name. Raises `PortGone` when none is plugged in."""
    from serial.tools import list_ports

    found = sorted(port.device for port in list_ports.comports() if (port.vid, port.pid) in PICO_USB)
    if not found:
        raise PortGone("no Raspberry Pi Pico is plugged in")
    return str(found[0])
