"""Faults of the camera itself, in real time: a camera on loopback that stops, hangs, freezes, slows, turns ..."""

from __future__ import annotations

import time
from collections.abc import Callable

import cv2
import numpy as np

from companion import wiring
from companion.camera.arrays import Pixels
from companion.camera.condition import Condition
from companion.camera.source import NoFrameNow
from companion.camera.supervised import SupervisedSource
from companion.core.clock import SystemClock
from companion.perception.health.camera_health import CameraHealth
from tests.camera.faulty_server import FaultyCamera, served
from tests.camera_faults.film import BEFORE_S, HEALS_S, NOTICED_S, Counts, Filmed


def turn_aside(picture: Pixels) -> Pixels:
    return np.ascontiguousarray(np.rot90(picture))


def halved(picture: Pixels) -> Pixels:
    return np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)


def stop(camera: FaultyCamera) -> None:
    camera.answers = False


def hang(camera: FaultyCamera) -> None:
    camera.hangs = True


def freeze(camera: FaultyCamera) -> None:
    camera.frozen = True


def slow(camera: FaultyCamera) -> None:
    camera.fps = 3.0


def shows(show: Callable[[Pixels], Pixels]) -> Callable[[FaultyCamera], None]:
    def causes(camera: FaultyCamera) -> None:
        camera.show = show

    return causes


CAMERA_FAULTS: dict[str, tuple[set[Condition], Callable[[FaultyCamera], None]]] = {
    "stops": ({Condition.LOST, Condition.HANGS}, stop),
    "hangs": ({Condition.HANGS}, hang),
    "freezes": ({Condition.FROZEN}, freeze),
    "goes black": ({Condition.COVERED}, shows(lambda picture: np.zeros_like(picture))),
    "slows": ({Condition.SLOW}, slow),
    "turns by a quarter": ({Condition.TURNED, Condition.RESIZED}, shows(turn_aside)),
    "turns by a half": ({Condition.TURNED}, shows(lambda picture: np.ascontiguousarray(picture[::-1, ::-1]))),
    "changes size": ({Condition.RESIZED}, shows(halved)),
}


def conditions_for(source: SupervisedSource, health: CameraHealth, seconds: float) -> list[tuple[float, Condition]]:
    """What is said, and when, in real time."""
    begun_s, found, size_xy = time.monotonic(), list[tuple[float, Condition]](), source.full_size_xy
    while time.monotonic() - begun_s < seconds:
        try:
            frame = source.small()
            if source.full_size_xy != size_xy:
                size_xy = source.full_size_xy
                health.begin()
            health.update(frame, may_freeze=source.may_freeze)
        except NoFrameNow:
            pass
        own = source.state.condition
        condition = (
            own
            if own not in (Condition.WELL, Condition.SLOW) or health.condition is Condition.WELL
            else health.condition
        )
        found.append((time.monotonic() - begun_s, condition))
    return found


def run_camera_fault(name: str, seed: int, counts: Counts) -> None:
    expected, causes = CAMERA_FAULTS[name]
    table = Filmed(seed).source.full().pixels
    camera, counts.trials = FaultyCamera(table), counts.trials + 1
    with served(camera) as address, wiring.watched_camera(address, SystemClock()) as source:
        assert isinstance(source, SupervisedSource)
        health = CameraHealth()
        before = conditions_for(source, health, BEFORE_S)
        counts.said["not well before"] += before[-1][1] is not Condition.WELL
        causes(camera)
        told = [(at_s, each) for at_s, each in conditions_for(source, health, NOTICED_S) if each is not Condition.WELL]
        words = {each for _, each in told}
        counts.noticed += bool(words)
        counts.after_s.extend(at_s for at_s, _ in told[:1])
        counts.right += bool(words) and words <= expected
        counts.said.update(each.value for each in words)
        camera.fps, camera.answers, camera.hangs, camera.frozen = 15.0, True, False, False
        camera.show = lambda picture: picture
        after = conditions_for(source, health, HEALS_S + 4.0)
        counts.healed += after[-1][1] is Condition.WELL
        if not words <= expected or not words:
            counts.missed.append(seed)
