"""A backup from the host's page: to the host alone, of matches that are over."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from flask import Flask

from companion.core.clock import ManualClock
from companion.hardware.cues import RecordingCues
from companion.table.backing_up import backup_for_pages
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.restoring import restore
from companion.table.session import Session
from companion.web import create_app
from tests.core.toy import TOY, Options, Throw
from tests.web.conftest import NAMES, browser, for_test, table_screen


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(1_795_000_000.0)


@pytest.fixture
def app(session: Session, clock: ManualClock, tmp_path: Path) -> Flask:
    return for_test(create_app(session, clock=clock, back_up=lambda: backup_for_pages(tmp_path, clock)))


def end(session: Session) -> None:
    """Play the match to its end: two rounds of two."""
    while session.match.state.scores is None:
        throws = session.match.state.chance_outcomes()
        turn = Throw((1,)) if throws else session.match.state.legal_actions()[0]
        session.play(turn, "table")


def matches_in(data: bytes, folder: Path) -> list[tuple[int, tuple[str, ...], int]]:
    """Number, names and number of entries of each match in a backup."""
    (folder / "kept.zip").write_bytes(data)
    restore(folder / "kept.zip", folder / "other", 1_795_000_000.0)
    journal = Journal(folder / "other" / "journal.sqlite", ManualClock())
    found = [(record.id, record.names, len(journal.entries(record.id))) for record, *_ in journal.matches()]
    journal.close()
    return found


def test_nothing_of_a_match_that_is_not_over_is_in_it(
    app: Flask, session: Session, journal: Journal, tmp_path: Path
) -> None:
    session.write_note(0, "le mot est lanterne")
    other = open_session(journal, RecordingCues(), TOY, 2, Options(rounds=2), ("Chloé", "Denis"))
    end(other)
    (tmp_path / "phones-1.json").write_text("digests")
    data = browser(app, 0).post("/backup").data
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        assert sorted(file.namelist()) == ["journal.sqlite", "manifest.json"]
        copy = file.read("journal.sqlite")
    assert b"lanterne" not in copy
    assert b"Ada" not in copy
    assert matches_in(data, tmp_path) == [(2, ("Chloé", "Denis"), len(other.match.actions))]
    assert journal.entries(1)[-1].body["words"] == "le mot est lanterne", "the table's own is as it was"


def test_the_host_gets_one_and_nobody_else(app: Flask, session: Session, tmp_path: Path) -> None:
    ada = browser(app, 0)
    end(session)
    assert 'action="/backup"' in ada.get("/host").text
    for other in (browser(app, 1), browser(app), table_screen(app)):
        assert other.post("/backup").status_code == 403
    answer = ada.post("/backup")
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="table-')
    assert answer.headers["Cache-Control"] == "no-store"
    assert matches_in(answer.data, tmp_path) == [(1, NAMES, len(session.match.actions))]
    assert not list(tmp_path.glob("backup-*")), "nothing is left of the making"


def test_a_table_without_backups_has_no_button(session: Session) -> None:
    app = for_test(create_app(session))
    ada = browser(app, 0)
    assert 'action="/backup"' not in ada.get("/host").text
    assert ada.post("/backup").status_code == 404


def test_it_is_not_made_again_and_again(app: Flask) -> None:
    ada = browser(app, 0)
    assert [ada.post("/backup").status_code for _ in range(3)] == [200, 200, 409]


def test_a_page_of_another_site_gets_none(app: Flask) -> None:
    ada = browser(app, 0)
    assert ada.post("/backup", headers={"Origin": "http://elsewhere"}).status_code == 403


def test_what_a_killed_program_left_is_taken_away(tmp_path: Path, clock: ManualClock) -> None:
    journal = Journal(tmp_path / "journal.sqlite", clock)
    open_session(journal, RecordingCues(), TOY, 2, Options(rounds=2), ("Ada", "Bob"))
    (tmp_path / "backup-old").mkdir()
    (tmp_path / "backup-old" / "secret.journal").write_text("x")
    assert backup_for_pages(tmp_path, clock).startswith(b"PK")
    assert not list(tmp_path.glob("backup-*"))
    journal.close()


def test_one_that_is_too_large_is_refused(tmp_path: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.core.errors import Unreadable

    journal = Journal(tmp_path / "journal.sqlite", clock)
    monkeypatch.setattr("companion.table.backing_up.MOST_SENT_BYTES", 100)
    with pytest.raises(Unreadable, match="run companion backup on the machine"):
        backup_for_pages(tmp_path, clock)
    journal.close()
