"""Pictures of every kind that people have become blue, green and red of 8 bits, upright, on white; and whatever a
decoder raises is one sentence."""

from __future__ import annotations

import io
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from companion.camera import decoding
from companion.camera.decoding import FLOATS, SIGNED, UNSIGNED, decode_picture
from companion.camera.stills import load_picture
from companion.core.errors import Unreadable
from tests.camera.fakes import colour_card
from tests.camera.odd_pictures import GREY, ODD, exif_of, saved, with_exif

CARD = colour_card(96, 64)
DECODED = {"EXIF text for a number", "EXIF of type 0", "EXIF that points outside", "EXIF broken off", "EXIF of zeros"}
"""Those of the odd files whose picture is whole: only what is said about it is odd."""


def encoded(ending: str, values: np.ndarray) -> bytes:
    return cv2.imencode(ending, values)[1].tobytes()


def far(pixels: np.ndarray, wanted: np.ndarray) -> int:
    """The largest difference in grey levels."""
    assert pixels.shape == wanted.shape
    assert pixels.dtype == np.uint8
    return int(np.abs(pixels.astype(int) - wanted.astype(int)).max())


@pytest.mark.parametrize("name", ODD)
def test_an_odd_file_is_decoded_or_one_sentence(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    if name in DECODED:
        assert far(decode_picture(ODD[name], "odd.bin"), decode_picture(ODD[name], "odd.bin")) == 0
    else:
        with pytest.raises(Unreadable) as refusal:
            decode_picture(ODD[name], "odd.bin")
        assert refusal.value.what.fr.startswith("odd.bin : ")
        assert refusal.value.what.en.startswith("odd.bin: ")
    assert capfd.readouterr().err == "", "what Pillow or OpenCV says of it is not for people"


@pytest.mark.parametrize(
    "error", [cv2.error("x"), MemoryError(), RecursionError(), KeyError("x"), NotImplementedError(), AssertionError()]
)
def test_whatever_a_decoder_raises_is_one_sentence(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def decode(self: object) -> None:
        raise error

    whole = saved("BMP")
    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", decode)
    with pytest.raises(Unreadable, match="readable picture"):
        decode_picture(whole, "x.bmp")


@pytest.mark.parametrize("form", [each for each in (*SIGNED, *UNSIGNED.values()) if each != "MPO"])
def test_every_format_is_read(form: str) -> None:
    more = {"TIFF": {"compression": "tiff_lzw"}, "WEBP": {"lossless": True}, "AVIF": {"quality": 100}}.get(form, {})
    ending = next((end for end, name in UNSIGNED.items() if name == form), "")
    pixels = decode_picture(saved(form, CARD[:, :, ::-1].copy(), **more), "x", ending)
    lossy = {"JPEG": 40, "GIF": 60, "AVIF": 24, "JPEG2000": 2}.get(form, 0)
    assert far(pixels, CARD) <= lossy


def test_a_format_without_a_signature_counts_under_its_own_ending_only(tmp_path: Path) -> None:
    (tmp_path / "table.tga").write_bytes(saved("TGA", CARD))
    (tmp_path / "table.jpg").write_bytes(saved("TGA", CARD))
    assert load_picture(tmp_path / "table.tga").shape == CARD.shape
    with pytest.raises(Unreadable):
        load_picture(tmp_path / "table.jpg")


@pytest.mark.parametrize("form", ["EPS", "DDS", "ICO", "IM", "SPIDER"])
def test_a_format_that_is_not_listed_is_no_picture(form: str) -> None:
    """EPS would run another program on the file."""
    with pytest.raises(Unreadable):
        decode_picture(saved(form, CARD if form != "SPIDER" else CARD[:, :, 0]), "x", f".{form.lower()}")


@pytest.mark.parametrize("ending", [".png", ".tiff", ".pgm", ".jp2"])
@pytest.mark.parametrize("bits", [10, 12, 16])
def test_grey_of_more_than_eight_bits_is_scaled(ending: str, bits: int) -> None:
    if ending == ".pgm" and bits != 16:
        pytest.skip("its header says the depth, and OpenCV always writes 16")
    grey = CARD[:, :, 0].copy()
    grey[0, 0] = 255
    deep = np.rint(grey.astype(float) * (2**bits - 1) / 255).astype(np.uint16)
    pixels = decode_picture(encoded(ending, deep), "deep")
    assert far(pixels, np.dstack([grey] * 3)) <= 1


@pytest.mark.parametrize("ending", [".png", ".tiff", ".ppm", ".jp2"])
def test_colour_of_sixteen_bits_is_scaled(ending: str) -> None:
    assert far(decode_picture(encoded(ending, CARD.astype(np.uint16) * 257), "deep"), CARD) <= 2


@pytest.mark.parametrize("ending", [".tiff", ".pfm"])
@pytest.mark.parametrize("brightest", [1.0, 255.0, 4000.0])
@pytest.mark.parametrize("kind", ["grey", "colour"])
def test_floating_point_is_scaled(ending: str, brightest: float, kind: str) -> None:
    card = CARD.copy()
    card[0, 0] = 255
    values = card.astype(np.float32) / 255 * brightest
    if kind == "grey":
        values, card = values[:, :, 1].copy(), np.dstack([card[:, :, 1]] * 3)
    data = encoded(ending, values)
    assert data.startswith((*FLOATS, b"Pf"))
    assert far(decode_picture(data, "float"), card) <= 1


def test_numbers_that_are_none_are_black() -> None:
    values = np.full((60, 80), 0.5, np.float32)
    values[:20], values[20:40] = np.nan, np.inf
    pixels = decode_picture(encoded(".tiff", values), "float")
    assert pixels[10, 10].tolist() == [0, 0, 0]
    assert abs(int(pixels[50, 50, 0]) - 128) <= 1


@pytest.mark.parametrize("form", ["PNG", "WEBP", "TIFF", "AVIF"])
def test_what_is_transparent_lies_on_white(form: str) -> None:
    clear = np.dstack([GREY, np.zeros(GREY.shape[:2], np.uint8)])
    clear[:30, :, 3] = 255
    pixels = decode_picture(saved(form, clear), "clear")
    assert far(pixels[:28], np.full((28, 80, 3), 120, np.uint8)) <= 6
    assert far(pixels[32:], np.full((28, 80, 3), 255, np.uint8)) <= 6


@pytest.mark.parametrize("mode", ["P", "LA", "PA", "1", "CMYK", "L"])
def test_modes_of_paint_programs(mode: str) -> None:
    out = io.BytesIO()
    picture = Image.fromarray(CARD[:, :, ::-1].copy()).convert("L" if mode == "1" else "RGB").convert(mode)
    if mode == "P":
        picture.save(out, "PNG", transparency=0)
    else:
        picture.save(out, "TIFF" if mode in ("CMYK", "PA") else "PNG")
    assert decode_picture(out.getvalue(), "x").shape == CARD.shape


@pytest.mark.parametrize("held", range(1, 9))
@pytest.mark.parametrize("form", ["JPEG", "PNG", "TIFF", "WEBP", "AVIF"])
def test_every_way_to_hold_a_camera_comes_out_upright(held: int, form: str) -> None:
    stored = Image.fromarray(CARD[:, :, ::-1].copy())
    away = {2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}  # Pillow's transpositions that undo each orientation
    if held != 1:
        stored = stored.transpose(Image.Transpose(away[held]))
    exif = Image.Exif()
    exif[decoding.ORIENTATION] = held
    out = io.BytesIO()
    stored.save(out, form, exif=exif, quality=95)
    assert far(decode_picture(out.getvalue(), "held"), CARD) <= 24


def test_an_orientation_beside_odd_tags_still_turns() -> None:
    odd = with_exif(exif_of(0x011A, 2, 4, b"abc\0"))
    assert decode_picture(odd, "odd.jpg").shape == (80, 60, 3)
    never = with_exif(exif_of(0x011A, 5, 1, b"\0\0\0\0", orientation=99))
    assert decode_picture(never, "odd.jpg").shape == (60, 80, 3)


def test_a_float_picture_that_claims_a_size_is_not_set_aside_for() -> None:
    for header in (b"PF\n60000 60000\n-1.0\n", b"Pf\n60000 60000\n-1.0\n", b"P6 60000 60000 255\n"):
        with pytest.raises(Unreadable):
            decode_picture(header + bytes(100), "large")


def test_a_device_without_an_end_is_no_picture() -> None:
    with pytest.raises(Unreadable):
        load_picture(Path("/dev/zero"))
