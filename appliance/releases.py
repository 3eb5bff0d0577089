"""Releases: virtual environments side by side, of which one runs. A new one is used when it was tried."""

from __future__ import annotations

import shutil
from pathlib import Path

from appliance.machine import SYSTEM_PYTHON, Machine
from appliance.places import Places
from appliance.sources import Source, at_hand
from appliance.words import Failed, say
from companion.core.text import Text

EXTRAS = "pi,box,club"
"""What a table may need beside the program: pins, a table box, a broker."""
OLD_NUMPY = "numpy<2"
"""What the system has built for numpy 1 cannot be loaded beside numpy 2; OpenCV goes down to 4.11 with it."""


def make(machine: Machine, places: Places, source: Source, numpy: str | None) -> Path:
    """Make a release; the one that runs stays untouched.

    Args:
        numpy: version of the system's numpy; None where the camera's packages are not on this system.

    Returns:
        Its folder.

    Raises:
        Failed: it cannot be made; nothing is left of it.
    """
    release = places.releases / str(max(numbers(places), default=0) + 1)
    release.parent.mkdir(parents=True, exist_ok=True)
    try:
        machine.run(SYSTEM_PYTHON, "-m", "venv", *(() if numpy is None else ("--system-site-packages",)), release)
        fitting = (OLD_NUMPY,) if numpy is not None and numpy.startswith("1.") else ()
        with at_hand(source) as where:
            # All in the release, whatever the system has too: what the system updates changes nothing here.
            asked = f"table-companion[{EXTRAS}] @ {where}"
            machine.run(release / "bin/python", "-m", "pip", "install", "-q", "--ignore-installed", asked, *fitting)
    except BaseException:
        shutil.rmtree(release, ignore_errors=True)
        raise
    return release


def numbers(places: Places) -> list[int]:
    """Numbers of all releases, the oldest first."""
    if not places.releases.is_dir():
        return []
    return sorted(int(each.name) for each in places.releases.iterdir() if each.name.isdecimal())


def running(places: Places) -> Path | None:
    """The release that runs; None where there is none."""
    return places.current.resolve() if places.current.exists() else None


def files_of(release: Path) -> Path:
    """The folder with the files that a release puts into the system.

    Raises:
        Failed: it has none.
    """
    for folder in release.glob("lib/python3*/site-packages/appliance/files"):
        return folder
    raise Failed(NO_FILES)


def switch(machine: Machine, places: Places, release: Path) -> None:
    """Let a release run: link, unit and commands are its own, and the service is started.

    Raises:
        Failed: it does not become ready.
    """
    for name, (path, mode) in places.installed().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, (files_of(release) / name).read_bytes(), mode)
    link = places.program / "next"
    link.unlink(missing_ok=True)
    link.symlink_to(release.relative_to(places.program))
    link.replace(places.current)
    if not machine.has("systemctl"):
        say(NO_SYSTEMD)
        return
    machine.run("systemctl", "enable", "--quiet", "table-companion.service")
    if machine.runs_systemd():
        machine.run("systemctl", "daemon-reload")
        machine.run("systemctl", "restart", "table-companion.service")  # returns when it is ready, as Type=notify


def _write(path: Path, data: bytes, mode: int) -> None:
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(data)
    part.chmod(mode)
    part.replace(path)


def prune(places: Places, kept: tuple[Path | None, ...]) -> None:
    """Delete all releases but those that are kept."""
    for number in numbers(places):
        if places.releases / str(number) not in kept:
            shutil.rmtree(places.releases / str(number), ignore_errors=True)


NO_FILES = Text(
    fr="Ce qui vient d'être installé n'a pas de service ; est-ce bien le compagnon ?",
    en="What was just installed has no service; is it the companion?",
)
NO_SYSTEMD = Text(
    fr="Il n'y a pas de systemd ici : rien ne démarre tout seul.",
    en="There is no systemd here: nothing starts by itself.",
)
