"""Table boxes for the contract: the simulated one, and the device files under MicroPython behind a serial port."""

from __future__ import annotations

import os
import subprocess
import time
import tty
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.core.clock import ManualClock
from firmware_bridge.device.wire import LineReader, encode
from firmware_bridge.link import BoxPress
from firmware_bridge.port import Port, SerialPort
from firmware_bridge.simulated import SimulatedBox
from firmware_bridge.table_box import TableBox

ROOT = Path(__file__).resolve().parents[2]
SEATS = 4
PATIENCE_S = 20.0
"""In which anything must have happened, however busy the machine."""


class Stand:
    """A box on the table, somebody at its buttons and its cable, and a driver."""

    def __init__(self, now_s: Callable[[], float]) -> None:
        self.now_s = now_s
        self.presses: list[BoxPress] = []
        self.changes: list[int | None] = []
        self.box = TableBox(self.open_port, now_s, pressed=self.presses.append, changed=self._changed)

    def __enter__(self) -> Stand:
        return self

    def __exit__(self, *error: object) -> None:
        self.box.close()
        self.unplug()

    def _changed(self) -> None:
        self.changes.append(self.box.seats)

    def until(self, happened: Callable[[], bool]) -> None:
        """Let the driver work until it has happened. Raises AssertionError when it does not."""
        assert self.box.until(happened, PATIENCE_S, self.pause), "it never happened"

    pause = staticmethod(time.sleep)

    def open_port(self) -> Port:
        raise NotImplementedError

    def press(self, seat: int) -> None:
        raise NotImplementedError

    def unplug(self) -> None:
        raise NotImplementedError

    def plug_in(self) -> None:
        raise NotImplementedError

    def shown(self) -> list[str]:
        """What was lit and sounded since the box was switched on: "light 2 255 0 0", "tone 1 440"."""
        raise NotImplementedError


class SimulatedStand(Stand):
    def __init__(self) -> None:
        clock = ManualClock(50.0)
        self.clock = clock
        self.simulated = SimulatedBox(SEATS, clock.now_s, drift=40e-6, start_us=2**30 - 300_000)
        self.pause = clock.wait_s  # type: ignore[assignment]
        super().__init__(clock.now_s)

    def open_port(self) -> Port:
        return self.simulated.open_port()

    def press(self, seat: int) -> None:
        self.simulated.press(seat)

    def unplug(self) -> None:
        self.simulated.unplug()

    def plug_in(self) -> None:
        self.simulated.plug_in()

    def shown(self) -> list[str]:
        return [f"{kind} {seat} {' '.join(map(str, values))}" for kind, seat, values in self.simulated.lamps.done]


class UnixStand(Stand):
    """The device files under MicroPython's unix port, and pyserial, with a pseudo-terminal between them."""

    def __init__(self, micropython: Path, folder: Path) -> None:
        self._micropython, self._path = micropython, folder / "box"
        self._device: subprocess.Popen[bytes] | None = None
        self._fds: list[int] = []
        self._told = b""
        self.plug_in()
        super().__init__(time.monotonic)

    def open_port(self) -> Port:
        return SerialPort(str(self._path))

    def press(self, seat: int) -> None:
        os.write(self._buttons, b"%d" % seat)

    def unplug(self) -> None:
        if self._device is not None:
            self._device.kill()
            self._device.wait()
            self._device = None
            for fd in self._fds:
                os.close(fd)
            self._path.unlink()

    def plug_in(self) -> None:
        ours, theirs = os.openpty()
        tty.setraw(theirs)
        buttons, self._buttons = os.pipe()
        self._lamps, lamps = os.pipe()
        os.set_blocking(self._lamps, False)
        self._path.symlink_to(os.ttyname(theirs))
        script = ROOT / "tests" / "firmware_bridge" / "unix_box.py"
        self._device = subprocess.Popen(
            [self._micropython, script, ROOT / "firmware_bridge", str(SEATS), str(buttons), str(lamps)],
            stdin=ours,
            stdout=ours,
            pass_fds=(buttons, lamps),
        )
        for fd in (ours, buttons, lamps):
            os.close(fd)
        self._fds, self._told = [theirs, self._buttons, self._lamps], b""

    def shown(self) -> list[str]:
        with suppress(BlockingIOError):
            self._told += os.read(self._lamps, 100_000)
        return self._told.decode().splitlines()


class DumbPort:
    """A port with nobody behind it, or with a box of another version."""

    def __init__(self, version: int | None = None) -> None:
        self.version, self.answer, self.closed = version, b"", 0

    def read(self, timeout_s: float) -> bytes:
        answer, self.answer = self.answer, b""
        return answer

    def write(self, data: bytes) -> None:
        for sequence, _, (_, session) in LineReader("host").feed(data) if self.version is not None else ():
            self.answer += encode(sequence, "box", (self.version, session, 1, 4))

    def wake(self) -> None:
        return None

    def close(self) -> None:
        self.closed += 1
