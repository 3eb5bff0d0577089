"""What was backed up, also while a match runs, comes back as it was; what was there is kept aside."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import IO, Any

import pytest

from companion import catalog
from companion.core.clock import ManualClock
from companion.core.kit import random_match
from companion.hardware.cues import RecordingCues
from companion.table.journal import Journal
from companion.table.matches import MatchSummary, list_matches
from companion.table.opening import open_session, resumed
from companion.table.restoring import KEPT, restore
from companion.table.session import Session
from tests.table.backup.tables import NOW_S, backed_up, begun, content, made

NAMES = ("Ada", "Bob", "Chloé", "Denis", "Élise", "Farid", "Gaïa", "Hugo")
MOST_PLAYED = 12
"""Actions of each game: enough to have several kinds of entries."""


def test_all_five_games_are_listed_and_taken_up_as_they_were(tmp_path: Path) -> None:
    there, here = tmp_path / "there", tmp_path / "here"
    journal = Journal(there / "journal.sqlite", ManualClock(1000.0))
    played: dict[int, Session] = {}
    for key in catalog.game_keys():
        game = catalog.game(key)
        seats = game.seats[0]
        match = random_match(game, seats, seed=3)
        session = open_session(journal, RecordingCues(), game, seats, match.options, NAMES[:seats])
        for action in match.actions[:MOST_PLAYED]:
            session.play(action, "table")
        (there / f"phones-{session.number}.json").write_text(key)
        played[session.number] = session
    assert len(played) == 5
    before: tuple[MatchSummary, ...] = list_matches(journal)
    restore(backed_up(there, tmp_path / "table.zip"), here, NOW_S)
    again = Journal(here / "journal.sqlite", ManualClock(1000.0))
    assert list_matches(again) == before
    for record, *_ in again.matches():
        session = resumed(again, RecordingCues(), catalog.game(record.game), record)
        assert session.match == played[record.id].match
        assert session.names == played[record.id].names
        assert (here / f"phones-{record.id}.json").read_text() == record.game
    again.close()
    journal.close()


def test_a_backup_is_made_while_a_match_runs_and_disturbs_it_not(tmp_path: Path) -> None:
    journal, session = begun(tmp_path / "data", "Ada", 1)
    backup = backed_up(tmp_path / "data", tmp_path / "table.zip")
    session.write_note(0, "a second note")
    restore(backup, tmp_path / "other", NOW_S)
    (_, entries) = content(tmp_path / "other")[0]
    assert len(entries) == len(journal.entries(1)) - 1
    journal.close()


def test_what_was_there_is_kept_aside(tmp_path: Path) -> None:
    made(tmp_path / "new", "Ada")
    backup = backed_up(tmp_path / "new", tmp_path / "table.zip")
    made(tmp_path / "data", "Zoé", 0)
    (tmp_path / "data" / "phones-7.json").write_text("old")
    old = content(tmp_path / "data")
    done = restore(backup, tmp_path / "data", NOW_S)
    assert done.kept is not None
    assert done.kept.name.startswith(KEPT.format(moment="2026"))
    assert content(done.kept) == old
    assert (done.kept / "phones-7.json").read_text() == "old"
    assert not (tmp_path / "data" / "phones-7.json").exists(), "its match is gone"
    assert content(tmp_path / "data") == content(tmp_path / "new")
    assert {each.name for each in (tmp_path / "data").iterdir()} == {
        "journal.sqlite", "phones-1.json", "lock", done.kept.name,
    }  # fmt: skip
    assert restore(backup, tmp_path / "data", NOW_S).kept != done.kept, "a second one keeps the first"


def test_the_lobby_and_the_films_go_with_their_journal(tmp_path: Path) -> None:
    """Both name matches by number: those of another journal would be taken for them."""
    made(tmp_path / "new", "Ada")
    (tmp_path / "new" / "lobby.json").write_text("new")
    backup = backed_up(tmp_path / "new", tmp_path / "table.zip")
    made(tmp_path / "data", "Zoé")
    (tmp_path / "data" / "lobby.json").write_text("old")
    (tmp_path / "data" / "films").mkdir()
    (tmp_path / "data" / "films" / "film.webm").write_text("old")
    done = restore(backup, tmp_path / "data", NOW_S)
    assert done.kept is not None
    assert (tmp_path / "data" / "lobby.json").read_text() == "new"
    assert (done.kept / "lobby.json").read_text() == "old"
    assert (done.kept / "films" / "film.webm").read_text() == "old"
    assert not (tmp_path / "data" / "films").exists()


def test_only_this_user_may_read_a_backup_and_what_comes_out_of_it(tmp_path: Path) -> None:
    made(tmp_path / "data")
    backup = backed_up(tmp_path / "data", tmp_path / "table.zip")
    restore(backup, tmp_path / "other", NOW_S)
    for path in (backup, *(each for each in (tmp_path / "other").iterdir() if each.is_file())):
        assert path.stat().st_mode & 0o077 == 0, path


def test_settings_and_learned_files_are_parts(tmp_path: Path) -> None:
    made(tmp_path / "data")
    (tmp_path / "data" / "learned-dice.json").write_text("{}")
    (tmp_path / "companion.toml").write_text('manner = "cafe"\n')
    backup = backed_up(tmp_path / "data", tmp_path / "table.zip", tmp_path / "companion.toml")
    restore(backup, tmp_path / "other", NOW_S)
    assert (tmp_path / "other" / "settings.toml").read_text() == 'manner = "cafe"\n'
    assert (tmp_path / "other" / "learned-dice.json").read_text() == "{}"


def test_a_journal_in_another_mode_still_comes_back(tmp_path: Path) -> None:
    made(tmp_path / "data")
    restore(backed_up(tmp_path / "data", tmp_path / "table.zip"), tmp_path / "other", NOW_S)
    made(tmp_path / "other", "Zoé")
    file = sqlite3.connect(tmp_path / "other" / "journal.sqlite")
    assert file.execute("SELECT count(*) FROM matches").fetchone() == (2,)
    file.close()


def test_a_file_that_changes_while_it_is_packed_is_in_the_backup_as_it_was_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(tmp_path / "there")
    phones, opened = tmp_path / "there" / "phones-1.json", Path.open

    def open_and_change(path: Path, *how: Any, **more: Any) -> IO[Any]:
        file = opened(path, *how, **more)
        if path == phones:  # somebody takes a seat just then: another file has the name
            path.with_suffix(".new").write_text("another seat")
            path.with_suffix(".new").replace(path)
        return file

    before = phones.read_bytes()
    monkeypatch.setattr(Path, "open", open_and_change)
    restore(backed_up(tmp_path / "there", tmp_path / "table.zip"), tmp_path / "here", NOW_S)
    assert (tmp_path / "here" / "phones-1.json").read_bytes() == before
