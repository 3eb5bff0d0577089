"""Copies the device files onto a Pico that runs MicroPython, with mpremote, and keeps the old program until the new one
has answered.

The new program lies in a folder of its own. `main.py` starts it once, the first time after the copy; whatever happens
then, the next start is the old program's, until the host has heard the new one and puts it in the old one's place.
"""

from __future__ import annotations

import enum
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from firmware_bridge.device.wire import LineReader, encode
from firmware_bridge.port import PortGone, SerialLine, SerialPort, Trouble
from firmware_bridge.table_box import TableBox

PACKAGE = "table_box"
"""The device files' folder on the Pico."""
NEW, OLD = f"{PACKAGE}_new", f"{PACKAGE}_old"
"""The folders of a program that has not answered yet, and, for a moment, of the one that it replaces."""
TRY = f"{PACKAGE}_try"
"""A file: the next start is the new program's."""
MAIN = f"""import os

try:
    os.remove("{TRY}")
except OSError:
    from {PACKAGE}.main import run
else:
    from {NEW}.main import run
run()
"""
"""What the Pico starts when it is switched on."""
CLEAR = """
import os
def clear(folder):
    if folder in os.listdir():
        for name in os.listdir(folder):
            os.remove(folder + "/" + name)
        os.rmdir(folder)
"""
"""Python that defines `clear`, which removes a folder of the Pico's."""
KEPT = "an old program is kept"
"""What the Pico says when it has one."""
PREPARE = f"{CLEAR}\nclear('{NEW}')\nos.mkdir('{NEW}')\nif '{PACKAGE}' in os.listdir(): print('{KEPT}')"
"""Makes room for a new program."""
STAGE = f"import os\nos.rename('main_new.py', 'main.py')\nopen('{TRY}', 'w').close()"
"""Lets the next start be the new program's."""
SETTLE = f"""{CLEAR}
clear('{OLD}')
if '{PACKAGE}' in os.listdir(): os.rename('{PACKAGE}', '{OLD}')
os.rename('{NEW}', '{PACKAGE}')
clear('{OLD}')
"""
"""Puts the new program in the old one's place."""
UNDO = f"""{CLEAR}
if '{PACKAGE}' not in os.listdir(): os.rename('{OLD}', '{PACKAGE}')
clear('{NEW}')
if '{TRY}' in os.listdir(): os.remove('{TRY}')
"""
"""Takes the new program away."""
LEAVE_S = 2.0
"""Seconds that a running box gets to answer "leave"; a new Pico never answers."""
AGAIN_S = 0.05
"""Seconds between two "leave" messages, and between two tries to get the port."""
COPY_S = 120.0
"""Most seconds that mpremote may take; copying over USB takes about ten."""
UNDO_S = 30.0
"""The same when it takes a new program away: one that hangs lets mpremote wait for ever."""
START_S = 20.0
"""Most seconds from the reset until the Pico must have answered."""
PORT_S = 10.0
"""Seconds for which a port that another program holds is waited for: a table that cannot use its box lets it go."""
IN_USE = "may be in use"
"""In mpremote's words: it did not get the port, and has done nothing."""


class Before(enum.Enum):
    """What is known of the program that the box had before."""

    NONE = "none"
    """There was none, or the box could not be asked."""
    ANSWERS = "answers"
    """It is there, and answers."""
    NEXT_START = "next start"
    """It is there, and starts when the box is plugged in anew: the new program does not let go."""


class FlashFailed(Exception):  # noqa: N818 - what happened, as `PortGone`
    """The new program is not on the Pico, or does not answer.

    Args:
        why: in the words of whatever failed.
        before: what became of the program that was there before.
    """

    def __init__(self, why: str, before: Before = Before.NONE) -> None:
        super().__init__(why)
        self.before = before


def device_files() -> list[Path]:
    """Paths of the files that a box needs, in order of name but with `main.py` last."""
    files = (Path(__file__).parent / "device").glob("*.py")
    return sorted(files, key=lambda file: (file.stem == "main", file.name))


