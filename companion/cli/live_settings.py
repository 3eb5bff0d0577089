"""What lets a table take in other settings while it runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion import wiring
from companion.camera.kept import KeptFrames
from companion.cli.simulated import exchanges
from companion.cli.telling import link_for
from companion.core.clock import Clock
from companion.evening.changing import LiveSettings, Opens
from companion.hardware.exchangeable import ExchangeableDevice
from companion.settings import Settings
from companion.settings_file import SettingsFile
from companion.web.addresses import Addresses

OPENS = Opens(
    camera=wiring.checked_camera,
    device=lambda settings, clock: wiring.await_device(settings.hardware, settings.pins, clock),
    check_link=link_for,
)


def changing(
    file: SettingsFile, used: Settings, clock: Clock, device: ExchangeableDevice, addresses: Addresses
) -> Callable[[KeptFrames], LiveSettings]:
    """What makes the settings of a table that runs, for `companion.wiring.open_table`.

    Args:
        used: as the table starts: the file's, with what the command line says otherwise.
    """
    opens = replace(OPENS, camera=exchanges(used.camera, OPENS.camera))
    return lambda frames: LiveSettings(file, used, opens, clock, frames, device, addresses)
