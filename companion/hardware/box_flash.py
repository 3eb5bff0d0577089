"""Copies the program onto the table box, with the sentences for people when that fails."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.errors import Unreadable
from companion.core.text import Text
from firmware_bridge import flash as device_flash
from firmware_bridge.flash import Before
from firmware_bridge.port import PortGone, Trouble


def flash(port: str, tell: Callable[[str], None]) -> int:
    """Copy the device files to a Pico and restart it; it keeps its old program until the new one has answered.

    Args:
        port: serial port of the Pico; "" means the one Pico that is plugged in.
        tell: called with the copying program's output.

    Returns:
        The number of seats that the box then reports, 1 to 8.

    Raises:
        Unreadable: there is no such port, the copy failed, or the box does not answer afterwards; the sentence says
            which program the box has then.
    """
    try:
        return device_flash.flash(port, tell)
    except PortGone as gone:
        said = PORTS.get(gone.trouble, NO_PORT)
        raise Unreadable("box.port", said.filled(port=port or "USB", why=gone)) from None
    except device_flash.FlashFailed as failed:
        raise Unreadable("box.flash", NOT_COPIED[failed.before].filled(port=port or "USB", why=failed)) from None


NO_PORT = Text(
    fr="{port} : pas de port pour la boîte de table ({why}) ; branchez le Pico, ou nommez son port avec --port.",
    en="{port}: no port for the table box ({why}); plug the Pico in, or name its port with --port.",
)
PORTS = {
    Trouble.SEVERAL: Text(
        fr="Plusieurs Pico sont branchés ({why}) : nommez avec --port celui de la boîte de table.",
        en="Several Picos are plugged in ({why}): name the table box's own with --port.",
    ),
    Trouble.HELD: Text(
        fr="{port} : un autre programme tient ce port, sans doute la table elle-même ; arrêtez-la (sudo systemctl stop "
        "table-companion), puis recommencez.",
        en="{port}: another program holds this port, most likely the table itself; stop it (sudo systemctl stop "
        "table-companion), and try again.",
    ),
    Trouble.FORBIDDEN: Text(
        fr="{port} : vous n'avez pas le droit d'ouvrir ce port ({why}) ; lancez sudo adduser $USER dialout, puis "
        "rouvrez votre session.",
        en="{port}: you may not open this port ({why}); run sudo adduser $USER dialout, and log in again.",
    ),
}
NOT_COPIED = {
    Before.NONE: Text(
        fr="{port} : le programme de la boîte n'y est pas arrivé ({why}) ; vérifiez que MicroPython y est, rebranchez "
        "le Pico en tenant son premier bouton, et recommencez.",
        en="{port}: the box's program did not get there ({why}); see that MicroPython is on it, plug the Pico in while "
        "you hold its first button, and try again.",
    ),
    Before.ANSWERS: Text(
        fr="{port} : le nouveau programme ne répond pas ({why}) ; l'ancien est remis et répond ; recommencez.",
        en="{port}: the new program does not answer ({why}); the box has its old one back, which answers; try again.",
    ),
    Before.NEXT_START: Text(
        fr="{port} : le nouveau programme ne répond pas ({why}) ; rebranchez la boîte : elle repart avec l'ancien.",
        en="{port}: the new program does not answer ({why}); plug the box in anew: it starts with its old one.",
    ),
}
