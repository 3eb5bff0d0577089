"""Live captures through OpenCV (USB cameras, network streams), kept from going stale by a thread.

OpenCV queues pictures, so that a reader slower than the camera gets old ones. The thread takes every picture off the
queue, and decodes one only when somebody waits for it.
"""

from __future__ import annotations

import logging
import os
from threading import Condition, Thread

import cv2
import numpy as np

from companion.camera.arrays import Pixels
from companion.camera.opencv_log import opencv_silent
from companion.camera.source import ClosedAtEnd, Frame, SourceFailed, read_only, shrunk
from companion.core.clock import Clock
from companion.core.text import Text

log = logging.getLogger(__name__)

PATIENCE_S = 10.0
"""A live camera that gives no picture for this long has stopped; slow ones start within 3 s."""
FFMPEG_QUIET = "-8"
"""FFmpeg's AV_LOG_QUIET; people get this module's sentence instead."""
GOODBYE_S = 2.0
"""How long `close` waits for the thread; a stream that hangs is released when its own time-out strikes."""


def opened(address: str | int, backend: int = cv2.CAP_ANY, limits: tuple[int, ...] = ()) -> cv2.VideoCapture | None:
    """Open a capture, without OpenCV's messages on standard error.

    Args:
        address: a device's number, a path or a URL.
        backend: one of OpenCV's CAP_ constants.
        limits: OpenCV's properties and their values, alternating.

    Returns:
        The capture; None when it does not open.
    """
    if isinstance(address, str) and not _is_utf8(address):
        return None  # OpenCV would end the process at it
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", FFMPEG_QUIET)
    try:
        with opencv_silent():
            capture = cv2.VideoCapture(address, backend, limits)
    except (cv2.error, OverflowError, ValueError):  # a number that no device can have, a path with a null character
        return None
    if capture.isOpened():
        return capture
    capture.release()
    return None


def _is_utf8(address: str) -> bool:
    try:
        address.encode()
    except UnicodeEncodeError:
        return False
    return True


class CaptureSource(ClosedAtEnd):
    """A live capture with one size of picture; small frames are the full ones made small.

    Args:
        capture: an opened capture; it is released when this source closes.
        shown: the address, for messages.
        clock: the frames' times.

    Raises:
        SourceFailed: it gives no first picture.
    """

    def __init__(self, capture: cv2.VideoCapture, shown: str, clock: Clock) -> None:
        self._capture = capture
        self._shown = shown
        self._clock = clock
        self._number = 0
        self._news = Condition()
        self._wanted = False
        self._picture: Pixels | None = None
        self._stopped = False
        self._thread = Thread(target=self._drain, name=f"camera {shown}", daemon=True)
        self._thread.start()
        try:
            height, width = self.full().pixels.shape[:2]
        except SourceFailed:
            self.close()
            raise
        self.full_size_xy = (width, height)

    def small(self) -> Frame:
        """Return a new picture, made small. Raises `SourceFailed` when none comes within `PATIENCE_S`."""
        frame = self.full()
        return Frame(read_only(shrunk(frame.pixels).view()), frame.taken_s, frame.number)

    def full(self) -> Frame:
        """Return a new picture, taken from now on. Raises `SourceFailed` when none comes within `PATIENCE_S`."""
        with self._news:
            self._picture, self._wanted = None, True
            self._news.wait_for(lambda: self._picture is not None or self._stopped, PATIENCE_S)
            self._wanted = False
            if self._picture is None:
                raise SourceFailed(
                    Text(
                        fr="La caméra « {url} » ne donne plus d'images : vérifiez son branchement, puis rouvrez-la.",
                        en="The camera “{url}” gives no pictures: check its connection, then open it again.",
                    ).filled(url=self._shown)
                )
            self._number += 1
            return Frame(read_only(self._picture), self._clock.now_s(), self._number)

    def close(self) -> None:
        """Stop the thread, which releases the capture; may be called twice."""
        with self._news:
            self._stopped = True
            self._news.notify_all()
        self._thread.join(GOODBYE_S)

    def _drain(self) -> None:
        """Take pictures off the queue until stopped; runs in the thread."""
        # The capture belongs to this thread: releasing it elsewhere during `grab` would crash.
        try:
            while not self._stopped and self._capture.grab():
                if self._wanted:
                    found, pixels = self._capture.retrieve()
                    if not found or pixels.ndim != 3 or pixels.shape[2] != 3 or pixels.dtype != np.uint8:
                        return
                    with self._news:
                        self._picture, self._wanted = np.array(pixels, np.uint8), False
                        self._news.notify_all()
        except Exception as error:  # whatever a driver raises: whoever waits is told that no pictures come
            log.warning("the camera %s raises %s", self._shown, type(error).__name__)
        finally:
            self._capture.release()
            with self._news:
                self._stopped = True
                self._news.notify_all()
