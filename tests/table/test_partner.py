"""Seats that the game plays itself: it asks, people carry out, and nothing of it is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.core.clock import ManualClock
from companion.core.errors import Illegal, Unreadable
from companion.core.game import Action
from companion.core.match import Match
from companion.core.partner_seats import PartnerRequest, PartnerSeat
from companion.core.session_state import SessionState
from companion.core.text import Text, same
from companion.games.karo import GAME
from companion.games.karo.actions import Pass, PlaceDisc
from companion.games.karo.from_text import state_from_text
from companion.games.karo.options import Options
from companion.hardware.cues import Cue, PlayedCue, RecordingCues
from companion.table.analysis import Analysis, Analyst, analyses
from companion.table.journal import Journal
from companion.table.opening import open_session, resume_session
from companion.table.partner_turns import Partner
from companion.table.session import Session
from tests.core.toy import TOY

NAMES = ("Ada", "Robot")
ADA, ROBOT = 0, 1
HERE, THERE = (1, 1), (2, 2)


@pytest.fixture
def open_match(journal: Journal, cues: RecordingCues) -> Callable[..., Session]:
    def opened(options: Options | None = None, *, given: bool = True) -> Session:
        session = open_session(journal, cues, GAME, len(NAMES), options or Options(), NAMES)
        if given:
            session.give_seat(ROBOT, "beginner", None, "table")
        return session

    return opened


@pytest.fixture
def table(open_match: Callable[..., Session]) -> Session:
    """Ada has put a disc down; it is the partner's turn, and it has not chosen yet."""
    session = open_match()
    session.play(PlaceDisc(ADA, HERE), "seat 0")
    return session


def partner(session: Session) -> Partner:
    return Partner(session, ManualClock())


def asked(session: Session) -> Action:
    wanted = session.partner_seats.request
    assert wanted is not None
    return wanted.action


def other(session: Session) -> Action:
    return next(action for action in session.match.state.legal_actions() if action != asked(session))


def resumed(journal_path: Path) -> Session:
    session = resume_session(Journal(journal_path, ManualClock()), RecordingCues(), GAME)
    assert session is not None
    return session


def test_it_thinks_only_when_its_seat_is_to_act(open_match: Callable[..., Session]) -> None:
    session = open_match()
    assert not partner(session).step()
    session.play(PlaceDisc(ADA, HERE), "seat 0")
    assert partner(session).step()
    assert not partner(session).step()  # it waits for hands now


def test_it_asks_and_waits_for_hands(table: Session, cues: RecordingCues) -> None:
    before = table.page(None).partner
    assert before is not None
    assert (before.thinks, before.asked) == (True, None)
    partner(table).step()
    page = table.page(None)
    assert page.partner is not None
    assert (page.partner.thinks, page.partner.seats) == (False, {ROBOT: (Text(fr="Débutant", en="Beginner"), 1.0)})
    assert page.partner.words.fr.startswith("Robot pose un pion en ")
    assert len(table.match.actions) == 1
    assert cues.played[-1] == PlayedCue(Cue.CARRY_OUT, ROBOT)
    wanted = asked(table)
    table.play(wanted, "camera")
    assert table.match.actions[-1] == wanted
    assert table.partner_seats.request is None


def test_one_tap_says_that_it_is_done(table: Session) -> None:
    with pytest.raises(Illegal) as nothing:
        table.carry_out("seat 0")
    assert nothing.value.code == "session.nothing-asked"
    partner(table).step()
    wanted = asked(table)
    table.carry_out("seat 0")
    assert table.match.actions[-1] == wanted
    assert table.page(None).story[-1].source == "seat 0"


