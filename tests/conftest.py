"""Fixtures for every test."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

import companion  # noqa: F401  # before numpy, which it keeps on one thread

settings.register_profile("patient", deadline=None)  # a busy machine is no fault of the code
settings.load_profile("patient")

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of check pictures beside the checkout; tests that need it are skipped where it is absent."""
    if not SHARED.is_dir():
        if os.environ.get("COMPANION_REQUIRE_SHARED"):
            pytest.fail("the folder ../shared with the check pictures is required here and absent")
        pytest.skip("the folder ../shared with the check pictures is absent")
    return SHARED


DRAWS = re.compile(r"^\s*(?:from|import) (cv2|calibration|companion\.simulator|companion\.rehearsal)\b", re.MULTILINE)
"""What a file imports that draws pictures, or reads them."""
OF_TESTS = re.compile(r"^\s*from (tests(?:\.\w+)*) import (\w+)", re.MULTILINE)
READS = ("tests/perception/", "tests/golden/")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that work on pictures: an emulated processor takes a hundred times as long for them."""
    for item in items:
        if works_on_pictures(item.path):
            item.add_marker(pytest.mark.pixels)


@cache
def works_on_pictures(path: Path) -> bool:
    """Whether a file of tests, or another one that it imports from, draws or reads pictures."""
    source = path.read_text(encoding="utf-8")
    if DRAWS.search(source) or any(each in path.as_posix() for each in READS):
        return True
    return any(works_on_pictures(each) for each in _imported(source) - {path})


def _imported(source: str) -> set[Path]:
    """The files of tests that a source imports, or imports something from."""
    names = {f"{module}.{name}" for module, name in OF_TESTS.findall(source)}
    names |= {module for module, _ in OF_TESTS.findall(source)}
    files = (Path(__file__).parents[1].joinpath(*name.split(".")).with_suffix(".py") for name in names)
    return {each for each in files if each.is_file()}
