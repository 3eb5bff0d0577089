"""The camera's line on every page, a table without a camera, and pictures that show nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import pytest

from companion import wiring
from companion.camera.condition import SENTENCES, Condition, state_of
from companion.camera.none import NoCamera, open_source
from companion.camera.source import ClosedAtEnd, Frame, NoFrameNow, SourceEnded
from companion.camera.supervised import SupervisedSource
from companion.camera.url import SourceUrl
from companion.core.clock import ManualClock
from companion.core.errors import Unreadable
from companion.table.camera_watch import IDLE_S, CameraWatch
from companion.table.referee import Referee
from companion.table.session import Session
from companion.table.troubles import CAMERA_STATE
from companion.table.watchers.watcher import Handled, Moment, Watcher


class Ticks(Watcher):
    """Counts what it is shown."""

    def __init__(self) -> None:
        self.frames, self.ticks, self.moved, self.again = 0, 0, 0, 0
        self.every = False
        self.sees: Callable[[Moment], None] = lambda moment: None

    @property
    def every_frame(self) -> bool:
        return self.every

    def look(self, moment: Moment) -> Handled:
        self.frames += 1
        self.again += moment.look_again
        self.sees(moment)
        return Handled.WATCHED

    def tick(self, in_doubt: bool) -> None:
        self.ticks += 1

    def table_moved(self) -> None:
        self.moved += 1


@dataclass
class Told:
    """Judges every picture as it is told to."""

    condition: Condition = Condition.WELL
    still_s: float = 0.0
    moved: bool = False
    begun: int = field(default=0)

    def update(self, frame: Frame, *, may_freeze: bool) -> None:
        return

    def begin(self) -> None:
        self.begun += 1

    def take_moved(self) -> bool:
        moved, self.moved = self.moved, False
        return moved


class Steady(ClosedAtEnd):
    """A camera of thirty pictures a second."""

    full_size_xy = (32, 24)

    def __init__(self, clock: ManualClock) -> None:
        self.clock, self.number = clock, 0
        self.error: Exception | None = None

    def small(self) -> Frame:
        if self.error is not None:
            raise self.error
        self.clock.wait_s(1 / 30)
        self.number += 1
        return Frame(np.zeros((24, 32, 3), np.uint8), self.clock.now_s(), self.number)

    full = small

    def close(self) -> None:
        return


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


def test_a_table_without_a_camera_has_no_line_and_its_clocks_run(session: Session, clock: ManualClock) -> None:
    watcher = Ticks()
    referee = Referee(open_source(SourceUrl.parse("none://"), clock), session, (watcher,), clock)
    for _ in range(5):
        referee.step()
    assert (watcher.ticks, watcher.frames) == (5, 0)
    assert clock.now_s() == pytest.approx(1.0)
    assert session.camera == "none"
    assert session.page(None).troubles == ()


@pytest.mark.parametrize("address", ["none://0", "none://?fps=3"])
def test_nothing_follows_none(address: str, clock: ManualClock) -> None:
    with pytest.raises(Unreadable):
        open_source(SourceUrl.parse(address), clock)


def test_the_line_stands_while_the_camera_is_gone_and_vanishes_when_it_is_back(
    session: Session, clock: ManualClock
) -> None:
    gone, camera, watcher = [True], Steady(clock), Ticks()

    def opens() -> Steady:
        if gone[0]:
            raise OSError("configure")
        return camera

    with SupervisedSource(opens, "usb://0", clock) as source:
        referee = Referee(source, session, (watcher,), clock, Told())
        while session.camera != "lost":
            referee.step()
        assert "usb://0" in session.page(None).troubles[0].fr
        session.tell(None)
        referee.step()
        assert len(session.page(None).troubles) == 1
        gone[0] = False
        while not watcher.frames:
            referee.step()
        assert session.camera == "well"
        assert session.page(None).troubles == ()
        assert watcher.ticks > 0


def test_the_referee_stops_while_a_driver_hangs(session: Session, clock: ManualClock) -> None:
    returns, stop = threading.Event(), threading.Event()

    def opens() -> Steady:
        returns.wait(20.0)
        raise OSError

    with SupervisedSource(opens, "usb://0", clock, wait_s=0.05) as source:
        running = threading.Thread(target=Referee(source, session, (), clock, Told()).run, args=(stop,))
        running.start()
        stop.set()
        running.join(10.0)
        assert not running.is_alive()
        returns.set()


@pytest.mark.parametrize("condition", [Condition.COVERED, Condition.FROZEN, Condition.MOVED, Condition.MAT_LOST])
def test_pictures_that_do_not_show_the_table_are_shown_to_nobody_and_it_is_looked_at_anew_then(
    condition: Condition, session: Session, clock: ManualClock
) -> None:
    watcher, health = Ticks(), Told()
    referee = Referee(Steady(clock), session, (watcher,), clock, health)
    referee.step()
    health.condition = condition
    referee.step()
    assert (watcher.frames, watcher.ticks) == (1, 1)
    assert session.live.troubles[CAMERA_STATE] == SENTENCES[condition]
    assert session.camera == condition.value
    health.condition = Condition.WELL
    referee.step()
    assert (watcher.frames, watcher.moved, watcher.again) == (2, 1, 1)
    assert CAMERA_STATE not in session.live.troubles


@pytest.mark.parametrize("condition", [Condition.DARK, Condition.BLURRED, Condition.FLICKERS])
def test_a_poor_picture_is_said_and_looked_at(condition: Condition, session: Session, clock: ManualClock) -> None:
    watcher = Ticks()
    Referee(Steady(clock), session, (watcher,), clock, Told(condition)).step()
    assert (watcher.frames, session.camera) == (1, condition.value)


@pytest.mark.parametrize(("seen", "said"), [(Condition.WELL, "slow"), (Condition.DARK, "dark")])
def test_of_a_slow_camera_is_said_what_its_picture_lacks_before_that_it_is_slow(
    seen: Condition, said: str, session: Session, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SupervisedSource, "state", property(lambda source: state_of(Condition.SLOW)))
    with SupervisedSource(lambda: Steady(clock), "usb://0", clock) as source:
        CameraWatch(source, session, clock, Told(seen))
        assert session.camera == said
        assert session.live.troubles[CAMERA_STATE] == SENTENCES[Condition(said)]


def test_an_idle_table_is_looked_at_five_times_a_second_and_rises_at_once(session: Session, clock: ManualClock) -> None:
    watcher, health, camera = Ticks(), Told(still_s=10.0), Steady(clock)
    referee = Referee(camera, session, (watcher,), clock, health)

    def frames_in_a_second() -> int:
        ends_s, before = clock.now_s() + 1.0, watcher.frames
        while clock.now_s() < ends_s - 1e-6:
            referee.step()
        return watcher.frames - before

    referee.step()
    assert 4 <= frames_in_a_second() <= round(1 / IDLE_S)
    health.still_s = 0.0
    assert frames_in_a_second() == 30
    health.still_s = 2.5  # somebody hesitates
    assert frames_in_a_second() == 30
    health.still_s = 3.5
    assert frames_in_a_second() <= round(1 / IDLE_S)
    watcher.every = True  # hands may come down
    assert frames_in_a_second() == 30


def test_a_camera_that_goes_while_its_full_picture_is_wanted_is_looked_at_again(
    session: Session, clock: ManualClock
) -> None:
    watcher, camera = Ticks(), Steady(clock)
    referee = Referee(camera, session, (watcher,), clock, Told())

    def wants(moment: Moment) -> None:
        raise NoFrameNow

    watcher.sees = wants
    referee.step()
    watcher.sees = lambda moment: None
    referee.step()
    assert (watcher.frames, watcher.again) == (2, 1)


def test_a_recording_that_is_over_is_no_camera_any_more(session: Session, clock: ManualClock) -> None:
    camera = Steady(clock)
    referee = Referee(camera, session, (), clock)
    referee.step()
    assert session.camera == "well"
    camera.error = SourceEnded()
    with pytest.raises(SourceEnded):
        referee.step()
    assert session.camera == "ended"


def test_a_table_opens_without_its_camera_and_refuses_an_address_that_nobody_knows() -> None:
    clock = ManualClock()
    for address, kind in (("usb://9999", SupervisedSource), ("none://", NoCamera)):
        with wiring.watched_camera(address, clock) as source:
            assert isinstance(source, kind)
    with pytest.raises(Unreadable):
        wiring.watched_camera("cine://0", clock)
