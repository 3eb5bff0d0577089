"""What is shipped: the wheel holds pages, models, words and device files, and runs away from the source tree."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

pytestmark = pytest.mark.whole

ROOT = Path(__file__).resolve().parents[1]
GAMES = sorted(path.parent.name.replace("_", "-") for path in (ROOT / "companion" / "games").glob("*/rules.py"))
SHIPPED = (".html", ".onnx", ".marisa", ".json", ".ttf", ".toml", ".css", ".js", ".md", ".typed", ".svg", ".txt")
"""Data files of these kinds under a package belong in the wheel."""


def files_of(*folders: str) -> list[str]:
    """All that git knows of these folders, and has not been deleted."""
    told = subprocess.run(["git", "ls-files", *folders], capture_output=True, text=True, cwd=ROOT, check=True).stdout
    return [name for name in told.splitlines() if (ROOT / name).is_file()]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy: two workers that build in one folder clear each other's files."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in files_of("."):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, source / name)
    done = subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(source)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel unpacked where nothing of the source tree is."""
    target = tmp_path_factory.mktemp("installed")
    ZipFile(wheel).extractall(target)
    return target


def python(installed: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the folder of the unpacked wheel; its working directory comes before the editable install."""
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, cwd=installed, env=environment)


def test_every_data_file_of_the_packages_is_in_the_wheel(wheel: Path) -> None:
    names = set(ZipFile(wheel).namelist())
    tracked = files_of("companion", "firmware_bridge")
    wanted = {name for name in tracked if name.endswith((".py", *SHIPPED)) or Path(name).name.startswith("LICENSE")}
    assert wanted
    assert wanted - names == set()


def test_the_wheel_plays_and_serves_without_the_source_tree(installed: Path) -> None:
    script = (
        "import companion, companion.catalog, companion.web\n"
        "from companion.perception.dice.reader import DiceReader\n"
        "DiceReader()\n"
        "print(companion.__file__, *companion.catalog.games())\n"
        "print([(companion.catalog.folder(key) / 'table.html').is_file() for key in companion.catalog.games()])\n"
    )
    done = python(installed, "-c", script)
    assert done.returncode == 0, done.stderr
    names = " ".join(GAMES)
    assert done.stdout.splitlines() == [f"{installed}/companion/__init__.py {names}", str([True] * len(GAMES))]


def test_the_command_runs_from_the_wheel(installed: Path) -> None:
    done = python(installed, "-m", "companion", "read", "dice", "nowhere.png")
    assert (done.returncode, done.stdout) == (2, "")
    assert "nowhere.png" in done.stderr


def test_import_companion_needs_no_camera_pins_or_serial_port() -> None:
    script = (
        "import sys\n"
        "for name in ('cv2', 'gpiozero', 'serial', 'picamera2'):\n"
        "    sys.modules[name] = None\n"
        "import companion, companion.catalog, companion.core.kit, firmware_bridge.device.wire\n"
        "print(*companion.catalog.games())\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.split() == GAMES, done.stderr


def test_the_wheel_is_its_own_installer(wheel: Path) -> None:
    names = set(ZipFile(wheel).namelist())
    assert set(files_of("appliance/files")) <= names
    environment = {**os.environ, "PYTHONPATH": str(wheel), "COMPANION_LANG": "en"}
    call = [sys.executable, "-m", "appliance", "install", "--help"]
    done = subprocess.run(call, capture_output=True, text=True, cwd=wheel.parent, env=environment)
    assert "a folder, a .whl file" in done.stdout, done.stderr
