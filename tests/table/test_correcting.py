"""Corrections of a match under way: what is said, what is listed, and what a journal of before says."""

from __future__ import annotations

from pathlib import Path

from companion.core.clock import ManualClock
from companion.core.entries import Corrected
from companion.core.text import Text
from companion.hardware.cues import RecordingCues
from companion.table import codec
from companion.table.entries_json import entry_from_json
from companion.table.journal import Journal
from companion.table.opening import resumed
from companion.table.session import Session
from tests.core.toy import TOY, Keep, Pass, Throw, Wish


def deeds(session: Session) -> list[str]:
    return [deed.words.en for deed in session.live.deeds]


def test_an_undo_at_the_start_changes_nothing(session: Session, journal_path: Path) -> None:
    question = session.ask(Text(fr="Quoi ?", en="What?"), (Text(fr="rien", en="nothing"),), lambda choice, who: None)
    before = session.revision
    session.undo("table", 0)
    assert (session.questions, session.revision, session.to_put_back) == ((question,), before, 0)
    journal = Journal(journal_path, ManualClock(), read=True)
    assert journal.entries(session.number) == ()
    journal.close()


def test_an_action_that_did_not_happen_is_taken_out_and_said(session: Session) -> None:
    for action in (Throw((2,)), Wish(1, "x"), Keep(0)):
        session.play(action, "table")
    assert session.correct(1, None, "seat 1") == ()
    assert session.match.actions == (Throw((2,)), Keep(0))
    assert deeds(session) == ["Taken out by ⟦1⟧: “⟦1⟧ wishes …” did not happen."]
    assert session.page(None).notice is None
    session.put_back("table", 1)
    assert session.match.actions == (Throw((2,)), Wish(1, "x"), Keep(0))


def test_what_was_dropped_is_listed_for_everyone_until_it_is_played_again(session: Session, journal_path: Path) -> None:
    for action in (Throw((2,)), Keep(0), Throw((1,))):
        session.play(action, "table")
    session.correct(1, None, "table")
    assert session.dropped_words() == (Text(fr="Pièce : 1", en="Coin: 1"),)
    again = Journal(journal_path, ManualClock())
    record = again.latest()
    assert record is not None
    assert resumed(again, RecordingCues(), TOY, record).dropped_words() == session.dropped_words()
    session.play(Pass(0), "seat 0")
    assert session.dropped_words() == ()


def test_dice_that_were_typed_in_are_corrected_like_dice_that_were_read(session: Session) -> None:
    session.play(Throw((2,)), "table")
    session.play(Keep(0), "seat 0")
    assert [seen.thing.face for seen in session.readings(0)] == ["2"]
    assert session.readings(1) == ()
    session.correct_reading(0, 0, "1", "seat 1")
    assert session.match.actions == (Throw((1,)), Keep(0))
    assert session.evidence(0) == (), "nobody saw it, so nothing is kept as if it was seen"


def test_a_correction_of_an_older_journal_drops_all_that_followed() -> None:
    body = {"index": 1, "action": codec.to_json(Wish(1, "c")), "seen": []}
    assert entry_from_json(TOY, "correct", "table", 1.0, 2, body) == Corrected("table", 1.0, 1, Wish(1, "c"), (), False)
