"""When the camera is looked at for whoever hangs it up, and which picture of a match is shown."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from companion.camera.condition import CameraState, Condition
from companion.camera.source import SourceFailed
from companion.core.clock import ManualClock
from companion.core.text import same
from companion.table.aiming import LOOK_EVERY_S, Aimed, Aiming, _Look

Work = Callable[[], None]


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(100.0)


def aiming(clock: ManualClock, begun: list[Work]) -> Aiming:
    return Aiming(cast(Any, None), clock, lambda picture: (), begun.append)


def test_one_look_at_a_time_and_none_too_soon(clock: ManualClock, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Work] = []
    aims = aiming(clock, begun)
    monkeypatch.setattr(aims, "_looked", lambda match, lens: None)
    aims.look(None)
    assert len(begun) == 1
    clock.wait_s(10 * LOOK_EVERY_S)
    aims.look(None)
    assert len(begun) == 1, "the first is still under way"
    begun[0]()
    aims.look(None)
    assert len(begun) == 2
    begun[1]()
    clock.wait_s(LOOK_EVERY_S / 2)
    aims.look(None)
    assert len(begun) == 2, "the second has just begun"
    clock.wait_s(LOOK_EVERY_S / 2)
    aims.look(None)
    assert len(begun) == 3


@pytest.mark.parametrize(
    ("veiled", "whole", "shown"), [(False, True, b"look"), (False, False, b"open"), (True, False, b"look")]
)
def test_a_match_that_hides_something_since_the_look_shows_its_own_picture(
    veiled: bool, whole: bool, shown: bytes, clock: ManualClock
) -> None:
    match: Any = SimpleNamespace(pictures=SimpleNamespace(whole=whole), live=SimpleNamespace(picture_jpeg=b"open"))
    aims = aiming(clock, [])
    aims._last = _Look(match, "", Aimed(1, "", same(""), veiled=veiled), b"look", b"open")
    assert aims.picture(match) == shown
    match.live.picture_jpeg = b"a card went back"
    assert aims.picture(match) == (b"look" if whole else b"a card went back")
    match.live.picture_jpeg = b""
    assert aims.picture(match) == (b"look" if whole else None)


@pytest.mark.parametrize(
    ("in_match", "last", "shown"),
    [(True, None, True), (True, "small", True), (False, "small", True), (False, None, False)],
)
def test_a_recording_is_looked_at_once_somebody_plays(
    in_match: bool, last: str | None, shown: bool, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.table.aiming.the_camera", lambda frames: None)
    monkeypatch.setattr("companion.table.aiming.camera_state", lambda frames: CameraState(Condition.WELL))
    frames: Any = SimpleNamespace(last_small=last, newest=lambda now_s, live_s: "picture")
    aims, match = Aiming(frames, clock, lambda picture: ()), cast(Any, object()) if in_match else None
    if shown:
        assert aims._frame(match) == "picture"
    else:
        with pytest.raises(SourceFailed):
            aims._frame(match)
