"""Recordings: every picture once, in order, at its pace."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.camera.replay import open_source
from companion.camera.source import SourceEnded, SourceFailed
from companion.camera.url import SourceUrl
from companion.core.clock import ManualClock
from companion.core.errors import Unreadable


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


def test_a_broken_or_foreign_picture_is_named(folder: Path) -> None:
    (folder / "2.png").write_bytes(b"")
    source = open_source(SourceUrl.parse(f"replay://{folder}"), ManualClock())
    source.small()
    with pytest.raises(SourceFailed, match=r"2\.png"):
        source.small()
    cv2.imwrite(str(folder / "2.png"), shade(7, width=80))
    source = open_source(SourceUrl.parse(f"replay://{folder}"), ManualClock())
    source.small()
    with pytest.raises(SourceFailed, match=r"2\.png has not the size"):
        source.small()
