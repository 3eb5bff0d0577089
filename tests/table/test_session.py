"""The door for camera and phones, on the toy game."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from companion.core.clock import ManualClock
from companion.core.errors import Ambiguous, Illegal, Unreadable
from companion.core.evidence import SeenThing
from companion.core.scene import Thing
from companion.core.text import Text, same
from companion.hardware.cues import Cue, PlayedCue, RecordingCues
from companion.table.journal import Journal
from companion.table.opening import resume_session
from companion.table.session import Session
from tests.core.toy import TOY, Keep, Throw

SEEN_TWO = (SeenThing(Thing("die", "2", xy_mm=(3.0, 4.0)), 0.98, b"a picture"),)


def resumed(path: Path) -> Session:
    session = resume_session(Journal(path, ManualClock()), RecordingCues(), TOY)
    assert session is not None
    return session


def whole(session: Session) -> list[object]:
    """Everything that pages show, apart from counters that start again with each run."""
    pages = [session.page(viewer) for viewer in (None, 0, 1)]
    return [(p.state, p.prompt, p.choices, p.story, p.note, p.scores, p.names, p.actor, p.turn) for p in pages]


def test_a_page_shows_its_viewer_its_own(session: Session) -> None:
    session.play(Throw((2,)), "camera", SEEN_TWO)
    everyone, ada, bob = (session.page(viewer) for viewer in (None, 0, 1))
    assert [c.label.fr for c in ada.choices] == ["Ada garde", "Ada passe", "Ada souhaite gold"]
    assert ada.choices[2].open_fields == ("words",)
    assert [c.label.en for c in bob.choices] == ["Bob wishes gold"]
    assert everyone.choices == ()
    assert (everyone.prompt.en, everyone.actor, everyone.turn) == ("Ada, your turn.", "seat", 0)
    assert everyone.story[0].faces == ("2",)
    assert ada.state["players"][0]["secret"] == 10
    assert everyone.state["players"][0]["secret"] == "?"


def test_an_own_wish_is_told_to_its_owner_alone(session: Session) -> None:
    session.play_at_seat(1, {"do": "Wish", "seat": 1, "words": "dragon"})
    assert session.page(1).story[0].words.en == "Bob wishes dragon"
    for viewer in (None, 0):
        assert "dragon" not in repr(session.page(viewer))


@pytest.mark.parametrize("data", [{"do": "Wish", "seat": 1, "words": "x"}, {"do": "Throw", "values": [1]}])
def test_a_phone_acts_for_its_own_seat_only(session: Session, data: dict[str, object]) -> None:
    with pytest.raises(Illegal) as refusal:
        session.play_at_seat(0, data)
    assert refusal.value.code == "session.other-seat"
    assert session.match.actions == ()


def test_a_reading_is_corrected_and_the_match_replays(session: Session, journal_path: Path) -> None:
    session.play(Throw((2,)), "camera", SEEN_TWO)
    session.play(Keep(0), "seat 0")
    assert session.correct_reading(0, 0, "1", "seat 1") == ()
    page = session.page(None)
    assert page.state["players"][0]["score"] == 1
    assert page.story[0].faces == ("1",)
    assert page.story[0].confidence == (1.0,)
    assert session.evidence(0)[0].crop_jpeg == b"a picture"
    entries = Journal(journal_path, ManualClock()).entries(1)
    assert [e.kind for e in entries] == ["play", "play", "sample", "correct"]
    assert entries[2].body["read_as"] == "2"
    assert entries[2].body["seen"][0]["face"] == "1"


@pytest.mark.parametrize(
    ("index", "number", "face", "code"),
    [
        (0, 0, "7", "session.reading-explains-nothing"),
        (0, 1, "1", "session.no-such-reading"),
        (1, 0, "1", "session.no-such-reading"),
        (-1, 0, "1", "session.no-such-reading"),
    ],
)
def test_an_impossible_correction_changes_nothing(
    session: Session, index: int, number: int, face: str, code: str
) -> None:
    session.play(Throw((2,)), "camera", SEEN_TWO)
    before = whole(session)
    with pytest.raises(Unreadable) as refusal:
        session.correct_reading(index, number, face, "seat 1")
    assert refusal.value.code == code
    assert whole(session) == before


def test_a_correction_with_several_explanations_is_ambiguous(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    session.play(Throw((2,)), "camera", SEEN_TWO)
    before = whole(session)
    monkeypatch.setattr(type(TOY), "explanations", lambda *_: (Throw((1,)), Throw((2,))))
    with pytest.raises(Ambiguous) as refusal:
        session.correct_reading(0, 0, "1", "seat 1")
    assert refusal.value.code == "session.reading-explains-several"
    assert whole(session) == before


def test_everything_comes_back_after_the_power_was_pulled(session: Session, journal_path: Path) -> None:
    session.play(Throw((2,)), "camera", SEEN_TWO)
    session.write_note(0, "je note")
    session.play(Keep(0), "seat 0")
    session.undo("table")
    session.play(Keep(0), "seat 0")
    session.play(Throw((1,)), "camera", SEEN_TWO)
    session.correct(0, Throw((1,)), "seat 1", SEEN_TWO)
    assert whole(resumed(journal_path)) == whole(session)


def test_a_refused_action_is_not_written(session: Session, journal_path: Path) -> None:
    with pytest.raises(Illegal):
        session.play(Keep(0), "seat 0")
    assert Journal(journal_path, ManualClock()).entries(1) == ()


def test_it_is_on_disk_before_anyone_hears_of_it(session: Session, journal_path: Path) -> None:
    heard: list[int] = []

    class Listening(RecordingCues):
        def play(self, cue: Cue, seat: int | None = None) -> None:
            heard.append(len(Journal(journal_path, ManualClock()).entries(1)))

    session._cues = Listening()
    session.play(Throw((2,)), "camera")
    assert heard == [1]


def test_whoever_waits_is_woken_by_an_action(session: Session) -> None:
    before = session.revision
    woken: list[int] = []
    waiting = threading.Thread(target=lambda: woken.append(session.wait(before, timeout_s=60)))
    waiting.start()
    session.play(Throw((1,)), "camera")
    waiting.join(60)
    assert woken
    assert woken[0] > before


def test_one_tap_settles_a_question(session: Session, cues: RecordingCues) -> None:
    answers: list[tuple[int, str]] = []
    question = session.ask(
        same("?"), (same("1"), same("2")), lambda choice, source: answers.append((choice, source)), b"crop"
    )
    assert session.page(1).questions == (question,)
    session.answer(question.id, 1, "seat 1")
    assert answers == [(1, "seat 1")]
    assert session.questions == ()
    assert cues.played == [PlayedCue(Cue.ASK, None)]
    with pytest.raises(Unreadable):
        session.answer(question.id, 1, "seat 0")


@pytest.mark.parametrize("choice", [-1, 2])
def test_an_answer_that_is_not_offered_leaves_the_question_open(session: Session, choice: int) -> None:
    question = session.ask(same("?"), (same("1"), same("2")), lambda *_: pytest.fail("nothing was chosen"))
    with pytest.raises(Unreadable):
        session.answer(question.id, choice, "seat 1")
    assert session.questions == (question,)


def test_a_question_falls_when_the_match_moves_on(session: Session) -> None:
    session.ask(same("?"), (same("1"),), lambda *_: None)
    session.tell(Text(fr="a", en="b"))
    session.play(Throw((1,)), "camera")
    assert session.questions == ()
    assert session.page(None).notice is None


def test_dropped_actions_are_told(session: Session) -> None:
    # Wishes are made once: moving the only one earlier makes the later one impossible.
    session.play(Throw((1,)), "camera", SEEN_TWO)
    session.play_at_seat(0, {"do": "Keep", "seat": 0})
    session.play_at_seat(1, {"do": "Wish", "seat": 1, "words": "x"})
    dropped = session.correct(1, TOY.actions[3](1, "y"), "table")
    assert dropped == (TOY.actions[3](1, "x"),)
    notice = session.page(None).notice
    assert notice is not None
    assert notice.en == "After the correction, actions no longer fit (1); see which, and play them again."


def test_cues_follow_the_match(session: Session, cues: RecordingCues) -> None:
    session.play(Throw((1,)), "camera", SEEN_TWO)
    session.play(Keep(0), "seat 0")
    session.play(Throw((1,)), "camera", SEEN_TWO)
    session.play(Keep(1), "seat 1")
    assert cues.played == [
        PlayedCue(Cue.READ, 0),
        PlayedCue(Cue.READY, None),
        PlayedCue(Cue.READ, 1),
        PlayedCue(Cue.WON, None),
    ]
