"""Copies the program onto the table box, with the sentences for people when that fails."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.errors import Unreadable
from companion.core.text import Text
from firmware_bridge import flash as device_flash
from firmware_bridge.port import PortGone


def flash(port: str, tell: Callable[[str], None]) -> int:
    """Copy the device files to a Pico and restart it.

    Args:
        port: serial port of the Pico; "" means the first Pico that is plugged in.
        tell: called with the copying program's output.

    Returns:
        The number of seats that the box then reports, 1 to 8.

    Raises:
        Unreadable: there is no such port, the copy failed, or the box does not answer afterwards.
    """
    try:
        return device_flash.flash(port, tell)
    except PortGone as gone:
        raise Unreadable("box.port", NO_PORT.filled(port=port or "USB", why=gone)) from None
    except device_flash.FlashFailed as failed:
        raise Unreadable("box.flash", NOT_COPIED.filled(port=port or "USB", why=failed)) from None


NO_PORT = Text(
    fr="{port} : pas de port pour la boîte de table ({why}) ; branchez le Pico, ou nommez son port par --port.",
    en="{port}: no port for the table box ({why}); plug the Pico in, or name its port with --port.",
)
NOT_COPIED = Text(
    fr="{port} : le programme de la boîte n'y est pas arrivé ({why}) ; vérifiez que MicroPython y est, rebranchez "
    "le Pico en tenant son premier bouton, et recommencez.",
    en="{port}: the box's program did not get there ({why}); see that MicroPython is on it, plug the Pico in while you "
    "hold its first button, and try again.",
)
