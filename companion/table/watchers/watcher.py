"""What every way of watching a table is: a watcher, asked at every small frame whether the moment is its own."""

from __future__ import annotations

import enum
from collections.abc import Callable
from functools import cached_property
from typing import Protocol

from companion.camera.arrays import Pixels
from companion.camera.source import Frame
from companion.core.text import Text
from companion.perception.settle import Rest
from companion.table.session import Session

LIVE_EVERY_S = 1.0
"""The page gets a new small picture at most this often: live enough to aim by, cheap to send."""


class Handled(enum.Enum):
    """What a watcher did with a moment that was its own."""

    MOVING = "moving"
    """Something moves: it waits until the table has come to rest."""
    WATCHED = "watched"
    """It looked, or had nothing to look at."""


class Ask(Protocol):
    """Puts a question on every phone."""

    def __call__(
        self, words: Text, choices: tuple[Text, ...], crop: bytes | None, then: Callable[[int, str], None]
    ) -> None:
        """Ask.

        Args:
            words: the question.
            choices: the answers, likeliest first.
            crop: the piece of the picture that it is about, JPEG; None for none.
            then: called with the number of the answer that was chosen and with who chose it.
        """


class LivePicture:
    """The small picture that pages show while things move, where nothing is secret; elsewhere what was shown last
    stays: nobody knows what a moving hand holds."""

    def __init__(self, session: Session) -> None:
        self._session, self._shown_s = session, float("-inf")

    def show(self, frame: Frame) -> None:
        """Publish `frame`, unless another was published less than `LIVE_EVERY_S` before it."""
        if frame.taken_s - self._shown_s >= LIVE_EVERY_S and self._session.pictures.whole:
            self._shown_s = frame.taken_s
            self._session.pictures.show(frame.pixels, settled=False)


class Moment:
    """One small frame, and all that a watcher may want to know or do about it.

    Attributes:
        number: counts the frames from 0.
        frame: the small picture.
        full: takes a full-size picture, (H, W, 3) uint8 BGR.
        ask: takes back what was asked before, and asks.
        ask_beside: asks, and leaves standing what was asked before.
        in_doubt: whether a watcher sees something that has changed and is not played yet: it is not made out, or was
            asked about.
    """

    def __init__(
        self,
        number: int,
        frame: Frame,
        session: Session,
        *,
        full: Callable[[], Pixels],
        settle: Callable[[Frame], Rest],
        ask: Ask,
        ask_beside: Ask,
        live: LivePicture,
        in_doubt: bool,
        look_again: Callable[[], bool],
    ) -> None:
        self.number, self.frame, self.full = number, frame, full
        self.ask, self.ask_beside, self.in_doubt = ask, ask_beside, in_doubt
        self._session, self._settle, self._live, self._look_again = session, settle, live, look_again

    @cached_property
    def rest(self) -> Rest:
        """Whether the table lies still, and where it has changed; compared with the frames for which this was asked."""
        return self._settle(self.frame)

    @cached_property
    def look_again(self) -> bool:
        """Whether somebody wants the table to be read though nothing seems to have changed; asked for once."""
        return self._look_again()

    def moving(self) -> Handled:
        """Something moves: what was asked is taken back, and the page sees it live where nothing is secret."""
        self._session.withdraw_questions()
        self._session.pictures.moves()
        self._live.show(self.frame)
        return Handled.MOVING


class Watcher(Protocol):
    """One way of watching a table for one session."""

    def look(self, moment: Moment) -> Handled | None:
        """Take in one moment; play what has happened, ask, or say what does not fit.

        Returns:
            None when the next watcher shall look at the moment too; anything else when it was this one's alone.
        """

    @property
    def in_doubt(self) -> bool:
        """Whether something has changed that is not played: it is not made out yet, or was asked about."""
        return False

    @property
    def every_frame(self) -> bool:
        """Whether it needs every frame of the camera now, though nothing moves yet."""
        return False

    def tick(self, in_doubt: bool) -> None:
        """Time passes and there is no picture to look at. in_doubt: as of `Moment`."""
        return

    def table_moved(self) -> None:
        """The camera sees the table from elsewhere than before: whatever was known of where things are in its pictures
        must be found again."""
        return
