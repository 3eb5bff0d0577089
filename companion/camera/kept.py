"""A table's camera: its newest pictures can be looked at without taking one, and another can take its place."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from itertools import pairwise
from statistics import median

from companion.camera.source import ClosedAtEnd, Frame, FrameSource, NoFrameNow, SourceEnded, SourceFailed
from companion.core.text import Text

SILENT_S = 10.0
"""A camera that has given nothing for as long is not well: the slowest gives a picture a second."""
COUNTED = 6
"""Small frames whose times tell how many come a second: enough for a median, few enough to be of now."""


class KeptFrames(ClosedAtEnd):
    """Passes a camera's frames on, and keeps the newest of each size.

    Args:
        source: the camera; closed with this.

    Attributes:
        camera: the source itself.
        last_small, last_full: the newest frames that were asked for; None before the first.
    """

    def __init__(self, source: FrameSource) -> None:
        self.camera = source
        self.last_small: Frame | None = None
        self.last_full: Frame | None = None
        self._times_s = deque[float](maxlen=COUNTED)

    def exchange(self, opens: Callable[[], FrameSource]) -> None:
        """Let another camera take this one's place. The first is closed before the second is opened: they may be one.

        Args:
            opens: opens it; raises nothing.
        """
        self.camera.close()
        self.camera = opens()
        self.last_small = self.last_full = None
        self._times_s.clear()

    @property
    def full_size_xy(self) -> tuple[int, int]:
        return self.camera.full_size_xy

    def small(self) -> Frame:
        """See `FrameSource.small`."""
        self.last_small = frame = self._taken(lambda camera: camera.small())
        self._times_s.append(frame.taken_s)
        return frame

    def full(self) -> Frame:
        """See `FrameSource.full`."""
        self.last_full = frame = self._taken(lambda camera: camera.full())
        return frame

    @property
    def per_s(self) -> float | None:
        """How many small frames were taken a second lately; None before there were two."""
        intervals_s = [after - before for before, after in pairwise(tuple(self._times_s)) if after > before]
        return 1.0 / median(intervals_s) if intervals_s else None

    def newest(self, now_s: float, fresh_s: float) -> Frame:
        """The newest frame, full-size if there is one that is at most `fresh_s` seconds old.

        Raises:
            SourceFailed: the camera has given none lately.
        """
        small, full = self.last_small, self.last_full
        if full is not None and now_s - full.taken_s <= fresh_s:
            return full
        if small is None:
            raise SourceFailed(NONE_YET)
        if now_s - small.taken_s > SILENT_S:
            raise SourceFailed(SILENT.filled(seconds=round(now_s - small.taken_s)))
        return small

    def _taken(self, take: Callable[[FrameSource], Frame]) -> Frame:
        """A frame of the camera; one that is exchanged meanwhile has none, and has not failed."""
        camera = self.camera
        try:
            return take(camera)
        except (SourceFailed, SourceEnded):
            if camera is self.camera:
                raise
            raise NoFrameNow from None

    def close(self) -> None:
        """See `FrameSource.close`."""
        self.camera.close()


def the_camera(source: FrameSource) -> FrameSource:
    """The camera behind a source that keeps its frames, or the source itself."""
    return source.camera if isinstance(source, KeptFrames) else source


NONE_YET = Text(
    fr="La caméra n'a pas encore donné d'image : attendez un instant, puis vérifiez son câble.",
    en="The camera has not given a picture yet: wait a moment, then check its cable.",
)
SILENT = Text(
    fr="La caméra ne donne plus d'image depuis {seconds} s : vérifiez son câble.",
    en="The camera has given no picture for {seconds} s: check its cable.",
)
