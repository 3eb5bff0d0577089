"""Nothing happens that could not be written down: the disk is full or read-only for real, every page says so, play
waits, and goes on when there is room."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.clock import ManualClock
from companion.core.errors import NotSaved, Unreadable
from companion.core.evidence import Evidence, SeenThing
from companion.core.game import Action
from companion.core.scene import Thing
from companion.core.text import same
from companion.hardware.cues import RecordingCues
from companion.table.folder import hold
from companion.table.journal import Journal
from companion.table.opening import open_session, resume_session
from companion.table.session import Session
from companion.web import Phones, create_app
from tests.core.toy import TOY, Keep, Options, Throw
from tests.small_disk import fill, make_room, set_read_only, small_disk
from tests.web.conftest import browser, for_test

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("Ada", "Bob")
SEEN: Evidence = (SeenThing(Thing("die", "1"), 0.93, bytes(6000)),)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    with small_disk(tmp_path / "disk") as folder:
        yield folder


def opened(folder: Path) -> tuple[Journal, Session]:
    journal = Journal(folder / "journal.sqlite", ManualClock(1000.0))
    session = open_session(journal, RecordingCues(), TOY, 2, Options(rounds=9), NAMES)
    session.play(Throw((1,)), "table")
    return journal, session


def resumed(folder: Path) -> Session:
    session = resume_session(Journal(folder / "journal.sqlite", ManualClock()), RecordingCues(), TOY)
    assert session is not None
    return session


def use_up(session: Session) -> int:
    """Play until the disk takes no more; how many actions were acknowledged."""
    while True:
        try:
            session.play(next_action(session), "camera", SEEN)
        except NotSaved:
            return len(session.match.actions)


def next_action(session: Session) -> Action:
    seat = session.match.state.actor.seat
    return Throw((1,)) if seat is None else Keep(seat)


def test_a_full_disk_makes_the_match_wait_and_every_page_says_so(disk: Path) -> None:
    journal, session = opened(disk)
    fill(disk)
    length, cues = use_up(session), len(session._cues.played)  # type: ignore[attr-defined]
    before = session.state
    with pytest.raises(NotSaved, match="full"):
        session.write_note(0, "lune " * 5000)
    assert session.state is before
    assert len(session._cues.played) == cues  # type: ignore[attr-defined]
    for viewer in (None, 0, 1):
        (trouble,) = session.page(viewer).troubles
        assert trouble.en.startswith("Not saved: the disk is full")
        assert trouble.fr.startswith("Non enregistré : le disque est plein")
    assert not session.try_to_save()
    make_room(disk)
    assert session.try_to_save()
    assert session.page(None).troubles == ()
    session.undo("table")
    journal.close()
    assert len(resumed(disk).match.actions) == length - 1


def test_the_first_act_that_is_saved_ends_the_trouble(disk: Path) -> None:
    journal, session = opened(disk)
    fill(disk)
    use_up(session)
    make_room(disk)
    session.write_note(0, "lune")
    assert session.page(0).troubles == ()
    journal.close()
    assert resumed(disk).page(0).note == "lune"


def test_the_room_is_told_on_its_pages(disk: Path) -> None:
    journal, session = opened(disk)
    app = for_test(create_app(session, phones=Phones(disk / "phones-1.json", session.saving)))
    phone = browser(app, 0)
    fill(disk)
    use_up(session)
    assert "le disque est plein" in phone.get("/seat/0/now").text
    assert "le disque est plein" in browser(app).get("/now").text
    refused = phone.post("/seat/0/note", data={"words": "lune " * 1000})
    assert refused.status_code == 409
    assert "rien n’a changé" in refused.text
    journal.close()


def test_no_ghost_takes_a_seat_that_could_not_be_written_down(disk: Path) -> None:
    journal, session = opened(disk)
    phones = Phones(disk / "phones-1.json", session.saving)
    held = phones.claim(0, "ada")
    assert held is not None
    fill(disk)
    with pytest.raises(NotSaved, match="full"):
        phones.claim(1, "bob")
    assert phones.taken == {0}
    assert len(session.page(None).troubles) == 1
    with pytest.raises(NotSaved):
        phones.free(0)
    assert phones.seats_of("ada") == (0,)
    make_room(disk)
    assert phones.claim(1, "bob") is not None
    assert session.page(None).troubles == ()
    assert Phones(disk / "phones-1.json").taken == {0, 1}
    journal.close()


def test_a_question_whose_answer_could_not_be_saved_is_asked_again(disk: Path) -> None:
    journal, session = opened(disk)
    question = session.ask(same("?"), (same("a"),), lambda choice, who: session.write_note(0, "x" * 30_000))
    fill(disk)
    use_up(session)
    session.withdraw_questions()
    question = session.ask(same("?"), (same("a"),), lambda choice, who: session.write_note(0, "x" * 30_000))
    with pytest.raises(NotSaved):
        session.answer(question.id, 0, "seat 0")
    assert session.questions == (question,)
    make_room(disk)
    session.answer(question.id, 0, "seat 0")
    assert session.questions == ()
    journal.close()


def begin_until_full(journal: Journal) -> None:
    while True:
        open_session(journal, RecordingCues(), TOY, 2, Options(rounds=9), ("Ada" * 13, "Bob"))


def test_a_full_disk_begins_no_match(disk: Path) -> None:
    journal = Journal(disk / "journal.sqlite", ManualClock(1000.0))
    fill(disk)
    with pytest.raises(NotSaved, match="full"):
        begin_until_full(journal)
    count = len(journal.matches())
    journal.close()
    make_room(disk)
    assert len(Journal(disk / "journal.sqlite", ManualClock()).matches()) == count


def test_a_folder_that_is_read_only_is_named_at_the_start(disk: Path) -> None:
    journal, _ = opened(disk)
    journal.close()
    set_read_only(disk, True)
    try:
        with pytest.raises(Unreadable, match=f"{disk} does not open for writing"):
            Journal(disk / "journal.sqlite", ManualClock())
        with pytest.raises(Unreadable, match="does not open for writing"):
            hold(disk)
        beside = Journal(disk / "journal.sqlite", ManualClock(), read=True)
        assert [record.id for record, *_ in beside.matches()] == [1]
        beside.close()
    finally:
        set_read_only(disk, False)
    assert resumed(disk).match.actions == (Throw((1,)),)


def test_a_folder_that_becomes_read_only_makes_the_match_wait(disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Linux does not make a disk read-only while a file on it is written, as a broken card does by itself; the
    journal's file is, by SQLite's own switch, and the phones' folder by what it is mounted on."""
    journal, session = opened(disk)
    journal._file.execute("PRAGMA query_only = ON")
    with pytest.raises(NotSaved, match="read-only"):
        session.play(Keep(0), "seat 0")
    assert session.match.actions == (Throw((1,)),)
    (trouble,) = session.page(0).troubles
    assert "lecture seule" in trouble.fr
    journal._file.execute("PRAGMA query_only = OFF")
    session.play(Keep(0), "seat 0")
    assert session.page(0).troubles == ()
    journal.close()


