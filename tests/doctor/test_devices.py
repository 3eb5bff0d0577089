"""Pins and the table box."""

from __future__ import annotations

from companion.core.errors import Unreadable
from companion.core.text import same
from companion.hardware.box_device import BoxDevice, OpenPort
from companion.hardware.cues import RecordingCues, TableDevice
from firmware_bridge.device.wire import VERSION
from firmware_bridge.port import Port, PortGone
from firmware_bridge.simulated import SimulatedBox
from tests.doctor.conftest import Patient
from tests.firmware_bridge.table_boxes import DumbPort


def boxed(patient: Patient, opens: OpenPort, address: str = "serial:///dev/ttyACM0") -> None:
    """The patient's hardware is a table box at this port."""
    patient.settings["hardware"] = address
    patient.device = lambda: BoxDevice(opens, patient.clock)


def test_pins_that_do_not_open_say_why(patient: Patient) -> None:
    def opens() -> TableDevice:
        raise Unreadable("pins", same("Pin GPIO22 is taken already."))

    patient.device = opens
    assert patient.finding("pins").ok is False
    assert patient.finding("pins").say.en == "Pin GPIO22 is taken already."


def test_pins_of_the_running_table_are_not_opened_again(patient: Patient) -> None:
    def opens() -> TableDevice:
        raise AssertionError("opened twice")

    patient.device, patient.running = opens, RecordingCues()
    assert patient.finding("pins").ok is True


def test_pins_that_the_running_table_could_not_open_say_why(patient: Patient) -> None:
    device = RecordingCues()
    device.tell(same("Pin GPIO22 is taken already."))
    patient.running = device
    assert (patient.finding("pins").ok, patient.finding("pins").say.en) == (False, "Pin GPIO22 is taken already.")


def test_no_hardware_is_no_fault(patient: Patient) -> None:
    patient.settings["hardware"] = "none://"
    assert (patient.finding("pins").ok, patient.finding("box").ok) == (None, None)


def test_a_box_that_answers_says_its_seats_and_program(patient: Patient) -> None:
    boxed(patient, SimulatedBox(5, patient.clock.now_s).open_port)
    found = patient.finding("box")
    assert found.ok is True
    assert found.say.en == f"The table box serial:///dev/ttyACM0 answers: 5 seats, protocol {VERSION}."


def test_a_box_that_is_not_plugged_in_is_named(patient: Patient) -> None:
    def opens() -> Port:
        raise PortGone("no such port")

    boxed(patient, opens)
    found = patient.finding("box")
    assert found.ok is False
    assert "is not there: plug it in again (no such port)." in found.say.en


def test_a_box_with_another_program_is_to_be_flashed(patient: Patient) -> None:
    port = DumbPort(VERSION + 1)
    boxed(patient, lambda: port)
    found = patient.finding("box")
    assert found.ok is False
    assert found.say.en == (
        f"The table box serial:///dev/ttyACM0 speaks protocol {VERSION + 1}, the companion {VERSION}: run companion "
        "box flash."
    )
    assert port.closed


def test_the_box_of_the_running_table_is_asked_and_not_opened_again(patient: Patient) -> None:
    clock = patient.clock
    box = SimulatedBox(3, clock.now_s)
    device = BoxDevice(box.open_port, clock)
    patient.settings["hardware"], patient.running = "serial:///dev/ttyACM0", device
    assert patient.finding("box").ok is False, "it has not answered yet"
    assert device.box.until(lambda: device.box.seats is not None, 5.0, clock.wait_s)
    assert patient.finding("box").ok is True
    box.unplug()
    device.box.until(lambda: device.box.seats is None, 5.0, clock.wait_s)
    assert patient.finding("box").ok is False
