"""A camera whose newest pictures can be looked at without taking one: by whoever examines a table at work."""

from __future__ import annotations

from companion.camera.source import ClosedAtEnd, Frame, FrameSource


class KeptFrames(ClosedAtEnd):
    """Passes a camera's frames on, and keeps the newest of each size.

    Args:
        source: the camera; closed with this.

    Attributes:
        last_small, last_full: the newest frames that were asked for; None before the first.
    """

    def __init__(self, source: FrameSource) -> None:
        self._source = source
        self.last_small: Frame | None = None
        self.last_full: Frame | None = None

    @property
    def full_size_xy(self) -> tuple[int, int]:
        return self._source.full_size_xy

    def small(self) -> Frame:
        """See `FrameSource.small`."""
        self.last_small = frame = self._source.small()
        return frame

    def full(self) -> Frame:
        """See `FrameSource.full`."""
        self.last_full = frame = self._source.full()
        return frame

    def close(self) -> None:
        """See `FrameSource.close`."""
        self._source.close()
