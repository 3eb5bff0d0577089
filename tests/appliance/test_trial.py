"""A release is tried before it is used: what does not fit this system is said, and what does not answer is not used."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from appliance import check, trial
from appliance.words import Failed
from tests.cli.serving import ROOT

ENVIRONMENT = f"#!/bin/sh\nexport PYTHONPATH={ROOT}\nexec {sys.executable} -m companion "


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """English, as the user of the test, with settings of its own."""
    monkeypatch.setenv("COMPANION_LANG", "en")
    monkeypatch.setattr(trial, "AS_THE_SERVICE", ("env",))
    monkeypatch.setenv("COMPANION_SETTINGS", str(tmp_path / "companion.toml"))
    (tmp_path / "companion.toml").write_text('camera = "picamera2://0"')


def system_has(folder: Path, monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    """Put a picamera2 of this source among what Python finds."""
    (folder / "picamera2.py").write_text(source)
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delitem(sys.modules, "picamera2", raising=False)


def test_a_system_without_a_camera_package_fits(capsys: pytest.CaptureFixture[str]) -> None:
    assert check.main() == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    "source",
    [
        "raise ValueError('numpy.dtype size changed, may indicate binary incompatibility')",
        "raise ImportError('numpy.core.multiarray failed to import')",
        "import no_module_of_this_name",
        "raise AttributeError",
    ],
)
@pytest.mark.parametrize(("camera", "status"), [("picamera2://0", 2), ("usb://0", 0)])
def test_a_camera_package_that_does_not_load_is_said_and_bars_who_uses_it(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    source: str,
    camera: str,
    status: int,
) -> None:
    system_has(tmp_path, monkeypatch, source)
    (tmp_path / "companion.toml").write_text(f'camera = "{camera}"')
    assert check.main() == status
    (said,) = capsys.readouterr().out.splitlines()
    assert said.startswith("The system's picamera2 cannot be loaded beside numpy ")


def test_a_part_that_does_not_load_bars_the_release(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check, "PARTS", ("numpy", "no_module_of_this_name"))
    assert check.main() == 2
    assert "no_module_of_this_name cannot be loaded on this system" in capsys.readouterr().out


def test_settings_that_a_release_refuses_bar_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "companion.toml").write_text("kamera = 1")
    assert check.main() == 2
    assert "write “camera”" in capsys.readouterr().out


def release(folder: Path, script: str) -> Path:
    """A release whose command is this shell script."""
    command = folder / "release" / "bin" / "companion"
    command.parent.mkdir(parents=True)
    command.write_text(script)
    command.chmod(0o755)
    return folder / "release"


def prepared(folder: Path) -> Path:
    """A folder for a table on trial."""
    trial.prepare(folder)
    return folder


@pytest.mark.whole
def test_a_release_that_answers_is_ready(tmp_path: Path) -> None:
    (tmp_path / "t").mkdir()
    trial.start(release(tmp_path, ENVIRONMENT + '"$@"\n'), prepared(tmp_path / "t"))


def test_a_release_that_ends_says_why(tmp_path: Path) -> None:
    (tmp_path / "t").mkdir()
    with pytest.raises(Failed) as failed:
        trial.start(release(tmp_path, "#!/bin/sh\necho spoilt >&2\nexit 3\n"), prepared(tmp_path / "t"))
    assert failed.value.what.en == "On trial this version does not answer:\nspoilt"


def test_a_release_that_runs_and_never_answers_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "READY_S", 2 * trial.LOOK_S)
    (tmp_path / "t").mkdir()
    with pytest.raises(Failed):
        trial.start(release(tmp_path, "#!/bin/sh\nexec cat /dev/zero > /dev/null\n"), prepared(tmp_path / "t"))
