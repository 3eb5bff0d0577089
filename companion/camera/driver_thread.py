"""One opening of a camera, and the thread that alone calls its driver, so that a driver that hangs stops nobody else.

Whoever does not want to wait any longer leaves the thread; it releases the camera when the driver returns.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from threading import Condition, Thread

from companion.camera.condition import SENTENCES
from companion.camera.condition import Condition as CameraCondition
from companion.camera.source import Frame, FrameSource, SizeChanged
from companion.core.clock import Clock

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Wish:
    """A picture that is asked for; `number` tells it from those before."""

    full: bool
    number: int


class DriverThread:
    """Opens a camera and takes pictures with it, one at a time, as they are asked for.

    Args:
        opens: opens the camera; may take long, and raise anything.
        name: the thread's, for logs.
        clock: when the driver was called.

    Attributes:
        size_xy: width and height of full-size pictures, px; None before the camera is open.
        repeats_itself: whether it may give the same picture again, bit by bit, though it is well.
        error: what the driver raised; None while it goes well.
        ended: whether the thread is done, and the camera released.
    """

    def __init__(self, opens: Callable[[], FrameSource], name: str, clock: Clock) -> None:
        self._opens, self._clock = opens, clock
        self._news = Condition()
        self._wish: Wish | None = None
        self._done: tuple[Wish, Frame] | None = None
        self._count = 0
        self._left = False
        self.size_xy: tuple[int, int] | None = None
        self.repeats_itself = False
        self.error: Exception | None = None
        self.ended = False
        self.called_s: float | None = clock.now_s()
        """When the driver was called that has not returned yet; None while it has nothing to do."""
        Thread(target=self._run, name=name, daemon=True).start()

    def ask(self, *, full: bool) -> Wish:
        """Ask for a picture. A small one that was asked for and has not come yet is not asked for twice."""
        with self._news:
            if self._wish is not None and not full and not self._wish.full:
                return self._wish
            self._count += 1
            self._wish = Wish(full, self._count)
            self._news.notify_all()
            return self._wish

    def answer(self, wish: Wish, wait_s: float) -> Frame | None:
        """The picture that was asked for; None when it does not come within `wait_s`, or never will."""
        with self._news:
            self._news.wait_for(lambda: self._has(wish) or self.error is not None or self._left, wait_s)
            return self._done[1] if self._done is not None and self._has(wish) else None

    def leave(self) -> None:
        """Nobody asks any more: the camera is released as soon as its driver returns."""
        with self._news:
            self._left = True
            self._news.notify_all()

    def wait_ended(self, wait_s: float) -> None:
        """Return when the camera is released, or `wait_s` has passed."""
        with self._news:
            self._news.wait_for(lambda: self.ended, wait_s)

    def _has(self, wish: Wish) -> bool:
        return self._done is not None and self._done[0] == wish

    def _run(self) -> None:
        source: FrameSource | None = None
        try:
            source = self._opens()
            self._take_pictures(source)
        except Exception as error:  # whatever a driver raises: whoever asks says it, and opens anew
            with self._news:
                self.error = error
        finally:
            if source is not None:
                _release(source)
            with self._news:
                self.ended = True
                self._news.notify_all()

    def _take_pictures(self, source: FrameSource) -> None:
        small_shape: tuple[int, ...] | None = None
        self.repeats_itself = bool(getattr(source, "repeats_itself", False))
        self.size_xy = source.full_size_xy
        while (wish := self._next_wish()) is not None:
            frame = source.full() if wish.full else source.small()
            if not wish.full:
                small_shape = small_shape or frame.pixels.shape
            due_shape = (*self.size_xy[::-1], 3) if wish.full else small_shape
            if frame.pixels.shape != due_shape:
                raise SizeChanged(SENTENCES[CameraCondition.RESIZED])
            with self._news:
                self._done = (wish, frame)
                if self._wish == wish:
                    self._wish = None
                self._news.notify_all()

    def _next_wish(self) -> Wish | None:
        """Wait until a picture is wanted that was not taken yet; None when nobody asks any more."""
        with self._news:
            self.called_s = None
            self._news.notify_all()
            self._news.wait_for(lambda: self._wish is not None or self._left)
            if self._left:
                return None
            self.called_s = self._clock.now_s()
            return self._wish


def _release(source: FrameSource) -> None:
    try:
        source.close()
    except Exception as error:  # a camera that is gone cannot refuse
        log.debug("the camera does not close properly: %s", type(error).__name__)
