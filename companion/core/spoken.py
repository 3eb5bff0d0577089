"""The language that the terminal speaks."""

from __future__ import annotations

import os

from companion.core.text import Language

SPOKEN = "COMPANION_LANG"
"""Environment variable that says it before the system's own; `--language` sets it."""


def language() -> Language:
    """The language for the terminal: that of the first of COMPANION_LANG, LC_ALL, LC_MESSAGES and LANG that is set.

    English if it begins with "en", French for any other value or none.
    """
    for name in (SPOKEN, "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return "en" if value.startswith("en") else "fr"
    return "fr"
