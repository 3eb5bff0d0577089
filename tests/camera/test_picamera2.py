"""The Pi's camera, with the picamera2 package replaced by one that notes what it is asked."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from companion.camera.libcamera_formats import KNOWN, to_bgr
from companion.camera.picamera2_source import open_source
from companion.camera.source import SourceFailed
from companion.camera.url import SourceUrl
from companion.core.clock import ManualClock
from tests.camera.fakes import FakePicamera2, colour_card, encoded, picamera2_module


def use(monkeypatch: pytest.MonkeyPatch, **attributes: object) -> type[FakePicamera2]:
    camera = type("Picamera2", (FakePicamera2,), {"made": [], **attributes})
    monkeypatch.setitem(sys.modules, "picamera2", picamera2_module(camera))
    return camera


def test_two_streams_and_a_fresh_full_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    module = use(monkeypatch)
    with open_source(SourceUrl.parse("picamera2://0?width=1600&fps=10"), ManualClock()) as source:
        assert source.full_size_xy == (1600, 900), "the sensor's shape"
        small, full = source.small(), source.full()
    (camera,) = module.made
    assert camera.calls == [
        {"AfMode": 2},
        {"FrameDurationLimits": (100_000, 100_000)},
        "start",
        ("capture", None),
        ("capture", True),
        "stop",
        "close",
    ]
    assert [request.released for request in camera.requests] == [1, 1]
    assert np.array_equal(full.pixels, colour_card(1600, 900))
    assert np.abs(small.pixels.astype(int) - colour_card(640, 360)).max() <= 8, "colours survive YUV"


def test_without_wishes_it_gives_the_whole_sensor(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch)
    with open_source(SourceUrl.parse("picamera2://"), ManualClock()) as source:
        assert source.full_size_xy == (4608, 2592)


@pytest.mark.parametrize("name", sorted(KNOWN))
def test_every_format_becomes_the_same_picture(name: str) -> None:
    picture = colour_card(96, 64)
    stride = {"RGB888": 320, "BGR888": 320, "XRGB8888": 448, "XBGR8888": 448}.get(name, 128)
    seen = to_bgr(encoded(picture, name, stride), name, (96, 64), stride)
    assert seen.shape == (64, 96, 3)
    assert np.abs(seen.astype(int) - picture).max() <= (8 if stride == 128 else 0)


def test_the_format_is_read_back_not_assumed(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, formats={"main": "XBGR8888", "lores": "NV12"})
    with open_source(SourceUrl.parse("picamera2://0?width=640&height=480"), ManualClock()) as source:
        assert np.array_equal(source.full().pixels, colour_card(640, 480))
        assert np.abs(source.small().pixels.astype(int) - colour_card(640, 480)).max() <= 8
    use(monkeypatch, formats={"main": "SRGGB10", "lores": "YUV420"})
    with pytest.raises(SourceFailed, match="SRGGB10"):
        open_source(SourceUrl.parse("picamera2://0"), ManualClock())


@pytest.mark.parametrize(
    ("address", "attributes", "sentence"),
    [
        ("picamera2://1", {}, "1 camera(s) found, counted from 0"),
        ("picamera2://front", {}, "1 camera(s) found"),
        ("picamera2://0", {"cameras": 0}, "0 camera(s) found"),
        ("picamera2://0", {"busy": True}, "close other programs"),
    ],
)
def test_a_missing_or_busy_camera_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, address: str, attributes: dict[str, object], sentence: str
) -> None:
    use(monkeypatch, **attributes)
    with pytest.raises(SourceFailed) as failed:
        open_source(SourceUrl.parse(address), ManualClock())
    assert sentence in failed.value.what.en
    assert address in failed.value.what.fr


def test_a_camera_that_stops_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    camera = use(monkeypatch)
    source = open_source(SourceUrl.parse("picamera2://0?width=640"), ManualClock())
    source.small()
    camera.stuck = True
    with pytest.raises(SourceFailed, match="gives no pictures"):
        source.small()
    source.close()


def test_without_the_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(SourceFailed, match="python3-picamera2"):
        open_source(SourceUrl.parse("picamera2://0"), ManualClock())


def test_importing_the_driver_imports_no_camera_package() -> None:
    program = "import sys, companion.camera.picamera2_source; sys.exit('picamera2' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
