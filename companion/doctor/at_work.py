"""The examination of a table that is at work in this process: nothing of it is opened a second time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.camera.arrays import Pixels
from companion.camera.kept import KeptFrames
from companion.camera.source import SourceFailed
from companion.club.link import Link
from companion.core.clock import Clock
from companion.core.text import Text
from companion.doctor.examination import examine
from companion.doctor.finding import Finding
from companion.doctor.subject import Subject
from companion.hardware.cues import TableDevice
from companion.hardware.exchangeable import the_device
from companion.settings import Settings

FRESH_S = 30.0
"""A full-size picture this old still shows the light and the focus of now; after that the small one is looked at."""
SILENT_S = 10.0
"""A camera that has given nothing for as long is not well: the slowest gives a picture a second."""


def examiner(
    settings: Callable[[], Settings],
    journal: Path,
    clock: Clock,
    frames: KeptFrames,
    device: TableDevice,
    open_link: Callable[[str], Link],
) -> Callable[[], tuple[Finding, ...]]:
    """A function that examines the table as it is at that moment.

    Args:
        settings: gives them as the table runs, with what its command line changed.
        frames: its camera.
        device: its buttons, lights and buzzers.
        open_link: see `Subject`.
    """

    def now() -> tuple[Finding, ...]:
        works = the_device(device)
        subject = Subject(
            settings(),
            journal,
            clock,
            lambda: newest(frames, clock),
            lambda: works,
            open_link,
            device=works,
            full_size_xy=frames.full_size_xy,
        )
        return examine(subject)

    return now


def newest(frames: KeptFrames, clock: Clock) -> Pixels:
    """The newest picture of the camera, (H, W, 3) uint8 BGR, full-size if there is a fresh one.

    Raises:
        SourceFailed: it has given none lately.
    """
    small, full, now_s = frames.last_small, frames.last_full, clock.now_s()
    if full is not None and now_s - full.taken_s <= FRESH_S:
        return full.pixels
    if small is None:
        raise SourceFailed(NONE_YET)
    if now_s - small.taken_s > SILENT_S:
        raise SourceFailed(SILENT.filled(seconds=round(now_s - small.taken_s)))
    return small.pixels


NONE_YET = Text(
    fr="La caméra n'a pas encore donné d'image : attendez un instant, puis vérifiez son câble.",
    en="The camera has not given a picture yet: wait a moment, then check its cable.",
)
SILENT = Text(
    fr="La caméra ne donne plus d'image depuis {seconds} s : vérifiez son câble.",
    en="The camera has given no picture for {seconds} s: check its cable.",
)
