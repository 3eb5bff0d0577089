"""One match at one table: the door through which camera and phones act, and the only thing the web sees.

Every entry is in the journal before `play` returns and before any listener is woken."""

from __future__ import annotations

import logging
from typing import Any

from companion.core.actors import Viewer
from companion.core.capabilities import offers
from companion.core.capabilities.awaited import awaited_seats
from companion.core.capabilities.buttons import ButtonPress, WantsButtons
from companion.core.capabilities.calls import MakesCalls
from companion.core.capabilities.sorting_station import Mark
from companion.core.entries import (
    Corrected,
    NoteWritten,
    PartnerAsked,
    Played,
    PutBack,
    SampleKept,
    SeatGiven,
    TakenBack,
)
from companion.core.errors import Ambiguous, Illegal, Refusal, Unreadable
from companion.core.evidence import Evidence, scene_of, with_face
from companion.core.game import Action, ChanceAction, SeatAction
from companion.core.match import Match
from companion.core.partner_seats import PartnerRequest, PartnerSeat, checked
from companion.core.session_state import SessionState
from companion.core.text import Text, seat_name
from companion.hardware.cues import Cue, CuePlayer
from companion.table import codec
from companion.table.deeds import Deeds, after_action, and_done
from companion.table.journal import Journal, MatchRecord
from companion.table.page import Page, ToldStory, page_for
from companion.table.recorded_match import RecordedMatch
from companion.table.reporters import is_person, reporter
from companion.table.seat_page import SeatPage, taps_of
from companion.table.session_texts import (
    CORRECTED,
    DROPPED,
    EXPLAINS_NOTHING,
    EXPLAINS_SEVERAL,
    MOVED_ON,
    NO_READING,
    NOTHING_ASKED,
    OTHER_SEAT,
    PUT_BACK,
    SEAT_TO_PARTNER,
    SEAT_TO_PEOPLE,
    TAKEN_BACK,
    TAKEN_OUT,
    TYPED_IN,
)
from companion.table.signals import CALLS, CUES
from companion.table.typed_dice import typed_dice

log = logging.getLogger(__name__)


