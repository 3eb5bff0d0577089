"""Recordings: every picture once, in order, at its pace."""

from __future__ import annotations

import math
import os
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from companion.camera import replay
from companion.camera.replay import open_source
from companion.camera.source import SourceEnded, SourceFailed
from companion.camera.url import SourceUrl
from companion.core.clock import ManualClock
from companion.core.errors import Unreadable
from tests.camera.odd_pictures import ODD


def shade(grey: int, width: int = 64) -> np.ndarray:
    return np.full((48, width, 3), grey, np.uint8)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in (3, 1, 2):
        cv2.imwrite(str(tmp_path / f"{number}.png"), shade(number * 50))
    (tmp_path / "notes.txt").write_text("not a picture")
    return tmp_path


def test_pictures_come_in_the_order_of_their_names_at_the_asked_pace(folder: Path) -> None:
    clock = ManualClock(100.0)
    source = open_source(SourceUrl.parse(f"replay://{folder}?fps=4"), clock)
    assert source.full().pixels[0, 0, 0] == 50
    seen = [(int(frame.pixels[0, 0, 0]), frame.taken_s) for frame in (source.small(), source.small(), source.small())]
    assert seen == [(50, 100.0), (100, 100.25), (150, 100.5)]
    assert source.full().pixels[0, 0, 0] == 150
    with pytest.raises(SourceEnded):
        source.small()


@pytest.mark.parametrize("ending", ["gif", "ppm", "jp2", "tga", "pcx", "sgi", "TIF"])
def test_all_formats_that_are_read_are_played(tmp_path: Path, ending: str) -> None:
    Image.fromarray(shade(100)).save(tmp_path / f"1.{ending}")
    assert open_source(SourceUrl.parse(f"replay://{tmp_path}"), ManualClock()).full_size_xy == (64, 48)


def test_a_film_has_its_own_pace(tmp_path: Path) -> None:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 5, (64, 48))
    for number in (1, 2, 3):
        writer.write(shade(number * 60))
    writer.release()
    source = open_source(SourceUrl.parse(f"replay://{path}"), ManualClock())
    frames = [source.small(), source.small(), source.small()]
    assert [round(frame.pixels.mean() / 60) for frame in frames] == [1, 2, 3]
    assert [frame.taken_s for frame in frames] == pytest.approx([0.0, 0.2, 0.4])
    with pytest.raises(SourceEnded):
        source.small()


def test_what_cannot_be_played(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "words.mp4").write_text("no film")
    for name, sentence in {
        "empty": "holds no picture",
        "words.mp4": "no video that can be read",
        "absent": "nothing is there",
    }.items():
        with pytest.raises(SourceFailed) as failed:
            open_source(SourceUrl.parse(f"replay://{tmp_path}/{name}"), ManualClock())
        assert sentence in failed.value.what.en
        assert f"{tmp_path}/{name}" in failed.value.what.fr
    with pytest.raises(Unreadable):
        open_source(SourceUrl.parse(f"replay://{tmp_path}?speed=2"), ManualClock())


def test_a_broken_or_foreign_picture_is_left_out_and_named(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    (folder / "2.png").write_bytes(b"")
    assert shades(folder) == [50, 150]
    assert "2.png" in caplog.text
    cv2.imwrite(str(folder / "2.png"), shade(7, width=80))
    caplog.clear()
    assert shades(folder) == [50, 150]
    assert "2.png: this picture has not the size" in caplog.text


@pytest.mark.parametrize("bad", ODD, ids=ODD)
def test_a_file_that_no_decoder_understands_ends_no_recording(folder: Path, bad: str) -> None:
    (folder / "1x.jpg").write_bytes(ODD[bad])
    assert shades(folder) == [50, 100, 150]


def test_a_folder_of_which_nothing_can_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "0.png").write_bytes(b"no picture")
    (tmp_path / "1.png").write_bytes(b"no picture")
    with pytest.raises(SourceFailed, match=r"0\.png"):
        open_source(SourceUrl.parse(f"replay://{tmp_path}"), ManualClock())


class BrokenFilm:
    """A `cv2.VideoCapture` of two good pictures, then one at which the decoder raises."""

    def __init__(self) -> None:
        self.left = 2

    def get(self, key: int) -> float:
        return math.nan

    def read(self) -> tuple[bool, np.ndarray]:
        if not self.left:
            raise cv2.error("what a decoder says")
        self.left -= 1
        return True, shade(self.left)

    def release(self) -> None:
        pass


def test_a_film_ends_where_it_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "film.avi").touch()
    monkeypatch.setattr(replay, "opened", lambda path: BrokenFilm())
    assert shades(tmp_path / "film.avi") == [1, 0]


def test_a_path_that_is_not_utf8_and_one_in_the_home_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    odd = Path(os.fsdecode(os.fsencode(folder) + b"/\xff\xe9t\xe9"))
    odd.mkdir()
    cv2.imwrite(str(folder / "odd.png"), shade(77))
    (folder / "odd.png").rename(odd / "1.png")
    assert shades(odd) == [77]
    source = open_source(SourceUrl.parse(f"replay://{folder}/%FF%E9t%E9"), ManualClock())
    assert source.full().pixels[0, 0, 0] == 77
    monkeypatch.setenv("HOME", str(folder))
    assert open_source(SourceUrl.parse("replay://~"), ManualClock()).full().pixels[0, 0, 0] == 50


def test_a_film_whose_name_is_not_utf8_is_one_sentence(tmp_path: Path) -> None:
    odd = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.avi"))
    odd.write_bytes(b"RIFF")
    with pytest.raises(SourceFailed, match="no video"):
        open_source(SourceUrl.parse(f"replay://{odd}"), ManualClock())


def shades(folder: Path) -> list[int]:
    """The grey of every picture of a recording."""
    source, seen = open_source(SourceUrl.parse(f"replay://{folder}"), ManualClock()), []
    try:
        while True:
            seen.append(int(source.small().pixels[0, 0, 0]))
    except SourceEnded:
        return seen
