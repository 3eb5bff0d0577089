"""A table box that comes late, goes, comes back elsewhere, is one of two, or is none: each over a real device file."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from queue import Empty, Queue

import pytest
import serial

from companion.core.capabilities.buttons import ButtonPress
from companion.core.clock import SystemClock
from companion.core.text import Text
from companion.hardware.box_device import AWAY, OTHER_PROGRAM, SAID, BoxDevice
from companion.hardware.cues import Cue
from companion.wiring import open_device
from firmware_bridge import link, table_box
from firmware_bridge.device import box as box_program
from firmware_bridge.device.wire import VERSION
from firmware_bridge.link import Outcome
from firmware_bridge.port import PortGone, SerialPort, Trouble
from firmware_bridge.table_box import TableBox
from tests.firmware_bridge.pty_box import PtyBox, on_usb
from tests.firmware_bridge.table_boxes import DumbPort
from tests.hardware.devices import PINS

PATIENCE_S = 20.0
LOOK_S = 0.005


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A person waits a second or more for what is tried again; these tests need not."""
    monkeypatch.setattr(table_box, "REOPEN_S", 0.05)
    monkeypatch.setattr(table_box, "LOOK_AGAIN_S", 0.05)
    monkeypatch.setattr(table_box, "CALLING_S", PATIENCE_S)  # what answers may be slow on a busy machine
    monkeypatch.setattr(link, "GONE_S", PATIENCE_S)
    monkeypatch.setattr(box_program, "SILENT_US", round(PATIENCE_S * 1e6))


def until(happened: Callable[[], bool]) -> None:
    """Wait for a state that nothing tells of."""
    never = threading.Event()
    for _ in range(round(PATIENCE_S / LOOK_S)):
        if happened():
            return
        never.wait(LOOK_S)
    raise AssertionError("it never happened")


class Table:
    """A device on a serial line at work, and what it tells."""

    def __init__(self, address: str) -> None:
        device = open_device(address, PINS, SystemClock())
        assert isinstance(device, BoxDevice)
        self.device = device
        self._seats = cycle(range(4))  # the same button twice within 20 ms would be one press
        self.presses: Queue[ButtonPress] = Queue()
        self.troubles: Queue[Text | None] = Queue()
        device.listen(self.presses.put, self.troubles.put)

    def told(self) -> Text | None:
        return self.troubles.get(timeout=PATIENCE_S)

    def works(self, box: PtyBox) -> bool:
        """Whether that box's buttons are heard and its lights obey."""
        until(lambda: self._obeys(box))  # the device darkens every light of a box that has just come
        seat = next(self._seats)
        box.simulated.press(seat)
        press = self.presses.get(timeout=PATIENCE_S)
        return press.seat == seat

    def _obeys(self, box: PtyBox) -> bool:
        done = self.device.box.send("light", 1, 9, 8, 7).result(PATIENCE_S)
        return done is Outcome.DONE and box.simulated.lamps.lights[1] == (9, 8, 7)


Sits = Callable[[str], Table]


@pytest.fixture
def sits() -> Iterator[Sits]:
    """Opens a table's device; all are closed in the end."""
    tables: list[Table] = []

    def opened(address: str) -> Table:
        tables.append(Table(address))
        return tables[-1]

    yield opened
    for table in tables:
        table.device.close()


Makes = Callable[..., PtyBox]


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Makes]:
    """Makes a box, not plugged in; all are pulled out in the end."""
    boxes: list[PtyBox] = []
    on_usb(monkeypatch, boxes)

    def one(number: str = "E660", **how: object) -> PtyBox:
        boxes.append(PtyBox(tmp_path, number, **how))  # type: ignore[arg-type]
        return boxes[-1]

    yield one
    for box in boxes:
        box.unplug()


@pytest.mark.parametrize("address", ["serial://", "serial://{folder}/ttyACM0"])
def test_a_box_that_is_plugged_in_after_the_start_pulled_out_and_plugged_in_again(
    address: str, sits: Sits, made: Makes, tmp_path: Path
) -> None:
    box = made()
    table = sits(address.format(folder=tmp_path))
    assert table.told() == AWAY
    for _ in range(2):
        box.plug_in("ttyACM0")
        assert table.told() is None
        assert table.works(box)
        box.unplug()
        assert table.told() == AWAY
    assert table.device.trouble == AWAY


@pytest.mark.parametrize("address", ["serial://", "serial://{folder}/ttyACM0"])
def test_a_box_that_comes_back_under_another_name_is_found_again(
    address: str, sits: Sits, made: Makes, tmp_path: Path
) -> None:
    box = made()
    box.plug_in("ttyACM0")
    table = sits(address.format(folder=tmp_path))
    assert table.works(box)
    box.unplug()
    assert table.told() == AWAY
    box.plug_in("ttyACM1")
    assert table.told() is None
    assert table.works(box)


def test_a_box_that_comes_back_elsewhere_is_told_from_another_that_took_its_name(
    sits: Sits, made: Makes, tmp_path: Path
) -> None:
    box, other = made(), made("E661")
    box.plug_in("ttyACM0")
    table = sits(f"serial://{tmp_path}/ttyACM0")
    assert table.works(box)
    box.unplug()
    assert table.told() == AWAY
    box.plug_in("ttyACM1")
    other.plug_in("ttyACM0")
    assert table.told() is None
    assert table.works(box)


