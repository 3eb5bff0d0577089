"""The machine's own facts, read from files and a command of the test's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.doctor.conftest import IN_2026_S, Patient, write


def vcgencmd(folder: Path, flags: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The Pi's command on PATH, which says these flags."""
    script = folder / "bin" / "vcgencmd"
    script.parent.mkdir(exist_ok=True)
    script.write_text(f'#!/bin/sh\n[ "$1" = get_throttled ] && echo throttled={flags}\n')
    script.chmod(0o755)
    monkeypatch.setenv("PATH", str(script.parent), prepend=":")


@pytest.mark.parametrize(
    ("flags", "undervoltage", "throttling"),
    [
        ("0x0", True, True),
        ("0x1", False, True),
        ("0x50000", False, False),
        ("0x10000", False, True),
        ("0x4", True, False),
        ("0x2", True, False),
        ("0x80008", True, False),
    ],
)
@pytest.mark.parametrize("way", ["command", "sysfs"])
def test_the_firmwares_flags(
    patient: Patient, monkeypatch: pytest.MonkeyPatch, flags: str, undervoltage: bool, throttling: bool, way: str
) -> None:
    if way == "command":
        vcgencmd(patient.folder, flags, monkeypatch)
        patient.on(vcgencmd="vcgencmd")
    else:
        write(patient.machine.sys, "devices/platform/soc/soc:firmware/get_throttled", flags[2:] + "\n")
    assert patient.finding("undervoltage").ok is undervoltage
    assert patient.finding("throttling").ok is throttling


def test_a_weak_supply_and_one_that_was_weak_are_told_apart(patient: Patient) -> None:
    write(patient.machine.sys, "devices/platform/soc/soc:firmware/get_throttled", "50005\n")
    assert patient.finding("undervoltage").say.en.startswith("The power is too weak: take ")
    write(patient.machine.sys, "devices/platform/soc/soc:firmware/get_throttled", "50000\n")
    assert patient.finding("undervoltage").say.en.startswith("The power has been too weak since the machine started: ")


def test_a_machine_that_tells_nothing_is_no_fault(patient: Patient) -> None:
    patient.on(sys=patient.folder / "nowhere", proc=patient.folder / "nowhere")
    for key in ("undervoltage", "throttling", "temperature", "memory", "disk-health"):
        assert patient.finding(key).ok is None, key


@pytest.mark.parametrize(("milli", "ok"), [("48312", True), ("79499", True), ("80500", False)])
def test_heat(patient: Patient, milli: str, ok: bool) -> None:
    write(patient.machine.sys, "class/thermal/thermal_zone1/temp", milli)
    assert patient.finding("temperature").ok is ok


def test_a_thermometer_that_cannot_be_read_is_left_out(patient: Patient) -> None:
    write(patient.machine.sys, "class/thermal/thermal_zone1/temp", "n/a")
    assert patient.finding("temperature").say.en == "The machine is at 48 °C."


@pytest.mark.parametrize(("now_s", "ok"), [(0.0, False), (1_700_000_000.0, False), (IN_2026_S, True)])
def test_a_clock_that_is_before_the_programs_own_days_is_not_set(patient: Patient, now_s: float, ok: bool) -> None:
    patient.on(now_s=lambda: now_s)
    assert patient.finding("clock").ok is ok


def test_a_clock_of_1970_is_named_as_that(patient: Patient) -> None:
    patient.on(now_s=lambda: 60.0)
    assert "(1970-01-01 00:01 UTC)" in patient.finding("clock").say.en


def test_short_memory(patient: Patient) -> None:
    write(patient.machine.proc, "meminfo", "MemTotal: 900000 kB\nMemAvailable: 90000 kB\n")
    found = patient.finding("memory")
    assert found.ok is False
    assert found.say.en.startswith("Only 92 MB of memory are free, 150 are needed")


def test_versions_name_what_runs_here(patient: Patient) -> None:
    words = patient.finding("versions").say.en
    assert "Debian GNU/Linux 12 (bookworm)" in words
    for what in ("Companion ", "Python 3.", "OpenCV ", "NumPy "):
        assert what in words
