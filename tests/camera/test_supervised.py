"""A camera that is watched over: whatever its driver does, nobody waits for long, and it comes back by itself."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator

import cv2
import numpy as np
import pytest

from companion.camera.condition import BROKEN, GOES_ON, SENTENCES, Condition
from companion.camera.source import ClosedAtEnd, Frame, NoFrameNow, SourceFailed, read_only, shrunk
from companion.camera.supervised import ADAPTS_S, HANGS_S, MOST_STUCK, OPENS_S, STARTS_S, SupervisedSource
from companion.core.clock import ManualClock
from companion.core.text import Text
from tests.camera.contract import check_source
from tests.camera.fakes import colour_card

WAIT_S = 20.0
"""Real seconds until a test gives up."""
UNPLUGGED = Text(fr="Plus de caméra.", en="No camera any more.")


class Scripted(ClosedAtEnd):
    """A driver that does what `does` says at each picture."""

    def __init__(self, does: Callable[[], None] = lambda: None, size_xy: tuple[int, int] = (800, 600)) -> None:
        self.does, self.full_size_xy, self.closed, self.number = does, size_xy, threading.Event(), 0
        self.picture = colour_card(*size_xy)

    def small(self) -> Frame:
        full = self.full()
        return Frame(read_only(shrunk(full.pixels)), full.taken_s, full.number)

    def full(self) -> Frame:
        self.does()
        self.number += 1
        picture = self.picture.copy()
        picture.flags.writeable = False
        return Frame(picture, float(self.number), self.number)

    def close(self) -> None:
        self.closed.set()


class Opener:
    """Gives one driver after the other, or raises it."""

    def __init__(self, *drivers: Scripted | Exception) -> None:
        self.left, self.opened = list(drivers), list[Scripted]()

    def __call__(self) -> Scripted:
        each = self.left.pop(0) if len(self.left) > 1 else self.left[0]
        if isinstance(each, Exception):
            raise each
        self.opened.append(each)
        return each


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def hung() -> Iterator[threading.Event]:
    """Set when drivers that hang return at last."""
    returns = threading.Event()
    yield returns
    returns.set()


def supervised(opens: Callable[[], Scripted], clock: ManualClock, wait_s: float = WAIT_S) -> SupervisedSource:
    return SupervisedSource(opens, "usb://0", clock, wait_s=wait_s, full_wait_s=wait_s)


def fails(error: Exception) -> Callable[[], None]:
    def does() -> None:
        raise error

    return does


def until_frame(source: SupervisedSource) -> Frame:
    """Ask as the referee does, until there is a picture."""
    while True:
        try:
            return source.small()
        except NoFrameNow:
            continue


def test_a_supervised_camera_keeps_the_contract_of_all(clock: ManualClock) -> None:
    def opened() -> SupervisedSource:
        source = supervised(Opener(Scripted()), clock)
        until_frame(source)
        return source

    check_source(opened)


@pytest.mark.parametrize(
    "error",
    [
        KeyError("SensorTimestamp"),
        OSError("configure"),
        RuntimeError("Camera __init__ sequence did not complete."),
        cv2.error("bad"),
        ZeroDivisionError(),
        SourceFailed(UNPLUGGED),
    ],
    ids=lambda error: type(error).__name__,
)
@pytest.mark.parametrize("at", ["opening", "first picture"])
def test_any_exception_of_a_driver_ends_in_the_line_and_the_camera_is_opened_again(
    error: Exception, at: str, clock: ManualClock
) -> None:
    opens = Opener(error if at == "opening" else Scripted(fails(error)), Scripted())
    with supervised(opens, clock) as source:
        with pytest.raises(NoFrameNow):
            source.small()
        words = UNPLUGGED if isinstance(error, SourceFailed) else None
        words = words or BROKEN.filled(address="usb://0", error=type(error).__name__)
        assert (source.state.condition, source.state.says) == (Condition.LOST, words + GOES_ON)
        until_frame(source)
        assert (source.state.condition, source.state.says) == (Condition.WELL, None)


def test_a_camera_that_is_in_use_for_hours_is_tried_every_five_seconds(clock: ManualClock) -> None:
    tries = list[float]()

    def opens() -> Scripted:
        tries.append(clock.now_s())
        raise RuntimeError("in use")

    with supervised(opens, clock) as source:
        while len(tries) < 200:
            with pytest.raises(NoFrameNow):
                source.small()
    assert 4.9 < tries[-1] - tries[-2] < 5.6
    assert threading.active_count() < 20


def test_a_driver_that_hangs_blocks_nobody_and_is_released_when_it_returns(
    clock: ManualClock, hung: threading.Event
) -> None:
    stuck, fresh = Scripted(lambda: void(hung.wait(WAIT_S))), Scripted()
    with supervised(Opener(stuck, fresh), clock, wait_s=0.05) as source:
        while source.full_size_xy == (0, 0) and source.state.condition is not Condition.HANGS:
            with pytest.raises(NoFrameNow):
                source.small()
            clock.wait_s(HANGS_S / 4)
        assert source.state.says == SENTENCES[Condition.HANGS]
        assert not stuck.closed.is_set()
        until_frame(source)
        assert source.state.condition is Condition.WELL
        hung.set()
        assert stuck.closed.wait(WAIT_S)


def test_a_driver_that_always_hangs_leaves_two_threads_at_most(clock: ManualClock, hung: threading.Event) -> None:
    calls = list[int]()

    def opens() -> Scripted:
        calls.append(1)
        hung.wait(WAIT_S)
        raise RuntimeError

    before = threading.active_count()
    with supervised(opens, clock, wait_s=0.01) as source:
        for _ in range(20):
            with pytest.raises(NoFrameNow):
                source.small()
            clock.wait_s(OPENS_S)
        assert len(calls) == MOST_STUCK
        assert threading.active_count() <= before + MOST_STUCK
        assert source.state.condition is Condition.HANGS


def test_what_another_opening_says_while_one_hangs_is_no_news(clock: ManualClock, hung: threading.Event) -> None:
    opens = Opener(Scripted(lambda: void(hung.wait(WAIT_S))), SourceFailed(UNPLUGGED))
    with supervised(opens, clock, wait_s=0.05) as source:
        while source.state.condition is not Condition.HANGS:
            with pytest.raises(NoFrameNow):
                source.small()
            clock.wait_s(HANGS_S / 4)
        for _ in range(5):
            with pytest.raises(NoFrameNow):
                source.small()
        assert source.state.condition is Condition.HANGS


def test_a_camera_that_starts_is_remarked_upon_when_it_takes_long(clock: ManualClock, hung: threading.Event) -> None:
    def opens() -> Scripted:
        hung.wait(WAIT_S)
        return Scripted()

    with supervised(opens, clock, wait_s=0.01) as source:
        assert (source.state.condition, source.state.says) == (Condition.STARTING, None)
        clock.wait_s(STARTS_S)
        assert source.state.says == SENTENCES[Condition.STARTING]


def test_a_camera_that_is_open_and_not_asked_yet_is_well(clock: ManualClock) -> None:
    """In a lobby nobody takes pictures: that none came is no fault of the camera."""
    with supervised(Scripted, clock) as source:
        while source.state.condition is Condition.STARTING:
            pass
        clock.wait_s(STARTS_S)
        assert (source.state.condition, source.state.says) == (Condition.WELL, None)


@pytest.mark.parametrize(
    ("size_xy", "condition"), [((640, 480), Condition.RESIZED), ((600, 800), Condition.TURNED)], ids=str
)
def test_another_size_of_picture_is_said_and_taken_for_the_usual_one_then(
    size_xy: tuple[int, int], condition: Condition, clock: ManualClock
) -> None:
    before, after = Scripted(), Scripted(size_xy=size_xy)
    with supervised(Opener(before, after), clock) as source:
        until_frame(source)
        before.picture = after.picture
        with pytest.raises(NoFrameNow):
            source.full()
        assert source.state.condition is Condition.RESIZED
        until_frame(source)
        assert source.full_size_xy == size_xy
        assert source.state.says == SENTENCES[condition]
        clock.wait_s(ADAPTS_S)
        assert source.state.condition is Condition.WELL


@pytest.mark.parametrize(("fps", "slow"), [(2.0, True), (4.5, True), (6.0, False), (30.0, False)])
@pytest.mark.parametrize("paced", [True, False], ids=["idle", "busy"])
def test_fewer_than_five_pictures_a_second_are_noticed_within_five_seconds_and_heal(
    fps: float, slow: bool, paced: bool, clock: ManualClock
) -> None:
    """The driver's thread and the test share one clock: each waits for the other."""
    pace = [fps]
    driver = Scripted(size_xy=(160, 120))

    def due() -> None:
        period_s = 1 / pace[0]
        clock.wait_s((math.floor(clock.now_s() / period_s + 1e-6) + 1) * period_s - clock.now_s())

    driver.does = due
    with supervised(Opener(driver), clock) as source:
        for seconds, expected in ((5.0, slow), (5.0, slow)):
            ends_s = clock.now_s() + seconds
            while clock.now_s() < ends_s:
                last_s = clock.now_s()
                until_frame(source)
                if paced and not source.in_a_hurry:
                    clock.wait_s(last_s + 0.2 - clock.now_s())
            assert (source.state.condition is Condition.SLOW) == expected
        pace[0] = 15.0
        ends_s = clock.now_s() + 5.0
        while clock.now_s() < ends_s:
            until_frame(source)
        assert source.state.condition is Condition.WELL


def test_closing_ends_whoever_waits_and_the_camera(clock: ManualClock, hung: threading.Event) -> None:
    driver = Scripted()
    source = supervised(Opener(driver), clock)
    until_frame(source)
    source.close()
    source.close()
    assert driver.closed.is_set()
    with pytest.raises(SourceFailed):
        source.small()


def test_a_full_picture_that_comes_too_late_is_not_taken_for_a_later_one(clock: ManualClock) -> None:
    go = threading.Semaphore(0)
    driver = Scripted(lambda: void(go.acquire(timeout=WAIT_S)))
    with supervised(Opener(driver), clock, wait_s=0.05) as source:
        go.release()
        until_frame(source)
        with pytest.raises(NoFrameNow):
            source.full()
        driver.picture = np.zeros_like(driver.picture)
        go.release(10)
        while True:
            try:
                frame = source.full()
                break
            except NoFrameNow:
                continue
        assert frame.pixels.max() == 0


def void(_: object) -> None:
    return None
