"""The examination of a table that is at work in this process: nothing of it is opened a second time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.camera.kept import KeptFrames
from companion.club.link import Link
from companion.core.clock import Clock
from companion.doctor.examination import examine
from companion.doctor.finding import Finding
from companion.doctor.subject import Subject
from companion.hardware.cues import TableDevice
from companion.hardware.exchangeable import the_device
from companion.settings import Settings

FRESH_S = 30.0
"""A full-size picture this old still shows the light and the focus of now; after that the small one is looked at."""


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
            lambda: frames.newest(clock.now_s(), FRESH_S).pixels,
            lambda: works,
            open_link,
            device=works,
            full_size_xy=frames.full_size_xy,
        )
        return examine(subject)

    return now