def test_people_do_not_choose_for_it(table: Session) -> None:
    state = table.match.state
    with pytest.raises(Illegal) as early:
        table.play(PlaceDisc(ROBOT, THERE), "camera")
    assert early.value.code == "session.partner-thinks"
    partner(table).step()
    with pytest.raises(Illegal) as otherwise:
        table.play(other(table), "camera")
    refusal = otherwise.value
    assert refusal.code == "session.partner-asked"
    for words in (refusal.what.fr, refusal.what.en):
        assert GAME.label(state, asked(table), None).to("fr").split()[-1] in words
        assert "{" not in words
    assert "mettez le pion rouge de " in refusal.what.fr
    with pytest.raises(Illegal) as forbidden:
        table.play(PlaceDisc(ROBOT, HERE), "camera")
    assert forbidden.value.clause == "3.2"
    assert table.match.state == state
    assert table.page(ROBOT).choices == ()
    table.take_seat_back(ROBOT, "seat 0")
    assert table.page(ROBOT).choices
    table.play(PlaceDisc(ROBOT, THERE), "camera")


def test_what_looks_the_same_on_the_table_is_what_it_asked_for(
    journal: Journal, cues: RecordingCues, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GAME, "mend", lambda state, asked, done: None, raising=False)
    session = open_session(journal, cues, GAME, 2, Options(), NAMES)
    session.give_seat(ADA, "beginner", None, "table")
    partner(session).step()
    wanted = asked(session)
    session.play(other(session), "camera")
    assert session.match.actions == (wanted,)


def test_a_seat_can_be_given_in_the_middle_of_its_turn_and_taken_back(open_match: Callable[..., Session]) -> None:
    session = open_match(given=False)
    session.give_seat(ADA, "casual", 7.0, "seat 1")
    assert session.partner_seats.seats == {ADA: PartnerSeat("casual", 7.0)}
    partner(session).step()
    assert session.partner_seats.request is not None
    session.take_seat_back(ADA, "seat 1")
    assert (session.partner_seats.seats, session.partner_seats.request) == ({}, None)
    assert not partner(session).step()
    session.play(PlaceDisc(ADA, HERE), "seat 0")


def test_it_can_play_every_seat(open_match: Callable[..., Session]) -> None:
    session = open_match()
    session.give_seat(ADA, "beginner", None, "table")
    brain = partner(session)
    while session.match.state.scores is None and len(session.match.actions) < 40:
        assert brain.step()
        if session.partner_seats.request is not None:
            session.carry_out("table")
    assert len(session.match.actions) > 12


@pytest.mark.parametrize("time_s", [1.0, 60.0])
def test_it_may_think_from_a_second_to_a_minute(table: Session, time_s: float) -> None:
    table.give_seat(ADA, "master", time_s, "table")
    assert table.partner_seats.seats[ADA].time_s == time_s


@pytest.mark.parametrize(
    ("seat", "strength", "time_s", "code"),
    [
        (0, "god", None, "session.no-such-strength"),
        (2, "master", None, "session.no-such-seat"),
        (-1, "master", None, "session.no-such-seat"),
        (0, "master", 0.5, "session.partner-time"),
        (0, "master", 61.0, "session.partner-time"),
        (0, "master", float("nan"), "session.partner-time"),
    ],
)
def test_what_cannot_be_given(table: Session, seat: int, strength: str, time_s: float | None, code: str) -> None:
    revision = table.revision
    with pytest.raises(Unreadable) as refusal:
        table.give_seat(seat, strength, time_s, "table")
    assert refusal.value.code == code
    assert table.revision == revision


def test_a_game_that_cannot_play_says_so(session: Session) -> None:
    assert session.page(None).partner is None
    assert session.game is TOY
    with pytest.raises(Unreadable) as refusal:
        session.give_seat(0, "master", None, "table")
    assert refusal.value.code == "session.no-partner"


def test_a_thought_that_comes_late_asks_for_nothing(table: Session) -> None:
    match, wanted = table.match, PartnerRequest(PlaceDisc(ROBOT, THERE), same("even"))
    table.undo("table")
    assert not table.ask_hands(match, PartnerSeat("beginner", 1.0), wanted)
    table.play(PlaceDisc(ADA, THERE), "seat 0")
    assert not table.ask_hands(match, PartnerSeat("beginner", 1.0), wanted)
    assert not table.ask_hands(table.match, PartnerSeat("master", 1.0), wanted)  # given otherwise meanwhile
    assert table.partner_seats.request is None


