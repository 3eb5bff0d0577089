"""Copying the device files with the real mpremote, onto MicroPython behind a pseudo-terminal."""

from __future__ import annotations

import os
import subprocess
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge import flash as flashing
from firmware_bridge.flash import MAIN, PACKAGE, FlashFailed, device_files, flash
from firmware_bridge.port import PortGone

if not os.environ.get("COMPANION_REQUIRE_MICROPYTHON"):
    pytest.importorskip("mpremote")


@pytest.fixture(params=["nothing", "another version"])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The Pico's flash memory, with nothing in it, or with a program that speaks another version."""
    folder = tmp_path / "flash"
    (folder / PACKAGE).mkdir(parents=True)
    if request.param == "another version":
        (folder / "main.py").write_text(MAIN)
        for file in device_files():
            text = file.read_text(encoding="utf-8")
            (folder / PACKAGE / file.name).write_text(text.replace("VERSION = 1\n", "VERSION = 2\n"), encoding="utf-8")
    else:
        (folder / PACKAGE).rmdir()
    return folder


@pytest.fixture
def pico(micropython: Path, storage: Path) -> Iterator[str]:
    """The path of its port."""
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    script = Path(__file__).with_name("unix_pico.py")
    with subprocess.Popen([micropython, script], stdin=ours, stdout=ours, cwd=storage) as process:
        os.close(ours)
        yield os.ttyname(theirs)
        process.kill()
    os.close(theirs)


def test_the_files_are_copied_and_the_box_answers_and_may_be_flashed_again(
    pico: str, storage: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if (storage / "main.py").exists():  # on a busy machine its program may be slow to answer
        monkeypatch.setattr(flashing, "LEAVE_S", 10.0)
    assert flash(pico) == 8
    copied = {file.name: file.read_bytes() for file in (storage / PACKAGE).glob("*.py")}
    assert copied == {file.name: file.read_bytes() for file in device_files()}
    assert (storage / "main.py").read_text() == MAIN
    (storage / PACKAGE / "box.py").write_text("an older one")
    monkeypatch.setattr(flashing, "LEAVE_S", 10.0)
    assert flash(pico) == 8  # the program that runs is asked to leave first
    assert (storage / PACKAGE / "box.py").read_bytes() == copied["box.py"]


@pytest.mark.parametrize("storage", ["nothing"], indirect=True)
def test_a_pico_that_cannot_keep_the_files_says_why(pico: str, storage: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flashing, "LEAVE_S", 0.2)
    (storage / PACKAGE).write_text("a file where the folder should be")
    with pytest.raises(FlashFailed, match="directory"):
        flash(pico)


def test_no_port_no_copy(tmp_path: Path) -> None:
    with pytest.raises(PortGone, match="nowhere"):
        flash(str(tmp_path / "nowhere"))
