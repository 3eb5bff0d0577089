"""A camera whose newest pictures can be looked at without taking one: by whoever examines a table at work."""

from __future__ import annotations

from companion.camera.source import ClosedAtEnd, Frame, FrameSource


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

    @property
    def full_size_xy(self) -> tuple[int, int]:
        return self.camera.full_size_xy

    def small(self) -> Frame:
        """See `FrameSource.small`."""
        self.last_small = frame = self.camera.small()
        return frame

    def full(self) -> Frame:
        """See `FrameSource.full`."""
        self.last_full = frame = self.camera.full()
        return frame

    def close(self) -> None:
        """See `FrameSource.close`."""
        self.camera.close()


def the_camera(source: FrameSource) -> FrameSource:
    """The camera behind a source that keeps its frames, or the source itself."""
    return source.camera if isinstance(source, KeptFrames) else source