def test_thinking_stops_when_the_table_moves_on(table: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[bool] = []
    think = GAME.think  # type: ignore[attr-defined]

    def undone(state: object, strength: object, time_s: float, clock: object, goes_on: Callable[[], bool]) -> object:
        heard.append(goes_on())
        table.undo("seat 0")
        heard.append(goes_on())
        return think(state, strength, time_s, clock, goes_on)

    monkeypatch.setattr(GAME, "think", undone, raising=False)
    assert partner(table).step()
    assert (heard, table.partner_seats.request) == ([True, False], None)


def test_undo_takes_back_what_was_asked_and_it_asks_anew(table: Session) -> None:
    partner(table).step()
    wanted = asked(table)
    table.carry_out("table")
    table.undo("seat 0")
    assert table.partner_seats.request is None
    partner(table).step()
    assert asked(table) == wanted
    table.undo("seat 0")
    assert (table.partner_seats.request, table.match.actions) == (None, ())


def test_a_restart_keeps_the_seat_and_what_was_asked(table: Session, journal_path: Path) -> None:
    assert resumed(journal_path).partner_seats == table.partner_seats
    partner(table).step()
    again = resumed(journal_path)
    assert again.partner_seats == table.partner_seats
    assert again.partner_seats.request is not None
    again.carry_out("table")
    assert resumed(journal_path).partner_seats == again.partner_seats
    again.take_seat_back(ROBOT, "table")
    assert resumed(journal_path).partner_seats.seats == {}


def test_an_undone_question_stays_undone_after_a_restart(table: Session, journal_path: Path) -> None:
    partner(table).step()
    table.undo("table")
    table.play(PlaceDisc(ADA, THERE), "seat 0")
    assert resumed(journal_path).partner_seats.request is None


def begun_at(board: str, journal: Journal) -> Session:
    """A match that begins at a moment of a game, Robot to act."""
    record = journal.begin(GAME.key, 2, {}, NAMES)
    state = state_from_text("four-circles", board, ROBOT)
    at = SessionState(Match(GAME, 2, Options(), (), (state,)), NAMES)
    session = Session(record, at, journal, RecordingCues())
    session.give_seat(ROBOT, "beginner", None, "table")
    return session


def test_a_pass_needs_no_hands(journal: Journal) -> None:
    session = begun_at("rw", journal)
    assert partner(session).step()
    assert session.match.actions == (Pass(ROBOT),)
    assert session.page(None).story[-1].source == "partner"
    assert session.partner_seats.request is None


def test_an_analysis_looks_at_every_turn_newest_first(open_match: Callable[..., Session]) -> None:
    session = open_match(given=False)
    for action in (PlaceDisc(ADA, HERE), PlaceDisc(ROBOT, THERE), PlaceDisc(ADA, (3, 3))):
        session.play(action, "table")
    grown = list(analyses(session.match, ImpatientClock(), lambda: True))
    end = grown[-1]
    assert [turn.index for turn in end.turns] == [2, 1, 0]
    assert end.done
    assert end.line
    assert [len(each.turns) for each in grown] == [0, 1, 2, 3, 3]
    assert len({len(each.turns) for each in grown if each.done}) == 1


class ImpatientClock(ManualClock):
    """A tenth of a second passes at every look."""

    def now_s(self) -> float:
        self.wait_s(0.1)
        return super().now_s()


def test_an_analysis_ends_when_its_time_is_up_or_the_table_moves_on(
    table: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.table.analysis.TURNS_S", 0.0)
    last = list(analyses(table.match, ImpatientClock(), lambda: True))[-1]
    assert (last.turns, last.done) == ((), True)
    monkeypatch.undo()
    last = list(analyses(table.match, ImpatientClock(), lambda: False))[-1]
    assert last.turns == ()


def test_an_analysis_belongs_to_its_moment(table: Session) -> None:
    analyst = Analyst(table, ImpatientClock())
    assert analyst.latest is None
    analyst.work(table.match)
    found = analyst.latest
    assert isinstance(found, Analysis)
    assert found.done
    table.undo("table")
    assert analyst.latest is None


def test_a_finished_match_has_no_best_line(journal: Journal) -> None:
    session = begun_at("WWWW", journal)
    (only,) = analyses(session.match, ManualClock(), lambda: True)
    assert (only.line, only.turns, only.done) == (None, (), True)
    assert not partner(session).step()
