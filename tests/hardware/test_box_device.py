"""The table box as the table's device: cues arrive, absences are told and mended, old presses are dropped."""

from __future__ import annotations

from companion.camera.url import SourceUrl
from companion.core.clock import ManualClock
from companion.core.text import Text
from companion.hardware.box_device import AWAY, OTHER_PROGRAM, BoxDevice, simulated_line
from companion.hardware.cues import Cue
from firmware_bridge.device.wire import VERSION
from firmware_bridge.table_box import REOPEN_S
from tests.firmware_bridge.table_boxes import DumbPort
from tests.hardware.devices import SimulatedTable


def test_a_cue_arrives_whole() -> None:
    table = SimulatedTable()
    table.live(0.2)
    table.simulated.lamps.done.clear()
    table.device.play(Cue.FOUL, 2)
    table.live(1.0)
    assert table.simulated.lamps.done == [
        ("light", 2, (200, 0, 0)),
        ("tone", 2, (330,)),
        ("tone", 2, (220,)),
        ("tone", 2, (0,)),
        ("light", 2, (0, 0, 0)),
    ]


def test_a_seat_that_the_box_lacks_is_passed_over() -> None:
    table = SimulatedTable(seats=2)
    table.live(0.2)
    table.simulated.lamps.done.clear()
    table.device.play(Cue.DISCARD)
    table.live(0.5)
    assert {seat for _, seat, _ in table.simulated.lamps.done} == {0, 1}
    assert table.troubles == []


def test_a_box_that_was_away_shows_whose_turn_it_is_when_it_comes_back() -> None:
    table = SimulatedTable()
    table.live(0.2)
    table.device.play(Cue.READY, 1)
    table.live(0.5)
    assert table.simulated.lamps.lights == [(0, 0, 0), (0, 120, 0), (0, 0, 0), (0, 0, 0)]
    table.simulated.unplug()
    table.live(0.1)
    assert table.troubles == [AWAY]
    table.device.play(Cue.READY, 3)  # the game goes on meanwhile
    table.live(0.5)
    table.simulated.plug_in()
    table.live(REOPEN_S + 0.5)
    assert table.troubles == [AWAY, None]
    assert table.simulated.lamps.lights == [(0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 120, 0)]
    assert [each for each in table.simulated.lamps.done if each[0] == "tone"] == []  # an old tone is not made up for


def test_presses_come_with_their_times() -> None:
    table = SimulatedTable()
    table.live(0.2)
    for seat in (2, 0, 3):
        table.simulated.press(seat)
    pressed_s = table.clock.now_s()
    table.live(0.2)
    assert [press.seat for press in table.presses] == [2, 0, 3]
    assert all(abs(press.at_s - pressed_s) < 0.01 for press in table.presses)


def test_a_press_that_comes_late_is_dropped() -> None:
    table = SimulatedTable()
    table.live(0.2)
    table.simulated.press(1)
    table.clock.wait_s(2.5)  # the line is kept busy by something else
    table.live(0.5)
    table.simulated.press(2)
    table.live(0.2)
    assert [press.seat for press in table.presses] == [2]


def test_a_program_of_another_version_is_named_as_what_it_is() -> None:
    clock = ManualClock()
    device = BoxDevice(lambda: DumbPort(VERSION + 1), clock)
    troubles: list[Text | None] = []
    device.attach(lambda _: None, troubles.append)
    for _ in range(20):
        clock.wait_s(0.05)
        device.box.step()
    assert troubles == [OTHER_PROGRAM]


def test_the_simulated_line_is_opened_by_its_address() -> None:
    clock = ManualClock()
    device = BoxDevice(simulated_line(SourceUrl.parse("sim://table-box?seats=3"), clock), clock)
    for _ in range(20):
        clock.wait_s(0.05)
        device.box.step()
    assert device.box.seats == 3
