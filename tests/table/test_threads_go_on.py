"""An exception in the camera's, the partner's, the club's or the box's thread ends neither the thread nor the table."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from companion.camera.source import Frame
from companion.club.local_link import LocalBroker, LocalLink
from companion.club.publisher import Publisher
from companion.core.capabilities.buttons import ButtonPress
from companion.core.clock import ManualClock, SystemClock
from companion.core.errors import NotSaved
from companion.games.karo import GAME
from companion.hardware.box_device import BoxDevice
from companion.hardware.cues import Cue, RecordingCues
from companion.hardware.sequencer import Sequencer
from companion.table.opening import open_session
from companion.table.partner_turns import Partner
from companion.table.referee import Referee
from companion.table.session import Session
from companion.table.troubles import BROKER_STUMBLES, CAMERA_STUMBLES, PARTNER_STUMBLES
from companion.table.watchers.watcher import Handled, Moment, Watcher
from firmware_bridge.simulated import SimulatedBox
from firmware_bridge.table_box import TableBox


class Camera:
    """A frame at once, as often as wanted."""

    full_size_xy = (32, 24)

    def small(self) -> Frame:
        return Frame(np.zeros((24, 32, 3), np.uint8), 0.0, 0)

    full = small

    def close(self) -> None:
        return None


class Stumbling(Watcher):
    """A watcher that fails at its first frames, then ends the watching."""

    def __init__(self, error: Exception, times: int, stop: threading.Event) -> None:
        self.error, self.left, self.stop, self.again = error, times, stop, list[bool]()

    def look(self, moment: Moment) -> Handled | None:
        self.again.append(moment.look_again)
        if self.left:
            self.left -= 1
            raise self.error
        self.stop.set()
        return None


def test_the_referee_goes_on_with_the_next_frame_and_every_page_says_so(session: Session) -> None:
    stop, clock = threading.Event(), ManualClock()
    watcher = Stumbling(ZeroDivisionError(), 3, stop)
    Referee(Camera(), session, (watcher,), clock).run(stop)
    assert len(watcher.again) == 4
    assert session.page(None).troubles == (CAMERA_STUMBLES.filled(why="ZeroDivisionError"),)
    assert clock.now_s() == pytest.approx(0.7)


def test_a_frame_whose_action_could_not_be_saved_is_looked_at_again(session: Session) -> None:
    stop = threading.Event()
    watcher = Stumbling(NotSaved("saving.failed", CAMERA_STUMBLES), 1, stop)
    Referee(Camera(), session, (watcher,), ManualClock()).run(stop)
    assert watcher.again == [False, True]
    assert session.page(None).troubles == ()


def test_the_partner_thinks_again(journal: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    session = open_session(journal, RecordingCues(), GAME, 2, GAME.options(), ("Ada", "Robot"))
    stop, steps, partner = threading.Event(), list[int](), Partner(session, ManualClock())

    def step(goes_on: Callable[[], bool]) -> bool:
        steps.append(1)
        if len(steps) == 3:
            stop.set()
            return True
        raise ZeroDivisionError

    monkeypatch.setattr(partner, "step", step)
    partner.run(stop)
    assert len(steps) == 3
    assert session.page(None).troubles == (PARTNER_STUMBLES.filled(why="ZeroDivisionError"),)


def test_the_broker_is_told_again(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    stop, broker, tries = threading.Event(), LocalBroker(), list[int]()
    link = LocalLink(broker)
    publisher = Publisher(
        session, link, ManualClock(), table="Window", address=lambda: "", language="en", trouble=lambda why: None
    )  # fmt: skip

    def publish() -> None:
        tries.append(1)
        if len(tries) == 1:
            return  # at the opening
        if len(tries) == 4:
            stop.set()
            return
        session.announce()
        raise ZeroDivisionError

    monkeypatch.setattr(publisher, "publish_state", publish)
    session.announce()
    waker = threading.Thread(target=wake_until, args=(session, stop))
    waker.start()
    publisher.run(stop)
    waker.join()
    assert session.page(None).troubles == (BROKER_STUMBLES.filled(why="ZeroDivisionError"),)


def wake_until(session: Session, stop: threading.Event) -> None:
    while not stop.wait(0.01):
        session.announce()


class Broken:
    """Lights and tones that fail at first."""

    def __init__(self) -> None:
        self.lit = 0

    def light(self, seat: int, colour: object) -> None:
        self.lit += 1
        if self.lit == 1:
            raise OSError("gone")

    def sound(self, seats: tuple[int, ...], hertz: int, ms: int) -> None:
        raise OSError("gone")


def test_cues_go_on_after_one_that_could_not_be_played() -> None:
    outputs, clock = Broken(), ManualClock()
    sequencer = Sequencer(clock, outputs, 2)
    for cue in (Cue.READY, Cue.ASK):
        sequencer.play(cue, 0)
        while (left_s := sequencer.due()) is not None:
            clock.wait_s(left_s)
    assert outputs.lit > 1


def test_a_press_that_breaks_something_does_not_end_the_boxes_thread() -> None:
    clock = SystemClock()
    box = SimulatedBox(2, clock.now_s)
    device, pressed = BoxDevice(box.open_port, clock), list[ButtonPress]()

    def fails(press: ButtonPress) -> None:
        pressed.append(press)
        raise ZeroDivisionError

    device.attach(fails, lambda trouble: None)
    device._press(type("Press", (), {"seat": 1, "at_s": clock.now_s()})())
    assert [each.seat for each in pressed] == [1]


def test_a_port_that_raises_anything_is_tried_again_as_if_unplugged() -> None:
    told, said = list[str](), threading.Event()

    def opens() -> Any:
        told.append("open")
        raise KeyError("a driver's own")

    def changed() -> None:
        told.append(box.why)
        said.set()

    box = TableBox(opens, SystemClock().now_s, pressed=lambda press: None, changed=changed)
    box.start()
    assert said.wait(20.0)
    assert box._thread is not None
    assert box._thread.is_alive()
    box.close()
    assert told[:2] == ["open", "KeyError"]