class Session(RecordedMatch):
    """A match under way, shared by threads. Arguments: as of `RecordedMatch`."""

    def __init__(self, record: MatchRecord, state: SessionState, journal: Journal, cues: CuePlayer) -> None:
        super().__init__(record, state, journal, cues)
        self._told = ToldStory()

    def page(self, viewer: Viewer) -> Page:
        """All that `viewer`'s page shows, and nothing that `viewer` may not see."""
        with self._changed:
            return page_for(self._state, viewer, self._live, self._told)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that must act now, in order."""
        match = self.match
        return awaited_seats(match.game, match.state)

    def seat_page(self, seat: int) -> SeatPage:
        """The page of `seat`, and what stands beside it for whoever acts there; all of one moment."""
        with self._changed:
            match, page = self._state.match, page_for(self._state, seat, self._live, self._told)
            return SeatPage(page, len(match.actions), taps_of(match, page), awaited_seats(match.game, match.state))

    # What happens ---------------------------------------------------------------------------------------

    def play(self, action: Action, source: str, evidence: Evidence = (), mark: Mark | None = None) -> None:
        """Carry out an action. Raises `Illegal`, and then nothing has changed.

        At a seat that is given to the partner, the action must be what it asked for.

        Args:
            mark: the sorting station's verdict on what it saw, which is then heard instead of the usual cue.
        """
        with self._changed:
            before = self._state.match.state
            action = self._state.partner_seats.carried_out(self._state.match, action)
            signals = self._live.signals if mark is None else self._live.signals.given(mark)
            deeds = after_action(self._live.deeds)
            played = Played(source, self._journal.now_s(), action, evidence)
            after = self._happened(played, signals=signals, deeds=deeds).match.state
            ends, seat = after.scores is not None and before.scores is None, after.actor.seat
        calls = offers(self.game, MakesCalls)
        call = None if calls is None else calls.call(action)
        if call is not None:
            self._cues.play(CALLS[call])
        elif mark is not None:
            self._cues.play(CUES[mark], seat)
        else:
            self._cues.play(Cue.WON if ends else Cue.READ if evidence else Cue.READY, seat)

    def type_in(self, action: Action, source: str) -> None:
        """What chance did, told by people instead of the camera; everyone hears who told it. Raises as `play`."""
        with self._changed:
            what = self.game.label(self.match.state, action, None)
            self.play(action, source)
            self.say(TYPED_IN.filled(who=reporter(source), what=what))

    def play_at_seat(self, seat: int, data: Any) -> None:
        """Carry out a player's own act that the phone at `seat` sent. Raises `Unreadable` or `Illegal`."""
        action = codec.action_from_json(self.game, data)
        if not isinstance(action, SeatAction) or action.seat != seat:
            raise Illegal("session.other-seat", OTHER_SEAT, "table")
        self.play(action, source=f"seat {seat}")

    def button_pressed(self, press: ButtonPress) -> None:
        """A seat's button went down. A game that wants no presses, or for which it means nothing now, hears nothing."""
        game = offers(self.game, WantsButtons)
        action = None if game is None or press.seat >= len(self.names) else game.pressed(self.match.state, press)
        if action is None:
            return
        try:
            self.play(action, source=f"button {press.seat}")
        except Refusal as refusal:  # somebody acted between the look and now, or a button must not do what it did
            self.tell(refusal.what)

    def undo(self, source: str, length: int | None = None) -> None:
        """Take the last action back, and say who did. At the start nothing happens.

        Args:
            length: of the match as whoever does it saw it; None takes it as it is. Raises `Illegal` for another.
        """
        with self._changed:
            match = self._state.match
            if length is not None and length != len(match.actions):
                raise Illegal("session.moved-on", MOVED_ON)
            if not match.actions:
                return
            left = len(match.actions) - 1
            what = self.game.label(match.states[left], match.actions[left], None)
            deeds = self._done(source, TAKEN_BACK, what=what)
            self._happened(TakenBack(source, self._journal.now_s(), left), deeds=deeds)

    @property
    def to_put_back(self) -> int:
        """How many undos and corrections in a row could be taken back now."""
        return len(self.state.before)

    def put_back(self, source: str, count: int) -> None:
        """Take the last undo or correction back, and say who did.

        Args:
            count: of what could be put back, as whoever does it saw it. Raises `Illegal` for another, or none.
        """
        with self._changed:
            if not count or count != len(self._state.before):
                raise Illegal("session.moved-on", MOVED_ON)
            self._happened(PutBack(source, self._journal.now_s()), deeds=self._done(source, PUT_BACK))

    def correct(self, index: int, action: Action | None, source: str, evidence: Evidence = ()) -> tuple[Action, ...]:
        """Replace an earlier action, or take it out (None), and play the later ones again.

        Returns:
            Later actions that no longer fit and were taken out; every page lists them (`dropped_words`).

        Raises:
            Illegal: the new action was not possible at that moment; nothing has changed.
            IndexError: there is no such action.
        """
        with self._changed:
            match = self._state.match
            after = self._written(Corrected(source, self._journal.now_s(), index, action, evidence))
            told = DROPPED.filled(count=len(after.dropped)) if after.dropped else None
            before = self.game.label(match.states[index], match.actions[index], None)
            if action is None:
                deeds = self._done(source, TAKEN_OUT, before=before)
            else:
                now = self.game.label(match.states[index], action, None)
                deeds = self._done(source, CORRECTED, before=before, after=now)
            self._show(questions=(), notice=told, deeds=deeds)
        return tuple(each.action for each in after.dropped)

    def dropped_words(self) -> tuple[Text, ...]:
        """What the last correction dropped and nothing has been played for since, in everybody's words."""
        return tuple(self.game.label(each.state, each.action, None) for each in self.state.dropped)

    def readings(self, index: int) -> Evidence:
        """What action `index` was read from, as people may put it right thing by thing: what the camera saw, or the
        dice that were typed in. Raises IndexError."""
        state = self.state
        line, match = state.lines[index], state.match
        if line.evidence or not isinstance(match.actions[index], ChanceAction):
            return line.evidence
        return typed_dice(match, index)

    def read_as(self, index: int, number: int, face: str) -> tuple[Action, Evidence]:
        """What happened and what was seen if thing `number` of action `index`'s readings truly showed `face`.

        Raises:
            Unreadable: nothing was read there, or no action explains the corrected table.
            Ambiguous: several do.
        """
        state = self.state
        read = self.readings(index) if 0 <= index < len(state.lines) else ()
        if not 0 <= number < len(read):
            raise Unreadable("session.no-such-reading", NO_READING)
        evidence = with_face(read, number, face)
        actions = self.game.explanations(state.match.states[index], scene_of(evidence))
        if not actions:
            raise Unreadable("session.reading-explains-nothing", EXPLAINS_NOTHING.filled(face=face))
        if len(actions) > 1:
            raise Ambiguous("session.reading-explains-several", EXPLAINS_SEVERAL.filled(face=face))
        return actions[0], evidence

    def correct_reading(self, index: int, number: int, face: str, source: str) -> tuple[Action, ...]:
        """Say what thing `number` of action `index`'s readings truly showed; a picture of it is kept as a sample.

        Raises as `read_as`.
        """
        with self._changed:
            action, evidence = self.read_as(index, number, face)
            read = self._state.lines[index].evidence
            if read:
                self._written(SampleKept(source, self._journal.now_s(), evidence[number], read[number].thing.face))
            return self.correct(index, action, source, evidence if read else ())

    def write_note(self, seat: int, words: str) -> None:
        """Keep a seat's own note; only that seat sees it."""
        with self._changed:
            self._written(NoteWritten(f"seat {seat}", self._journal.now_s(), seat, words))
            self._show()

    # The partner ----------------------------------------------------------------------------------------

    def give_seat(self, seat: int, strength: str, time_s: float | None, source: str) -> None:
        """Let the partner play `seat`, thinking `time_s` seconds at most (None: as long as the strength wants).

        Raises:
            Unreadable: the game does not play itself, or seat, strength or time are none that there are.
        """
        self._give(seat, checked(self.game, self.names, seat, strength, time_s), source)

    def take_seat_back(self, seat: int, source: str) -> None:
        """Let people play `seat` again."""
        if seat in self.partner_seats.seats:
            self._give(seat, None, source)

    def _give(self, seat: int, how: PartnerSeat | None, source: str) -> None:
        with self._changed:
            self._written(SeatGiven(source, self._journal.now_s(), seat, how))
            said = SEAT_TO_PEOPLE if how is None else SEAT_TO_PARTNER
            self._show(deeds=self._done(source, said, name=seat_name(seat)))

    def ask_hands(self, match: Match, seat: PartnerSeat, request: PartnerRequest) -> bool:
        """Ask the people to carry out a turn that the partner chose at `match`'s last moment, playing as `seat` says.

        Returns:
            False when the table has moved on meanwhile; then nothing is asked.
        """
        with self._changed:
            if self._state.match is not match or self._state.partner_seats.turn(match) != seat:
                return False
            self._written(PartnerAsked("partner", self._journal.now_s(), request))
            self._show(notice=None)
        self._cues.play(Cue.CARRY_OUT, request.action.seat)
        return True

    def carry_out(self, source: str) -> None:
        """People say that they have done what the partner asked for. Raises `Illegal` when it asks for nothing."""
        with self._changed:
            request = self._state.partner_seats.request
            if request is None:
                raise Illegal("session.nothing-asked", NOTHING_ASKED, "table")
            self.play(request.action, source)

    def _done(self, source: str, words: Text, **values: Text) -> Deeds:
        """The deeds with what `source` did as one more; what a camera or a program does is none."""
        deeds = self._live.deeds
        return and_done(deeds, words.filled(who=reporter(source), **values)) if is_person(source) else deeds
