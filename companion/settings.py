"""What a person can set: one TOML file, checked when it is read."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from platformdirs import user_config_path, user_data_path
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from companion.core.errors import Unfit, Unreadable
from companion.core.files import expanded
from companion.core.spoken import language
from companion.core.text import Language, Text
from companion.hardware.pins import Pins
from companion.settings_mistakes import mistake, unread

__all__ = ["Settings", "language", "load_settings", "place_of_settings"]

PointsRule = Literal["beaten", "places", "win"]
"""How the standings of a café count a match: `companion.club.points`."""
APP = "table-companion"
"""Name of the folders for settings and data."""
NAMED_BY = "COMPANION_SETTINGS"
"""Environment variable that names the file where no `--settings` does, as for the service of docs/appliance.md."""
MACHINE = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_.-]{0,251}[A-Za-z0-9_.])?")
"""A machine's name as networks have it."""
OF_SERVICES = Path("/var/lib") / APP
"""Where a user without a home folder, as a service is, keeps data."""


def _data_folder() -> Path:
    return _own_folder(user_data_path) or OF_SERVICES


def _own_folder(find: Callable[[str], Path]) -> Path | None:
    """This user's folder, found by platformdirs; None for a user without a home."""
    try:
        folder = find(APP)
    except RuntimeError:
        return None
    return folder if folder.is_absolute() else None  # some versions leave the ~ as it is


class Settings(BaseModel):
    """All settings, with the defaults that work out of the box."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    camera: str = "picamera2://0"
    """Address of the camera; see docs/cameras.md for the schemes."""
    hardware: str = "none://"
    """Address of the table's buttons, lights and buzzers; see docs/hardware.md for the schemes."""
    pins: Pins = Pins()
    """Which pin is what, for `gpiozero://`."""
    host: str = "0.0.0.0"
    """Network address that the page is served at; the default is every interface."""
    address: str = ""
    """Address of the page that phones are to use ("http://table.lan:8080"), where the machine cannot know it itself; by
    default it shows those of its networks, and first the one that a phone has used."""
    port: int = Field(default=8080, ge=0, le=65535)
    """TCP port of the page; 0 picks a free one."""
    names: tuple[str, ...] = ()
    """Names by which phones may call this machine beside its own (a router's "table.lan", a proxy's address); a page
    asked for by any other name is refused."""
    broker: str | None = None
    """Address of the MQTT broker to publish this table to, and whose tables `companion club` shows; docs/club.md."""
    broker_ca: Path | None = None
    """Certificate of the authority that vouches for the broker's own, a PEM file, for `mqtts://`; by default one of the
    authorities that this machine knows."""
    table: str = ""
    """Name of this table at the broker."""
    results: bool = False
    """Whether this table tells the broker the results of its matches with the players' names, for the standings of
    `companion club`; docs/club.md."""
    buzzer_test: bool = False
    """Whether whoever reaches the broker may sound this table's buzzer, every ten seconds at most: a button in Home
    Assistant."""
    standings: str = ""
    """Database in which `companion club` keeps results and tournaments, an address of SQLAlchemy's such as
    "postgresql+pg8000://name:password@host/club"; by default `club.sqlite` in the folder `data`."""
    points: PointsRule = "beaten"
    """What a match gives in the standings of `companion club`: by players that one has beaten, by places, or for the
    win alone; docs/club.md."""
    language: Language = "fr"
    """Language of the pages for a phone that has chosen none: "fr" or "en"."""
    manner: Literal["home", "cafe"] = "home"
    """Who becomes host, and what seats may do: "home" or "cafe"; docs/authority.md."""
    data: Path = Field(default_factory=_data_folder)
    """Folder of the journal and of kept samples; `~` is this user's home. Otherwise the folder for data that this user
    has on this system, or `/var/lib/table-companion` for a user without a home."""

    @field_validator("address")
    @classmethod
    def _web(cls, address: str) -> str:
        parts = urlsplit(address)
        if address and (parts.scheme not in ("http", "https") or not parts.hostname):
            raise Unfit(NO_ADDRESS)
        return address

    @field_validator("names")
    @classmethod
    def _of_machines(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        if not all(MACHINE.fullmatch(each) for each in names):
            raise Unfit(NO_MACHINE)
        return names

    @field_validator("data", "broker_ca")
    @classmethod
    def _whole(cls, path: Path | None) -> Path | None:
        if "\0" in str(path):
            raise Unfit(NO_NULL)
        return None if path is None else expanded(path)


def load_settings(path: Path | None) -> Settings:
    """Read the settings.

    Args:
        path: the file; None reads the one that COMPANION_SETTINGS names, or the user's own, or takes the defaults where
            there is none.

    Raises:
        Unreadable: the file is missing, is not TOML, or holds an unknown key or value.
    """
    chosen = _own_file() if path is None else expanded(path)
    if chosen is None:
        return Settings()
    try:
        return Settings.model_validate(tomllib.loads(chosen.read_text(encoding="utf-8")))
    except ValidationError as error:
        what = mistake(error, Settings, chosen)
    except (OSError, ValueError, RecursionError) as error:  # ValueError: no TOML, no UTF-8, an endless number
        what = unread(error, chosen)
    raise Unreadable("settings.unreadable", what)


def place_of_settings(path: Path | None) -> Path | None:
    """Where settings are read from, be there a file or not: `path`, or (None) the file that the environment names, or
    this user's own; None for a user without a home."""
    if path is not None:
        return expanded(path)
    if os.environ.get(NAMED_BY):
        return expanded(Path(os.environ[NAMED_BY]))
    folder = _own_folder(user_config_path)
    return None if folder is None else folder / "companion.toml"


def _own_file() -> Path | None:
    """The settings file that the environment names, or the user's own; None where the latter is not there, or this user
    may not see it."""
    file = place_of_settings(None)
    if os.environ.get(NAMED_BY):
        return file
    try:
        return file if file is not None and file.exists() else None
    except OSError:  # the home folder is another user's
        return None


NO_NULL = Text(fr="un chemin sans caractère nul", en="a path without a null character")
NO_MACHINE = Text(
    fr='une liste de noms de machine tels que "table.lan", sans http:// ni port',
    en='a list of machines\' names such as "table.lan", without http:// or port',
)
NO_ADDRESS = Text(
    fr="une adresse qui commence par http:// ou https:// et nomme une machine",
    en="an address that begins with http:// or https:// and names a machine",
)
