"""Every key of the Pi camera's address: what libcamera is asked for, what is granted, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from companion.camera.picamera2_controls import KEYS, SETTLED_FRAMES, SETTLES_FRAMES
from companion.camera.picamera2_source import open_source
from companion.camera.source import SourceFailed
from companion.camera.url import SourceUrl
from companion.core.clock import ManualClock
from companion.core.errors import Unreadable
from tests.camera.fakes import FakePicamera2, colour_card
from tests.camera.test_picamera2 import is_one_sentence, use

FOCUSES = {**FakePicamera2.camera_controls, "AfMode": (0, 2, 0), "AfTrigger": (0, 1, 0), "LensPosition": (0, 32, 1)}


def asked(monkeypatch: pytest.MonkeyPatch, keys: str, **attributes: Any) -> list[Any]:
    """What the camera was told from its opening to its first picture."""
    camera = use(monkeypatch, camera_controls=FOCUSES, **attributes)
    open_source(SourceUrl.parse(f"picamera2://0?width=640&{keys}"), ManualClock()).close()
    (made,) = camera.made
    return made.calls[:-2]


@pytest.mark.parametrize(
    ("keys", "controls"),
    [
        ("focus=continuous", {"AfMode": 2}),
        ("focus=0", {"AfMode": 0, "LensPosition": 0.0}),
        ("focus=1.25", {"AfMode": 0, "LensPosition": 1.25}),
        ("exposure=8.5", {"ExposureTime": 8500}),
        ("gain=2", {"AnalogueGain": 2.0}),
        ("white=1.8,1.5", {"ColourGains": (1.8, 1.5)}),
        ("white=auto", {}),
        ("flicker=50", {"AeFlickerMode": 1, "AeFlickerPeriod": 10_000}),
        ("flicker=60", {"AeFlickerMode": 1, "AeFlickerPeriod": 8_333}),
        ("flicker=off", {"AeFlickerMode": 0}),
        ("crop=0.25,0.5,0.5,0.25", {"ScalerCrop": (1152, 1296, 2304, 648)}),
        ("fps=20", {"FrameDurationLimits": (50_000, 50_000)}),
        ("rotation=180", {}),
    ],
)
def test_each_key_sets_its_controls_before_the_start(
    monkeypatch: pytest.MonkeyPatch, keys: str, controls: dict[str, Any]
) -> None:
    *before, start = asked(monkeypatch, keys)
    assert start == "start"
    told: dict[str, Any] = {}
    for each in before:
        told |= each
    assert told == {"AfMode": 2, **controls}


def test_focus_once_is_begun_when_the_camera_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked(monkeypatch, "focus=once") == [{"AfMode": 1}, "start", {"AfTrigger": 0}]


def test_white_is_measured_until_it_settles_then_held(monkeypatch: pytest.MonkeyPatch) -> None:
    gains = [(1.0, 1.0), (1.5, 1.3), (1.7, 1.5), (1.8, 1.6)]
    calls = asked(monkeypatch, "white=lock", gains=gains)
    assert calls[-1] == {"ColourGains": (1.8, 1.6)}
    assert calls.count(("capture", None)) == len(gains) + SETTLED_FRAMES
    restless = [(1.0 + number % 2, 1.0) for number in range(200)]
    calls = asked(monkeypatch, "white=lock", gains=restless)
    assert calls.count(("capture", None)) == SETTLES_FRAMES, "it is held all the same"
    assert "ColourGains" in calls[-1]


@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
def test_pictures_are_turned(monkeypatch: pytest.MonkeyPatch, degrees: int) -> None:
    use(monkeypatch)
    with open_source(
        SourceUrl.parse(f"picamera2://0?width=640&height=480&rotation={degrees}"), ManualClock()
    ) as source:
        expected = np.rot90(colour_card(640, 480), -degrees // 90)
        assert source.full_size_xy == (expected.shape[1], expected.shape[0])
        assert np.array_equal(source.full().pixels, expected)
        assert source.small().pixels.shape == expected.shape


def test_a_crop_gives_its_own_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch)
    with open_source(SourceUrl.parse("picamera2://0?crop=0.1,0.1,0.4,0.8"), ManualClock()) as source:
        assert source.full_size_xy == (1844, 2074)
    with open_source(SourceUrl.parse("picamera2://0?crop=0.1,0.1,0.4,0.8&width=800"), ManualClock()) as source:
        assert source.full_size_xy == (800, 900)


def test_the_granted_size_is_read_back(monkeypatch: pytest.MonkeyPatch) -> None:
    def grants(self: FakePicamera2, wanted: dict[str, Any]) -> None:
        for name in ("main", "lores"):
            width, height = (each // 32 * 32 for each in wanted[name]["size"])
            stride = -(-width * (3 if name == "main" else 1) // 64) * 64
            self.given[name] = {"size": (width, height), "format": self.formats[name], "stride": stride}

    use(monkeypatch, configure=grants)
    with open_source(SourceUrl.parse("picamera2://0?width=1000&height=750"), ManualClock()) as source:
        assert source.full_size_xy == (992, 736)
        assert source.full().pixels.shape == (736, 992, 3)


@pytest.mark.parametrize(
    "keys",
    [
        "focus=near", "focus=-1", "focus=", "focus=nan", "exposure=0", "gain=0.5", "white=2", "white=1,2,3",
        "white=1,x", "flicker=55", "flicker=on", "rotation=45", "rotation=-90", "crop=0,0,1", "crop=0.5,0,0.6,1",
        "crop=0,0,0,0", "crop=0,0,inf,1",
    ],
)  # fmt: skip
def test_a_value_that_is_not_understood_is_refused_by_name(monkeypatch: pytest.MonkeyPatch, keys: str) -> None:
    camera = use(monkeypatch)
    with pytest.raises(Unreadable) as refused:
        open_source(SourceUrl.parse(f"picamera2://0?{keys}"), ManualClock())
    assert f"“{keys}” " in refused.value.what.en
    assert not camera.made, "before anything is opened"


@pytest.mark.parametrize(("slip", "near"), [("focuss", "focus"), ("exposur", "exposure"), ("rotate", "rotation")])
def test_an_unknown_key_is_answered_with_the_nearest(slip: str, near: str) -> None:
    with pytest.raises(Unreadable) as refused:
        open_source(SourceUrl.parse(f"picamera2://0?{slip}=1"), ManualClock())
    assert refused.value.what.en.endswith(f" Did you mean “{near}”?")
    assert all(key in refused.value.what.en for key in KEYS)


@pytest.mark.parametrize(
    "keys", ["focus=once", "focus=2", "exposure=9", "gain=2", "white=lock", "flicker=50", "crop=0,0,1,1"]
)
def test_a_camera_that_cannot_do_what_is_asked_says_so(monkeypatch: pytest.MonkeyPatch, keys: str) -> None:
    camera = use(monkeypatch, camera_controls={})
    with pytest.raises(SourceFailed) as failed:
        open_source(SourceUrl.parse(f"picamera2://0?width=640&{keys}"), ManualClock())
    is_one_sentence(failed.value)
    assert f"cannot set “{keys.partition('=')[0]}”" in failed.value.what.en
    assert camera.made[0].calls[-1] == "close"


def test_a_camera_that_does_not_tell_its_colours_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, metadata=lambda self: {})
    with pytest.raises(SourceFailed, match=r"cannot set “white” \(KeyError"):
        open_source(SourceUrl.parse("picamera2://0?width=640&white=lock"), ManualClock())
