"""What is examined: a table's settings and parts, and the machine under it. Everything is handed in as a value."""

from __future__ import annotations

import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from companion.camera.arrays import Pixels
from companion.club.link import Link
from companion.core.clock import Clock
from companion.core.errors import Refusal
from companion.hardware.cues import TableDevice
from companion.settings import Settings
from companion.table.folder import Hold, who_holds
from companion.web.serve import address_for_phones


@dataclass(frozen=True, slots=True)
class Machine:
    """Where this machine tells about itself.

    Attributes:
        sys, proc: roots of the kernel's two trees of facts.
        os_release: the file that names the operating system.
        vcgencmd: the Raspberry Pi's own command; a name is looked for on PATH.
        log: the command that prints this program's log lines, and takes `--lines=N`.
        now_s: the machine's clock, seconds since 1970 UTC.
        address: the page's address for a port, as phones may reach it.
        trusts: makes the set of certificate authorities that this machine believes.
    """

    sys: Path = Path("/sys")
    proc: Path = Path("/proc")
    os_release: Path = Path("/etc/os-release")
    vcgencmd: str = "vcgencmd"
    log: tuple[str, ...] = ("journalctl", "--no-pager", "--quiet", "--output=short-iso", "--identifier=companion")
    now_s: Callable[[], float] = time.time
    address: Callable[[int], str] = address_for_phones
    trusts: Callable[[], ssl.SSLContext] = ssl.create_default_context


@dataclass(frozen=True)
class Subject:
    """A table to be examined, before it runs or while it does.

    Attributes:
        settings: as they were read.
        journal: the journal's path; its folder is the data folder.
        clock: for waiting.
        take_picture: gives a picture, (H, W, 3) uint8 BGR. Raises `Refusal` with the sentence that says why not.
        open_device: opens the buttons, lights and buzzers. Raises `Refusal`.
        open_link: makes a way to a broker, not open yet. Raises `Refusal`.
        full_size_xy: the camera's size in pixels, where the picture may be a smaller one; None: the picture's own.
        device: the device that the running table has open; None when no table runs in this process.
        machine: the machine's facts.
    """

    settings: Settings
    journal: Path
    clock: Clock
    take_picture: Callable[[], Pixels]
    open_device: Callable[[], TableDevice]
    open_link: Callable[[str], Link]
    device: TableDevice | None = None
    full_size_xy: tuple[int, int] | None = None
    machine: Machine = field(default_factory=Machine)

    @property
    def folder(self) -> Path:
        """The data folder."""
        return self.journal.parent

    @cached_property
    def held(self) -> Hold | None:
        """Who holds the data folder; None: nobody, as far as this user may know."""
        try:
            return who_holds(self.folder)
        except OSError:
            return None

    @property
    def elsewhere(self) -> bool:
        """Whether another process runs this table: its camera and box are not ours to open."""
        return self.held is not None and not self.held.here

    @cached_property
    def picture(self) -> Pixels | Refusal:
        """The one picture that all checks of the camera look at, or why there is none."""
        try:
            return self.take_picture()
        except Refusal as refusal:
            return refusal
