"""The simulated table of `companion serve --camera rendered://...`."""

from __future__ import annotations

from collections.abc import Callable

from companion.camera.source import FrameSource
from companion.camera.url import SourceUrl
from companion.core.clock import Clock
from companion.core.errors import Unreadable
from companion.core.text import Text
from companion.evening.running import LaysTables

ChecksCamera = Callable[[str, Clock], Callable[[], FrameSource]]
"""Checks a camera's address, and returns what opens it."""
SIMULATED = "rendered"
"""The first word of a simulated camera's address."""


def simulated_tables(address: str, clock: Clock) -> LaysTables | None:
    """What lays a simulated table for each match of an evening; None where `address` names no simulated camera.

    Raises:
        Unreadable: the address is not understood.
    """
    if not _is_simulated(address):
        return None
    from companion.rehearsing import tables_for  # a real table needs nothing of it

    return tables_for(address, clock)


def exchanges(used: str, checks: ChecksCamera) -> ChecksCamera:
    """What checks another camera for a table that was started with the camera `used`: `checks`, but it raises
    `Unreadable` also where one of the two is simulated: such a table is laid when the program starts."""

    def checked(address: str, clock: Clock) -> Callable[[], FrameSource]:
        if _is_simulated(used) or _is_simulated(address):
            raise Unreadable("camera.simulated-from-start", FROM_START.filled(address=address))
        return checks(address, clock)

    return checked


def _is_simulated(address: str) -> bool:
    return SourceUrl.parse(address).scheme == SIMULATED


FROM_START = Text(
    fr="{address} : une table simulée ne s'échange pas en cours de soirée ; arrêtez-la, puis relancez « companion "
    "serve --camera » avec l'adresse voulue.",
    en="{address}: a simulated table is not exchanged while it runs; stop it, then start “companion serve --camera” "
    "with the address you want.",
)
