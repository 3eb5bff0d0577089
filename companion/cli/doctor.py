"""`companion doctor`: what of this table works, and what to do about the rest."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from companion import wiring
from companion.core.clock import SystemClock
from companion.core.errors import Refusal
from companion.core.text import Text, same
from companion.hardware.box_device import BoxDevice
from companion.hardware.box_walk import find
from companion.settings import Settings, language, load_settings

UNUSABLE = 2


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--settings", "settings_file", type=click.Path(path_type=Path), default=None, help="A TOML file.")
def doctor(settings_file: Path | None) -> int:
    """Try the camera, the buttons, lights and buzzers of the settings; one line each. Leaves with 2 if one fails.

    \b
    Example:
      companion doctor
    """
    settings = load_settings(settings_file)
    well = [_line(CAMERA, settings.camera, _camera), _line(HARDWARE, settings.hardware, lambda _: _hardware(settings))]
    return 0 if all(well) else UNUSABLE


def _line(what: Text, address: str, check: Callable[[str], None]) -> bool:
    to = language()
    try:
        check(address)
    except Refusal as refusal:
        click.echo((what + refusal.what).to(to))
        return False
    click.echo((what + same(address) + WORKS).to(to))
    return True


def _camera(address: str) -> None:
    wiring.open_camera(address, SystemClock()).close()


def _hardware(settings: Settings) -> None:
    """Open the table's device, and for a box wait until it answers. Raises `Refusal` when it does not work."""
    clock = SystemClock()
    device = wiring.open_device(settings.hardware, settings.pins, clock)
    try:
        if isinstance(device, BoxDevice):
            find(device.box, clock)
    finally:
        device.close()


CAMERA = Text(fr="Caméra : ", en="Camera: ")
HARDWARE = Text(fr="Boutons et lumières : ", en="Buttons and lights: ")
WORKS = Text(fr=" répond.", en=" works.")
