"""One match at one table: the door through which camera and phones act, and the only thing the web sees.

Every action is in the journal before `play` returns and before any listener is woken.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.core.actors import Viewer
from companion.core.calls import MakesCalls
from companion.core.errors import Ambiguous, Illegal, Unreadable
from companion.core.game import Action, Game, SeatAction
from companion.core.match import Match
from companion.core.presses import Press, WantsPresses
from companion.core.station import Mark
from companion.core.text import Text
from companion.hardware.cues import Cue, CuePlayer
from companion.table import codec
from companion.table.countdown import Countdown
from companion.table.evidence import (
    Evidence,
    evidence_to_json,
    scene_of,
    with_face,
)
from companion.table.given import (
    Asked,
    Given,
    GivenSeats,
    asked_to_json,
    checked,
    given_to_json,
)
from companion.table.journal import Journal, MatchRecord
from companion.table.page import Page, page_for
from companion.table.questions import Question
from companion.table.session_texts import (
    DROPPED,
    EXPLAINS_NOTHING,
    EXPLAINS_SEVERAL,
    NO_QUESTION,
    NO_READING,
    NOTHING_ASKED,
    OTHER_SEAT,
)
from companion.table.signals import CALLS, CUES, Signals
from companion.table.story import Line, lines_after_correction


class Session:
    """A match under way, shared by threads.

    Args:
        record: the match's row in the journal.
        match: as far as it has been played.
        lines: one for every action of the match: who said so, when, and what the camera saw.
        notes: what each seat wrote for itself.
        given: the seats that the partner plays, and what it asks for.
    """

    def __init__(
        self,
        record: MatchRecord,
        match: Match,
        journal: Journal,
        cues: CuePlayer,
        lines: tuple[Line, ...] = (),
        notes: dict[int, str] | None = None,
        given: GivenSeats | None = None,
    ) -> None:
        self._record, self._journal, self._cues = record, journal, cues
        self._match, self._lines = match, lines
        self._notes = dict(notes or {})
        self._given = given or GivenSeats()
        self._questions: dict[int, Question] = {}
        self._asked = 0
        self._notice: Text | None = None
        self._hardware: Text | None = None
        self._countdown: Countdown | None = None
        self._picture_jpeg: bytes | None = None
        self._picture_number = 0
        self._signals = Signals()
        self._revision = 0
        self._changed = threading.Condition(threading.RLock())

    # What anyone may know -------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return self._match.game

    @property
    def match(self) -> Match:
        with self._changed:
            return self._match

    @property
    def number(self) -> int:
        """The match's number in the journal."""
        return self._record.id

    @property
    def names(self) -> tuple[str, ...]:
        return self._record.names

    @property
    def revision(self) -> int:
        """Grows with everything that a page could show."""
        with self._changed:
            return self._revision

    @property
    def questions(self) -> tuple[Question, ...]:
        with self._changed:
            return tuple(self._questions.values())

    @property
    def given(self) -> GivenSeats:
        """The seats that the partner plays, and what it asks for."""
        with self._changed:
            return self._given

    @property
    def picture_jpeg(self) -> bytes | None:
        """The table as last seen, with what was read drawn on it; None before the first look."""
        with self._changed:
            return self._picture_jpeg

    @property
    def picture_number(self) -> int:
        """Grows with every new picture of the table; 0 before the first."""
        with self._changed:
            return self._picture_number

    def page(self, viewer: Viewer) -> Page:
        """All that `viewer`'s page shows, and nothing that `viewer` may not see."""
        with self._changed:
            return page_for(
                viewer,
                match=self._match,
                names=self.names,
                lines=self._lines,
                questions=tuple(self._questions.values()),
                notice=self._notice,
                hardware=self._hardware,
                note="" if viewer is None else self._notes.get(viewer, ""),
                revision=self._revision,
                picture_number=self._picture_number,
                signals=self._signals,
                given=self._given,
                countdown=self._countdown,
            )

    def evidence(self, index: int) -> Evidence:
        """What the camera saw for action `index`; empty when people reported it. Raises IndexError."""
        with self._changed:
            return self._lines[index].evidence

    def wait(self, revision: int, timeout_s: float) -> int:
        """Block until something newer than `revision` can be shown, or `timeout_s` passed; the revision now."""
        with self._changed:
            self._changed.wait_for(lambda: self._revision > revision, timeout_s)
            return self._revision

    # What happens ---------------------------------------------------------------------------------------

    def play(self, action: Action, source: str, evidence: Evidence = (), mark: Mark | None = None) -> None:
        """Carry out an action. Raises `Illegal`, and then nothing has changed.

        At a seat that is given to the partner, the action must be what it asked for.

        Args:
            mark: the sorting station's verdict on what it saw, which is then heard instead of the usual cue.
        """
        with self._changed:
            action = self._given.carried_out(self._match, action)
            before, after = self._match, self._match.play(action)
            at_s = self._write("play", source, {"action": codec.to_json(action), "seen": evidence_to_json(evidence)})
            self._match, self._lines = after, (*self._lines, Line(source, at_s, evidence))
            if mark is not None:
                self._signals = self._signals.given(mark)
            self._settled()
            ends = after.state.scores is not None and before.state.scores is None
            seat = after.state.actor.seat
        call = self.game.call(action) if isinstance(self.game, MakesCalls) else None
        if call is not None:
            self._cues.play(CALLS[call])
        elif mark is not None:
            self._cues.play(CUES[mark], seat)
        else:
            self._cues.play(Cue.WON if ends else Cue.READ if evidence else Cue.READY, seat)

    def play_at_seat(self, seat: int, data: Any) -> None:
        """Carry out a player's own act that the phone at `seat` sent. Raises `Unreadable` or `Illegal`."""
        action = codec.action_from_json(self.game, data)
        if not isinstance(action, SeatAction) or action.seat != seat:
            raise Illegal("session.other-seat", OTHER_SEAT, "table")
        self.play(action, source=f"seat {seat}")

    def press(self, press: Press) -> None:
        """A seat's button went down. A game that wants no presses, or for which it means nothing now, hears nothing."""
        game = self.game
        if not isinstance(game, WantsPresses) or press.seat >= len(self.names):
            return
        action = game.pressed(self.match.state, press)
        if action is None:
            return
        try:
            self.play(action, source=f"button {press.seat}")
        except Illegal as refusal:  # somebody acted between the look and now, or a button must not do what it did
            self.tell(refusal.what)

    def undo(self, source: str) -> None:
        """Take the last action back. At the start nothing happens."""
        with self._changed:
            length = max(0, len(self._match.actions) - 1)
            self._write("back", source, {"length": length})
            self._match, self._lines = self._match.back_to(length), self._lines[:length]
            self._settled()

    def correct(self, index: int, action: Action, source: str, evidence: Evidence = ()) -> tuple[Action, ...]:
        """Replace an earlier action and play the later ones again.

        Returns:
            Later actions that no longer make sense and were taken out; people are told by a notice.

        Raises:
            Illegal: the new action was not possible at that moment; nothing has changed.
            IndexError: there is no such action.
        """
        with self._changed:
            if not 0 <= index < len(self._match.actions):
                raise IndexError(f"there is no action {index}")
            match, dropped = self._match.corrected(index, action)
            at_s = self._write(
                "correct",
                source,
                {"index": index, "action": codec.to_json(action), "seen": evidence_to_json(evidence)},
            )
            self._match, self._lines = (
                match,
                lines_after_correction(self._lines, index, match, source, at_s, evidence),
            )
            self._settled()
            if dropped:
                self._notice = DROPPED.filled(count=len(dropped))
        return dropped

    def correct_reading(self, index: int, number: int, face: str, source: str) -> tuple[Action, ...]:
        """Say what thing `number` of action `index`'s evidence truly showed.

        Raises:
            Unreadable: the camera saw no such thing then, or no action explains the corrected table.
            Ambiguous: several do.
        """
        with self._changed:
            line = self._lines[index] if 0 <= index < len(self._lines) else None
            if line is None or not 0 <= number < len(line.evidence):
                raise Unreadable("session.no-such-reading", NO_READING)
            evidence = with_face(line.evidence, number, face)
            actions = self.game.explanations(self._match.states[index], scene_of(evidence))
            if not actions:
                raise Unreadable("session.reading-explains-nothing", EXPLAINS_NOTHING.filled(face=face))
            if len(actions) > 1:
                raise Ambiguous("session.reading-explains-several", EXPLAINS_SEVERAL.filled(face=face))
            self._write(
                "sample",
                source,
                {"seen": evidence_to_json((evidence[number],)), "read_as": line.evidence[number].thing.face},
            )
            return self.correct(index, actions[0], source, evidence)

    def write_note(self, seat: int, words: str) -> None:
        """Keep a seat's own note; only that seat sees it."""
        with self._changed:
            self._write("note", f"seat {seat}", {"seat": seat, "words": words})
            self._notes[seat] = words
            self._bump()

    # The partner ----------------------------------------------------------------------------------------

    def give_seat(self, seat: int, strength: str, time_s: float | None, source: str) -> None:
        """Let the partner play `seat`, thinking `time_s` seconds at most (None: as long as the strength wants).

        Raises:
            Unreadable: the game does not play itself, or seat, strength or time are none that there are.
        """
        self._give(seat, checked(self.game, self.names, seat, strength, time_s), source)

    def take_seat_back(self, seat: int, source: str) -> None:
        """Let people play `seat` again."""
        if seat in self.given.seats:
            self._give(seat, None, source)

    def _give(self, seat: int, given: Given | None, source: str) -> None:
        with self._changed:
            self._write("given", source, given_to_json(seat, given))
            self._given = self._given.gave(seat, given)
            self._bump()

    def ask_hands(self, match: Match, given: Given, asked: Asked) -> bool:
        """Ask the people to carry out a turn that the partner chose at `match`'s last moment, playing as `given`.

        Returns:
            False when the table has moved on meanwhile; then nothing is asked.
        """
        with self._changed:
            if self._match is not match or self._given.turn(match) != given:
                return False
            self._write("asked", "partner", asked_to_json(asked))
            self._given = self._given.asking(asked)
            self._notice = None
            self._bump()
        self._cues.play(Cue.CARRY_OUT, asked.action.seat)
        return True

    def carry_out(self, source: str) -> None:
        """People say that they have done what the partner asked for. Raises `Illegal` when it asks for nothing."""
        with self._changed:
            asked = self._given.asked
            if asked is None:
                raise Illegal("session.nothing-asked", NOTHING_ASKED, "table")
            self.play(asked.action, source)

    def announce(self) -> None:
        """Something that a page shows beside the match has changed."""
        with self._changed:
            self._bump()

    # What the referee tells -----------------------------------------------------------------------------

    def ask(
        self,
        words: Text,
        choices: tuple[Text, ...],
        then: Callable[[int, str], None],
        crop_jpeg: bytes | None = None,
    ) -> Question:
        """Put a question on every phone."""
        with self._changed:
            self._asked += 1
            question = Question(self._asked, words, choices, crop_jpeg, then)
            self._questions[question.id] = question
            self._bump()
        self._cues.play(Cue.ASK)
        return question

    def answer(self, question_id: int, choice: int, source: str) -> None:
        """Settle a question; the first answer counts. Raises `Unreadable` for one that is no longer open."""
        with self._changed:
            question = self._questions.get(question_id)
            if question is None or not 0 <= choice < len(question.choices):
                raise Unreadable("session.no-such-question", NO_QUESTION)
            del self._questions[question_id]
            self._bump()
        question.then(choice, source)

    def withdraw_questions(self) -> None:
        """Take back what is still asked: the table has moved on."""
        with self._changed:
            if self._questions:
                self._questions.clear()
                self._bump()

    def tell(self, notice: Text | None) -> None:
        """Show one sentence on every page until the next, or until the match goes on."""
        with self._changed:
            if notice == self._notice:
                return
            self._notice = notice
            if self._signals.last is Mark.ALARM:  # what was wrong is put right
                self._signals = replace(self._signals, last=None)
            self._bump()
        if notice is not None:
            self._cues.play(Cue.FOUL)

    def tell_hardware(self, trouble: Text | None) -> None:
        """Show on every page that buttons and lights do not work, until they do again (None)."""
        with self._changed:
            if trouble != self._hardware:
                self._hardware = trouble
                self._bump()

    def count_down(self, countdown: Countdown | None) -> None:
        """Show how much time is left of the turn; None: no time runs."""
        with self._changed:
            if countdown is not self._countdown:
                self._countdown = countdown
                self._bump()

    def alarm(self, notice: Text) -> None:
        """Stop everybody at the sorting station, and say why."""
        with self._changed:
            if notice == self._notice:
                return
            self._notice = notice
            self._signals = self._signals.given(Mark.ALARM)
            self._bump()
        self._cues.play(Cue.ALARM)

    def show(self, picture_jpeg: bytes) -> None:
        """Publish the table as seen, with the readings drawn on it."""
        with self._changed:
            self._picture_jpeg = picture_jpeg
            self._picture_number += 1
            self._bump()

    # Inside ---------------------------------------------------------------------------------------------

    def _write(self, kind: Any, source: str, body: dict[str, Any]) -> float:
        return self._journal.append(self._record.id, kind, source, body)

    def _settled(self) -> None:
        """The match moved: what was asked or remarked belongs to an earlier moment."""
        self._questions.clear()
        self._notice = None
        self._given = self._given.asking(None)
        self._bump()

    def _bump(self) -> None:
        self._revision += 1
        self._changed.notify_all()
