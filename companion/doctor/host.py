"""The machine itself: its clock, heat, power, memory, and the versions of what runs on it."""

from __future__ import annotations

import platform
import struct
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np

from companion import __version__
from companion.core.clock import RELEASED_S
from companion.core.text import Text
from companion.doctor.finding import Check, Finding, unknown, well, wrong
from companion.doctor.subject import Machine, Subject

RELEASED = datetime.fromtimestamp(RELEASED_S, UTC)
"""No earlier clock is right."""
HOT_C = 80.0
"""From here on a Raspberry Pi slows down."""
LEAST_FREE_BYTES = 150 * 1000 * 1000
"""A full-size picture of 12 megapixels and what its readers make of it."""
MEGABYTE = 1000 * 1000
ANSWERS_S = 5.0
"""How long vcgencmd may take."""
FLAG_PLACES = (
    "devices/platform/soc/soc:firmware/get_throttled",
    "devices/platform/soc*/*firmware/get_throttled",
)
"""Where kernels of Raspberry Pi OS show the same flags as vcgencmd, below /sys."""
LOW_POWER_NOW, LOW_POWER_SINCE = 1 << 0, 1 << 16
SLOWED_NOW, SLOWED_SINCE = 0b1110, 0b1110 << 16
"""Flags of the Pi's firmware: too little voltage, and slowed down (capped, throttled, soft limit); now, and since the
start."""


def _clock(subject: Subject) -> Finding:
    now = datetime.fromtimestamp(subject.machine.now_s(), UTC)
    return (wrong if now < RELEASED else well)(NOT_SET if now < RELEASED else SET, now=f"{now:%Y-%m-%d %H:%M}")


def _temperature(subject: Subject) -> Finding:
    found = [
        int(path.read_text()) / 1000
        for path in subject.machine.sys.glob("class/thermal/thermal_zone*/temp")
        if _reads(path)
    ]
    if not found:
        return unknown(NO_THERMOMETER)
    return (wrong if max(found) >= HOT_C else well)(HOT if max(found) >= HOT_C else COOL, degrees=round(max(found)))


def _reads(path: Path) -> bool:
    try:
        int(path.read_text())
    except (OSError, ValueError):
        return False
    return True


def throttled_flags(machine: Machine) -> int | None:
    """The firmware's flags, or None where this machine has none."""
    try:
        told = subprocess.run(
            [machine.vcgencmd, "get_throttled"], capture_output=True, text=True, timeout=ANSWERS_S, check=True
        ).stdout
        return int(told.strip().partition("=")[2], 16)
    except (OSError, subprocess.SubprocessError, ValueError):
        pass
    for place in FLAG_PLACES:
        for path in machine.sys.glob(place):
            try:
                return int(path.read_text().strip(), 16)
            except (OSError, ValueError):
                continue
    return None


def _undervoltage(subject: Subject) -> Finding:
    flags = throttled_flags(subject.machine)
    if flags is None:
        return unknown(NO_POWER_FLAGS)
    if flags & LOW_POWER_NOW:
        return wrong(LOW_POWER)
    return wrong(WAS_LOW_POWER) if flags & LOW_POWER_SINCE else well(POWER)


def _throttling(subject: Subject) -> Finding:
    flags = throttled_flags(subject.machine)
    if flags is None:
        return unknown(NO_SPEED_FLAGS)
    if flags & SLOWED_NOW:
        return wrong(SLOWED)
    return wrong(WAS_SLOWED) if flags & SLOWED_SINCE else well(FULL_SPEED)


