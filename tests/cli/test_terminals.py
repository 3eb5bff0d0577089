"""Any path, any terminal, any user: each call is a process of its own, as people start it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.camera.odd_pictures import ODD, saved

pytestmark = pytest.mark.whole

HOMELESS = """
import pwd, sys
def nobody(number):
    raise KeyError(number)
pwd.getpwuid = nobody
from companion.__main__ import main
main()
"""
"""The command line for a user without a home and without a line in the list of users."""


def call(
    *arguments: str | bytes, program: str = "from companion.__main__ import main; main()", **environment: str | None
):
    """Run the command line. None for a variable: it is not set."""
    known = {**os.environ, "COMPANION_LANG": "fr", **environment}
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        env={name: value for name, value in known.items() if value is not None},
        capture_output=True,
        timeout=120,
    )


@pytest.fixture
def bare(tmp_path: Path) -> bytes:
    """The picture of a table on which nothing lies, under a name that is no UTF-8."""
    (tmp_path / "bare.png").write_bytes(saved("PNG", np.full((100, 160, 3), 120, np.uint8)))
    path = os.fsencode(tmp_path) + b"/d\xe9s\xff.png"
    (tmp_path / "bare.png").rename(os.fsdecode(path))
    return path


@pytest.mark.parametrize(
    "terminal", [{}, {"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}]
)
def test_a_path_that_is_not_utf8_is_read_and_named(bare: bytes, terminal: dict[str, str]) -> None:
    missing = bare + b"\xc3\xa9"
    done = call("read", "dice", bare, missing, "--json", **terminal)
    assert done.returncode == 2, done.stderr
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert (os.fsencode(first["image"]), first["dice"]) == (bare, [])
    assert os.fsencode(second["image"]) == missing
    assert len(done.stderr.splitlines()) == 1
    in_words = call("read", "dice", bare, **terminal)
    assert (in_words.returncode, in_words.stderr) == (0, b"")


def test_words_on_a_terminal_in_ascii() -> None:
    terminal = {"PYTHONIOENCODING": "ascii"}
    done = call("serve", "kaplan", "--players", "Élise,élise", "--camera", "usb://9999", **terminal)
    assert done.returncode == 2
    assert done.stderr.isascii()
    assert len(done.stderr.splitlines()) == 1
    assert call("serve", "kaplan", "--help", **terminal).returncode == 0


def test_a_user_without_a_home(tmp_path: Path, bare: bytes) -> None:
    nothing = {"HOME": None, "XDG_DATA_HOME": None, "XDG_CONFIG_HOME": None}
    done = call("read", "dice", bare, "--json", program=HOMELESS, **nothing)
    assert (done.returncode, done.stderr) == (0, b"")
    done = call("serve", "karo", "--players", "Ada,Bob", "--settings", "~/companion.toml", program=HOMELESS, **nothing)
    assert done.returncode == 2
    assert b"~/companion.toml" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_every_odd_picture_is_a_sentence_and_the_next_is_read(tmp_path: Path, bare: bytes) -> None:
    names: list[str | bytes] = []
    for number, data in enumerate(ODD.values()):
        (tmp_path / f"{number}.jpg").write_bytes(data)
        names += [str(tmp_path / f"{number}.jpg"), bare]
    done = call("read", "dice", *names, "--json")
    assert done.returncode == 2
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(names)
    assert all(set(answer) in ({"image", "error"}, {"image", "dice", "ms"}) for answer in answers)
    assert all(answer["dice"] == [] for answer in answers[1::2])
    assert len(done.stderr.splitlines()) == sum("error" in answer for answer in answers)
    assert b"Traceback" not in done.stderr
