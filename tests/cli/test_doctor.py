"""`companion doctor`: one sentence for each thing that does not work."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

import cv2
import pytest

from companion.cli import run
from companion.doctor.examination import CHECKS
from companion.hardware import gpiozero_device
from tests.doctor.conftest import mat_picture


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_LANG", "en")


def doctor(folder: Path, capsys: pytest.CaptureFixture[str], text: str, *more: str) -> tuple[int, dict[str, Any]]:
    """The exit status, and what was found, by check; the camera shows a drawn mat unless the text names another."""
    path = folder / "companion.toml"
    cv2.imwrite(str(folder / "0.png"), mat_picture())
    camera = "" if "camera" in text else f'camera = "replay://{folder}"\n'
    path.write_text(f'{camera}data = "{folder}/data"\nport = 0\n{text}', encoding="utf-8")
    status = run(["doctor", "--settings", str(path), "--json", *more])
    return status, {each["check"]: each for each in json.loads(capsys.readouterr().out)}


def test_one_finding_a_check_in_both_languages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, found = doctor(tmp_path, capsys, "")
    assert list(found) == [check.key for check in CHECKS]
    for each in found.values():
        assert set(each) == {"check", "ok", "say"}
        assert each["ok"] in (True, False, None)
        assert set(each["say"]) == {"fr", "en"}


def test_the_exit_status_is_2_when_something_is_not_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, found = doctor(tmp_path, capsys, "")
    assert status == (2 if any(each["ok"] is False for each in found.values()) else 0)
    status, found = doctor(tmp_path, capsys, 'camera = "replay:///nowhere"')
    assert (status, found["camera"]["ok"]) == (2, False)


def test_people_read_one_line_a_finding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "companion.toml"
    path.write_text(f'camera = "none://"\ndata = "{tmp_path}/data"\nport = 0\n', encoding="utf-8")
    run(["doctor", "--settings", str(path)])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(CHECKS)
    assert lines[0] == "[ ?] No camera is set: phones tell what happens on the table."
    assert "[ok] The page will take a free port." in lines


@pytest.mark.parametrize(
    ("hardware", "check"),
    [("none://", None), ("gpiozero://mock", "pins"), ("sim://table-box", "box")],
)
def test_what_works_says_so(
    hardware: str, check: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, found = doctor(tmp_path, capsys, f'hardware = "{hardware}"')
    told = {key: found[key]["ok"] for key in ("pins", "box")}
    assert told == {"pins": None, "box": None} | ({} if check is None else {check: True})


def test_a_wrong_pin_factory_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, found = doctor(tmp_path, capsys, 'hardware = "gpiozero://lgpoi"')
    assert (status, found["pins"]["say"]["en"]) == (
        2,
        "The pins: gpiozero knows no “lgpoi”; choose one of lgpio, rpigpio, pigpio, native, mock, in the address or in "
        "GPIOZERO_PIN_FACTORY.",
    )


def test_a_busy_pin_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from gpiozero import LED
    from gpiozero.pins.mock import MockFactory, MockPWMPin

    factory = MockFactory(pin_class=MockPWMPin)
    lamp = LED(22, pin_factory=factory)
    monkeypatch.setattr(gpiozero_device, "_factory", lambda module, name: factory)
    status, found = doctor(tmp_path, capsys, 'hardware = "gpiozero://"')
    lamp.close()
    words = found["pins"]["say"]["en"]
    assert status == 2
    assert words.startswith("Pin GPIO22 (lights[2]) is taken already (")
    assert words.endswith("; stop what holds it, or change it under [pins].")


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
    status, found = doctor(tmp_path, capsys, f'camera = "replay://{tmp_path}/nowhere"\nhardware = "lamp://"')
    assert status == 2
    assert "nowhere" in found["camera"]["say"]["en"]
    assert found["pins"]["say"]["en"] == (
        "lamp://: there is no such kind of device; begin the address with none://, gpiozero://, serial://, sim://."
    )


def test_a_broker_is_asked_when_there_is_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, found = doctor(tmp_path, capsys, 'broker = "sim://broker"')
    assert (found["broker"]["ok"], found["broker"]["say"]["en"]) == (True, "The broker sim://broker answers.")


def test_a_broker_that_does_not_answer_is_named_without_its_secret(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as deaf:  # bound and not listening: whoever asks is refused
        deaf.bind(("127.0.0.1", 0))
        port = deaf.getsockname()[1]
        status, found = doctor(tmp_path, capsys, f'broker = "mqtt://ada:geheim@127.0.0.1:{port}"')
    assert (status, found["broker"]["say"]["en"]) == (
        2,
        f"The broker mqtt://127.0.0.1:{port} does not answer; check its address, and that it is running.",
    )


def test_a_bundle_that_cannot_be_written_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "companion.toml"
    path.write_text(f'camera = "none://"\ndata = "{tmp_path}/data"\n', encoding="utf-8")
    assert run(["doctor", "--settings", str(path), "--bundle", str(tmp_path / "nowhere" / "help.zip")]) == 2
    told = capsys.readouterr()
    assert "help.zip" in told.err
    assert len(told.err.splitlines()) == 1
