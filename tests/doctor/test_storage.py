"""Disks that are full, read-only or worn; a folder that is none, or held; a journal that is damaged."""

from __future__ import annotations

import fcntl
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.clock import ManualClock
from companion.hardware.cues import RecordingCues
from companion.table.folder import hold, who_holds
from companion.table.journal import Journal
from companion.table.opening import open_session
from tests.core.toy import TOY, Options
from tests.doctor.conftest import Patient, write
from tests.small_disk import fill, set_read_only, small_disk


@pytest.fixture
def small(patient: Patient) -> Iterator[Path]:
    with small_disk(patient.folder / "small") as disk:
        patient.settings["data"] = disk / "data"
        yield disk


def test_nothing_is_made_by_looking(patient: Patient) -> None:
    for key in ("disk", "disk-writes", "disk-health", "data", "lock", "journal"):
        assert patient.finding(key).ok is True, key
    assert not patient.data.exists()
    assert not list(patient.folder.glob(".probe-*"))


def test_a_full_disk(patient: Patient, small: Path) -> None:
    assert patient.finding("disk").ok is False, "it is small"
    fill(small)
    found = patient.finding("disk-writes")
    assert found.ok is False
    assert found.say.en == f"The disk of {small} is full, nothing is saved: make room."
    assert not list(small.glob(".probe-*"))


def test_a_read_only_disk(patient: Patient, small: Path) -> None:
    set_read_only(small, True)
    found = patient.finding("disk-writes")
    assert found.ok is False
    assert f"The disk of {small} is read-only" in found.say.en


def test_a_file_in_place_of_the_folder(patient: Patient) -> None:
    patient.data.write_text("")
    assert patient.finding("data").ok is False
    assert patient.finding("disk-writes").ok is False
    assert "is no folder" in patient.finding("disk-writes").say.en


@pytest.mark.skipif(os.geteuid() == 0, reason="permissions do not hold root back")
def test_a_folder_of_another_user(patient: Patient) -> None:
    patient.data.mkdir(mode=0o500)
    assert patient.finding("data").ok is False
    assert "give it the folder" in patient.finding("disk-writes").say.en


def test_errors_that_the_kernel_has_noted(patient: Patient) -> None:
    write(patient.machine.sys, "fs/ext4/mmcblk0p2/errors_count", "3\n")
    found = patient.finding("disk-health")
    assert found.ok is False
    assert found.say.en.startswith("The disk mmcblk0p2 has had 3 errors: run companion backup")


def test_a_worn_card(patient: Patient) -> None:
    write(patient.machine.sys, "block/mmcblk0/device/life_time", "0x01 0x0b\n")
    found = patient.finding("disk-health")
    assert found.ok is False
    assert "mmcblk0 is nearly worn out" in found.say.en


# The lock ----------------------------------------------------------------------------------------------


HOLDER = """
import sys
from pathlib import Path
from companion.table.folder import hold
held = hold(Path(sys.argv[1]), "companion serve karo", 1.0)
held.say_address(sys.argv[2])
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def other_process(patient: Patient) -> Iterator[object]:
    started: list[subprocess.Popen[str]] = []

    def start(address: str) -> int:
        command = [sys.executable, "-c", HOLDER, str(patient.data), address]
        child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        started.append(child)
        assert child.stdout is not None
        assert child.stdout.readline() == "held\n"
        return child.pid

    yield start
    for child in started:
        child.communicate("")


def test_a_folder_whose_holder_does_not_answer(patient: Patient, other_process: object) -> None:
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        pid = other_process(f"http://127.0.0.1:{deaf.getsockname()[1]}/")  # type: ignore[operator]
        found = patient.finding("lock")
    assert found.ok is False
    assert f"“companion serve karo” (process {pid}) holds the folder" in found.say.en
    assert found.say.en.endswith("its page does not answer: stop that process.")


def test_a_folder_that_a_table_at_work_holds_is_well_and_its_port_is_the_tables(
    patient: Patient, other_process: object
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as page:
        address = f"http://127.0.0.1:{page.getsockname()[1]}/"
        other_process(address)  # type: ignore[operator]
        assert patient.finding("lock").ok is True
        port = patient.finding("port")
        assert (port.ok, port.say.en) == (True, f"The page is open at {address}.")
        assert patient.finding("pins").ok is None, "they are that table's"


def test_a_lock_without_a_text(patient: Patient) -> None:
    patient.data.mkdir()
    descriptor = os.open(patient.data / "lock", os.O_RDWR | os.O_CREAT)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    found = patient.finding("lock")
    os.close(descriptor)
    assert found.ok is False
    assert "Another program holds the folder" in found.say.en


def test_who_holds_a_folder_is_told_without_taking_it(tmp_path: Path) -> None:
    assert who_holds(tmp_path / "nowhere") is None
    held = hold(tmp_path, "companion serve", 5.0)
    told = who_holds(tmp_path)
    assert told is not None
    assert told.here
    assert told.holder is not None
    assert told.holder.command == "companion serve"
    held.close()
    assert who_holds(tmp_path) is None


# The journal -------------------------------------------------------------------------------------------


def played(patient: Patient) -> Path:
    """A journal with one match, closed."""
    path = patient.data / "journal.sqlite"
    journal = Journal(path, ManualClock())
    open_session(journal, RecordingCues(), TOY, 2, Options(rounds=2), ("Ada", "Bob"))
    journal.close()
    return path


def test_a_whole_journal(patient: Patient) -> None:
    path = played(patient)
    found = patient.finding("journal")
    assert (found.ok, found.say.en) == (True, f"The journal {path} is whole (matches: 1, entries: 0, version 2).")


def test_the_journal_of_a_match_that_runs(patient: Patient) -> None:
    journal = Journal(patient.data / "journal.sqlite", ManualClock())
    open_session(journal, RecordingCues(), TOY, 2, Options(rounds=2), ("Ada", "Bob"))
    assert patient.finding("journal").ok is True
    journal.close()


@pytest.mark.parametrize("where", [100, 4096, 8192])
def test_a_damaged_journal(patient: Patient, where: int) -> None:
    path = played(patient)
    data = bytearray(path.read_bytes())
    data[where : where + 64] = b"\xa5" * 64
    path.write_bytes(data)
    found = patient.finding("journal")
    assert found.ok is False
    assert "is damaged" in found.say.en


def test_a_file_that_is_no_journal(patient: Patient) -> None:
    patient.data.mkdir()
    (patient.data / "journal.sqlite").write_text("shopping list\n" * 400)
    assert patient.finding("journal").ok is False


def test_a_journal_of_a_later_version(patient: Patient) -> None:
    import sqlite3

    path = played(patient)
    file = sqlite3.connect(path)
    file.execute("PRAGMA user_version = 99")
    file.close()
    found = patient.finding("journal")
    assert found.ok is False
    assert "of a later version (99, this program knows 2)" in found.say.en
