"""A new release is tried before it is used: it must load, understand the settings, and answer as a service does."""

from __future__ import annotations

import os
import select
import shutil
import socket
import struct
import subprocess
import tempfile
from contextlib import closing
from pathlib import Path
from typing import IO

from appliance.machine import LAST_LINES, Machine
from appliance.places import SERVICE, Places
from appliance.words import Failed
from companion.core.text import Text

AS_THE_SERVICE = ("setpriv", f"--reuid={SERVICE}", f"--regid={SERVICE}", "--init-groups")
"""Runs the rest of the words as the service's user."""
READY_S = 120.0
"""How long a trial start may take; as TimeoutStartSec of the unit."""
LOOK_S = 0.5
"""How often is looked whether the process still lives while it is waited for."""
SIDE = 64
"""Pixels a side of the trial's picture; 48 is the least that is read."""
PIXELS = b"\x5a" * (SIDE * SIDE * 3)
GREY = (
    struct.pack("<2sIII IiiHHIIiiII", b"BM", 54 + len(PIXELS), 0, 54, 40, SIDE, SIDE, 1, 24, 0, 0, 0, 0, 0, 0) + PIXELS
)
"""A picture (BMP, without compression) for the trial's camera: nobody else's camera is opened."""
ON_TRIAL = 'host = "127.0.0.1"\nport = 0\ncamera = "replay://{folder}/frames"\ndata = "{folder}/data"\n'
"""Settings of a table on trial: it touches neither the camera, the box nor the data of the one that runs."""
MATCH = ("serve", "karo", "--players", "Ada,Basile")


def try_out(machine: Machine, places: Places, release: Path) -> None:
    """Raises `Failed` with the reason if a release cannot be used on this system."""
    machine.run(release / "bin/companion", "--version")
    named = f"COMPANION_SETTINGS={places.settings}"
    machine.run(*AS_THE_SERVICE, "env", f"HOME={places.data}", named, release / "bin/python", "-m", "appliance.check")
    with tempfile.TemporaryDirectory(prefix="companion-trial-") as name:
        folder = Path(name)
        prepare(folder)
        for path in (folder, *folder.rglob("*")):
            shutil.chown(path, SERVICE, SERVICE)
        start(release, folder)


def prepare(folder: Path) -> None:
    """Put settings, and a recording for a camera, into an empty folder."""
    (folder / "companion.toml").write_text(ON_TRIAL.format(folder=folder), encoding="utf-8")
    (folder / "frames").mkdir()
    (folder / "frames" / "0.bmp").write_bytes(GREY)


def start(release: Path, folder: Path) -> None:
    """Start a table of a release in a folder that was prepared, wait until it says that its pages answer, and end it.

    Raises:
        Failed: it ends before, or does not say so in time.
    """
    said, notify = folder / "said", folder / "notify"
    call = [*AS_THE_SERVICE, str(release / "bin/companion"), *MATCH, "--settings", str(folder / "companion.toml")]
    told = {**os.environ, "HOME": str(folder), "NOTIFY_SOCKET": str(notify)}
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as line, said.open("w+") as words:
        line.bind(str(notify))
        notify.chmod(0o777)
        with subprocess.Popen(
            call, env=told, cwd=folder, stdin=subprocess.DEVNULL, stdout=words, stderr=subprocess.STDOUT
        ) as process:
            try:
                ready = _hears_ready(line, process)
            finally:
                process.terminate()
        if not ready:
            raise Failed(NOT_READY.filled(said=_last(words)))


def _hears_ready(line: socket.socket, process: subprocess.Popen[bytes]) -> bool:
    for _ in range(round(READY_S / LOOK_S)):
        heard, _, _ = select.select([line], [], [], LOOK_S)
        if heard and b"READY=1" in line.recv(4096).splitlines():
            return True
        if process.poll() is not None:
            return False
    return False


def _last(words: IO[str]) -> str:
    words.seek(0)
    return "\n".join(words.read().strip().splitlines()[-LAST_LINES:])


NOT_READY = Text(
    fr="À l'essai, cette version ne répond pas :\n{said}", en="On trial this version does not answer:\n{said}"
)
