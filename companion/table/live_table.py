"""What a table shows beside its match, shared by threads: questions, notices, pictures, and waiting for a change."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.core.capabilities.sorting_station import Mark
from companion.core.errors import NotSaved, Unreadable
from companion.core.text import Text
from companion.hardware.cues import Cue, CuePlayer
from companion.table.countdown import Countdown
from companion.table.deeds import and_done
from companion.table.live import Live
from companion.table.questions import Question
from companion.table.session_texts import NO_QUESTION


class LiveTable:
    """Holds the one `Live` value of a table. Every change grows its revision and wakes whoever waits for it.

    Args:
        cues: what is sounded and lit when something is asked or told.
    """

    def __init__(self, cues: CuePlayer) -> None:
        self._cues, self._live, self._asked = cues, Live(), 0
        self._changed = threading.Condition(threading.RLock())

    @property
    def revision(self) -> int:
        """Grows with everything that a page could show."""
        return self.live.revision

    @property
    def live(self) -> Live:
        """What is shown beside the match."""
        with self._changed:
            return self._live

    @property
    def questions(self) -> tuple[Question, ...]:
        """What is asked of everyone, oldest first."""
        return self.live.questions

    def wait(self, revision: int, timeout_s: float) -> int:
        """Block until something newer than `revision` can be shown, or `timeout_s` passed; the revision now."""
        with self._changed:
            self._changed.wait_for(lambda: self._live.revision > revision, timeout_s)
            return self._live.revision

    def announce(self) -> None:
        """Something that a page shows beside the match has changed."""
        with self._changed:
            self._show()

    def ask(
        self, words: Text, choices: tuple[Text, ...], then: Callable[[int, str], None], crop_jpeg: bytes | None = None
    ) -> Question:
        """Put a question on every phone."""
        with self._changed:
            self._asked += 1
            question = Question(self._asked, words, choices, crop_jpeg, then)
            self._show(questions=(*self._live.questions, question))
        self._cues.play(Cue.ASK)
        return question

    def answer(self, question_id: int, choice: int, source: str) -> None:
        """Settle a question; the first answer counts.

        Raises:
            Unreadable: it is no longer open.
            NotSaved: what was answered could not be written down; the question is asked again.
        """
        with self._changed:
            open_now = self._live.questions
            question = next((each for each in open_now if each.id == question_id), None)
            if question is None or not 0 <= choice < len(question.choices):
                raise Unreadable("session.no-such-question", NO_QUESTION)
            self._show(questions=tuple(each for each in open_now if each is not question))
        try:
            question.then(choice, source)
        except NotSaved:
            with self._changed:
                self._show(questions=(*self._live.questions, question))
            raise

    def withdraw_questions(self) -> None:
        """Take back what is still asked: the table has moved on."""
        with self._changed:
            if self._live.questions:
                self._show(questions=())

    def tell(self, notice: Text | None) -> None:
        """Show one sentence on every page until the next, or until the match goes on."""
        with self._changed:
            if notice == self._live.notice:
                return
            signals = self._live.signals
            if signals.last is Mark.ALARM:  # what was wrong is put right
                signals = replace(signals, last=None)
            self._show(notice=notice, signals=signals)
        if notice is not None:
            self._cues.play(Cue.FOUL)

    def say(self, deed: Text) -> None:
        """Say on every page what somebody did; it stays there for some actions (`deeds.SHOWN_ACTIONS`)."""
        with self._changed:
            self._show(deeds=and_done(self._live.deeds, deed))

    def tell_hardware(self, trouble: Text | None) -> None:
        """Show on every page that buttons and lights do not work, until they do again (None)."""
        with self._changed:
            if trouble != self._live.hardware:
                self._show(hardware=trouble)

    def stand(self, name: str, trouble: Text | None) -> None:
        """Show one sentence on every page, whatever the match does, until `name`'s next; None: it is over."""
        with self._changed:
            if trouble != self._live.troubles.get(name):
                others = {each: text for each, text in self._live.troubles.items() if each != name}
                self._show(troubles=others if trouble is None else {**others, name: trouble})

    @property
    def camera(self) -> str:
        """How the camera is, in one word: "none", "starting", "well", or what is the matter with it."""
        return self.live.camera

    def count_from(self, revision: int) -> None:
        """Let the revision be greater than another one: what was shown at this table before."""
        with self._changed:
            self._live = replace(self._live, revision=max(self._live.revision, revision + 1))

    def camera_is(self, word: str) -> None:
        """Note how the camera is, in one word."""
        with self._changed:
            if word != self._live.camera:
                self._show(camera=word)

    def count_down(self, countdown: Countdown | None) -> None:
        """Show how much time is left of the turn; None: no time runs."""
        with self._changed:
            if countdown is not self._live.countdown:
                self._show(countdown=countdown)

    def alarm(self, notice: Text) -> None:
        """Stop everybody at the sorting station, and say why."""
        with self._changed:
            if notice == self._live.notice:
                return
            self._show(notice=notice, signals=self._live.signals.given(Mark.ALARM))
        self._cues.play(Cue.ALARM)

    def show(self, picture_jpeg: bytes) -> None:
        """Publish a picture as it is; watchers go through `OpenPictures`, which veils what is not open to all."""
        with self._changed:
            self._show(picture_jpeg=picture_jpeg, picture_number=self._live.picture_number + 1)

    def _show(self, **changes: Any) -> None:
        self._live = replace(self._live, revision=self._live.revision + 1, **changes)
        self._changed.notify_all()
