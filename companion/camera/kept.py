"""A table's camera: its newest pictures can be looked at without taking one, and another can take its place."""

from __future__ import annotations

from collections.abc import Callable

from companion.camera.source import ClosedAtEnd, Frame, FrameSource, NoFrameNow, SourceEnded, SourceFailed


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

    def exchange(self, opens: Callable[[], FrameSource]) -> None:
        """Let another camera take this one's place. The first is closed before the second is opened: they may be one.

        Args:
            opens: opens it; raises nothing.
        """
        self.camera.close()
        self.camera = opens()
        self.last_small = self.last_full = None

    @property
    def full_size_xy(self) -> tuple[int, int]:
        return self.camera.full_size_xy

    def small(self) -> Frame:
        """See `FrameSource.small`."""
        self.last_small = frame = self._taken(lambda camera: camera.small())
        return frame

    def full(self) -> Frame:
        """See `FrameSource.full`."""
        self.last_full = frame = self._taken(lambda camera: camera.full())
        return frame

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
