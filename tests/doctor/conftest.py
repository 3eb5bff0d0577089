"""A table to be examined, on a machine whose facts are files of the test's own."""

from __future__ import annotations

import ssl
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from companion.camera.arrays import Pixels
from companion.camera.url import SourceUrl
from companion.club.link import Link
from companion.club.local_link import LocalBroker, LocalLink
from companion.core.art import Art
from companion.core.clock import ManualClock
from companion.core.errors import Refusal
from companion.doctor.examination import CHECKS
from companion.doctor.finding import Finding
from companion.doctor.subject import Machine, Subject
from companion.hardware.cues import RecordingCues, TableDevice
from companion.settings import Settings
from companion.simulator.source import open_source
from companion.simulator.world import World

IN_2026_S = 1_795_000_000.0
"""November 2026."""


def no_art(kind: str, face: str) -> Art:
    raise KeyError(kind)


@lru_cache(maxsize=1)
def mat_picture() -> Pixels:
    """The empty mat from above, 1280 x 960."""
    url = SourceUrl.parse("rendered://?width=1280&height=960")
    return open_source(url, ManualClock(), World(no_art)).full().pixels


@dataclass
class Patient:
    """Makes subjects; each test changes what it is about."""

    folder: Path
    settings: dict[str, Any]
    machine: Machine
    picture: Pixels | Refusal
    device: Callable[[], TableDevice] = RecordingCues
    link: Callable[[str], Link] = lambda _: LocalLink(LocalBroker())
    running: TableDevice | None = None
    clock: ManualClock = field(default_factory=ManualClock)

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def subject(self) -> Subject:
        def picture() -> Pixels:
            if isinstance(self.picture, Refusal):
                raise self.picture
            return self.picture

        settings = Settings(**{"data": self.data, "port": 0, **self.settings})
        journal = settings.data / "journal.sqlite"
        return Subject(
            settings, journal, self.clock, picture, self.device, self.link, device=self.running, machine=self.machine
        )

    def on(self, **facts: Any) -> None:
        """The same machine with other facts."""
        self.machine = replace(self.machine, **facts)

    def finding(self, key: str) -> Finding:
        """What the check of this name finds now."""
        (check,) = (each for each in CHECKS if each.key == key)
        return check.look(self.subject())


def write(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.fixture
def patient(tmp_path: Path) -> Patient:
    """A table in good health on a Raspberry Pi."""
    sys, proc = tmp_path / "sys", tmp_path / "proc"
    write(sys, "class/thermal/thermal_zone0/temp", "48312\n")
    write(sys, "fs/ext4/mmcblk0p2/errors_count", "0\n")
    write(sys, "block/mmcblk0/device/life_time", "0x02 0x01\n")
    write(sys, "devices/platform/soc/soc:firmware/get_throttled", "0\n")
    write(proc, "meminfo", "MemTotal:        3884364 kB\nMemAvailable:    3012345 kB\n")
    write(tmp_path, "os-release", 'NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n')
    machine = Machine(
        sys=sys,
        proc=proc,
        os_release=tmp_path / "os-release",
        vcgencmd=str(tmp_path / "no-vcgencmd"),
        log=("echo", "a line"),
        now_s=lambda: IN_2026_S,
        address=lambda port: f"http://192.168.1.7:{port}/",
        trusts=ssl.create_default_context,
    )
    settings = {"camera": "usb://0", "hardware": "gpiozero://mock", "broker": "sim://broker"}
    return Patient(tmp_path, settings, machine, mat_picture())
