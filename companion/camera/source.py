"""The interface of every camera, real or not: a small stream to watch, and a full-size picture on request."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

import cv2
import numpy as np

from companion.camera.arrays import Pixels
from companion.core.errors import Unreadable
from companion.core.text import Text

SMALL_MAX_XY = (640, 480)
"""Largest width and height of small frames, px: enough to see hands and motion, cheap enough for every frame."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture with its time.

    Attributes:
        pixels: (H, W, 3) uint8 BGR, not writable.
        taken_s: when it was taken, on the source's clock.
        number: grows by at least one from frame to frame of a source, small and full counted together.
    """

    pixels: Pixels
    taken_s: float
    number: int


class SourceFailed(Unreadable):
    """The camera, file or address gives no pictures.

    Args:
        what: one sentence for people: what is wrong, and what to do.
    """

    def __init__(self, what: Text) -> None:
        super().__init__("camera.failed", what)


class SizeChanged(SourceFailed):
    """The camera's pictures have another size than when it was opened: it must be opened anew."""


class NoFrameNow(Exception):  # noqa: N818 - a camera that is being opened anew is no error of whoever asks
    """There is no frame at this moment; there may be one at the next call."""


class SourceEnded(Exception):  # noqa: N818 - the end of a recording is no error
    """A recording has no more pictures."""


class FrameSource(Protocol):
    """A camera, or something that takes its place. Use it in a `with` block, or call `close`."""

    @property
    def full_size_xy(self) -> tuple[int, int]:
        """Width and height of the full-size picture, px."""

    def small(self) -> Frame:
        """Return the newest small frame, at most `SMALL_MAX_XY`; waits until there is one that was not returned before.

        Raises:
            NoFrameNow: there is none yet; a supervised camera says so instead of letting its caller wait.
            SourceEnded: a recording is over.
            SourceFailed: the camera stopped giving pictures.
        """

    def full(self) -> Frame:
        """Return a full-size picture of the table as it is now; of a recording, as in the last small frame.

        Raises:
            NoFrameNow: as `small`.
            SourceEnded: a recording is over.
            SourceFailed: the camera stopped giving pictures.
        """

    def close(self) -> None:
        """Release the device; may be called twice."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class ClosedAtEnd(ABC):
    """Base class of sources that makes them usable in a `with` block."""

    @abstractmethod
    def close(self) -> None:
        """Release the device; may be called twice."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def small_size_xy(full_size_xy: tuple[int, int]) -> tuple[int, int]:
    """Return the size of the small picture: the full one's shape within `SMALL_MAX_XY`, never enlarged."""
    width, height = full_size_xy
    share = min(1.0, SMALL_MAX_XY[0] / width, SMALL_MAX_XY[1] / height)
    return max(1, round(width * share)), max(1, round(height * share))


def shrunk(pixels: Pixels) -> Pixels:
    """Return a full-size picture, (H, W, 3) uint8, made small by averaging, so that fine print does not alias."""
    height, width = pixels.shape[:2]
    size = small_size_xy((width, height))
    if size == (width, height):
        return pixels
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def read_only(pixels: Pixels) -> Pixels:
    """Make a picture unwritable, because frames are shared between threads, and return it."""
    pixels.flags.writeable = False
    return pixels


NO_SUCH_CAMERA = Text(
    fr="{address} : aucune caméra de ce genre ; commencez l'adresse par {known}.",
    en="{address}: there is no such kind of camera; begin the address with {known}.",
)
