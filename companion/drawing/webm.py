"""Writes films that browsers play: VP8 in WebM, by the libraries that come with OpenCV on every machine."""

from __future__ import annotations

import errno
from collections.abc import Iterable
from pathlib import Path

import cv2

from companion.camera.arrays import Pixels
from companion.camera.opencv_log import opencv_silent

FPS = 1.0
"""Pictures a second: each stands long enough to be looked at, and none is packed twice."""
CODEC = "VP80"
"""Chromium, Firefox, and Safari from 14.1 on play it; VP9 takes seven times as long to write."""


def write_webm(path: Path, pictures: Iterable[Pixels]) -> None:
    """Write a film.

    Args:
        path: ends in ".webm"; a file that is there is replaced.
        pictures: (H, W, 3) uint8 BGR, all of one size, even in both directions; at least one.

    Raises:
        OSError: not all of it could be written.
    """
    writer, written = None, 0
    for picture in pictures:
        writer = _opened(path, picture) if writer is None else writer
        if not writer.isOpened():
            break
        writer.write(picture)
        written += 1
    if writer is not None:
        writer.release()
    if not written or _length(path) != written:  # the writer itself says nothing of a disk that is full
        raise OSError(errno.ENOSPC, "not all of the film could be written", str(path))


def _opened(path: Path, first: Pixels) -> cv2.VideoWriter:
    size = (first.shape[1], first.shape[0])
    with opencv_silent():
        return cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*CODEC), FPS, size)


def _length(path: Path) -> int:
    """How many pictures the file has; 0 where it cannot be read."""
    with opencv_silent():
        reader = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        try:
            return round(reader.get(cv2.CAP_PROP_FRAME_COUNT)) if reader.isOpened() else 0
        finally:
            reader.release()