def _memory(subject: Subject) -> Finding:
    try:
        lines = (subject.machine.proc / "meminfo").read_text().splitlines()
        facts = {key: int(rest.split()[0]) * 1024 for key, _, rest in (line.partition(":") for line in lines)}
        free = facts["MemAvailable"]
    except (OSError, ValueError, KeyError, IndexError):
        return unknown(NO_MEMORY)
    values = {"free": free // MEGABYTE, "least": LEAST_FREE_BYTES // MEGABYTE}
    return wrong(SHORT, **values) if free < LEAST_FREE_BYTES else well(MEMORY, **values)


def versions(machine: Machine) -> dict[str, str]:
    """What runs here, version by name."""
    return {
        "companion": __version__,
        "python": platform.python_version(),
        "opencv": cv2.__version__,
        "numpy": np.__version__,
        "system": _system(machine.os_release),
        "kernel": platform.release(),
        "machine": platform.machine(),
    }


def _system(path: Path) -> str:
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return platform.system()
    facts = {key: value.strip("\"'") for key, _, value in (line.partition("=") for line in lines)}
    return facts.get("PRETTY_NAME") or platform.system()


def _versions(subject: Subject) -> Finding:
    wide = 8 * struct.calcsize("P")
    return (well if wide == 64 else wrong)(VERSIONS if wide == 64 else NARROW, **versions(subject.machine))


CHECKS = (
    Check("clock", _clock),
    Check("temperature", _temperature),
    Check("undervoltage", _undervoltage),
    Check("throttling", _throttling),
    Check("memory", _memory),
    Check("versions", _versions),
)

SET = Text(fr="L'horloge est à l'heure : {now} UTC.", en="The clock is set: {now} UTC.")
NOT_SET = Text(
    fr="L'horloge n'est pas à l'heure ({now} UTC) : joignez un réseau, ou réglez-la avec timedatectl.",
    en="The clock is not set ({now} UTC): join a network, or set it with timedatectl.",
)
NO_THERMOMETER = Text(fr="Cette machine ne dit pas sa température.", en="This machine does not tell its temperature.")
COOL = Text(fr="La machine est à {degrees} °C.", en="The machine is at {degrees} °C.")
HOT = Text(
    fr="La machine est à {degrees} °C, elle ralentit : aérez son boîtier, ou mettez un ventilateur.",
    en="The machine is at {degrees} °C, it slows down: give its case air, or a fan.",
)
NO_POWER_FLAGS = Text(
    fr="Cette machine ne dit pas si son alimentation suffit ; un Raspberry Pi le dirait.",
    en="This machine does not tell whether its power is enough; a Raspberry Pi would.",
)
NO_SPEED_FLAGS = Text(
    fr="Cette machine ne dit pas si elle est ralentie ; un Raspberry Pi le dirait.",
    en="This machine does not tell whether it is slowed down; a Raspberry Pi would.",
)
POWER = Text(
    fr="L'alimentation a suffi depuis le démarrage.", en="The power has been enough since the machine started."
)
LOW_POWER = Text(
    fr="L'alimentation est trop faible : prenez le bloc officiel du Pi et un câble court.",
    en="The power is too weak: take the Pi's official supply and a short cable.",
)
WAS_LOW_POWER = Text(
    fr="L'alimentation a été trop faible depuis le démarrage : prenez le bloc officiel du Pi et un câble court.",
    en="The power has been too weak since the machine started: take the Pi's official supply and a short cable.",
)
FULL_SPEED = Text(
    fr="La machine n'a pas été ralentie depuis son démarrage.",
    en="The machine has not been slowed down since it started.",
)
SLOWED = Text(
    fr="La machine est ralentie par la chaleur ou par son alimentation : aérez-la, et vérifiez le bloc.",
    en="The machine is slowed down by heat or by its power: give it air, and check the supply.",
)
WAS_SLOWED = Text(
    fr="La machine a été ralentie depuis son démarrage, par la chaleur ou l'alimentation : aérez-la, et vérifiez le "
    "bloc.",
    en="The machine has been slowed down since it started, by heat or by its power: give it air, and check the supply.",
)
NO_MEMORY = Text(fr="Cette machine ne dit pas sa mémoire libre.", en="This machine does not tell its free memory.")
MEMORY = Text(fr="{free} Mo de mémoire sont libres.", en="{free} MB of memory are free.")
SHORT = Text(
    fr="Il ne reste que {free} Mo de mémoire, il en faut {least} : fermez d'autres programmes.",
    en="Only {free} MB of memory are free, {least} are needed: close other programs.",
)
VERSIONS = Text(
    fr="Compagnon {companion}, Python {python}, OpenCV {opencv}, NumPy {numpy}, {system} ({machine}).",
    en="Companion {companion}, Python {python}, OpenCV {opencv}, NumPy {numpy}, {system} ({machine}).",
)
NARROW = Text(
    fr="Ce système est de 32 bits ({system}, {machine}) : installez Raspberry Pi OS 64 bits.",
    en="This system is 32-bit ({system}, {machine}): install Raspberry Pi OS 64-bit.",
)
