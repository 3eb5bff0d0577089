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
    root = Path(__file__).resolve().parents[1]
    modules = {root.joinpath(*f"{module}.{name}".split(".")[:depth]).with_suffix(".py")
               for module, name in OF_TESTS.findall(source) for depth in (module.count(".") + 1, module.count(".") + 2)}  # fmt: skip
    return any(works_on_pictures(each) for each in modules - {path} if each.is_file())
