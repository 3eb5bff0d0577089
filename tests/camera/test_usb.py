"""USB cameras, with OpenCV's capture replaced by one that notes what it is asked."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.camera.source import SourceFailed
from companion.camera.url import SourceUrl
from companion.camera.usb import open_source
from companion.core.clock import ManualClock
from companion.core.errors import Unreadable
from tests.camera.fakes import FakeCapture, PackedCapture, colour_card


def use(monkeypatch: pytest.MonkeyPatch, **attributes: object) -> type[FakeCapture]:
    capture = type("Capture", (FakeCapture,), {"made": [], **attributes})
    monkeypatch.setattr(cv2, "VideoCapture", capture)
    return capture


def test_it_is_opened_by_number_and_asked_for_size_and_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    capture = use(monkeypatch)
    with open_source(SourceUrl.parse("usb://1?width=1280&height=960&fps=15"), ManualClock()) as source:
        assert source.full_size_xy == (800, 600), "what the camera gives counts, not what was asked for"
        assert source.small().pixels.shape == (480, 640, 3)
    (made,) = capture.made
    assert (made.address, made.released) == (1, 1)
    assert made.settings == {
        cv2.CAP_PROP_FOURCC: cv2.VideoWriter.fourcc(*"MJPG"),
        cv2.CAP_PROP_FRAME_WIDTH: 1280,
        cv2.CAP_PROP_FRAME_HEIGHT: 960,
        cv2.CAP_PROP_FPS: 15,
    }


def test_it_is_opened_by_path(monkeypatch: pytest.MonkeyPatch) -> None:
    capture = use(monkeypatch)
    open_source(SourceUrl.parse("usb:///dev/video2"), ManualClock()).close()
    assert capture.made[0].address == "/dev/video2"


def test_an_absent_camera_is_one_sentence_and_no_other_source(monkeypatch: pytest.MonkeyPatch) -> None:
    capture = use(monkeypatch, opens=False)
    with pytest.raises(SourceFailed) as failed:
        open_source(SourceUrl.parse("usb://3"), ManualClock())
    assert failed.value.what.en == (
        "No USB camera “usb://3”: plug it in, close other programs that use it, or give another number."
    )
    assert [made.released for made in capture.made] == [1]


@pytest.mark.parametrize(
    "attributes",
    [
        {"stops_after": 0},
        {"picture": np.zeros((480, 640), np.uint8)},
        {"picture": np.zeros((480, 640, 3), np.uint16)},
    ],
)
def test_a_camera_without_usable_pictures_fails_at_once(
    monkeypatch: pytest.MonkeyPatch, attributes: dict[str, object]
) -> None:
    capture = use(monkeypatch, **attributes)
    with pytest.raises(SourceFailed, match="gives no pictures"):
        open_source(SourceUrl.parse("usb://0"), ManualClock())
    assert capture.made[0].released == 1


def test_a_camera_that_is_pulled_out_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    capture = use(monkeypatch)
    source = open_source(SourceUrl.parse("usb://0"), ManualClock())
    source.small()
    capture.stops_after = 0
    with pytest.raises(SourceFailed):
        [source.small() for _ in range(3)]  # one picture may have been on its way
    source.close()


@pytest.mark.parametrize("query", ["size=3", "width=wide", "width=-4", "height=99999", "width=12.5"])
def test_a_bad_key_or_value_is_refused_before_any_camera_is_opened(monkeypatch: pytest.MonkeyPatch, query: str) -> None:
    capture = use(monkeypatch)
    with pytest.raises(Unreadable, match=query.split("=")[0]):
        open_source(SourceUrl.parse(f"usb://0?{query}"), ManualClock())
    assert capture.made == []


@pytest.mark.parametrize("device", ["9" * 5000, "99999999999", "/dev/\udcff", "/dev/a\x00b"], ids=ascii)
def test_a_device_that_cannot_be_is_one_sentence(device: str) -> None:
    with pytest.raises(SourceFailed, match="No USB camera"):
        open_source(SourceUrl.parse(f"usb://{device}"), ManualClock())


def test_a_driver_that_raises_in_the_thread_is_a_camera_that_gives_no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: FakeCapture) -> None:
        raise cv2.error("what a driver says")

    capture = use(monkeypatch)
    source = open_source(SourceUrl.parse("usb://0"), ManualClock())
    monkeypatch.setattr(capture, "retrieve", broken)
    with pytest.raises(SourceFailed, match="gives no pictures"):
        [source.small() for _ in range(3)]
    source.close()


def test_jpeg_pictures_are_decoded_no_larger_than_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cv2, "VideoCapture", PackedCapture)
    decoded: list[int] = []
    decode = cv2.imdecode
    monkeypatch.setattr(cv2, "imdecode", lambda data, flag: decoded.append(flag) or decode(data, flag))
    with open_source(SourceUrl.parse("usb://0"), ManualClock()) as source:
        decoded.clear()
        small = source.small()
        assert [flag & cv2.IMREAD_REDUCED_COLOR_2 for flag in decoded] == [cv2.IMREAD_REDUCED_COLOR_2]
        assert small.pixels.shape == (360, 640, 3)
        assert np.abs(small.pixels.astype(int) - colour_card(640, 360)).max() <= 8
        assert source.full().pixels.shape == (1080, 1920, 3)


def test_a_camera_whose_packed_pictures_cannot_be_decoded_decodes_them_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    capture = type("Capture", (PackedCapture,), {"made": [], "broken": 1000})
    monkeypatch.setattr(cv2, "VideoCapture", capture)
    with open_source(SourceUrl.parse("usb://0"), ManualClock()) as source:
        assert np.array_equal(source.full().pixels, colour_card(1920, 1080))
    assert capture.made[0].settings[cv2.CAP_PROP_CONVERT_RGB] == 1
