"""Where the parts of an installed companion lie."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

SERVICE = "table-companion"
"""Name of the service, of its user, and of its folders. A person's login on the Pi may well be "companion"."""


@dataclass(frozen=True, slots=True)
class Places:
    """The paths below `root`, the system's."""

    root: Path = Path("/")

    @property
    def program(self) -> Path:
        """Folder of all that is the program: `remove` deletes it."""
        return self.root / "opt" / SERVICE

    @property
    def releases(self) -> Path:
        """Folder of the virtual environments, numbered in the order in which they were made."""
        return self.program / "releases"

    @property
    def current(self) -> Path:
        """Link to the release that runs."""
        return self.program / "current"

    @property
    def source(self) -> Path:
        """File that says what `update` installs when it is told nothing: the words of the last install."""
        return self.program / "source"

    @property
    def name(self) -> Path:
        """File with the name under which the table answers, if the installer gave it that."""
        return self.program / "name"

    @property
    def data(self) -> Path:
        """Folder of the journal."""
        return self.root / "var/lib" / SERVICE

    @property
    def settings(self) -> Path:
        """The settings file."""
        return self.root / "etc" / SERVICE / "companion.toml"

    @property
    def avahi(self) -> Path:
        """Settings of the system's multicast DNS."""
        return self.root / "etc/avahi/avahi-daemon.conf"

    def installed(self) -> dict[str, tuple[Path, int]]:
        """Path and mode of what is copied out of a release, by its name among the release's files."""
        return {
            "table-companion.service": (self.root / "etc/systemd/system" / f"{SERVICE}.service", 0o644),
            "avahi.service": (self.root / "etc/avahi/services" / f"{SERVICE}.service", 0o644),
            "companion": (self.root / "usr/local/bin/companion", 0o755),
            "companion-setup": (self.root / "usr/local/sbin/companion-setup", 0o755),
        }
