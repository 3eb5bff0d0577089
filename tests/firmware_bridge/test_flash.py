"""Copying the device files with the real mpremote, onto MicroPython behind a pseudo-terminal."""

from __future__ import annotations

import os
import subprocess
import threading
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from firmware_bridge import flash as flashing
from firmware_bridge.flash import MAIN, NEW, PACKAGE, Before, FlashFailed, device_files, flash
from firmware_bridge.port import PortGone, SerialPort, Trouble
from firmware_bridge.table_box import TableBox

if not os.environ.get("COMPANION_REQUIRE_MICROPYTHON"):
    pytest.importorskip("mpremote")


VERSION_LINE = "VERSION = 1\n"


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a program may be slow to answer; a new one never answers "leave"."""
    monkeypatch.setattr(flashing, "LEAVE_S", 3.0)


class Pico:
    """A Pico with MicroPython behind a pseudo-terminal, and its flash memory, a folder."""

    def __init__(self, micropython: Path, memory: Path) -> None:
        self.memory = memory
        memory.mkdir()
        self._micropython = micropython
        self._process: subprocess.Popen[bytes] | None = None
        self._theirs = -1
        self._path = memory.parent / "ttyACM0"
        self.port = str(self._path)

    def holds(self, package: str = PACKAGE) -> dict[str, bytes]:
        """The files of a folder on it."""
        return {file.name: file.read_bytes() for file in (self.memory / package).glob("*.py")}

    def given(self, version: int, main: str = MAIN) -> dict[str, bytes]:
        """A program that speaks this version, put on it by somebody earlier."""
        (self.memory / PACKAGE).mkdir()
        (self.memory / "main.py").write_text(main)
        for file in device_files():
            text = file.read_text(encoding="utf-8").replace(VERSION_LINE, f"VERSION = {version}\n")
            (self.memory / PACKAGE / file.name).write_text(text, encoding="utf-8")
        return self.holds()

    def plug_in(self) -> None:
        """Put the cable in, or pull it and put it in again."""
        self.unplug()
        ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        self._path.symlink_to(os.ttyname(self._theirs))
        script = Path(__file__).with_name("unix_pico.py")
        self._process = subprocess.Popen([self._micropython, script], stdin=ours, stdout=ours, cwd=self.memory)
        os.close(ours)

    def unplug(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
            os.close(self._theirs)
            self._path.unlink()

    def seats_or_version(self) -> int | None:
        """Who answers there now: the seats of a box of our version, or minus the other version."""
        with closing(TableBox(lambda: SerialPort(self.port), time.monotonic, pressed=lambda _: None)) as box:
            box.until(lambda: box.seats is not None or box.other_version is not None, 20.0)
            return box.seats if box.other_version is None else -box.other_version


@pytest.fixture
def pico(micropython: Path, tmp_path: Path) -> Iterator[Pico]:
    made = Pico(micropython, tmp_path / "flash")
    yield made
    made.unplug()


def ours() -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in device_files()}


def spoiled(folder: Path, file: str, spoil: Callable[[str], str]) -> list[Path]:
    """The device files with one of them changed."""
    folder.mkdir()
    for each in device_files():
        text = each.read_text(encoding="utf-8")
        (folder / each.name).write_text(spoil(text) if each.name == file else text, encoding="utf-8")
    return sorted(folder.glob("*.py"))


EARLIER_MAIN = f"from {PACKAGE}.main import run\n\nrun()\n"


@pytest.mark.whole
@pytest.mark.parametrize("before", [None, EARLIER_MAIN, MAIN], ids=["nothing", "an earlier main.py", "ours"])
def test_the_files_are_copied_the_box_answers_and_nothing_else_is_left(pico: Pico, before: str | None) -> None:
    if before is not None:
        pico.given(2, before)
    pico.plug_in()
    assert flash(pico.port) == 8
    assert pico.holds() == ours()
    assert (pico.memory / "main.py").read_text() == MAIN
    assert sorted(each.name for each in pico.memory.iterdir()) == ["main.py", PACKAGE]
    assert pico.seats_or_version() == 8


def test_a_box_may_be_flashed_again(pico: Pico) -> None:
    pico.given(1)
    (pico.memory / PACKAGE / "an_older_one.py").write_text("")
    pico.plug_in()
    assert flash(pico.port) == 8  # the program that runs is asked to leave first
    assert pico.holds() == ours()


def raises(text: str) -> str:
    return text + "\nraise ValueError('spoiled')\n"


def speaks_seven(text: str) -> str:
    return text.replace(VERSION_LINE, "VERSION = 7\n")


def hangs(text: str) -> str:
    return text + "\ndef run():\n    while True:\n        pass\n"


@pytest.mark.whole
@pytest.mark.parametrize(
    ("file", "spoil", "why"),
    [("box.py", raises, "it does not answer"), ("wire.py", speaks_seven, "its program speaks version 7")],
    ids=["fails", "another version"],
)
@pytest.mark.parametrize("old", [1, 2], ids=["of our version", "of another version"])
def test_a_new_program_that_does_not_answer_gives_way_to_the_old_one(
    file: str,
    spoil: Callable[[str], str],
    why: str,
    old: int,
    pico: Pico,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    had = pico.given(old, EARLIER_MAIN)
    pico.plug_in()
    files = spoiled(tmp_path / "spoiled", file, spoil)
    monkeypatch.setattr(flashing, "device_files", lambda: files)
    monkeypatch.setattr(flashing, "START_S", 5.0)
    with pytest.raises(FlashFailed, match=why) as failed:
        flash(pico.port)
    assert failed.value.before is Before.ANSWERS
    assert pico.holds() == had
    assert sorted(each.name for each in pico.memory.iterdir()) == ["main.py", PACKAGE]
    assert pico.seats_or_version() == (8 if old == 1 else -old)


@pytest.mark.whole
def test_a_new_program_that_hangs_gives_way_when_the_box_is_plugged_in_anew(
    pico: Pico, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It cannot be stopped over the line: no program that runs listens to it."""
    had = pico.given(1)
    pico.plug_in()
    files = spoiled(tmp_path / "spoiled", "main.py", hangs)
    monkeypatch.setattr(flashing, "device_files", lambda: files)
    monkeypatch.setattr(flashing, "START_S", 3.5)
    monkeypatch.setattr(flashing, "LEAVE_S", 0.5)
    monkeypatch.setattr(flashing, "UNDO_S", 3.0)
    with pytest.raises(FlashFailed, match="it does not answer") as failed:
        flash(pico.port)
    assert failed.value.before is Before.NEXT_START
    pico.plug_in()
    assert pico.seats_or_version() == 8
    assert pico.holds() == had


