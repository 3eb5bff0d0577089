"""What a person can set: one TOML file, checked when it is read."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

from platformdirs import user_config_path, user_data_path
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from companion.core.errors import Unreadable
from companion.core.text import Language, Text
from companion.hardware.pins import Pins

APP = "table-companion"


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
    port: int = Field(default=8080, ge=0, le=65535)
    broker: str | None = None
    """Address of the broker that is told of this table, or of which `companion club` shows the tables; docs/club.md."""
    table: str = ""
    """What this table is called there."""
    data: Path = user_data_path(APP)
    """Folder of the journal and of kept samples."""


def load_settings(path: Path | None) -> Settings:
    """Settings from `path`, or from the user's own file, or the defaults where there is none.

    Raises:
        Unreadable: a named file is missing, is not TOML, or holds a key or value that means nothing here.
    """
    chosen = path or user_config_path(APP) / "companion.toml"
    if path is None and not chosen.exists():
        return Settings()
    try:
        return Settings.model_validate(tomllib.loads(chosen.read_text(encoding="utf-8")))
    except ValidationError as error:
        first = error.errors()[0]
        where, why = ".".join(map(str, first["loc"])), first["msg"]
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        where, why = "TOML", str(error)
    raise Unreadable(
        "settings.unreadable",
        Text(
            fr="Les réglages {path} ne se lisent pas, à « {where} » : {why} ; corrigez ou retirez cette ligne.",
            en="The settings {path} cannot be read, at “{where}”: {why}; mend or remove that line.",
        ).filled(path=chosen, where=where, why=why),
    )


def language() -> Language:
    """The language for the terminal: COMPANION_LANG, else the locale's if it is English, else French."""
    for name in ("COMPANION_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return "en" if value.startswith("en") else "fr"
    return "fr"
