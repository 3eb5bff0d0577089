"""`make` in a folder of its own: the environment that it makes, with a stand-in for pip."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PIP = """
import sys
from pathlib import Path
with Path("asked.txt").open("a") as file:
    print(*sys.argv[1:], file=file)
"""
"""A pip that installs nothing and notes what it was asked."""

PYTHON = f"""#!/bin/sh
if [ "$2" = venv ]; then shift 2; exec {sys.executable} -m venv --without-pip "$@"; fi
exec {sys.executable} "$@"
"""
"""A Python that makes environments without pip: the stand-in is found instead."""

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="make is absent")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A checkout of the Makefile alone, and a folder `system` that stands for the system's packages."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "system" / "pip").mkdir(parents=True)
    (tmp_path / "system" / "pip" / "__init__.py").touch()
    (tmp_path / "system" / "pip" / "__main__.py").write_text(PIP)
    (tmp_path / "python").write_text(PYTHON)
    (tmp_path / "python").chmod(0o755)
    return tmp_path


def make(folder: Path) -> tuple[bool, str]:
    """Run `make`. Returns whether the environment has the system's packages, and what pip was asked."""
    environment = {**os.environ, "PYTHONPATH": str(folder / "system")}
    call = ["make", ".venv/installed", f"PYTHON={folder / 'python'}"]
    done = subprocess.run(call, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    kept = "include-system-site-packages = true" in (folder / ".venv" / "pyvenv.cfg").read_text()
    return kept, (folder / "asked.txt").read_text()


def system_has(folder: Path, name: str, version: str) -> None:
    """Put a package among those of the system."""
    (folder / "system" / f"{name}.py").touch()
    (folder / "system" / f"{name}-{version}.dist-info").mkdir()
    (folder / "system" / f"{name}-{version}.dist-info" / "METADATA").write_text(f"Name: {name}\nVersion: {version}\n")


def test_an_environment_keeps_the_systems_packages(folder: Path) -> None:
    own = [sys.executable, "-m", "venv", "--without-pip", "--system-site-packages", str(folder / ".venv")]
    subprocess.run(own, check=True)
    system_has(folder, "numpy", "2.2.4")
    kept, asked = make(folder)
    assert kept
    assert "numpy<2" not in asked
    (folder / ".venv" / "installed").unlink()
    assert make(folder)[0], "again and again"


def test_a_new_environment_on_a_pi_has_the_systems_packages_and_a_numpy_that_fits(folder: Path) -> None:
    system_has(folder, "picamera2", "0.3.12")
    system_has(folder, "numpy", "1.24.2")
    kept, asked = make(folder)
    assert kept
    assert "numpy<2" in asked.splitlines()[-1]


def test_elsewhere_an_environment_stands_alone(folder: Path) -> None:
    system_has(folder, "numpy", "1.24.2")
    kept, asked = make(folder)
    assert not kept
    assert "--editable .[dev,box]" in asked
    assert "numpy" not in asked