@pytest.mark.whole
def test_a_cable_pulled_in_the_middle_of_the_copy_leaves_the_old_program(
    pico: Pico, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    had = pico.given(1)
    pico.plug_in()
    copied = _Pulling(pico)
    monkeypatch.setattr(flashing.subprocess, "run", copied.run)
    monkeypatch.setattr(flashing, "LEAVE_S", 0.5)
    with pytest.raises(FlashFailed) as failed:
        flash(pico.port)
    assert failed.value.before is Before.NEXT_START
    pico.plug_in()
    assert pico.seats_or_version() == 8
    assert pico.holds() == had


class _Pulling:
    """The cable is pulled when some of the new files are there."""

    def __init__(self, pico: Pico) -> None:
        self._pico = pico

    def run(self, call: Any, **how: Any) -> Any:
        if "cp" not in call:
            return subprocess_run(call, **{**how, "timeout": 30.0})
        files = len(self._pico.holds(NEW))
        with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as copying:
            while len(self._pico.holds(NEW)) < files + 2:
                assert copying.poll() is None
            self._pico.unplug()
            copying.kill()
        return SimpleNamespace(returncode=1, stdout="", stderr="the device was lost")


subprocess_run = subprocess.run


@pytest.mark.whole
def test_a_box_that_a_running_table_cannot_use_is_flashed_beside_it(
    pico: Pico, monkeypatch: pytest.MonkeyPatch
) -> None:
    pico.given(2)
    pico.plug_in()
    found = threading.Event()
    running = TableBox(lambda: SerialPort(pico.port), time.monotonic, pressed=lambda _: None, changed=found.set)
    running.start()
    try:
        assert found.wait(20.0)
        assert running.trouble is Trouble.OTHER_PROGRAM
        monkeypatch.setattr(flashing, "PORT_S", 60.0)
        with suppress(PortGone):  # the table may be quicker to use the new program than we to hear it
            assert flash(pico.port) == 8
        while running.seats is None:
            found.clear()
            assert found.wait(20.0)
    finally:
        running.close()
    assert pico.holds() == ours()


def test_a_box_that_a_running_table_uses_is_let_be(pico: Pico, monkeypatch: pytest.MonkeyPatch) -> None:
    had = pico.given(1)
    pico.plug_in()
    monkeypatch.setattr(flashing, "PORT_S", 0.2)
    with closing(SerialPort(pico.port)), pytest.raises(PortGone) as gone:
        flash(pico.port)
    assert gone.value.trouble is Trouble.HELD
    assert pico.holds() == had


def test_a_pico_that_cannot_keep_the_files_says_why(pico: Pico, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flashing, "LEAVE_S", 0.2)
    (pico.memory / NEW).write_text("a file where the folder should be")
    pico.plug_in()
    with pytest.raises(FlashFailed, match="OSError"):
        flash(pico.port)


def test_no_port_no_copy(tmp_path: Path) -> None:
    with pytest.raises(PortGone, match="nowhere"):
        flash(str(tmp_path / "nowhere"))