BOUNDED = """
import resource, signal, sys
from pathlib import Path
from companion.core.errors import NotSaved
from tests.table.test_not_saved import opened, use_up
journal, session = opened(Path(sys.argv[1]))
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
length = use_up(session)
print(length, session.page(None).troubles[0].en, flush=True)
"""


def test_a_file_that_may_not_grow_makes_the_match_wait(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", BOUNDED, str(tmp_path)], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    length, _, said = done.stdout.strip().partition(" ")
    assert said.startswith("Not saved:")
    assert len(resumed(tmp_path).match.actions) == int(length)


def test_a_damaged_journal_is_not_mended_without_room_and_stays_as_it_is(disk: Path) -> None:
    journal, session = opened(disk)
    for _ in range(10):
        session.play(next_action(session), "camera", SEEN)
    journal.close()
    path = disk / "journal.sqlite"
    with path.open("r+b") as file:
        file.seek(4 * 4096)
        file.write(bytes(4096))
    broken = path.read_bytes()
    fill(disk)
    with pytest.raises(Unreadable, match="does not open"):
        Journal(path, ManualClock())
    assert path.read_bytes() == broken
    assert not [each.name for each in disk.iterdir() if "damaged" in each.name or "mended" in each.name]
    make_room(disk)
    assert len(resumed(disk).match.actions) == len(session.match.actions)
