"""The byte stream to a box: the `Port` protocol, and the serial port. `simulated.py` has the simulated one."""

from __future__ import annotations

import enum
import errno
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

PICO_USB = ((0x2E8A, 0x0005),)
"""USB (vendor, product) numbers of a Raspberry Pi Pico that runs MicroPython."""
WRITE_S = 0.5
"""Seconds after which a box that accepts no bytes counts as unplugged: it hangs."""


class Trouble(enum.Enum):
    """Why there is no box, as far as it matters for what a person has to do about it."""

    ABSENT = "absent"
    """Nothing is plugged in there, or not any more."""
    HELD = "held"
    """Another program has the port."""
    FORBIDDEN = "forbidden"
    """This user may not open the port."""
    SEVERAL = "several"
    """More than one Pico is plugged in, and none is named."""
    NO_DRIVER = "no driver"
    """pyserial is not installed."""
    SILENT = "silent"
    """The port is there, and nobody answers: no program on it, or another one."""
    OTHER_PROGRAM = "other program"
    """A box answers whose program speaks another version."""


OPENING_FAILS = {
    errno.EAGAIN: Trouble.HELD,
    errno.EBUSY: Trouble.HELD,
    errno.EACCES: Trouble.FORBIDDEN,
    errno.EPERM: Trouble.FORBIDDEN,
}
"""The trouble by the operating system's number for why a port does not open; any other is ABSENT."""


class PortGone(Exception):  # noqa: N818 - as with a refusal: what happened, not a programming error
    """The port is not there, or no longer there.

    Args:
        why: in the operating system's words.
        trouble: what kind of absence it is.
    """

    def __init__(self, why: str, trouble: Trouble = Trouble.ABSENT) -> None:
        super().__init__(why)
        self.trouble = trouble


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
    """A serial port by its path, or the one Pico that is plugged in if the path is empty.

    Args:
        path: as `/dev/ttyACM0`, or "".

    Raises:
        PortGone: there is no such port, another program holds it, this user may not open it, several Picos are plugged
            in, or pyserial is not installed.
    """

    def __init__(self, path: str) -> None:
        serial = _pyserial()
        self._gone = (serial.SerialException, OSError, TypeError)  # TypeError: pyserial's, for a port closed meanwhile
        self.path = path or only_pico()
        """Where it is."""
        try:
            self._serial = serial.Serial(self.path, timeout=0, write_timeout=WRITE_S, exclusive=True)
        except (serial.SerialException, OSError) as error:
            raise PortGone(error.strerror or str(error), OPENING_FAILS.get(error.errno or 0, Trouble.ABSENT)) from None

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


class SerialLine:
    """Opens the port of one box, as often as it takes; a box that comes back under another name is found again by the
    number that USB gives it.

    Args:
        path: as `/dev/ttyACM0`; "" is the one Pico that is plugged in.
    """

    def __init__(self, path: str) -> None:
        self._path, self._number = path, ""

    def __call__(self) -> SerialPort:
        """Open it. Raises `PortGone`, as `SerialPort`."""
        picos = plugged_picos()
        known = next((path for path, number in picos.items() if number and number == self._number), "")
        path = known or self._path or only_pico()
        port = SerialPort(path)
        self._number = picos.get(str(Path(path).resolve()), "")
        return port


def plugged_picos() -> dict[str, str]:
    """The Picos with MicroPython that are plugged in: device path to the number of that Pico, which may be "".

    Raises:
        PortGone: pyserial is not installed.
    """
    _pyserial()
    from serial.tools import list_ports

    found = sorted((port for port in list_ports.comports() if (port.vid, port.pid) in PICO_USB), key=lambda p: p.device)
    return {str(port.device): port.serial_number or "" for port in found}


def only_pico() -> str:
    """The device path of the one Pico with MicroPython. Raises `PortGone` when none is plugged in, or several: which of
    them is the box, only people know."""
    picos = list(plugged_picos())
    if not picos:
        raise PortGone("no Raspberry Pi Pico is plugged in")
    if len(picos) > 1:
        raise PortGone(", ".join(picos), Trouble.SEVERAL)
    return picos[0]


def _pyserial() -> Any:
    try:
        import serial
    except ImportError:
        raise PortGone("pyserial is not installed", Trouble.NO_DRIVER) from None
    return serial
