"""A backup or a restore that cannot be had is refused, on a full disk, too, and loses nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.errors import NotSaved, Unreadable
from companion.table.folder import FolderTaken, hold
from companion.table.restoring import restore
from tests.small_disk import fill, make_room, small_disk
from tests.table.backup.tables import NOW_S, backed_up, content, made


def test_nothing_to_back_up(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="nothing to back up"):
        backed_up(tmp_path, tmp_path / "table.zip")
    assert not list(tmp_path.iterdir())


def test_a_damaged_journal_is_not_backed_up(tmp_path: Path) -> None:
    made(tmp_path / "data")
    path = tmp_path / "data" / "journal.sqlite"
    data = bytearray(path.read_bytes())
    data[8192:8256] = b"\xa5" * 64
    path.write_bytes(data)
    with pytest.raises(Unreadable, match="is damaged; start the table again"):
        backed_up(tmp_path / "data", tmp_path / "table.zip")
    assert [each.name for each in tmp_path.iterdir()] == ["data"]


def test_some_other_file_is_not_written_over_and_an_earlier_backup_is(tmp_path: Path) -> None:
    made(tmp_path / "data")
    (tmp_path / "novel.txt").write_text("chapter one")
    with pytest.raises(Unreadable, match="exists and is no backup"):
        backed_up(tmp_path / "data", tmp_path / "novel.txt")
    assert (tmp_path / "novel.txt").read_text() == "chapter one"
    first = backed_up(tmp_path / "data", tmp_path / "table.zip").read_bytes()
    made(tmp_path / "data", "Zoé")
    assert backed_up(tmp_path / "data", tmp_path / "table.zip").read_bytes() != first


def test_a_full_disk_leaves_no_backup_and_the_earlier_one(tmp_path: Path) -> None:
    made(tmp_path / "data")
    with small_disk(tmp_path / "stick") as stick:
        first = backed_up(tmp_path / "data", stick / "table.zip").read_bytes()
        fill(stick)
        with pytest.raises(NotSaved, match="make room"):
            backed_up(tmp_path / "data", stick / "table.zip")
        make_room(stick)
        assert {each.name for each in stick.iterdir()} == {"table.zip"}
        assert (stick / "table.zip").read_bytes() == first


def test_a_full_disk_leaves_what_was_there(tmp_path: Path) -> None:
    made(tmp_path / "new", "Ada")
    backup = backed_up(tmp_path / "new", tmp_path / "table.zip")
    with small_disk(tmp_path / "card") as card:
        made(card / "data", "Zoé", 0)
        old = content(card / "data")
        fill(card)
        with pytest.raises(NotSaved, match="make room"):
            restore(backup, card / "data", NOW_S)
        make_room(card)
        assert content(card / "data") == old
        assert not list((card / "data").glob("*restore*"))


def test_a_folder_that_a_table_holds_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made(tmp_path / "data")
    backup = backed_up(tmp_path / "data", tmp_path / "table.zip")
    held = hold(tmp_path / "data", "companion serve karo", 1000.0)
    monkeypatch.setattr("companion.table.folder._HELD", {})  # as if another process held it
    with pytest.raises(FolderTaken, match="“companion serve karo”"):
        restore(backup, tmp_path / "data", NOW_S)
    monkeypatch.undo()
    held.close()
