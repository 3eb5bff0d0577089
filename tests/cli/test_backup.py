"""`companion backup` and `companion restore`, as people call them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli import run
from companion.core.clock import ManualClock
from companion.hardware.cues import RecordingCues
from companion.table.journal import Journal
from companion.table.opening import open_session
from tests.core.toy import TOY, Options, Throw


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_LANG", "en")


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    """Settings with a match in their data folder."""
    journal = Journal(tmp_path / "data" / "journal.sqlite", ManualClock(1000.0))
    open_session(journal, RecordingCues(), TOY, 2, Options(rounds=2), ("Ada", "Bob")).play(Throw((1,)), "camera")
    journal.close()
    path = tmp_path / "companion.toml"
    path.write_text(f'data = "{tmp_path}/data"\nbroker = "mqtt://ada:geheim@broker.local"\n')
    return path


def matches(folder: Path, capsys: pytest.CaptureFixture[str]) -> object:
    capsys.readouterr()
    assert run(["matches", "--data", str(folder), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_there_and_back_in_another_folder(settings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    backup = str(tmp_path / "table.zip")
    assert run(["backup", backup, "--settings", str(settings)]) == 0
    assert capsys.readouterr().out.startswith(f"Backed up and read again: {backup}, 2 files, ")
    assert run(["restore", backup, "--data", str(tmp_path / "other")]) == 0
    told = capsys.readouterr().out
    assert f"is in place in {tmp_path}/other." in told
    assert f"they stay in {tmp_path}/other/settings.toml." in told
    assert matches(tmp_path / "other", capsys) == matches(tmp_path / "data", capsys) != []


def test_settings_of_the_same_folder_come_back_and_those_of_before_are_kept(
    settings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backup, written = str(tmp_path / "table.zip"), settings.read_text()
    assert run(["backup", backup, "--settings", str(settings)]) == 0
    settings.write_text(f'data = "{tmp_path}/data"\nmanner = "cafe"\n')
    assert run(["restore", backup, "--settings", str(settings)]) == 0
    told = capsys.readouterr().out
    assert settings.read_text() == written
    assert settings.stat().st_mode & 0o077 == 0, "it holds a password"
    (kept,) = (tmp_path / "data").glob("before-restore-*")
    assert f"What was there is kept in {kept}." in told
    assert 'manner = "cafe"' in (kept / "settings-before.toml").read_text()
    assert not (tmp_path / "data" / "settings.toml").exists()


def test_matches_are_listed_of_a_home_folder_and_of_a_restore_that_was_broken_off(
    settings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = matches(tmp_path / "data", capsys)
    assert found != []
    monkeypatch.setenv("HOME", str(tmp_path))
    assert matches(Path("~/data"), capsys) == found
    (tmp_path / "data" / "restore.moving").mkdir()
    (tmp_path / "data" / "journal.sqlite").rename(tmp_path / "data" / "restore.moving" / "journal.sqlite")
    assert matches(tmp_path / "data", capsys) == found


def test_matches_of_what_is_no_folder_are_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.txt"
    file.write_text("")
    (tmp_path / "companion.toml").write_text(f'data = "{file}"\n')
    of_settings = ["--settings", str(tmp_path / "companion.toml")]
    for where in (["--data", str(file)], of_settings):
        for form in ([], ["--json"]):
            assert run(["matches", *where, *form]) == 2
            told = capsys.readouterr()
            assert (told.out, len(told.err.splitlines())) == ("", 1)
            assert "is no folder; check --data" in told.err


def test_a_folder_without_a_journal_and_one_that_the_first_start_makes_hold_no_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert matches(tmp_path, capsys) == []
    (tmp_path / "companion.toml").write_text(f'data = "{tmp_path}/to-come"\n')
    assert run(["matches", "--settings", str(tmp_path / "companion.toml")]) == 0
    assert capsys.readouterr().out == f"No match in {tmp_path}/to-come.\n"


def test_what_cannot_be_done_is_one_sentence(
    settings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "novel.txt").write_text("chapter one")
    for call, words in (
        (["backup", str(tmp_path / "novel.txt"), "--settings", str(settings)], "exists and is no backup"),
        (["backup", str(tmp_path / "x.zip"), "--data", str(tmp_path / "empty")], "nothing to back up"),
        (["backup", str(tmp_path / "no" / "x.zip"), "--settings", str(settings)], "cannot be written"),
        (["restore", str(tmp_path / "novel.txt"), "--settings", str(settings)], "is no backup"),
        (["restore", str(tmp_path / "gone.zip"), "--settings", str(settings)], "does not open"),
    ):
        assert run(call) == 2, call
        told = capsys.readouterr()
        assert words in told.err, call
        assert len(told.err.splitlines()) == 1
        assert told.out == ""
