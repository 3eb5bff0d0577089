"""The referee: takes one small frame after the other, and lets the watchers of the table look at each.

One `step` never blocks on people. Questions are settled by whoever answers first, on a phone; a table that moves on
withdraws them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import partial

from companion.camera.source import Frame, FrameSource, NoFrameNow, SourceEnded, SourceFailed
from companion.core.clock import Clock, SystemClock
from companion.core.errors import NotSaved
from companion.core.going_on import Attempts
from companion.core.text import Text
from companion.perception.settle import Settle
from companion.table.camera_watch import CameraWatch, JudgesPictures
from companion.table.session import Session
from companion.table.troubles import CAMERA, CAMERA_STUMBLES
from companion.table.watchers.watcher import LivePicture, Moment, Watcher


class Referee:
    """Watches one table for one session.

    Args:
        source: where the pictures come from.
        session: what happens is told here.
        watchers: the ways in which the table is watched; each moment is shown to them in this order, until it was one's
            alone (see `registry.watchers_for`).
        clock: the table's; `run` waits on it after a frame that went wrong.
        health: judges the pictures of a live camera; None for recordings and simulated tables.
    """

    def __init__(
        self,
        source: FrameSource,
        session: Session,
        watchers: Sequence[Watcher],
        clock: Clock | None = None,
        health: JudgesPictures | None = None,
    ) -> None:
        self._clock = clock or SystemClock()
        self._camera = CameraWatch(source, session, self._clock, health)
        self._source, self._session, self._watchers = source, session, tuple(watchers)
        self._settle, self._live = Settle(), LivePicture(session)
        self._lock = threading.RLock()  # answers come from the phones' threads
        self._look_now = threading.Event()
        self._frames = 0

    def look_again(self) -> None:
        """Read the table at the next frame at rest even if nothing seems to have changed."""
        self._look_now.set()

    def step(self) -> None:
        """Take one small frame and let the watchers look; where there is none now, only time passes for them. Raises
        `SourceEnded`, `SourceFailed`."""
        frame = self._camera.next(every=any(watcher.every_frame for watcher in self._watchers))
        with self._lock:
            if self._camera.take_moved():
                self._find_table_again()
            if frame is None:
                self._tick()
                return
            moment = self._moment(frame)
            try:
                for watcher in self._watchers:
                    if watcher.look(moment) is not None:
                        return
            except NoFrameNow:  # the camera went while somebody wanted its full-size picture
                self.look_again()

    def _tick(self) -> None:
        in_doubt = self._in_doubt
        for watcher in self._watchers:
            watcher.tick(in_doubt)

    def _find_table_again(self) -> None:
        self._session.pictures.find_table_again()
        for watcher in self._watchers:
            watcher.table_moved()
        self.look_again()

    @property
    def _in_doubt(self) -> bool:
        return any(watcher.in_doubt for watcher in self._watchers)

    def run(self, stop: threading.Event, beat: Callable[[], None] = lambda: None) -> None:
        """Step until `stop` is set, also while there is no camera. A frame at which anything else goes wrong is logged
        and said, and the next one is looked at; one whose action could not be saved is looked at again.

        Args:
            beat: called before each frame, as a sign that the loop goes round.

        Raises:
            SourceEnded, SourceFailed: the camera gives no more frames.
        """
        told = partial(self._session.stand, CAMERA)
        frames = Attempts("camera", self._clock, told, CAMERA_STUMBLES, passing=(SourceEnded, SourceFailed))
        while not stop.is_set():
            beat()
            with frames.one():
                try:
                    self.step()
                except NotSaved:
                    self.look_again()
                    raise

    def _moment(self, frame: Frame) -> Moment:
        number, self._frames = self._frames, self._frames + 1
        return Moment(
            number,
            frame,
            self._session,
            full=lambda: self._source.full().pixels,
            settle=self._settle.update,
            ask=self._ask,
            ask_beside=self._ask_beside,
            live=self._live,
            in_doubt=self._in_doubt,
            look_again=self._take_look_again,
        )

    def _take_look_again(self) -> bool:
        wanted = self._look_now.is_set()
        self._look_now.clear()
        return wanted

    def _ask_beside(
        self, words: Text, choices: tuple[Text, ...], crop: bytes | None, then: Callable[[int, str], None]
    ) -> None:
        """Ask, and leave standing what is asked already."""

        def answered(choice: int, who: str) -> None:
            with self._lock:
                then(choice, who)

        self._session.ask(words, choices, answered, crop)

    def _ask(
        self, words: Text, choices: tuple[Text, ...], crop: bytes | None, then: Callable[[int, str], None]
    ) -> None:
        self._session.withdraw_questions()
        self._ask_beside(words, choices, crop, then)
