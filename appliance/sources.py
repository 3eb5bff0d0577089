"""What a release is made of: a clone, a wheel, or an address of git."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from appliance.words import Failed
from companion.core.text import Text

NOT_OF_THE_PROGRAM = shutil.ignore_patterns(".git", ".venv", "build", "dist", "*.egg-info", "__pycache__", "tests")
"""What lies in a clone and is no part of the program."""
GIT = "git+"


@dataclass(frozen=True, slots=True)
class Source:
    """Where the program comes from, as pip is told: a whole path, or an address that begins with git+."""

    words: str

    @property
    def packages(self) -> tuple[str, ...]:
        """Debian packages without which it cannot be fetched."""
        return ("git",) if self.words.startswith(GIT) else ()


def read_source(words: str) -> Source:
    """Understand what a person wrote.

    Raises:
        Failed: there is no such file, or it is neither a wheel nor a clone.
    """
    if words.startswith(GIT):
        return Source(words)
    path = Path(words).resolve()
    if not (path.suffix == ".whl" and path.is_file()) and not (path / "pyproject.toml").is_file():
        raise Failed(NO_SOURCE.filled(words=words))
    return Source(str(path))


def own_source() -> Source:
    """The clone or wheel that this installer was started from.

    Raises:
        Failed: it was started from neither.
    """
    folder = Path(__file__).resolve().parents[1]
    return read_source(str(folder))


@contextmanager
def at_hand(source: Source) -> Iterator[str]:
    """While this lasts, pip finds the source at the address that this gives. A clone is copied: building writes into
    the folder, and what root wrote there the clone's owner could not delete."""
    path = Path(source.words)
    if source.words.startswith(GIT):
        yield source.words
    elif path.is_file():
        yield path.as_uri()
    else:
        with tempfile.TemporaryDirectory(prefix="table-companion-") as folder:
            copy = Path(folder) / "source"
            shutil.copytree(path, copy, ignore=NOT_OF_THE_PROGRAM)
            yield copy.as_uri()


NO_SOURCE = Text(
    fr="« {words} » n'est ni un dossier du compagnon, ni un fichier .whl, ni une adresse git+https://… ; vérifiez-le.",
    en="“{words}” is neither a folder of the companion, nor a .whl file, nor an address git+https://…; check it.",
)
