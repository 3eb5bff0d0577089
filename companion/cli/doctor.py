"""`companion doctor`: what of this table works, and what to do about the rest."""

from __future__ import annotations

import queue
from collections.abc import Callable
from pathlib import Path

import click

from companion import wiring
from companion.club.link import Subscription
from companion.core.clock import SystemClock
from companion.core.errors import Refusal, Unreadable
from companion.core.text import Text, same
from companion.hardware.box_device import BoxDevice
from companion.hardware.box_walk import find
from companion.settings import Settings, language, load_settings

UNUSABLE = 2
ANSWERS_S = 10.0
"""How long a broker may take to answer."""


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--settings", "settings_file", type=click.Path(path_type=Path), default=None, help="A TOML file.")
def doctor(settings_file: Path | None) -> int:
    """Try the camera, the buttons, lights and buzzers, and the broker if any, of the settings; one line each. Leaves
    with 2 if one fails.

    \b
    Example:
      companion doctor
    """
    settings = load_settings(settings_file)
    checks = [(CAMERA, _camera), (HARDWARE, _hardware)]
    if settings.broker is not None:
        checks.append((BROKER, _broker))
    well = [_line(what, settings, check) for what, check in checks]
    return 0 if all(well) else UNUSABLE


def _line(what: Text, settings: Settings, check: Callable[[Settings], str]) -> bool:
    """check: gives the address of what works, and raises `Refusal` when it does not."""
    to = language()
    try:
        address = check(settings)
    except Refusal as refusal:
        click.echo((what + refusal.what).to(to))
        return False
    click.echo((what + same(address) + WORKS).to(to))
    return True


def _camera(settings: Settings) -> str:
    """Opens the camera and takes a picture with it."""
    with wiring.open_camera(settings.camera, SystemClock()) as camera:
        camera.small()
    return settings.camera


def _hardware(settings: Settings) -> str:
    """Opens the table's device, and for a box waits until it answers."""
    clock = SystemClock()
    device = wiring.open_device(settings.hardware, settings.pins, clock)
    try:
        if isinstance(device, BoxDevice):
            find(device.box, clock)
    finally:
        device.close()
    return settings.hardware


def _broker(settings: Settings) -> str:
    """Waits until the broker answers."""
    link, answers = wiring.open_link(settings.broker or ""), queue.Queue[Text | None]()
    link.open(Subscription(on_connected=lambda: answers.put(None), on_lost=answers.put))
    try:
        why = answers.get(timeout=ANSWERS_S)
    except queue.Empty:
        why = SILENT
    finally:
        link.close()
    if why is not None:
        raise Unreadable("club.broker", why)
    return link.public_address


BROKER = Text(fr="Courtier : ", en="Broker: ")
SILENT = Text(
    fr="Le courtier ne dit rien ; vérifiez son adresse et qu'il tourne.",
    en="The broker says nothing; check its address and that it runs.",
)
CAMERA = Text(fr="Caméra : ", en="Camera: ")
HARDWARE = Text(fr="Boutons et lumières : ", en="Buttons and lights: ")
WORKS = Text(fr=" répond.", en=" works.")
