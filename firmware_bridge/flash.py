"""Copies the device files onto a Pico that runs MicroPython, with mpremote, and checks that the box then answers."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from firmware_bridge.device.wire import LineReader, encode
from firmware_bridge.port import SerialPort, only_pico
from firmware_bridge.table_box import TableBox

PACKAGE = "table_box"
"""The device files' folder on the Pico."""
MAIN = f"from {PACKAGE}.main import run\n\nrun()\n"
"""What the Pico starts when it is switched on."""
MAKE_FOLDER = f"import os\ntry:\n os.mkdir('{PACKAGE}')\nexcept OSError:\n pass"
"""Python that makes the folder on the Pico if it is not there."""
LEAVE_S = 2.0
"""Seconds that a running box gets to answer "leave"; a new Pico never answers."""
AGAIN_S = 0.05
"""Seconds between two "leave" messages."""
COPY_S = 120.0
"""Most seconds that mpremote may take; copying over USB takes about ten."""
START_S = 20.0
"""Most seconds from the reset until the Pico must have answered."""


class FlashFailed(Exception):  # noqa: N818 - what happened, as `PortGone`
    """The files are not on the Pico, or it does not answer; the argument says why."""


def device_files() -> list[Path]:
    """Paths of the files that a box needs, in order of name but with `main.py` last."""
    files = (Path(__file__).parent / "device").glob("*.py")
    return sorted(files, key=lambda file: (file.stem == "main", file.name))


def flash(path: str, tell: Callable[[str], None] = lambda _: None) -> int:
    """Copy the device files to a Pico, restart it, and wait until the box answers.

    Args:
        path: serial port of the Pico; "" means the first Pico that is plugged in.
        tell: called with mpremote's output.

    Returns:
        The number of seats that the box reports, 1 to 8.

    Raises:
        PortGone: there is no such port.
        FlashFailed: the copy failed, or the box does not answer afterwards.
    """
    path = path or only_pico()
    _leave(path)
    with tempfile.TemporaryDirectory() as folder:
        main = Path(folder) / "main.py"
        main.write_text(MAIN, encoding="utf-8")
        copied = [str(file) for file in device_files()]
        commands = ["exec", MAKE_FOLDER, "+", "fs", "cp", *copied, f":{PACKAGE}/"]
        _mpremote(path, [*commands, "+", "fs", "cp", str(main), ":main.py", "+", "reset"], tell)
    box = TableBox(partial(SerialPort, path), time.monotonic, pressed=lambda _: None)
    try:
        if not box.until(lambda: box.seats is not None, START_S):
            raise FlashFailed(box.why or "it does not answer")
        seats = box.seats
        assert seats is not None
        return seats
    finally:
        box.close()


def _leave(path: str) -> None:
    """End the box's program if one runs, whatever its version: it ignores Ctrl-C and obeys only a "leave" message."""
    port, reader = SerialPort(path), LineReader("device")
    try:
        end_s = time.monotonic() + LEAVE_S
        while time.monotonic() < end_s:
            port.write(b"\n" + encode(0, "leave"))
            if any(kind == "ack" for _, kind, _ in reader.feed(port.read(AGAIN_S))):
                return
    finally:
        port.close()


def _mpremote(path: str, commands: list[str], tell: Callable[[str], None]) -> None:
    call = [sys.executable, "-m", "mpremote", "connect", path, "resume", *commands]
    try:
        done = subprocess.run(call, capture_output=True, text=True, timeout=COPY_S, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise FlashFailed(f"mpremote was not done after {COPY_S:.0f} s") from None
    tell(done.stdout)
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise FlashFailed(said[-1] if said else f"mpremote ended with {done.returncode}")
