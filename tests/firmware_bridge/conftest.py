"""The MicroPython that runs the device files."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def micropython() -> Path:
    """MicroPython's unix port: COMPANION_MICROPYTHON, or `micropython` on the path. Without it tests are
    skipped, unless COMPANION_REQUIRE_MICROPYTHON says that they must run."""
    found = os.environ.get("COMPANION_MICROPYTHON") or shutil.which("micropython")
    if found is None:
        if os.environ.get("COMPANION_REQUIRE_MICROPYTHON"):
            pytest.fail("MicroPython is required here and absent: .ci/micropython FOLDER brings it")
        pytest.skip("MicroPython is absent: .ci/micropython FOLDER brings it")
    return Path(found)
