"""The machine that a table is made of: runs the system's programs."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from appliance.words import Failed
from companion.core.text import Text

LAST_LINES = 12
"""Lines of a program's own words that are shown when it fails: pip says the cause in its last ones."""
SYSTEM_PYTHON = "/usr/bin/python3"
"""The one whose packages picamera2 is among; an installer that runs in a release is another."""


class Machine:
    """Runs programs as root."""

    def run(self, *words: str | Path, more: Mapping[str, str] | None = None) -> str:
        """Run a program to its end.

        Args:
            words: the program and its arguments.
            more: environment variables beside those of this process.

        Returns:
            What it wrote on standard output.

        Raises:
            Failed: it is absent, or leaves with another status than 0.
        """
        call = [str(word) for word in words]
        try:
            done = subprocess.run(
                call, env={**os.environ, **(more or {})}, stdin=subprocess.DEVNULL, capture_output=True, text=True
            )
        except OSError:
            raise Failed(ABSENT.filled(program=call[0])) from None
        if done.returncode:
            said = "\n".join((done.stdout + done.stderr).strip().splitlines()[-LAST_LINES:])
            raise Failed(FAILED.filled(call=shlex.join(call), said=said))
        return done.stdout

    def works(self, *words: str | Path) -> bool:
        """Whether a program is there and leaves with 0."""
        try:
            self.run(*words)
        except Failed:
            return False
        return True

    def has(self, program: str) -> bool:
        """Whether a program can be found."""
        return shutil.which(program) is not None

    def runs_systemd(self) -> bool:
        """Whether systemd started this machine: a chroot or container may have its programs and not run it."""
        return Path("/run/systemd/system").is_dir() and self.has("systemctl")


ABSENT = Text(
    fr="Le programme « {program} » manque ; installez-le, puis recommencez.",
    en="The program “{program}” is missing; install it, then try again.",
)
FAILED = Text(fr="« {call} » a échoué :\n{said}", en="“{call}” failed:\n{said}")
