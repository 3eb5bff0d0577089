"""The Pi's camera, with the picamera2 package replaced by one that notes what it is asked."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion import wiring
from companion.camera import picamera2_source
from companion.camera.libcamera_formats import KNOWN, to_bgr
from companion.camera.picamera2_source import open_source
from companion.camera.source import NoFrameNow, SourceFailed
from companion.camera.supervised import SupervisedSource
from companion.camera.url import SourceUrl
from companion.cli import run
from companion.cli.serve import watch
from companion.core.clock import ManualClock
from tests.camera.fakes import FakePicamera2, FakeRequest, colour_card, encoded, picamera2_module
from tests.web.evenings import match_of


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


RAISED = (
    RuntimeError("Failed to acquire camera: Device or resource busy"),
    OSError(22, "Invalid argument"),
    KeyError("SensorTimestamp"),
    ValueError("numpy.dtype size changed, may indicate binary incompatibility"),
    TypeError("{braces} and\nlines"),
    AssertionError(),
    MemoryError(),
    TimeoutError(),
)
"""What picamera2, libcamera and numpy raise, and more."""
OPENING = ("global_camera_info", "__init__", "create_video_configuration", "configure", "camera_configuration", "start")
PICTURES = ("capture_request", "make_buffer", "to_bgr")


def raising(error: Exception) -> Any:
    def fails(*_: object, **__: object) -> None:
        raise error

    return fails


def is_one_sentence(failed: SourceFailed) -> None:
    for words in (failed.what.fr, failed.what.en):
        assert len(words.splitlines()) == 1
        assert ";" in words, "what to do"
        assert "picamera2://0" in words


@pytest.mark.parametrize("error", RAISED, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("call", OPENING)
def test_whatever_opening_raises_is_one_sentence(monkeypatch: pytest.MonkeyPatch, call: str, error: Exception) -> None:
    camera = use(monkeypatch, **{call: raising(error)})
    with pytest.raises(SourceFailed) as failed:
        open_source(SourceUrl.parse("picamera2://0"), ManualClock())
    is_one_sentence(failed.value)
    assert type(error).__name__ in failed.value.what.en
    assert all(made.calls[-1] == "close" for made in camera.made), "a camera that was opened is given back"


@pytest.mark.parametrize("error", RAISED, ids=lambda error: type(error).__name__)
def test_a_sensor_that_does_not_say_its_size(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    use(monkeypatch, sensor_resolution=property(raising(error)))
    with pytest.raises(SourceFailed) as failed:
        open_source(SourceUrl.parse("picamera2://0"), ManualClock())
    is_one_sentence(failed.value)


@pytest.mark.parametrize("error", RAISED, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("call", PICTURES)
def test_whatever_a_picture_raises_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, call: str, error: Exception
) -> None:
    camera = use(monkeypatch)
    source = open_source(SourceUrl.parse("picamera2://0?width=640"), ManualClock())
    holder = {"capture_request": camera, "make_buffer": FakeRequest, "to_bgr": picamera2_source}[call]
    monkeypatch.setattr(holder, call, raising(error))
    for look in (source.small, source.full):
        with pytest.raises(SourceFailed) as failed:
            look()
        is_one_sentence(failed.value)
    assert all(request.released == 1 for request in camera.made[0].requests)
    source.close()


@pytest.mark.parametrize("error", RAISED, ids=lambda error: type(error).__name__)
def test_ending_a_camera_never_fails(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    camera = use(monkeypatch, stop=raising(error), set_controls=raising(error))
    source = open_source(SourceUrl.parse("picamera2://0?width=640"), ManualClock())
    source.close()
    assert camera.made[0].calls[-1] == "close"


@pytest.mark.parametrize(
    "given",
    [None, {}, {"main": {"size": None}, "lores": {}}, {"main": {"size": (1, 2), "format": "RGB888"}, "lores": {}}],
    ids=str,
)
def test_a_camera_that_tells_nothing_of_its_pictures(monkeypatch: pytest.MonkeyPatch, given: object) -> None:
    use(monkeypatch, camera_configuration=lambda self: given)
    with pytest.raises(SourceFailed) as failed:
        open_source(SourceUrl.parse("picamera2://0"), ManualClock())
    is_one_sentence(failed.value)


BROKEN_IMPORTS = {
    "raise ImportError('libcamera.so.0.4: cannot open shared object file')": "does not load (ImportError: libcamera",
    "raise ValueError('numpy.dtype size changed')": "does not load (ValueError: numpy.dtype size changed)",
    "import a_module_that_is_not_there": "does not load (ModuleNotFoundError",
    "raise RuntimeError('x')": "does not load (RuntimeError: x)",
    "x = 1": "does not load (ImportError",
    "this is no Python": "does not load (SyntaxError",
}


@pytest.mark.parametrize("program", BROKEN_IMPORTS)
def test_whatever_the_import_raises_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, program: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "picamera2.py").write_text(program)
    monkeypatch.delitem(sys.modules, "picamera2", raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("COMPANION_LANG", "en")
    with pytest.raises(SourceFailed) as failed:
        open_source(SourceUrl.parse("picamera2://0"), ManualClock())
    is_one_sentence(failed.value)
    assert BROKEN_IMPORTS[program] in failed.value.what.en
    sys.modules.pop("picamera2", None)
    settings = tmp_path / "companion.toml"
    settings.write_text(f'data = "{tmp_path}"\nport = 0\n')
    assert run(["doctor", "--settings", str(settings)]) == 2
    assert BROKEN_IMPORTS[program] in capsys.readouterr().out
    sys.modules.pop("picamera2", None)
    with wiring.watched_camera("picamera2://0", ManualClock()) as camera:
        with pytest.raises(NoFrameNow):
            camera.small()
        assert isinstance(camera, SupervisedSource)
        said = camera.state.says
        assert said is not None
        assert BROKEN_IMPORTS[program] in said.en
    sys.modules.pop("picamera2", None)


def test_doctor_looks_at_a_picture_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_LANG", "en")
    (tmp_path / "companion.toml").write_text('camera = "picamera2://0?width=640"\n')
    use(monkeypatch)
    run(["doctor", "--settings", str(tmp_path / "companion.toml")])
    assert "The camera picamera2://0?… gives a picture." in capsys.readouterr().out
    use(monkeypatch, stuck=True)
    assert run(["doctor", "--settings", str(tmp_path / "companion.toml")]) == 2
    assert "gives no pictures (TimeoutError)" in capsys.readouterr().out


def test_the_page_says_that_the_camera_has_failed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    use(monkeypatch, capture_request=raising(KeyError("SensorTimestamp")))
    evening = wiring.open_table(
        "karo", "picamera2://0?width=640", tmp_path, ManualClock(), names=("Ada", "Bob"), options={}, resume=False
    )
    table = match_of(evening)
    stop = threading.Event()
    watching = threading.Thread(target=watch, args=(table, stop))
    revision = table.session.revision
    watching.start()
    while not table.session.page(None).troubles:
        revision = table.session.wait(revision, 20.0)
    page = table.app.test_client().get("/?lang=en").text
    assert "gives no pictures (KeyError" in page
    stop.set()
    watching.join()
    evening.close()


def test_importing_the_driver_imports_no_camera_package() -> None:
    program = "import sys, companion.camera.picamera2_source; sys.exit('picamera2' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
