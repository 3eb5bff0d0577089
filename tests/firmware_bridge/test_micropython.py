"""The device's code under the interpreter that it is for."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from firmware_bridge.device.wire import VERSION, LineReader, encode
from tests.firmware_bridge.lines import Message

ROOT = Path(__file__).resolve().parents[2]


def lines_under_micropython(
    micropython: Path, package: Path, *, seed: int, count: int, most_s: int = 0
) -> tuple[int, int, int]:
    """Lines tried, wrong ones carried out, and how often the second whole line after rubbish was not understood."""
    done = subprocess.run(
        [micropython, Path(__file__).with_name("unix_lines.py"), package, str(seed), str(count), str(most_s)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    tried, wrong, late = map(int, done.stdout.split())
    return tried, wrong, late


def test_after_any_rubbish_the_device_is_in_step_within_one_line(micropython: Path) -> None:
    assert lines_under_micropython(micropython, ROOT / "firmware_bridge", seed=3, count=3000) == (3000, 0, 0)


@pytest.mark.parametrize(
    ("right", "fault"),
    [
        ('b"%08X" % binascii.crc32(body):', 'b"%08X" % binascii.crc32(body) and line[1:2] != b"1":'),
        ("[-LONGEST_LINE:]", "[-LONGEST_LINE:] if len(pieces) != 2 else b'rest'"),
    ],
    ids=["wrong lines", "out of step"],
)
def test_the_rubbish_finds_faults(micropython: Path, tmp_path: Path, right: str, fault: str) -> None:
    """A checksum that is not always looked at; a reader that keeps what it should forget."""
    package = tmp_path / "device"
    package.mkdir()
    for file in (ROOT / "firmware_bridge" / "device").glob("*.py"):
        text = file.read_text(encoding="utf-8")
        if file.name == "wire.py":
            assert right in text
            text = text.replace(right, fault)
        (package / file.name).write_text(text, encoding="utf-8")
    _, wrong, late = lines_under_micropython(micropython, tmp_path, seed=3, count=1000)
    assert wrong + late > 0


def test_every_file_but_the_pins_is_understood(micropython: Path) -> None:
    names = sorted(
        file.stem
        for file in (ROOT / "firmware_bridge" / "device").glob("*.py")
        if file.stem not in ("__init__", "main")
    )
    imports = "; ".join(f"import device.{name}" for name in names)
    done = subprocess.run(
        [micropython, "-c", f"import sys; sys.path.insert(0, '{ROOT}/firmware_bridge'); {imports}; print('all')"],
        capture_output=True,
        text=True,
    )
    assert done.stdout == "all\n", done.stderr


def run_on_pins(micropython: Path, sent: bytes, held: int = -1) -> tuple[list[Message], list[str]]:
    """Run the Pico's own program with stand-ins for its pins: what it answered, and what its pins did."""
    done = subprocess.run(
        [micropython, Path(__file__).with_name("unix_pins.py"), ROOT / "firmware_bridge", str(held)],
        input=sent,
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr
    return LineReader("device").feed(done.stdout), done.stderr.decode().splitlines()


def test_the_pins_of_a_pico(micropython: Path) -> None:
    sent = (
        encode(0, "hello", (VERSION, 7))
        + encode(0, "light", (0, 255, 0, 0))
        + encode(1, "tone", (2, 440, 60_000))
        + encode(2, "light", (0, 0, 0, 0))
        + 100 * b"\x03 rubbish "
        + b"\n"
        + encode(3, "leave")
    )
    answers, did = run_on_pins(micropython, sent)
    assert [kind for _, kind, _ in answers if kind != "press"] == ["box", "ack", "ack", "ack", "ack"]
    assert {arguments[0] for _, kind, arguments in answers if kind == "press"} <= {1}
    assert did[:3] == ["pixels 8 on pin 16", "pixels", "stopped by byte -1"]
    assert [line for line in did if line != "pixels" and "duty 0" not in line][2:-2] == [
        "pixels (255, 0, 0)",
        "pin 4 hertz 440",
        "pin 4 duty 32768",
    ]
    assert did[-2:] == ["stopped by byte 3", "ended []"]
    assert "pin 4 duty 0" in did[did.index("pin 4 duty 32768") :]  # leaving is silent


def test_with_the_first_button_held_the_program_does_not_begin(micropython: Path) -> None:
    assert run_on_pins(micropython, b"", held=1) == ([], ["ended []"])
