"""A table at work is examined through its own camera and box: nothing is opened twice."""

from __future__ import annotations

import numpy as np
import pytest

from companion.camera.kept import SILENT_S, KeptFrames
from companion.camera.source import ClosedAtEnd, Frame, SourceFailed
from companion.club.local_link import LocalBroker, LocalLink
from companion.core.clock import ManualClock
from companion.doctor.at_work import FRESH_S, examiner
from companion.hardware.cues import RecordingCues
from companion.settings import Settings
from companion.table.folder import hold
from tests.doctor.conftest import Patient, mat_picture


class Camera(ClosedAtEnd):
    """Gives small frames of 1 and full ones of 2, with the clock's time."""

    full_size_xy = (1280, 960)

    def __init__(self, clock: ManualClock) -> None:
        self._clock, self.asked, self.closed = clock, 0, False

    def small(self) -> Frame:
        self.asked += 1
        return Frame(np.full((480, 640, 3), 1, np.uint8), self._clock.now_s(), self.asked)

    def full(self) -> Frame:
        self.asked += 1
        return Frame(mat_picture(), self._clock.now_s(), self.asked)

    def close(self) -> None:
        self.closed = True


def test_the_newest_frames_are_kept_and_nothing_else_changes() -> None:
    clock = ManualClock()
    camera = Camera(clock)
    kept = KeptFrames(camera)
    assert (kept.last_small, kept.last_full, kept.full_size_xy) == (None, None, (1280, 960))
    assert kept.small() is kept.last_small
    assert kept.full() is kept.last_full
    with kept:
        pass
    assert (camera.asked, camera.closed) == (2, True)


def test_a_fresh_full_picture_then_the_small_one_then_a_sentence() -> None:
    clock = ManualClock()
    kept = KeptFrames(Camera(clock))
    with pytest.raises(SourceFailed, match="not given a picture yet"):
        kept.newest(clock.now_s(), FRESH_S)
    kept.small()
    kept.full()
    assert kept.newest(clock.now_s(), FRESH_S).pixels.shape == (960, 1280, 3)
    clock.wait_s(FRESH_S + 1)
    kept.small()
    assert kept.newest(clock.now_s(), FRESH_S).pixels.shape == (480, 640, 3)
    clock.wait_s(SILENT_S + 1)
    with pytest.raises(SourceFailed, match="no picture for 11 s"):
        kept.newest(clock.now_s(), FRESH_S)


def test_an_examination_takes_no_picture_and_opens_nothing(patient: Patient) -> None:
    clock = ManualClock()
    camera = Camera(clock)
    kept = KeptFrames(camera)
    kept.full()
    held = hold(patient.data, "companion serve karo", 1000.0)
    held.say_address("http://192.168.1.7:8080/")
    settings = Settings(camera="usb://0", hardware="gpiozero://mock", data=patient.data, broker="sim://broker")
    examine = examiner(
        lambda: settings,
        patient.data / "journal.sqlite",
        clock,
        kept,
        RecordingCues(),
        lambda _: LocalLink(LocalBroker()),
    )
    found = {each.check: each for each in examine()}
    held.close()
    assert camera.asked == 1
    for key in ("camera", "picture", "light", "focus", "mat", "pins", "broker", "port", "lock"):
        assert found[key].ok is True, found[key]
    assert found["port"].say.en == "The page is open at http://192.168.1.7:8080/."
    assert found["lock"].say.en == f"This table holds the folder {patient.data}."
    assert found["picture"].say.en.endswith("1280 x 960 pixels.")
