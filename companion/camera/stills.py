"""Reads one picture file, and says in one sentence why it cannot."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from companion.camera.arrays import Pixels
from companion.core.errors import Unreadable
from companion.core.text import Text

LEAST_SIDE_PX = 48
"""In a smaller picture no die, card or tile could be told from another."""
MOST_PIXELS = 64_000_000
"""A larger picture needs over 200 MB; the largest camera module for the Pi gives 64 megapixels."""


def load_picture(path: Path) -> Pixels:
    """Load a picture, turned upright as its EXIF data says.

    Returns:
        (H, W, 3) uint8 BGR.

    Raises:
        Unreadable: there is no such file, or it is no picture, incomplete, too small or too large. Too large ones are
            not decoded.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            return _decoded(path)
    except FileNotFoundError:
        raise _refused("missing", path, MISSING) from None
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise _refused("too-large", path, TOO_LARGE) from None
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError):
        raise _refused("not-a-picture", path, NOT_A_PICTURE) from None


def _decoded(path: Path) -> Pixels:
    with Image.open(path) as picture:
        width, height = picture.size
        if min(width, height) < LEAST_SIDE_PX:
            raise _refused("too-small", path, TOO_SMALL, width=width, height=height, least=LEAST_SIDE_PX)
        if width * height > MOST_PIXELS:
            raise _refused("too-large", path, TOO_LARGE)
        upright = ImageOps.exif_transpose(picture).convert("RGB")
    return np.ascontiguousarray(np.asarray(upright, dtype=np.uint8)[:, :, ::-1])


def _refused(code: str, path: Path, what: Text, **values: object) -> Unreadable:
    return Unreadable(f"picture.{code}", what.filled(path=path, most=MOST_PIXELS // 1_000_000, **values))


MISSING = Text(
    fr="{path} : ce fichier n'existe pas ; vérifiez le nom.", en="{path}: there is no such file; check its name."
)
NOT_A_PICTURE = Text(
    fr="{path} : ce fichier n'est pas une image lisible ; donnez un JPEG ou un PNG entier.",
    en="{path}: this file is not a readable picture; give a whole JPEG or PNG.",
)
TOO_SMALL = Text(
    fr="{path} : l'image ({width} x {height}) est trop petite ; il faut au moins {least} pixels de côté.",
    en="{path}: the picture ({width} x {height}) is too small; it takes at least {least} pixels a side.",
)
TOO_LARGE = Text(
    fr="{path} : l'image est trop grande ; réduisez-la à {most} mégapixels au plus.",
    en="{path}: the picture is too large; make it {most} megapixels at most.",
)
