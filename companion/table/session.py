"""One match at one table: the door through which camera and phones act, and the only thing the web sees.

Every entry is in the journal before `play` returns and before any listener is woken."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from companion.core.actors import Viewer
from companion.core.capabilities import offers
from companion.core.capabilities.buttons import ButtonPress, WantsButtons
from companion.core.capabilities.calls import MakesCalls
from companion.core.capabilities.open_pictures import may_be_seen
from companion.core.capabilities.sorting_station import Mark
from companion.core.entries import (
    Corrected,
    Entry,
    NoteWritten,
    PartnerAsked,
    Played,
    PutBack,
    SampleKept,
    SeatGiven,
    TakenBack,
)
from companion.core.errors import Ambiguous, Illegal, NotSaved, Refusal, Unreadable
from companion.core.evidence import Evidence, scene_of, with_face
from companion.core.game import Action, Game, SeatAction
from companion.core.match import Match
from companion.core.partner_seats import PartnerRequest, PartnerSeat, PartnerSeats, checked
from companion.core.session_state import SessionState, apply_entry
from companion.core.text import Text, seat_name
from companion.hardware.cues import Cue, CuePlayer
from companion.table import codec
from companion.table.deeds import Deeds, after_action, and_done
from companion.table.entries_json import crops_of, entry_to_json
from companion.table.journal import Journal, MatchRecord, Standing
from companion.table.live_table import LiveTable
from companion.table.open_pictures import OpenPictures
from companion.table.page import Page, ToldStory, page_for
from companion.table.reporters import is_person, reporter
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
    TYPED_IN,
)
from companion.table.signals import CALLS, CUES
from companion.table.troubles import SAVING

log = logging.getLogger(__name__)


class Session(LiveTable):
    """A match under way, shared by threads.

    Args:
        record: the match's row in the journal.
        state: as far as the journal tells.
    """

    def __init__(self, record: MatchRecord, state: SessionState, journal: Journal, cues: CuePlayer) -> None:
        super().__init__(cues)
        self._record, self._journal, self._state, self._told = record, journal, state, ToldStory()
        # of an earlier run, whose clock may have been another
        self._taken_up = {id(line): line for line in state.lines}
        self.pictures = OpenPictures(self, self._changed)

    # What anyone may know -------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._state.match.game

    @property
    def state(self) -> SessionState:
        with self._changed:
            return self._state

    @property
    def match(self) -> Match:
        """The match as far as it has been played."""
        return self.state.match

    @property
    def number(self) -> int:
        """The match's number in the journal."""
        return self._record.id

    @property
    def names(self) -> tuple[str, ...]:
        """The players, by seat."""
        return self._record.names

    @property
    def partner_seats(self) -> PartnerSeats:
        """The seats that the partner plays, and what it asks for."""
        return self.state.partner_seats

    def page(self, viewer: Viewer) -> Page:
        """All that `viewer`'s page shows, and nothing that `viewer` may not see."""
        with self._changed:
            return page_for(self._state, viewer, self._live, self._told)

    def evidence(self, index: int) -> Evidence:
        """What the camera saw for action `index`; empty when people reported it. Raises IndexError."""
        return self.state.lines[index].evidence

    def age_s(self, index: int) -> float | None:
        """Seconds since action `index` was reported, on a clock that nobody can set; None for one of an earlier run of
        the program, of which nothing is known but that it is over. Raises IndexError."""
        with self._changed:
            line = self._state.lines[index]
            if id(line) in self._taken_up:
                return None
            return max(0.0, self._journal.now_s() - line.at_s)

    def seen_jpeg(self, index: int, number: int) -> bytes | None:
        """The picture of thing `number` of action `index`'s evidence; None unless everybody may look at it now.

        Raises:
            IndexError: there is no such action or thing.
        """
        state = self.state
        seen = state.lines[index].evidence[number]
        return seen.crop_jpeg if may_be_seen(self.game, state.match.state, seen.thing) else None

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
            left, deeds = max(0, len(match.actions) - 1), self._live.deeds
            if match.actions:
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

    def correct(self, index: int, action: Action, source: str, evidence: Evidence = ()) -> tuple[Action, ...]:
        """Replace an earlier action and play the later ones again.

        Returns:
            Later actions that no longer make sense and were taken out; people are told by a notice.

        Raises:
            Illegal: the new action was not possible at that moment; nothing has changed.
            IndexError: there is no such action.
        """
        with self._changed:
            match = self._state.match
            after = self._written(Corrected(source, self._journal.now_s(), index, action, evidence))
            old, new = (self.game.label(match.states[index], each, None) for each in (match.actions[index], action))
            dropped = match.actions[len(after.match.actions) :]
            told = DROPPED.filled(count=len(dropped)) if dropped else None
            self._show(questions=(), notice=told, deeds=self._done(source, CORRECTED, before=old, after=new))
        return dropped

    def correct_reading(self, index: int, number: int, face: str, source: str) -> tuple[Action, ...]:
        """Say what thing `number` of action `index`'s evidence truly showed.

        Raises:
            Unreadable: the camera saw no such thing then, or no action explains the corrected table.
            Ambiguous: several do.
        """
        with self._changed:
            lines, match = self._state.lines, self._state.match
            read = lines[index].evidence if 0 <= index < len(lines) else ()
            if not 0 <= number < len(read):
                raise Unreadable("session.no-such-reading", NO_READING)
            evidence = with_face(read, number, face)
            actions = self.game.explanations(match.states[index], scene_of(evidence))
            if not actions:
                raise Unreadable("session.reading-explains-nothing", EXPLAINS_NOTHING.filled(face=face))
            if len(actions) > 1:
                raise Ambiguous("session.reading-explains-several", EXPLAINS_SEVERAL.filled(face=face))
            self._written(SampleKept(source, self._journal.now_s(), evidence[number], read[number].thing.face))
            return self.correct(index, actions[0], source, evidence)

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

    # Keeping --------------------------------------------------------------------------------------------

    @contextmanager
    def saving(self) -> Iterator[None]:
        """Around whatever is written down: a `NotSaved` goes on, and every page shows it until something is saved."""
        try:
            yield
        except NotSaved as refusal:
            self.stand(SAVING, refusal.what)
            raise
        self.stand(SAVING, None)

    def try_to_save(self) -> bool:
        """See, while something could not be saved, whether it can be now. Returns whether all is well."""
        if SAVING not in self.live.troubles:
            return True
        with suppress(NotSaved), self.saving():
            self._journal.probe()
        return SAVING not in self.live.troubles

    # Inside ---------------------------------------------------------------------------------------------

    def _written(self, entry: Entry) -> SessionState:
        """The session after `entry`, which is on disk by then.

        Raises:
            NotSaved: the disk did not take it; nothing has changed, and every page says so until it does.
            Refusal, IndexError: as `apply_entry`; nothing has changed.
        """
        after = apply_entry(self._state, entry)
        kind, body = entry_to_json(entry)
        standing = Standing(len(after.match.actions), after.match.state.scores is not None)
        with self.saving():
            self._journal.append(
                self._record.id, kind, entry.source, body, entry.at_s,
                crops=crops_of(entry), sample=isinstance(entry, SampleKept), standing=standing,
            )  # fmt: skip
        self._state = after
        self.pictures.refresh()
        # kind and source only: the body may hold what one player alone may see
        log.info("match %d: %s by %s, %d actions", self._record.id, kind, entry.source, len(after.match.actions))
        return after

    def _done(self, source: str, words: Text, **values: Text) -> Deeds:
        """The deeds with what `source` did as one more; what a camera or a program does is none."""
        deeds = self._live.deeds
        return and_done(deeds, words.filled(who=reporter(source), **values)) if is_person(source) else deeds

    def _happened(self, entry: Entry, **changes: Any) -> SessionState:
        """The same for an entry that moves the match: what was asked or remarked belongs to an earlier moment."""
        after = self._written(entry)
        self._show(questions=(), notice=None, **changes)
        return after
