"""`companion read` as outsiders script against it."""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.camera.arrays import Pixels
from companion.camera.url import SourceUrl
from companion.cli import run
from companion.core.art import Art
from companion.core.clock import ManualClock
from companion.perception.dice.reader import DiceReader
from companion.simulator.source import open_source
from companion.simulator.world import World


def no_art(kind: str, face: str) -> Art:
    raise KeyError(kind)


@pytest.fixture(scope="module")
def table_png(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A picture of two large dice, a 4 and an 11, and a third that leans."""
    world = World(no_art)
    for value, x_mm, lean_deg in ((4, -60.0, 0.0), (11, 0.0, 0.0), (2, 60.0, 20.0)):
        world.place_die(value, (x_mm, 0.0), yaw_deg=70.0, lean_deg=lean_deg)
    path = tmp_path_factory.mktemp("table") / "table.png"
    address = SourceUrl.parse("rendered://?width=1024&height=768&height_mm=300&tilt_deg=3&noise=1")
    with open_source(address, ManualClock(), world) as source:
        cv2.imwrite(str(path), source.full().pixels)
    return path


def lines(out: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in out.splitlines()]


def test_one_object_a_line_in_the_order_given(table_png: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bare = table_png.with_name("bare.png")
    cv2.imwrite(str(bare), np.full((300, 400, 3), 120, np.uint8))
    assert run(["read", "dice", str(bare), str(table_png), "--json"]) == 0
    first, second = lines(capsys.readouterr().out)
    assert (first["image"], first["dice"]) == (str(bare), [])
    assert second["image"] == str(table_png)
    assert set(second) == {"image", "dice", "view", "ms"}
    assert 0 <= second["view"]["tilt_deg"] <= 90
    dice = second["dice"]
    assert isinstance(dice, list)
    assert all(set(die) == {"value", "x", "y", "sure"} for die in dice)
    assert {die["value"] for die in dice} <= {4, 11, None}
    assert [die["value"] for die in sorted(dice, key=lambda die: die["x"])][2] is None
    assert all(0 <= die["sure"] <= 1 for die in dice)


def hundred_megapixels() -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = zlib.compress(b"\0" * 10_001 * 10_000, 9)
    header = struct.pack(">IIBBBBB", 10_000, 10_000, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def one_pixel() -> bytes:
    return cv2.imencode(".png", np.zeros((1, 1, 3), np.uint8))[1].tobytes()


@pytest.mark.parametrize(
    "content", [b"just words", b"", one_pixel(), hundred_megapixels()], ids=["text", "empty", "1 x 1", "100 MP"]
)
def test_a_bad_picture_is_told_and_the_rest_is_still_read(
    table_png: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(content)
    assert run(["read", "dice", str(bad), str(table_png), "--json"]) == 2
    captured = capsys.readouterr()
    first, second = lines(captured.out)
    assert set(first) == {"image", "error"}
    assert str(bad) in str(first["error"])
    assert "dice" in second
    assert captured.err.strip() == first["error"]


def test_in_words_too(table_png: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["read", "dice", str(table_png)]) == 0
    assert capsys.readouterr().out.startswith(f"{table_png}: ")


@pytest.mark.parametrize("error", [cv2.error("x"), MemoryError(), ValueError("x"), RecursionError()])
def test_whatever_a_reader_raises_is_a_sentence_and_the_next_picture_is_read(
    table_png: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    whole, calls = DiceReader.read, iter([error, None])

    def read(self: DiceReader, picture: Pixels) -> object:
        raised = next(calls)
        if raised is not None:
            raise raised
        return whole(self, picture)

    monkeypatch.setattr(DiceReader, "read", read)
    assert run(["read", "dice", str(table_png), str(table_png), "--json"]) == 2
    captured = capsys.readouterr()
    first, second = lines(captured.out)
    assert set(first) == {"image", "error"}
    assert type(error).__name__ in str(first["error"])
    assert "dice" in second
    assert captured.err.strip() == first["error"]
