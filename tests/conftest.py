"""Fixtures for every test."""

from __future__ import annotations

import os
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
