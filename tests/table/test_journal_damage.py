"""A journal that is damaged for real: it is kept aside, what can be read goes on, and the table says so."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from companion.core.clock import ManualClock
from companion.core.errors import Unreadable
from companion.core.evidence import Evidence, SeenThing
from companion.core.kit import random_match
from companion.core.scene import Thing
from companion.hardware.cues import RecordingCues
from companion.table.journal import Journal
from companion.table.journal_mending import mended_name
from companion.table.opening import open_session, resume_session
from companion.table.session import Session
from tests.core.toy import TOY, Options

PAGE = 4096
"""SQLite's usual page size, bytes."""
NAMES = ("A", "B", "C", "D")
CROPS = 12
"""Actions with a picture."""
JPEG = 3000
"""Bytes of each: one on a page."""


MATCH = random_match(TOY, len(NAMES), Options(rounds=40), seed=3)
"""Some hundred and sixty entries on several pages."""


def write(path: Path) -> Journal:
    """The match, the first actions with pictures; still open."""
    journal = Journal(path, ManualClock(1000.0))
    session = open_session(journal, RecordingCues(), TOY, len(NAMES), MATCH.options, NAMES)
    for number, action in enumerate(MATCH.actions):
        seen: Evidence = (SeenThing(Thing("die", "1"), 0.9, bytes([number]) * JPEG),) if number < CROPS else ()
        session.play(action, "table", seen)
    return journal


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Written once, closed, and copied by each test."""
    path = tmp_path_factory.mktemp("whole") / "journal.sqlite"
    write(path).close()
    return path


@pytest.fixture
def path(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(whole, tmp_path / "journal.sqlite"))


def resumed(path: Path) -> Session:
    session = resume_session(Journal(path, ManualClock(1_700_000_000.0)), RecordingCues(), TOY)
    assert session is not None
    return session


def pages_of(path: Path, table: str) -> list[int]:
    """The numbers, from 1, of the pages on which a table's rows lie: a table's leaves begin with the byte 13."""
    file = sqlite3.connect(path)
    root = file.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()[0]
    file.close()
    data = path.read_bytes()

    def page(number: int) -> bytes:
        return data[(number - 1) * PAGE : number * PAGE]

    def leaves(number: int) -> list[int]:
        if page(number)[0] == 13:
            return [number]
        cells = int.from_bytes(page(number)[3:5], "big")
        offsets = [int.from_bytes(page(number)[12 + 2 * n : 14 + 2 * n], "big") for n in range(cells)]
        children = [int.from_bytes(page(number)[each : each + 4], "big") for each in offsets]
        return [leaf for child in (*children, int.from_bytes(page(number)[8:12], "big")) for leaf in leaves(child)]

    return leaves(root)


def overwrite(path: Path, page: int, by: bytes = b"\xa5") -> None:
    with path.open("r+b") as file:
        file.seek((page - 1) * PAGE)
        file.write(by * PAGE)


def the_one_aside(path: Path) -> Path:
    (aside,) = [each for each in path.parent.iterdir() if ".damaged-" in each.name and each.suffix == ".sqlite"]
    return aside


@pytest.mark.parametrize("which", [0, 2, -1], ids=["first", "middle", "last"])
@pytest.mark.parametrize("by", [b"\xa5", b"\0"], ids=["noise", "zeros"])
def test_a_damaged_page_of_entries_ends_the_match_before_it_and_every_page_says_so(
    path: Path, which: int, by: bytes
) -> None:
    overwrite(path, pages_of(path, "entries")[which], by)
    broken = path.read_bytes()
    if which == 0:  # the match's first actions are gone; it is still there to be taken up, from its start
        session = resumed(path)
        assert session.match.actions == ()
    else:
        session = resumed(path)
        came_back = session.match.actions
        assert 0 < len(came_back) < len(MATCH.actions)
        assert came_back == MATCH.actions[: len(came_back)]
    aside = the_one_aside(path)
    assert aside.read_bytes() == broken
    (trouble,) = session.page(None).troubles
    assert aside.name in trouble.en
    assert "damaged" in trouble.en
    notice = session.page(None).notice
    assert notice is not None
    assert "only" in notice.en
    session.play(session.match.state.legal_actions()[0] if session.match.state.actor.seat is not None
                 else session.match.state.chance_outcomes()[0][0], "table")  # fmt: skip
    again = resumed(path)
    assert again.match.actions == session.match.actions
    assert again.page(None).troubles == ()
    assert again.page(None).notice is None


def test_a_damaged_picture_costs_the_picture_alone(path: Path) -> None:
    overwrite(path, pages_of(path, "crops")[3])
    session = resumed(path)
    assert session.match.actions == MATCH.actions
    assert session.page(None).notice is None
    assert len(session.page(None).troubles) == 1
    crops = [session.evidence(number)[0].crop_jpeg for number in range(CROPS)]
    assert crops.count(b"") in range(1, CROPS)
    assert all(crop in (b"", bytes([number]) * JPEG) for number, crop in enumerate(crops))


@pytest.mark.parametrize("table", ["entries_of_match", "crops_of_match"])
def test_a_damaged_index_costs_nothing(path: Path, table: str) -> None:
    file = sqlite3.connect(path)
    root = file.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()[0]
    file.close()
    overwrite(path, root)
    session = resumed(path)
    assert session.match.actions == MATCH.actions
    assert session.page(None).notice is None


def test_a_file_cut_in_half(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2 // PAGE * PAGE + 100)
    came_back = resumed(path).match.actions
    assert came_back == MATCH.actions[: len(came_back)]
    assert the_one_aside(path).exists()


def test_every_page_of_a_journal_may_be_damaged_and_never_a_wrong_match_comes_back(whole: Path, tmp_path: Path) -> None:
    refused = list[int]()
    for page in range(1, whole.stat().st_size // PAGE + 1):
        path = tmp_path / str(page) / "journal.sqlite"
        path.parent.mkdir()
        shutil.copy(whole, path)
        overwrite(path, page)
        try:
            journal = Journal(path, ManualClock(1_700_000_000.0))
        except Unreadable:
            refused.append(page)
            continue
        session = resume_session(journal, RecordingCues(), TOY)
        if session is not None:
            came_back = session.match.actions
            assert came_back == MATCH.actions[: len(came_back)]
        assert session is None or came_back == MATCH.actions or session.page(None).notice is not None
        assert journal.trouble is not None
        journal.close()
    assert refused == [1]  # which says that it is a journal at all


def test_what_was_written_last_lies_beside_the_file_and_is_not_lost_with_it(tmp_path: Path) -> None:
    """A killed program leaves its last entries in the write-ahead log; a damaged page does not cost them."""
    path, killed = tmp_path / "journal.sqlite", tmp_path / "killed" / "journal.sqlite"
    killed.parent.mkdir()
    journal = Journal(path, ManualClock(1000.0))
    session = open_session(journal, RecordingCues(), TOY, len(NAMES), MATCH.options, NAMES)
    for number, action in enumerate(MATCH.actions):
        if number == CROPS:
            file = sqlite3.connect(path)
            file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            file.close()
        session.play(action, "table", (SeenThing(Thing("die", "1"), 0.9, bytes(JPEG)),) if number < CROPS else ())
    for beside in ("", "-wal"):
        shutil.copy(f"{path}{beside}", f"{killed}{beside}")
    journal.close()
    overwrite(killed, pages_of(path, "crops")[0])
    session = resumed(killed)
    assert session.match.actions == MATCH.actions
    assert session.page(None).troubles != ()


def test_a_mending_that_was_cut_off_is_ended_at_the_next_opening(path: Path) -> None:
    shutil.copy(path, mended_name(path))
    overwrite(path, 2)
    Path(f"{path}-wal").write_bytes(b"of the damaged file")
    assert resumed(path).match.actions == MATCH.actions
    assert not mended_name(path).exists()


def test_a_byte_that_is_no_text_damages_its_entry_alone(path: Path) -> None:
    file = sqlite3.connect(path)
    file.execute("UPDATE entries SET body = CAST(x'7b22ff' AS TEXT), at_s = 'noon' WHERE number = 40")
    file.commit()
    file.close()
    session = resumed(path)
    assert session.match.actions == MATCH.actions[:39]
    assert session.page(None).notice is not None


def test_a_damaged_journal_that_is_only_read_is_refused_in_words_and_left_alone(path: Path) -> None:
    overwrite(path, 2)
    broken = path.read_bytes()
    journal = Journal(path, ManualClock(), read=True)
    with pytest.raises(Unreadable, match="damaged"):
        journal.matches()
    journal.close()
    assert path.read_bytes() == broken
    assert not [each for each in path.parent.iterdir() if "damaged" in each.name]
