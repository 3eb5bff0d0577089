"""What the program loads before it is asked for anything: a Pi's card takes long over every module."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = ("pydantic", "numpy", "cv2", "flask", "segno", "PIL", "tomlkit", "companion.catalog", "companion.settings")


def loaded(program: str) -> set[str]:
    """Modules that a program of Python has loaded at its end."""
    ends = "import sys\nprint(chr(10).join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", f"{program}\n{ends}"], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_the_package_loads_nothing() -> None:
    found = loaded("import companion")
    assert not found & {*HEAVY, "importlib.metadata", "click"}


def test_the_version_is_said_without_the_rest() -> None:
    found = loaded("from companion.cli import run\nassert run(['--version']) == 0")
    assert "click" in found
    assert not found & set(HEAVY)


@pytest.mark.whole
def test_a_table_loads_no_printing_and_nothing_of_makers() -> None:
    found = loaded("import companion.cli.serve")
    assert not found & {"reportlab", "tomlkit", "paho.mqtt.client", "serial", "gpiozero", "torch", "companion.press"}
