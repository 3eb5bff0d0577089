"""A table box on USB, as the operating system shows it: a device file that comes and goes, and bytes behind it."""

from __future__ import annotations

import os
import select
import threading
import time
import tty
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Protocol

import pytest

from firmware_bridge.port import PICO_USB
from firmware_bridge.simulated import SimulatedBox

LOOK_S = 0.002
"""How often the box looks at its contacts while no byte comes."""


class Inside(Protocol):
    """What is in the box: a port of the simulated one, or something that answers otherwise."""

    def read(self, timeout_s: float) -> bytes: ...

    def write(self, data: bytes) -> None: ...


class PtyBox:
    """The simulated box's own code behind a pseudo-terminal, with a name in a folder that stands for /dev.

    Args:
        number: the serial number that USB tells of it.
        inside: makes what answers each time it is plugged in; None: the simulated box.
    """

    def __init__(self, folder: Path, number: str, inside: Callable[[], Inside] | None = None, seats: int = 4) -> None:
        self.folder, self.number = folder, number
        self.simulated = SimulatedBox(seats, time.monotonic)
        self._inside: Callable[[], Inside] = inside or self.simulated.open_port
        self.path: Path | None = None
        self._fds: list[int] = []
        self._thread: threading.Thread | None = None

    def plug_in(self, name: str) -> Path:
        """Put the cable in; the box starts anew, under this name."""
        if not self.simulated.plugged:
            self.simulated.plug_in()
        ours, theirs = os.openpty()
        tty.setraw(theirs)
        ends, self._end = os.pipe()
        self._fds = [ours, theirs, ends]
        self.path = self.folder / name
        self.path.symlink_to(os.ttyname(theirs))
        self._thread = threading.Thread(target=self._answer, args=(ours, ends, self._inside()), daemon=True)
        self._thread.start()
        return self.path

    def unplug(self) -> None:
        """Pull the cable."""
        if self.path is None:
            return
        os.close(self._end)
        assert self._thread is not None
        self._thread.join()
        path, self.path = self.path, None
        path.unlink()
        for fd in self._fds:
            os.close(fd)
        self.simulated.unplug()

    @property
    def told_by_usb(self) -> list[SimpleNamespace]:
        """Its entry in the operating system's list of ports, while it is plugged in."""
        path, (vid, pid) = self.path, PICO_USB[0]
        if path is None:
            return []
        return [SimpleNamespace(device=str(path.resolve()), vid=vid, pid=pid, serial_number=self.number)]

    @staticmethod
    def _answer(ours: int, ends: int, inside: Inside) -> None:
        while True:
            ready, _, _ = select.select([ours, ends], [], [], LOOK_S)
            if ends in ready:
                return
            if ours in ready:
                inside.write(os.read(ours, 4096))
            answers = inside.read(0.0)
            if answers:
                os.write(ours, answers)


def on_usb(monkeypatch: pytest.MonkeyPatch, boxes: Sequence[PtyBox]) -> None:
    """Let the list of ports say which of these boxes are plugged in; pseudo-terminals are in none."""
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [told for box in boxes for told in box.told_by_usb])
