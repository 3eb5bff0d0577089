"""Reads one picture file, and says in one sentence why it cannot."""

from __future__ import annotations

import stat
from pathlib import Path

from companion.camera.arrays import Pixels
from companion.camera.decoding import MOST_PIXELS, NOT_A_PICTURE, TOO_LARGE, decode_picture, refused
from companion.core.system_words import why
from companion.core.text import Text

MOST_BYTES = 8 * MOST_PIXELS + 1_000_000
"""A larger file is not read: the largest picture, uncompressed, with four channels of 16 bits, and a header."""


def load_picture(path: Path) -> Pixels:
    """Load a picture, turned upright as its EXIF data says; see `decode_picture`.

    Returns:
        (H, W, 3) uint8 BGR.

    Raises:
        Unreadable: there is no such file, or no readable picture in it.
    """
    return decode_picture(_content(path), str(path), path.suffix)


def _content(path: Path) -> bytes:
    """All of the file, or of what comes through a pipe. Raises `Unreadable`."""
    shown = str(path)
    try:
        with path.open("rb") as file:
            kind = path.stat().st_mode
            if not (stat.S_ISREG(kind) or stat.S_ISFIFO(kind)):  # a device may have no end
                raise refused("not-a-picture", shown, NOT_A_PICTURE)
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise refused("missing", shown, MISSING) from None
    except IsADirectoryError:
        raise refused("not-a-picture", shown, NOT_A_PICTURE) from None
    except (OSError, ValueError, MemoryError) as error:
        reason = why(error)
        raise refused("unopened", shown, UNOPENED, why=reason) from None
    if len(data) > MOST_BYTES:
        raise refused("too-large", shown, TOO_LARGE)
    return data


MISSING = Text(
    fr="{path} : ce fichier n'existe pas ; vérifiez le nom.", en="{path}: there is no such file; check its name."
)
UNOPENED = Text(
    fr="{path} : ce fichier ne s'ouvre pas ({why}) ; vérifiez-le et ses droits.",
    en="{path}: this file does not open ({why}); check it and its permissions.",
)