def test_of_two_boxes_none_is_guessed_until_one_is_pulled_out(sits: Sits, made: Makes) -> None:
    boxes = made(), made("E661")
    for box, name in zip(boxes, ("ttyACM0", "ttyACM1"), strict=True):
        box.plug_in(name)
    table = sits("serial://")
    told = table.told()
    assert told is not None
    for box in boxes:
        assert box.told_by_usb[0].device in told.fr
    assert told.en.startswith("Several Picos are plugged in (")
    assert "unplug all but the table box, or name its port" in told.en
    boxes[0].unplug()
    assert table.told() is None
    assert table.works(boxes[1])
    boxes[0].plug_in("ttyACM0")  # a second one later changes nothing
    assert table.works(boxes[1])


def test_a_box_is_named_and_the_other_one_is_let_be(sits: Sits, made: Makes) -> None:
    boxes = made(), made("E661")
    paths = [box.plug_in(name) for box, name in zip(boxes, ("ttyACM0", "ttyACM1"), strict=True)]
    tables = [sits(f"serial://{path}") for path in paths]
    for table, box in zip(tables, boxes, strict=True):
        assert table.works(box)


def test_a_port_that_another_program_holds_is_said_and_taken_when_it_is_free(sits: Sits, made: Makes) -> None:
    box = made()
    path = box.plug_in("ttyACM0")
    with serial.Serial(str(path), exclusive=True):
        table = sits("serial://")
        told = table.told()
        assert told is not None
        assert told.en.startswith("Another program holds the table box's port: close it;")
    assert table.told() is None
    assert table.works(box)


def test_a_port_that_this_user_may_not_open_names_the_group(made: Makes, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(made().plug_in("ttyACM0"))
    opens = os.open

    def forbidden(what: str, *how: int) -> int:  # root may open anything
        if what == path:
            raise PermissionError(13, "Permission denied", what)
        return opens(what, *how)

    monkeypatch.setattr("os.open", forbidden)
    with pytest.raises(PortGone) as gone:
        SerialPort(path)
    assert gone.value.trouble is Trouble.FORBIDDEN
    assert "dialout" in SAID[Trouble.FORBIDDEN].en


def test_without_pyserial_it_is_named(sits: Sits, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "serial", None)
    told = sits("serial://").told()
    assert told is not None
    assert told.en == "The table box needs pyserial: install table-companion[box]; meanwhile phones take its place."


def test_a_box_with_another_program_is_to_be_flashed_and_its_port_is_free_for_that(sits: Sits, made: Makes) -> None:
    box = made(inside=lambda: DumbPort(VERSION + 1))
    path = box.plug_in("ttyACM0")
    table = sits("serial://")
    assert table.told() == OTHER_PROGRAM
    assert table.device.box.other_version == VERSION + 1
    port = None
    while port is None:  # it looks again now and then, and is soon done
        with suppress(PortGone):
            port = SerialPort(str(path))
    told = table.told()  # somebody copies a program: the table waits
    assert told is not None
    assert told.en.startswith(SAID[Trouble.HELD].en)
    box._inside = box.simulated.open_port
    box.unplug()
    port.close()
    assert table.told() == AWAY
    box.plug_in("ttyACM0")
    assert table.told() is None
    assert table.works(box)


def test_a_pico_without_a_program_is_to_be_flashed(sits: Sits, made: Makes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_box, "CALLING_S", 0.3)
    box = made(inside=DumbPort)
    box.plug_in("ttyACM0")
    table = sits("serial://")
    told = table.told()
    assert told is not None
    assert told.en.startswith(
        "The table box is plugged in and does not answer: plug it in again, or run companion box flash;"
    )
    with pytest.raises(Empty):
        table.troubles.get_nowait()


class PulledAtAPress(SerialPort):
    """What was pressed has arrived, and nothing can be written any more."""

    def read(self, timeout_s: float) -> bytes:
        data = super().read(timeout_s)
        if b" press " in data:
            self._serial.close()
        return data


def test_a_press_whose_answer_cannot_be_written_is_told_and_told_once(made: Makes) -> None:
    """The host has counted it by then: when the box sends it again, it is no other press."""
    box = made()
    path = str(box.plug_in("ttyACM0"))
    presses: list[int] = []
    ports: list[Callable[[str], SerialPort]] = [SerialPort, PulledAtAPress]
    driver = TableBox(lambda: ports.pop()(path), SystemClock().now_s, pressed=lambda press: presses.append(press.seat))
    assert driver.until(lambda: driver.seats is not None, PATIENCE_S)
    box.simulated.press(3)
    assert driver.until(lambda: driver.trouble is Trouble.ABSENT, PATIENCE_S)
    assert presses == [3]
    assert driver.until(lambda: driver.seats is not None, PATIENCE_S)
    box.simulated.press(1)
    assert driver.until(lambda: len(presses) > 1, PATIENCE_S)
    assert presses == [3, 1]
    driver.close()


def test_every_trouble_has_its_sentence() -> None:
    assert set(SAID) == set(Trouble)


def test_cues_for_a_box_that_is_away_are_let_go(sits: Sits, made: Makes) -> None:
    box = made()
    table = sits("serial://")
    assert table.told() == AWAY
    table.device.play(Cue.READY, 2)
    box.plug_in("ttyACM0")
    assert table.told() is None
    assert table.works(box)
    assert box.simulated.lamps.lights[2] == (0, 120, 0)
    assert [each for each in box.simulated.lamps.done if each[0] == "tone"] == []
