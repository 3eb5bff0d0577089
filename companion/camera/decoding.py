"""From the bytes of a picture file to pixels. Whatever a decoder raises is one sentence about that picture.

A picture counts as readable when all of it can be decoded: of a damaged one nothing is shown to the readers.
"""

from __future__ import annotations

import io
import logging
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from threading import Lock
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, PngImagePlugin, UnidentifiedImageError

from companion.camera.arrays import Pixels
from companion.camera.opencv_log import opencv_silent
from companion.core.errors import Unreadable
from companion.core.text import Text

log = logging.getLogger(__name__)
# Pillow warns its programmers of odd metadata and of large pictures; people are told here what matters to them.
logging.getLogger("PIL").setLevel(logging.ERROR)
warnings.filterwarnings("ignore", module=r"PIL\.")

SIGNED = ("JPEG", "MPO", "PNG", "WEBP", "TIFF", "BMP", "GIF", "PPM", "AVIF", "JPEG2000", "SGI")
"""Formats (Pillow's names) that are known by how a file begins, whatever its name. Pillow knows more of them, among
them EPS, which would run another program on the file, and DDS, of which it fills up what is missing."""
UNSIGNED = {".tga": "TGA", ".pcx": "PCX"}
"""Formats whose files begin as any others may: they count under their own ending only."""
FLOATS = (b"II*\0", b"MM\0*", b"PF")
"""How files begin whose colours may be floating-point numbers, TIFF and PFM: Pillow does not know them, OpenCV does."""
LEAST_SIDE_PX = 48
"""In a smaller picture no die, card or tile could be told from another."""
MOST_PIXELS = 64_000_000
"""A larger picture needs over 200 MB; the largest camera module for the Pi gives 64 megapixels."""
MOST_LENGTH = 16
"""Most times that a picture is longer than it is wide. No camera's picture is; and together with `MOST_PIXELS` no side
is longer than the 32,766 pixels that OpenCV can turn and bend."""
ORIENTATION = 0x0112
"""The EXIF tag that says how the camera was held."""
TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""What turns a picture upright, by the values of that tag; 1 and unknown ones stay as they are."""
DEPTHS_BITS = (8, 10, 12, 14, 16, 24, 32)
"""Bits of brightness that sensors and file formats have."""
STDERR = 2
"""The number of standard error, for the system."""
_STDERR_LOCK = Lock()
WHITE = 255
"""The brightest value of a picture, and what is behind a transparent one: paper."""


def decode_picture(data: bytes, shown: str, ending: str = "") -> Pixels:
    """Decode a picture, turned upright as its EXIF data says.

    Values of more than 8 bits are scaled to 8; transparent parts lie on white.

    Args:
        data: the whole file.
        shown: what to call it in a sentence: its path or address.
        ending: the ending of its name (".tga"); only some formats need it.

    Returns:
        (H, W, 3) uint8 BGR.

    Raises:
        Unreadable: it is no picture of a known format, damaged, too small, too large (then it is not decoded), or too
            long for its width.
    """
    try:
        return _by_pillow(data, shown, ending)
    except UnidentifiedImageError as error:
        if data.startswith(FLOATS):
            return _by_opencv(data, shown)
        raise _unreadable(shown, error) from None
    except Unreadable:
        raise
    except Image.DecompressionBombError:  # Pillow's own bound, before ours is asked
        raise refused("too-large", shown, TOO_LARGE) from None
    except Exception as error:
        raise _unreadable(shown, error) from None


def _by_pillow(data: bytes, shown: str, ending: str) -> Pixels:
    Image.init()  # else a format that was not met before would not be among those known
    own = UNSIGNED.get(ending.lower())
    formats = [each for each in (*SIGNED, *([own] if own else ())) if each in Image.OPEN]
    with Image.open(io.BytesIO(data), formats=formats) as picture:
        check_size(picture.size, shown)
        if isinstance(picture, PngImagePlugin.PngImageFile):
            with Image.open(io.BytesIO(data), formats=["PNG"]) as sums:
                sums.verify()  # decoding alone would not look at them, and shows noise for damaged parts
        with _silent_libraries() if picture.format == "TIFF" else nullcontext():
            picture.load()
        check_size(picture.size, shown)  # a TIFF is turned upright by now
        return np.ascontiguousarray(_upright(_in_colour(picture), picture)[:, :, ::-1])


@contextmanager
def _silent_libraries() -> Iterator[None]:
    """While this lasts nothing that this process writes on standard error arrives there. libtiff knows no other way,
    and what it says of a broken file is not for people."""
    with _STDERR_LOCK:
        kept = os.dup(STDERR)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nowhere, STDERR)
            yield
        finally:
            os.dup2(kept, STDERR)
            os.close(kept)
            os.close(nowhere)


def _in_colour(picture: Image.Image) -> Image.Image:
    """The picture in red, green and blue, 8 bits each, on white."""
    if picture.mode == "F" or picture.mode.startswith("I"):
        return Image.fromarray(_in_bytes(np.asarray(picture))).convert("RGB")
    if not picture.has_transparency_data:
        return picture.convert("RGB")
    paper = Image.new("RGBA", picture.size, (WHITE, WHITE, WHITE, WHITE))
    return Image.alpha_composite(paper, picture.convert("RGBA")).convert("RGB")


def _upright(picture: Image.Image, source: Image.Image) -> Pixels:
    """`picture` turned as the EXIF data of `source` says; data that cannot be understood turns nothing."""
    try:
        held = source.getexif().get(ORIENTATION)
    except Exception as error:  # odd tags are no fault of the picture
        log.debug("EXIF data are not understood: %s", type(error).__name__)
        held = None
    turn = TURNS.get(held) if isinstance(held, int) else None
    return np.asarray(picture if turn is None else picture.transpose(turn), np.uint8)


def _by_opencv(data: bytes, shown: str) -> Pixels:
    """Decode what only OpenCV can. It refuses to decode more than OPENCV_IO_MAX_IMAGE_PIXELS."""
    try:
        with opencv_silent():
            found = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
        if found is None:
            raise ValueError("OpenCV gives no picture")
        height, width = found.shape[:2]
        check_size((width, height), shown)
        values = _in_bytes(found)
        if values.ndim == 2:
            return np.ascontiguousarray(np.dstack([values] * 3))
        if values.shape[2] == 4:
            colours, share = values[:, :, :3].astype(np.float32), values[:, :, 3:].astype(np.float32) / WHITE
            values = np.rint(colours * share + WHITE * (1 - share)).astype(np.uint8)
        return np.ascontiguousarray(values.reshape(height, width, 3))
    except Unreadable:
        raise
    except Exception as error:
        raise _unreadable(shown, error) from None


def _in_bytes(values: NDArray[Any]) -> NDArray[np.uint8]:
    """Values of any type scaled to 0 to 255.

    Whole numbers have the depth, of `DEPTHS_BITS`, that their brightest value needs: 12 bits of a sensor come in 16 of
    a file. Floating-point numbers go up to 1, to 255, or to their brightest.
    """
    if values.dtype == np.uint8:
        return values
    if np.issubdtype(values.dtype, np.integer):
        brightest = int(values.max())
        most = next(float(2**bits - 1) for bits in DEPTHS_BITS if brightest < 2**bits)
    else:
        values = np.nan_to_num(values, nan=0.0, posinf=0.0, neginf=0.0)
        brightest_of = float(values.max())
        most = next((most for most in (1.0, float(WHITE)) if brightest_of <= most), brightest_of)
    return np.rint(np.clip(values * (WHITE / most), 0, WHITE)).astype(np.uint8)


def check_size(size_xy: tuple[int, int], shown: str) -> None:
    """Check a picture's width and height, px. Raises `Unreadable` where it is too small, too large or too long."""
    width, height = size_xy
    if min(width, height) < LEAST_SIDE_PX:
        raise refused("too-small", shown, TOO_SMALL, width=width, height=height, least=LEAST_SIDE_PX)
    if width * height > MOST_PIXELS:
        raise refused("too-large", shown, TOO_LARGE)
    if max(width, height) > MOST_LENGTH * min(width, height):
        raise refused("too-long", shown, TOO_LONG, width=width, height=height, times=MOST_LENGTH)


def refused(code: str, shown: str, what: Text, **values: object) -> Unreadable:
    """The refusal of one picture, to be raised."""
    return Unreadable(f"picture.{code}", what.filled(path=shown, most=MOST_PIXELS // 1_000_000, **values))


def _unreadable(shown: str, error: Exception) -> Unreadable:
    # A decoder raises what it likes: struct.error, KeyError, NotImplementedError, MemoryError, RecursionError ...
    log.debug("a picture is not decoded: %s", type(error).__name__)
    return refused("not-a-picture", shown, NOT_A_PICTURE)


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
TOO_LONG = Text(
    fr="{path} : l'image ({width} x {height}) est trop étroite ; un côté fait au plus {times} fois l'autre.",
    en="{path}: the picture ({width} x {height}) is too narrow; one side may be {times} times the other at most.",
)
