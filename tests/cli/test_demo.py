"""`companion demo --headless`: a whole round with the real eyes, end to end."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import run

ROOT = Path(__file__).resolve().parents[2]


def test_a_headless_round_ends_agrees_and_needs_no_display() -> None:
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    done = subprocess.run(
        [sys.executable, "-m", "companion", "demo", "--headless", "--seed", "7", "--seats", "3"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**environment, "COMPANION_LANG": "en"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    seen = re.search(r"(\d+) throws seen, (\d+) cards sorted and laid, (\d+) wrong", done.stdout)
    assert seen is not None
    assert int(seen[1]) >= 5
    assert int(seen[2]) >= 100  # a sort ends with its last kept card, so that the number hangs on the shuffle
    assert int(seen[3]) == 0
    assert all(name in done.stdout for name in ("Ada", "Basile", "Chloé"))


def test_a_game_that_the_camera_does_not_read_is_played_but_does_not_count_as_checked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_LANG", "en")
    assert run(["demo", "karo", "--headless", "--seed", "3"]) == 1
    told = capsys.readouterr()
    assert "Ada" in told.out
    assert "KARO: the camera reads nothing of this game yet" in told.err
