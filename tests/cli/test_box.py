"""`companion box`: flash and test."""

from __future__ import annotations

import pytest

from companion.cli import run
from companion.hardware import box_walk
from firmware_bridge import flash as device_flash
from firmware_bridge.flash import FlashFailed


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_LANG", "en")
    monkeypatch.setattr(box_walk, "LOOK_S", 0.02)
    monkeypatch.setattr(box_walk, "PRESS_S", 0.1)
    monkeypatch.setattr(box_walk, "FIND_S", 0.5)


def test_a_box_that_works(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(box_walk, "PRESS_S", 10.0)
    assert run(["box", "test", "--box", "sim://table-box?seats=2&eager=1"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "All 2 seats work."


def test_buttons_that_nobody_presses(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["box", "test", "--box", "sim://table-box?seats=2"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "Button without an answer: seat 1, 2."


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("serial:///dev/there-is-no-such-port", "there-is-no-such-port"),
        ("gpiozero://mock", "begin the address with serial://, sim://"),
    ],
)
def test_no_box(address: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["box", "test", "--box", address]) == 2
    told = capsys.readouterr()
    assert why in told.err
    assert len(told.err.splitlines()) == 1


def test_flash_tells_how_many_seats_answer(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def flash(port: str, tell: object) -> int:
        asked.append(port)
        return 8

    monkeypatch.setattr(device_flash, "flash", flash)
    assert run(["box", "flash", "--port", "/dev/ttyACM0"]) == 0
    assert asked == ["/dev/ttyACM0"]
    assert capsys.readouterr().out == "The table box answers: 8 seats; try it with companion box test.\n"


def test_flash_without_a_port_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["box", "flash", "--port", "/dev/there-is-no-such-port"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("/dev/there-is-no-such-port: no port for the table box (")
    assert len(told.splitlines()) == 1


def test_flash_that_fails_says_why(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def flash(port: str, tell: object) -> int:
        raise FlashFailed("could not enter raw repl")

    monkeypatch.setattr(device_flash, "flash", flash)
    assert run(["box", "flash"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("USB: the box's program did not get there (could not enter raw repl)")
