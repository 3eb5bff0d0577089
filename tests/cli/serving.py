"""`companion serve` as a process of its own, for tests that stop, double or kill it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[2]


def one_picture(folder: Path) -> str:
    """The address of a recording of one picture: a camera everywhere, soon at its end."""
    folder.mkdir(exist_ok=True)
    cv2.imwrite(str(folder / "0.png"), np.full((120, 160, 3), 90, np.uint8))
    return f"replay://{folder}"


def settings_for(folder: Path, **more: str) -> Path:
    """A settings file for a table on loopback whose data lie in `folder`/data."""
    path = folder / "companion.toml"
    values = {"data": str(folder / "data"), "host": "127.0.0.1", "camera": one_picture(folder / "frames"), **more}
    path.write_text("".join(f'{key} = "{value}"\n' for key, value in values.items()) + "port = 0\n", encoding="utf-8")
    return path


def hear_ctrl_c() -> None:
    """A shell lets what it starts in the background ignore Ctrl-C, and so whatever that starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def companion(*arguments: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """The command line as a process of its own; killed at the end if it still runs."""
    command = [sys.executable, "-m", "companion", *arguments]
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    environment = {**os.environ, "COMPANION_LANG": "en", **environment}
    with subprocess.Popen(  # type: ignore[call-overload]
        command, text=True, cwd=ROOT, env=environment, preexec_fn=hear_ctrl_c, **pipes
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def address_of(process: subprocess.Popen[str]) -> str:
    """Wait for the first line, the page's address on this machine."""
    assert process.stdout is not None
    line = process.stdout.readline().strip()
    assert line.startswith("http://"), line
    return f"http://127.0.0.1:{line.rstrip('/').rpartition(':')[2]}"
