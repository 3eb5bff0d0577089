"""Bad pictures are refused in one sentence that names the file; nothing large is decoded."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from companion.camera.stills import load_picture
from companion.core.errors import Unreadable


def png_that_claims(width: int, height: int) -> bytes:
    """A PNG whose header tells a size and whose pixels are missing."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0")) + chunk(b"IEND", b"")


def whole_jpeg() -> bytes:
    return cv2.imencode(".jpg", np.full((60, 80, 3), (10, 120, 240), np.uint8))[1].tobytes()


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"Dear reader, this is no picture.", "picture.not-a-picture"),
        (b"", "picture.not-a-picture"),
        (whole_jpeg()[:10], "picture.not-a-picture"),
        (whole_jpeg()[:-40], "picture.not-a-picture"),
        (png_that_claims(1, 1), "picture.too-small"),
        (png_that_claims(10_000, 10_000), "picture.too-large"),
        (png_that_claims(60_000, 60_000), "picture.too-large"),
        (png_that_claims(100, 100), "picture.not-a-picture"),
    ],
    ids=["text", "empty", "header only", "broken off", "1 x 1", "100 MP", "3600 MP", "no pixels"],
)
def test_a_bad_picture_is_one_sentence(tmp_path: Path, content: bytes, code: str) -> None:
    path = tmp_path / "table.jpg"
    path.write_bytes(content)
    with pytest.raises(Unreadable) as refusal:
        load_picture(path)
    assert refusal.value.code == code
    assert str(path) in refusal.value.what.fr
    assert str(path) in refusal.value.what.en


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    for path in (tmp_path / "none.jpg", tmp_path):
        with pytest.raises(Unreadable, match=r"picture\."):
            load_picture(path)


def test_a_picture_is_bgr_and_upright(tmp_path: Path) -> None:
    path = tmp_path / "turned.jpg"
    picture = Image.new("RGB", (80, 60), (240, 120, 10))
    exif = picture.getexif()
    exif[0x0112] = 6  # "turn me a quarter clockwise"
    picture.save(path, exif=exif, quality=95)
    pixels = load_picture(path)
    assert pixels.shape == (80, 60, 3)
    assert np.abs(pixels.astype(int) - (10, 120, 240)).max() < 12
