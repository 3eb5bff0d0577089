"""Copies the device files onto a Pico that runs MicroPython, with mpremote, and sees that the box then answers."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from firmware_bridge.device.wire import LineReader, encode
from firmware_bridge.port import SerialPort, first_pico
from firmware_bridge.table_box import TableBox

PACKAGE = "table_box"
"""The device files' folder on the Pico."""
MAIN = f"from {PACKAGE}.main import run\n\nrun()\n"
"""What the Pico starts when it is switched on."""
MAKE_FOLDER = f"import os\ntry:\n os.mkdir('{PACKAGE}')\nexcept OSError:\n pass"
LEAVE_S = 2.0
"""How long a box that runs already may take to answer; a new Pico says nothing."""
AGAIN_S = 0.05
"""Between two tries to end its program."""
COPY_S = 120.0
"""Copying takes some ten seconds over USB."""
START_S = 20.0
"""How long the Pico may take to come back and answer."""


class FlashFailed(Exception):  # noqa: N818 - what happened, as `PortGone`
    """The files are not on the Pico, or it does not answer; the argument says why."""


def device_files() -> list[Path]:
    """The files that a box needs, `main.py` last."""
    files = (Path(__file__).parent / "device").glob("*.py")
    return sorted(files, key=lambda file: (file.stem == "main", file.name))


def flash(path: str, tell: Callable[[str], None] = lambda _: None) -> int:
    """Copy the device files to the Pico at `path` ("": the first that is plugged in) and start them.

    Args:
        tell: called with what mpremote says.

    Returns:
        How many seats the box has.

    Raises:
        PortGone: there is no such port.
        FlashFailed: the copy failed, or the box does not answer after it.
    """
    path = path or first_pico()
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
    """End the box's program, of whatever version, if one runs: it listens to its line only, and to no Ctrl-C."""
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
