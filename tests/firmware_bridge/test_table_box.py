"""The driver of the table box: one contract for the simulated box and the real device files behind a serial port."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path
from queue import Queue
from types import SimpleNamespace

import pytest

from companion.core.clock import ManualClock
from firmware_bridge.device.wire import VERSION
from firmware_bridge.link import BoxPress, Outcome
from firmware_bridge.port import PortGone, SerialPort, Trouble, only_pico
from firmware_bridge.simulated import SimulatedBox
from firmware_bridge.table_box import CALLING_S, REOPEN_S, TableBox
from tests.firmware_bridge.contract import check_table_box
from tests.firmware_bridge.table_boxes import PATIENCE_S, DumbPort, SimulatedStand, UnixStand


def test_the_simulated_box() -> None:
    with SimulatedStand() as stand:
        check_table_box(stand)


def test_the_device_files_under_micropython_behind_a_serial_port(micropython: Path, tmp_path: Path) -> None:
    with UnixStand(micropython, tmp_path) as stand:
        check_table_box(stand)


class Twisted(SimulatedStand):
    """Breaks one clause of the contract at a time, to show that the check bites."""

    def __init__(self, fault: str) -> None:
        super().__init__()
        self.fault = fault

    def press(self, seat: int) -> None:
        super().press((seat + 1) % 4 if self.fault == "other seat" else seat)

    def shown(self) -> list[str]:
        shown = super().shown()
        return shown[::-1] if self.fault == "turned round" else shown

    def unplug(self) -> None:
        if self.fault != "stays":
            super().unplug()


@pytest.mark.parametrize("fault", ["other seat", "turned round", "stays"])
def test_the_check_bites(fault: str) -> None:
    with pytest.raises((AssertionError, IndexError)), Twisted(fault) as stand:
        check_table_box(stand)


def test_presses_are_in_order_over_any_wrap_of_the_boxs_clock() -> None:
    """Eighteen minutes and more, with a press every ten seconds."""
    with SimulatedStand() as stand:
        stand.until(lambda: stand.box.seats is not None)
        stand.clock.wait_s(0.001)
        stand.box.step()  # the first beat is answered
        due_s = []
        while stand.clock.now_s() < 1400.0:
            due_s.append(stand.clock.now_s())
            stand.press(len(due_s) % 4)
            for _ in range(100):
                for pause_s in (0.098, 0.001, 0.001):  # a beat that is due is answered within a millisecond
                    stand.clock.wait_s(pause_s)
                    stand.box.step()
        assert [press.seat for press in stand.presses] == [n % 4 for n in range(1, len(due_s) + 1)]
        assert [press.at_s for press in stand.presses] == pytest.approx(due_s, abs=0.003)


def driven(port: DumbPort, clock: ManualClock, for_s: float) -> TableBox:
    box = TableBox(lambda: port, clock.now_s, pressed=lambda _: None)
    end_s = clock.now_s() + for_s
    while clock.now_s() < end_s:
        clock.wait_s(0.05)
        box.step()
    return box


def test_a_port_without_a_box_says_so() -> None:
    assert driven(DumbPort(), ManualClock(), CALLING_S - 0.2).why == ""
    assert driven(DumbPort(), ManualClock(), CALLING_S + 0.2).why == "it does not answer"


def test_a_box_with_another_program_says_so() -> None:
    assert driven(DumbPort(VERSION + 1), ManualClock(), 1.0).why == f"its program speaks version {VERSION + 1}"


def test_a_port_that_is_not_there_is_tried_once_a_second() -> None:
    clock, tries = ManualClock(), []

    def open_port() -> DumbPort:
        tries.append(clock.now_s())
        raise PortGone("there is no such port")

    box = TableBox(open_port, clock.now_s, pressed=lambda _: None)
    for _ in range(100):
        clock.wait_s(0.05)
        box.step()
    assert len(tries) == pytest.approx(5.0 / REOPEN_S, abs=1)
    assert (box.seats, box.why) == (None, "there is no such port")
    assert box.send("light", 0, 1, 2, 3).result(0) is Outcome.LOST


def test_closing_gives_the_port_back() -> None:
    port = DumbPort()
    driven(port, ManualClock(), 0.5).close()
    assert port.closed == 1


def test_in_a_thread_it_finds_the_box_carries_out_and_tells() -> None:
    simulated = SimulatedBox(4, time.monotonic)
    presses: Queue[BoxPress] = Queue()
    found = threading.Event()
    box = TableBox(simulated.open_port, time.monotonic, pressed=presses.put, changed=found.set)
    box.start()
    try:
        assert found.wait(PATIENCE_S)
        assert box.send("light", 1, 1, 2, 3).result(PATIENCE_S) is Outcome.DONE
        simulated.press(1)
        assert presses.get(timeout=PATIENCE_S).seat == 1
    finally:
        box.close()
    assert simulated.lamps.lights[1] == (1, 2, 3)


def test_a_serial_port_that_is_not_there_is_gone(tmp_path: Path) -> None:
    with pytest.raises(PortGone, match="nowhere"):
        SerialPort(str(tmp_path / "nowhere"))


def test_without_a_path_the_only_pico_is_taken_and_none_of_two(monkeypatch: pytest.MonkeyPatch) -> None:
    plugged = [
        SimpleNamespace(device="/dev/ttyACM2", vid=0x2E8A, pid=0x0005, serial_number=None),
        SimpleNamespace(device="/dev/ttyACM1", vid=0x2E8A, pid=0x0005, serial_number=None),
        SimpleNamespace(device="/dev/ttyACM0", vid=0x2341, pid=0x0043, serial_number=None),
        SimpleNamespace(device="/dev/ttyS0", vid=None, pid=None, serial_number=None),
    ]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: plugged)
    with pytest.raises(PortGone, match="/dev/ttyACM1, /dev/ttyACM2") as several:
        only_pico()
    assert several.value.trouble is Trouble.SEVERAL
    del plugged[0]
    assert only_pico() == "/dev/ttyACM1"
    del plugged[0]
    with pytest.raises(PortGone, match="no Raspberry Pi Pico is plugged in") as none:
        only_pico()
    assert none.value.trouble is Trouble.ABSENT


def test_a_serial_port_gives_what_came_and_is_gone_when_its_cable_is() -> None:
    ours, theirs = os.openpty()
    port = SerialPort(os.ttyname(theirs))
    assert port.read(0.0) == b""
    port.write(b"there")
    assert os.read(ours, 10) == b"there"
    os.write(ours, b"and back")
    got = b""
    while got != b"and back":
        got += port.read(1.0)
    os.close(theirs)
    os.close(ours)
    with pytest.raises(PortGone):
        port.read(1.0)
    port.close()
    port.close()
