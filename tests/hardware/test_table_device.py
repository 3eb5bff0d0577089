"""One door for cues and buttons: every device keeps the same contract."""

from __future__ import annotations

from collections.abc import Callable
from queue import Queue

import pytest

from companion.core.capabilities.buttons import ButtonPress
from companion.core.clock import Clock, SystemClock
from companion.core.errors import Unreadable
from companion.core.text import Text
from companion.hardware.box_device import AWAY, BoxDevice
from companion.hardware.cues import Cue, RecordingCues, TableDevice
from companion.hardware.gpiozero_device import GpiozeroDevice
from companion.wiring import open_device
from firmware_bridge.simulated import SimulatedBox
from tests.firmware_bridge.contract import BUSY_S
from tests.hardware.devices import PINS, MockTable

PATIENCE_S = 20.0
Finger = Callable[[int], None]


def recording(clock: Clock) -> tuple[TableDevice, Finger]:
    device = RecordingCues()
    return device, lambda seat: device.press(ButtonPress(seat, clock.now_s()))


def pins(clock: Clock) -> tuple[TableDevice, Finger]:
    table = MockTable()
    table.device.close()
    device = GpiozeroDevice(table.factory, PINS, clock)
    return device, lambda seat: table.pin(PINS.buttons[seat]).drive_low()


def box(clock: Clock) -> tuple[TableDevice, Finger]:
    simulated = SimulatedBox(2, clock.now_s)
    return BoxDevice(simulated.open_port, clock), simulated.press


@pytest.mark.parametrize("made", [recording, pins, box])
def test_every_device_plays_and_tells_presses_in_the_tables_time(
    made: Callable[[Clock], tuple[TableDevice, Finger]],
) -> None:
    clock = SystemClock()
    device, finger = made(clock)
    presses: Queue[ButtonPress] = Queue()
    device.listen(presses.put, lambda _: None)
    for cue in Cue:
        for seat in (None, 0, 1, 7):
            device.play(cue, seat)  # returns at once, whatever the device is at
    start_s = clock.now_s()
    finger(1)
    press = presses.get(timeout=PATIENCE_S)
    assert press.seat == 1
    assert start_s - BUSY_S <= press.at_s <= clock.now_s() + BUSY_S
    finger(0)
    assert presses.get(timeout=PATIENCE_S).seat == 0
    device.close()
    device.play(Cue.READY, 0)  # nobody hears it, and nothing happens


def test_a_box_that_is_not_there_is_told_and_stops_nobody() -> None:
    device = open_device("serial:///dev/there-is-no-such-port", PINS, SystemClock())
    troubles: Queue[Text | None] = Queue()
    device.listen(lambda _: None, troubles.put)
    assert troubles.get(timeout=PATIENCE_S) == AWAY
    device.play(Cue.ALARM)
    device.close()


def test_a_table_without_a_device_keeps_nothing_of_what_it_would_have_played() -> None:
    device = open_device("none://", PINS, SystemClock())
    held = len(repr(vars(device)))
    for _ in range(1000):
        device.play(Cue.READ)
    assert len(repr(vars(device))) == held
    device.close()


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("lamp://3", "begin the address with none://, gpiozero://, serial://, sim://"),
        ("sim://lamp", "only the table box is simulated"),
        ("sim://table-box?seats=9", "not a number from 1 to 8"),
        ("sim://table-box?seat=2", "“seat” is not known there; use seats, eager"),
        ("serial:///dev/ttyACM0?baud=9600", "“baud” is not known there"),
        ("table-box", "lacks “kind://”"),
    ],
)
def test_an_address_that_means_nothing_is_refused(address: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        open_device(address, PINS, SystemClock())
