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
from companion.camera.source import ClosedAtEnd, Frame, SizeChanged, SourceFailed, read_only, small_size_xy
from companion.camera.unpacking import reduced_shape, reduction, unpacked
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
        packed: it hands out JPEG pictures, which are decoded here, no larger than wanted.
        repeats_itself: it may give the same picture again, bit by bit, though it is well.

    Raises:
        SourceFailed: it gives no first picture.
    """

    def __init__(
        self,
        capture: cv2.VideoCapture,
        shown: str,
        clock: Clock,
        *,
        packed: bool = False,
        repeats_itself: bool = False,
    ) -> None:
        self._packed, self.repeats_itself = packed, repeats_itself
        self._factor, self._due_shape = 1, tuple[int, ...]()
        self._capture = capture
        self._shown = shown
        self._clock = clock
        self._number = 0
        self._news = Condition()
        self._wanted = 0
        """By which factor the picture that is waited for may be reduced; 0: nobody waits."""
        self._size_changed = False
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
        if packed:
            self._factor = reduction(self.full_size_xy)

    def small(self) -> Frame:
        """Return a new picture, made small. Raises `SourceFailed` when none comes within `PATIENCE_S`."""
        frame = self._next(self._factor)
        width, height = small_size_xy(self.full_size_xy)
        if frame.pixels.shape == (height, width, 3):
            return frame
        small = cv2.resize(frame.pixels, (width, height), interpolation=cv2.INTER_AREA)
        return Frame(read_only(np.asarray(small, np.uint8)), frame.taken_s, frame.number)

    def full(self) -> Frame:
        """Return a new picture, taken from now on. Raises `SourceFailed` when none comes within `PATIENCE_S`."""
        return self._next(1)

    def _next(self, factor: int) -> Frame:
        with self._news:
            self._picture, self._wanted = None, factor
            self._news.wait_for(lambda: self._picture is not None or self._stopped, PATIENCE_S)
            self._wanted = 0
            if self._size_changed:
                raise SizeChanged(OTHER_SIZE.filled(url=self._shown))
            if self._picture is None:
                raise SourceFailed(NO_PICTURES.filled(url=self._shown))
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
                factor = self._wanted
                if factor and not self._hand_over(factor):
                    return
        except Exception as error:  # whatever a driver raises: whoever waits is told that no pictures come
            log.warning("the camera %s raises %s", self._shown, type(error).__name__)
        finally:
            self._capture.release()
            with self._news:
                self._stopped = True
                self._news.notify_all()

    def _hand_over(self, factor: int) -> bool:
        """Decode the picture that was grabbed for whoever waits; a packed one that is broken is left out. Returns
        whether the camera goes on."""
        found, given = self._capture.retrieve()
        if not found:
            return False
        pixels = unpacked(given, factor) if self._packed else given
        if pixels is None:
            return True
        if pixels.ndim != 3 or pixels.shape[2] != 3 or pixels.dtype != np.uint8:
            return False
        # The first picture, a full one, says what size the camera has.
        self._due_shape = self._due_shape or pixels.shape
        height, width = self._due_shape[:2]
        self._size_changed = pixels.shape != reduced_shape((width, height), factor)
        with self._news:
            if self._wanted == factor and not self._size_changed:
                self._picture, self._wanted = np.array(pixels, np.uint8), 0
                self._news.notify_all()
        return not self._size_changed


NO_PICTURES = Text(
    fr="La caméra « {url} » ne donne plus d'images : vérifiez son branchement ou son réseau.",
    en="The camera “{url}” gives no pictures: check its connection or its network.",
)
OTHER_SIZE = Text(
    fr="La caméra « {url} » donne des images d'une autre taille qu'avant : vérifiez ses réglages.",
    en="The camera “{url}” gives pictures of another size than before: check its settings.",
)
