"""Every driver keeps the same contract."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.camera import picamera2_source, replay, usb
from companion.camera.source import Frame, SourceEnded, read_only, shrunk, small_size_xy
from companion.camera.url import SourceUrl
from companion.core.art import Art
from companion.core.clock import ManualClock
from companion.simulator import source as rendered
from companion.simulator.world import World
from tests.camera.contract import check_source
from tests.camera.fakes import FakeCapture, FakePicamera2, colour_card, picamera2_module


def no_art(kind: str, face: str) -> Art:
    raise KeyError(kind)


def test_a_folder_of_pictures(tmp_path: Path) -> None:
    for number in range(4):
        cv2.imwrite(str(tmp_path / f"{number}.png"), colour_card(800, 600))
    check_source(lambda: replay.open_source(SourceUrl.parse(f"replay://{tmp_path}"), ManualClock()))


def test_a_film(tmp_path: Path) -> None:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (800, 600))
    for _ in range(4):
        writer.write(colour_card(800, 600))
    writer.release()
    check_source(lambda: replay.open_source(SourceUrl.parse(f"replay://{path}"), ManualClock()))


def test_the_simulated_table() -> None:
    url = SourceUrl.parse("rendered://?width=960&height=720&tilt_deg=10")
    check_source(lambda: rendered.open_source(url, ManualClock(), World(no_art)))


def test_a_usb_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cv2, "VideoCapture", FakeCapture)
    check_source(lambda: usb.open_source(SourceUrl.parse("usb://0"), ManualClock()))


def test_a_camera_of_the_pi(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", picamera2_module(FakePicamera2))
    url = SourceUrl.parse("picamera2://0?width=1600&height=1200")
    check_source(lambda: picamera2_source.open_source(url, ManualClock()))


class NotQuite:
    """Breaks one clause of the contract at a time, to show that the check finds it."""

    full_size_xy = (800, 600)

    def __init__(self, fault: str) -> None:
        self.fault = fault
        self.number = 0

    def __enter__(self) -> NotQuite:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _frame(self, small: bool) -> Frame:
        if self.fault == "closed":
            raise SourceEnded
        self.number += self.fault != "number"
        pixels = colour_card(800, 600)
        if small and self.fault != "size":
            pixels = shrunk(pixels)
        if small and self.fault == "other":
            pixels = 255 - pixels
        if self.fault != "writable":
            pixels = read_only(pixels)
        return Frame(pixels, -float(self.number) if self.fault == "time" else 0.0, self.number)

    def small(self) -> Frame:
        return self._frame(small=True)

    def full(self) -> Frame:
        return self._frame(small=False)

    def close(self) -> None:
        if self.fault != "stays open":
            self.fault = "closed"


def test_the_check_passes_what_is_right() -> None:
    check_source(lambda: NotQuite("none"))


@pytest.mark.parametrize("fault", ["number", "size", "other", "writable", "time", "stays open"])
def test_the_check_bites(fault: str) -> None:
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        check_source(lambda: NotQuite(fault))


@pytest.mark.parametrize(
    ("full", "small"),
    [((640, 480), (640, 480)), ((320, 240), (320, 240)), ((4608, 2592), (640, 360)), ((1000, 2000), (240, 480))],
)
def test_the_small_picture_keeps_the_shape(full: tuple[int, int], small: tuple[int, int]) -> None:
    assert small_size_xy(full) == small
    assert shrunk(np.zeros((full[1], full[0], 3), np.uint8)).shape == (small[1], small[0], 3)
