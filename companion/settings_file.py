"""The settings file, changed by the program: remarks and order stay, and it is written whole or not at all."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

from pydantic import ValidationError

from companion.core.errors import NotSaved, Unreadable
from companion.core.files import FULL_DISK, OWNER_ONLY, READ_ONLY, write_whole
from companion.core.text import Text
from companion.settings import Settings, load_settings, place_of_settings
from companion.settings_mistakes import mistake, unread


@dataclass(frozen=True, slots=True)
class Draft:
    """What the file is to hold, checked and not written yet.

    Attributes:
        settings: as they will be read.
        written: the file's text.
    """

    settings: Settings
    written: str


class SettingsFile:
    """One settings file. Shared by threads.

    Args:
        named: the file that the command line names; None: the environment's or the user's own, be it there or not.
    """

    def __init__(self, named: Path | None = None) -> None:
        self._path, self._named, self._lock = place_of_settings(named), named, Lock()

    def read(self) -> Settings:
        """The settings as they would be read at a start. Raises `Unreadable`."""
        return load_settings(self._named)

    def draft(self, values: Mapping[str, Any]) -> Draft:
        """The file with these keys changed; None takes a key out. Nothing is written yet.

        Raises:
            Unreadable: the file is no TOML, or a value makes no sense: then it could not be loaded any more.
            NotSaved: this user has no place for a file.
        """
        import tomlkit  # when it is wanted: a table starts sooner without it

        path = self._place()
        try:
            text = path.read_text(encoding="utf-8") if path.exists() else ""
            document = tomlkit.parse(text)
            for key, value in values.items():
                if value is None:
                    document.pop(key, None)
                else:
                    document[key] = list(value) if isinstance(value, tuple) else value
            written = tomlkit.dumps(document)
            return Draft(Settings.model_validate(tomllib.loads(written)), written)
        except ValidationError as error:
            raise Unreadable("settings.unreadable", mistake(error, Settings, path)) from None
        except (OSError, ValueError, RecursionError) as error:  # ValueError: as in `load_settings`
            raise Unreadable("settings.unreadable", unread(error, path)) from None

    def write(self, draft: Draft) -> None:
        """Put a draft in the file's place.

        Raises:
            NotSaved: the disk does not take it; the file is as it was.
        """
        path = self._place()
        try:
            with self._lock:
                path.parent.mkdir(parents=True, exist_ok=True)
                target = path.resolve()  # a link stays one
                mode = target.stat().st_mode & 0o777 if target.exists() else OWNER_ONLY
                write_whole(target, draft.written.encode(), mode=mode)
        except OSError as error:
            raise NotSaved("settings.not-saved", _why(error).filled(path=path)) from None

    def _place(self) -> Path:
        if self._path is None:
            raise NotSaved("settings.no-place", NO_PLACE)
        return self._path


def _why(error: OSError) -> Text:
    """What keeps the file from being written."""
    return next((words for errors, words in WHY if error.errno in errors), LOST)


NO_PLACE = Text(
    fr="Ce compagnon n'a pas de fichier de réglages ; relancez-le avec --settings et un fichier.",
    en="This companion has no settings file; start it again with --settings and a file.",
)
CLOSED = Text(
    fr="Réglages {path} : ce fichier ne se laisse pas écrire, donc rien n'a changé ; rendez son dossier inscriptible.",
    en="Settings {path}: this file cannot be written to, so nothing has changed; let its folder be written to.",
)
FULL = Text(
    fr="Réglages {path} : le disque est plein, donc rien n'a changé ; faites de la place, puis recommencez.",
    en="Settings {path}: the disk is full, so nothing has changed; make room, then try again.",
)
LOST = Text(
    fr="Réglages {path} : le disque ne les prend pas, donc rien n'a changé ; vérifiez la carte, puis recommencez.",
    en="Settings {path}: the disk does not take them, so nothing has changed; check the card, then try again.",
)
WHY = ((READ_ONLY, CLOSED), (FULL_DISK, FULL))
"""Sentences by what the system calls it."""
