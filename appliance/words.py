"""How the installer speaks, and its refusal."""

from __future__ import annotations

import os

from companion.core.text import Language, Text


class Failed(Exception):  # noqa: N818 - said to a person, not a fault of the program
    """Something could not be done; `what` says what, where, and what to do. Nothing half-done is left."""

    def __init__(self, what: Text) -> None:
        super().__init__(what.en)
        self.what = what


def language() -> Language:
    """The terminal's language, by the rule of `companion.settings.language`, which needs pydantic."""
    for name in ("COMPANION_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return "en" if os.environ[name].startswith("en") else "fr"
    return "fr"


def say(what: Text) -> None:
    """Print one sentence."""
    print(what.to(language()), flush=True)