def flash(path: str, tell: Callable[[str], None] = lambda _: None) -> int:
    """Copy the device files to a Pico, restart it, wait until the box answers, and only then give up its old program.

    Args:
        path: serial port of the Pico; "" means the one Pico that is plugged in.
        tell: called with mpremote's output.

    Returns:
        The number of seats that the box reports, 1 to 8.

    Raises:
        PortGone: there is no such port, or another program holds it.
        FlashFailed: the copy failed, or the box does not answer afterwards.
    """
    return _Flashing(SerialLine(path), tell).flash()


class _Flashing:
    """One Pico while a program is copied onto it."""

    def __init__(self, line: SerialLine, tell: Callable[[str], None]) -> None:
        self._line, self._tell = line, tell
        self._had_one = False

    def flash(self) -> int:
        """See the function `flash`."""
        self._leave()
        try:
            self._stage()
            self._seats()
            self._leave()
            self._mpremote("exec", SETTLE, "+", "reset")
        except FlashFailed as failed:
            raise FlashFailed(str(failed), self._rolled_back()) from None
        return self._seats()

    def _stage(self) -> None:
        """Copy the new program beside the old one, and start it once."""
        self._had_one = KEPT in self._mpremote("exec", PREPARE)
        copied = [str(file) for file in device_files()]
        with tempfile.TemporaryDirectory() as folder:
            main = Path(folder) / "main.py"
            main.write_text(MAIN, encoding="utf-8")
            copies = ["fs", "cp", *copied, f":{NEW}/", "+", "fs", "cp", str(main), ":main_new.py"]
            self._mpremote(*copies, "+", "exec", STAGE, "+", "reset")

    def _seats(self) -> int:
        """The seats of the box that answers. Raises FlashFailed when none does within `START_S`."""
        with closing(self._heard()) as box:
            if box.seats is None:
                raise FlashFailed(box.why or "it does not answer")
            return box.seats

    def _heard(self) -> TableBox:
        """The box, after it has answered with whatever program, or `START_S` have passed."""
        box = TableBox(self._line, time.monotonic, pressed=lambda _: None)
        box.until(lambda: box.seats is not None or box.other_version is not None, START_S)
        return box

    def _rolled_back(self) -> Before:
        """Take the new program away and start the old one."""
        if not self._had_one:
            return Before.NONE
        try:
            self._leave()
            self._mpremote("exec", UNDO, "+", "reset", most_s=UNDO_S)
        except (PortGone, FlashFailed):
            return Before.NEXT_START
        with closing(self._heard()) as box:
            answers = box.seats is not None or box.other_version is not None
        return Before.ANSWERS if answers else Before.NEXT_START

    def _leave(self) -> None:
        """End the box's program if one runs, whatever its version: it ignores Ctrl-C, and obeys a "leave" message."""
        port, reader = self._opened(), LineReader("device")
        try:
            end_s = time.monotonic() + LEAVE_S
            while time.monotonic() < end_s:
                port.write(b"\n" + encode(0, "leave"))
                if any(kind == "ack" for _, kind, _ in reader.feed(port.read(AGAIN_S))):
                    return
        finally:
            port.close()

    def _opened(self) -> SerialPort:
        end_s = time.monotonic() + PORT_S
        while True:
            try:
                return self._line()
            except PortGone as gone:
                if gone.trouble is not Trouble.HELD or time.monotonic() >= end_s:
                    raise
            time.sleep(AGAIN_S)

    def _mpremote(self, *commands: str, most_s: float = COPY_S) -> str:
        """What mpremote says. Raises `FlashFailed`, and `PortGone` when another program keeps the port."""
        end_s = time.monotonic() + PORT_S
        while True:
            path = self._free()
            call = [sys.executable, "-m", "mpremote", "connect", path, "resume", *commands]
            try:
                done = subprocess.run(call, capture_output=True, text=True, timeout=most_s, stdin=subprocess.DEVNULL)
            except subprocess.TimeoutExpired:
                raise FlashFailed(f"mpremote was not done after {most_s:.0f} s") from None
            self._tell(done.stdout)
            if not done.returncode:
                return done.stdout
            said = (done.stderr or done.stdout).strip().splitlines()
            if not (said and IN_USE in said[-1]) or time.monotonic() >= end_s:
                raise FlashFailed(said[-1] if said else f"mpremote ended with {done.returncode}")

    def _free(self) -> str:
        """The path of the port, once nobody holds it."""
        port = self._opened()
        port.close()
        return port.path
