"""The camera of `day_soak`: a simulated one that fails in every way when it is told to."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

import numpy as np

from companion.camera.condition import Condition
from companion.camera.source import ClosedAtEnd, Frame, read_only
from companion.camera.url import SourceUrl
from companion.core.art import Art
from companion.core.clock import Clock
from companion.simulator.source import RenderedSource
from companion.simulator.world import World
from companion.table.session import Session

CAMERA = "rendered://?width=640&height=480&fps=10&height_mm=760&seed=3"
HANGS_S = 600.0
"""Real time after which a driver that was forgotten in its hanging returns."""


class DayCamera:
    """A simulated camera that fails when it is told to, over one table for each game."""

    def __init__(self) -> None:
        self.fault = ""
        self.healed = Event()
        self._worlds = {"": World(no_art)}
        self._rendered: dict[str, RenderedSource] = {}
        self._key = ""

    def look_at(self, session: Session | None) -> None:
        """Let the table be as this match wants it now, or (None) bare."""
        key = "" if session is None else session.game.key
        if key not in self._worlds:
            assert session is not None
            self._worlds[key] = World(session.game.art)
        if session is not None:
            self._worlds[key].arrange(session.game.depict(session.match.state))
        self._key = key

    def opened(self, url: SourceUrl, clock: Clock) -> _FailingSource:
        """What `wiring.CAMERAS` calls. Raises OSError while the camera is unplugged."""
        if self.fault == "unplugged":
            raise OSError("no such camera")
        return _FailingSource(self, lambda: self._source(url, clock))

    def _source(self, url: SourceUrl, clock: Clock) -> RenderedSource:
        key = self._key
        if key not in self._rendered:
            self._rendered[key] = RenderedSource(self._worlds[key], url, clock)
        return self._rendered[key]


class _FailingSource(ClosedAtEnd):
    """One opening of a `DayCamera`."""

    def __init__(self, camera: DayCamera, source: Callable[[], RenderedSource]) -> None:
        self._camera, self._source = camera, source
        self.full_size_xy = source().full_size_xy
        self._last: dict[bool, Frame] = {}

    def small(self) -> Frame:
        return self._frame(full=False)

    def full(self) -> Frame:
        return self._frame(full=True)

    def close(self) -> None:
        """The table is still there for the next opening."""

    def _frame(self, *, full: bool) -> Frame:
        fault, source = self._camera.fault, self._source()
        if fault == "unplugged":
            raise RuntimeError("the cable is pulled")
        if fault == "hangs":
            self._camera.healed.wait(HANGS_S)
        frame = source.full() if full else source.small()
        if fault == "black":
            return Frame(read_only(np.zeros_like(frame.pixels)), frame.taken_s, frame.number)
        if fault == "frozen" and full in self._last:
            return Frame(self._last[full].pixels, frame.taken_s, frame.number)
        self._last[full] = frame
        return frame


FAULTS = {
    "unplugged": {Condition.LOST},
    "frozen": {Condition.FROZEN},
    "black": {Condition.COVERED},
    "hangs": {Condition.HANGS},
}


def no_art(kind: str, face: str) -> Art:
    raise KeyError(kind)
