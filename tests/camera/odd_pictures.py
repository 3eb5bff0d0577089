"""Pictures and near-pictures on which a decoder or a reader raises something of its own."""

from __future__ import annotations

import io
import struct

import numpy as np
from PIL import Image

GREY = np.full((60, 80, 3), 120, np.uint8)


def saved(form: str, pixels: np.ndarray = GREY, **more: object) -> bytes:
    """A picture file of Pillow's format `form`."""
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, form, **more)
    return out.getvalue()


def with_exif(block: bytes) -> bytes:
    """A JPEG whose EXIF data is `block`."""
    return saved("JPEG", exif=b"Exif\0\0" + block)


def exif_of(tag: int, kind: int, count: int, value: bytes, *, orientation: int | None = 6) -> bytes:
    """EXIF data, big endian: the orientation first, then one entry as it is given."""
    entries = [] if orientation is None else [struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0)]
    entries.append(struct.pack(">HHI", tag, kind, count) + value[:4].ljust(4, b"\0"))
    return b"MM\0*" + struct.pack(">IH", 8, len(entries)) + b"".join(entries) + struct.pack(">I", 0)


def dds_of_an_unknown_kind() -> bytes:
    """A DDS file of our size with a pixel format that no decoder knows."""
    whole = bytearray(saved("DDS"))
    whole[80:88] = struct.pack("<II", 4, 0x41424344)
    return bytes(whole)


def broken_avif() -> bytes:
    """An AVIF file whose coded data is something else."""
    whole = bytearray(saved("AVIF", quality=90))
    start = whole.index(b"mdat") + 4
    whole[start:] = bytes(len(whole) - start)
    return bytes(whole)


ODD = {
    # XResolution as text: written back into a file it would be "required argument is not an integer"
    "EXIF text for a number": with_exif(exif_of(0x011A, 2, 4, b"abc\0")),
    "EXIF of type 0": with_exif(exif_of(0x011A, 0, 1, b"\0\0\0\1")),
    "EXIF that points outside": with_exif(exif_of(0x8769, 4, 1, b"\xff\xff\xff\xff")),
    "EXIF broken off": with_exif(exif_of(0x011A, 5, 1, b"\0\0\0\x7f")),
    "EXIF of zeros": with_exif(bytes(40)),
    "AVIF broken": broken_avif(),
    "DDS of an unknown kind": dds_of_an_unknown_kind(),
    "strip": saved("PNG", np.full((48, 20_000, 3), 120, np.uint8)),
    "TIFF broken off": saved("TIFF")[:200],
    "PNG with a wrong sum": saved("PNG")[:-20] + b"\1" + saved("PNG")[-19:],
}
"""By name: each is a file."""
