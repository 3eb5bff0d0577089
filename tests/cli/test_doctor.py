"""`companion doctor`: one sentence for each thing that does not work."""

from __future__ import annotations

import socket
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import run
from companion.hardware import gpiozero_device


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_LANG", "en")


def doctor(folder: Path, capsys: pytest.CaptureFixture[str], text: str) -> tuple[int, list[str]]:
    path = folder / "companion.toml"
    cv2.imwrite(str(folder / "0.png"), np.full((120, 160, 3), 90, np.uint8))
    path.write_text(f'camera = "replay://{folder}"\n{text}', encoding="utf-8")
    status = run(["doctor", "--settings", str(path)])
    return status, capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("hardware", ["none://", "gpiozero://mock", "sim://table-box"])
def test_what_works_says_so(hardware: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, lines = doctor(tmp_path, capsys, f'hardware = "{hardware}"')
    assert lines[-1] == f"Buttons and lights: {hardware} works."
    assert (status, len(lines)) == (0, 2)


def test_a_wrong_pin_factory_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, lines = doctor(tmp_path, capsys, 'hardware = "gpiozero://lgpoi"')
    assert (status, lines[-1]) == (
        2,
        "Buttons and lights: The pins: gpiozero knows no “lgpoi”; choose one of lgpio, rpigpio, pigpio, native, mock, "
        "in the address or in GPIOZERO_PIN_FACTORY.",
    )


def test_a_busy_pin_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from gpiozero import LED
    from gpiozero.pins.mock import MockFactory, MockPWMPin

    factory = MockFactory(pin_class=MockPWMPin)
    lamp = LED(22, pin_factory=factory)
    monkeypatch.setattr(gpiozero_device, "_factory", lambda module, name: factory)
    status, lines = doctor(tmp_path, capsys, 'hardware = "gpiozero://"')
    lamp.close()
    assert status == 2
    assert lines[-1].startswith("Buttons and lights: Pin GPIO22 (lights[2]) is taken already (")
    assert lines[-1].endswith("; stop what holds it, or change it under [pins].")


def test_pins_that_are_named_twice_stop_it_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "companion.toml"
    path.write_text("[pins]\nbuzzer = 5\n", encoding="utf-8")
    assert run(["doctor", "--settings", str(path)]) == 2
    told = capsys.readouterr()
    assert "GPIO5 is both buzzer and buttons[0]" in told.err
    assert told.out == ""


def test_a_camera_and_a_device_that_are_not_there_are_both_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "companion.toml"
    path.write_text(f'camera = "replay://{tmp_path}/nowhere"\nhardware = "lamp://"\n', encoding="utf-8")
    assert run(["doctor", "--settings", str(path)]) == 2
    camera, hardware = capsys.readouterr().out.splitlines()
    assert "nowhere" in camera
    assert hardware == (
        "Buttons and lights: lamp://: there is no such kind of device; begin the address with none://, gpiozero://, "
        "serial://, sim://."
    )


def test_a_broker_is_asked_when_there_is_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, lines = doctor(tmp_path, capsys, 'broker = "sim://broker"')
    assert (status, lines[-1]) == (0, "Broker: sim://broker works.")


def test_a_broker_that_does_not_answer_is_named_without_its_secret(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as deaf:  # bound and not listening: whoever asks is refused
        deaf.bind(("127.0.0.1", 0))
        port = deaf.getsockname()[1]
        status, lines = doctor(tmp_path, capsys, f'broker = "mqtt://ada:geheim@127.0.0.1:{port}"')
    assert (status, lines[-1]) == (
        2,
        f"Broker: The broker mqtt://127.0.0.1:{port} does not answer; check the address and that it runs.",
    )
