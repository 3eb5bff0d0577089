"""A backup made while a match runs is whole, and restoring it leaves the old data or the new whenever it is killed."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import sqlite3
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion import catalog
from companion.core.clock import ManualClock
from companion.core.errors import NotSaved, Unreadable
from companion.core.kit import random_match
from companion.hardware.cues import RecordingCues
from companion.table.backing_up import back_up
from companion.table.backup_file import MANIFEST, later, unpack
from companion.table.folder import FolderTaken, hold
from companion.table.journal import Journal
from companion.table.journal_layout import STEPS
from companion.table.matches import MatchSummary, list_matches
from companion.table.opening import open_session, resumed
from companion.table.restoring import KEPT, MOVING, PART, READY, restore
from companion.table.session import Session
from tests.core.toy import TOY, Options, Throw
from tests.small_disk import fill, make_room, small_disk

NOW_S = 1_795_000_000.0
NAMES = ("Ada", "Bob", "Chloé", "Denis", "Élise", "Farid", "Gaïa", "Hugo")
MOST_PLAYED = 12
"""Actions of each game: enough to have several kinds of entries."""


def begun(folder: Path, first: str, actions: int) -> tuple[Journal, Session]:
    """A match of the toy game with `actions` actions, still going on, and a file of its phones."""
    journal = Journal(folder / "journal.sqlite", ManualClock(1000.0))
    session = open_session(journal, RecordingCues(), TOY, 2, Options(rounds=2), (first, "Bob"))
    (folder / "phones-1.json").write_text(json.dumps({"seats": first}))
    for _ in range(actions):
        session.play(Throw((1,)), "camera")
    session.write_note(0, f"the note of {first}")
    return journal, session


def made(folder: Path, first: str = "Ada", actions: int = 1) -> None:
    journal, _ = begun(folder, first, actions)
    journal.close()


def backed_up(folder: Path, target: Path, settings: Path | None = None) -> Path:
    back_up(folder, settings, target, NOW_S)
    return target


def content(folder: Path, *, read: bool = True) -> tuple[Any, ...]:
    """What the folder says of its matches."""
    journal = Journal(folder / "journal.sqlite", ManualClock(2000.0), read=read)
    try:
        found = list_matches_of(journal)
        return tuple((each, journal.entries(each[0])) for each in found)
    finally:
        journal.close()


def list_matches_of(journal: Journal) -> tuple[tuple[int, str, tuple[str, ...]], ...]:
    return tuple((record.id, record.game, record.names) for record, *_ in journal.matches())


# Round trip --------------------------------------------------------------------------------------------


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


# Refused -----------------------------------------------------------------------------------------------


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


Change = Callable[[dict[str, bytes], dict[str, Any]], object]


def altered(backup: Path, change: Change, *, true_list: bool = False) -> Path:
    """The backup with other parts, or another list; `true_list`: the list says what the parts are."""
    with zipfile.ZipFile(backup) as file:
        parts = {name: file.read(name) for name in file.namelist() if name != MANIFEST}
        head = json.loads(file.read(MANIFEST))
    change(parts, head)
    if true_list:
        head["parts"] = [
            {"name": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            for name, data in parts.items()
        ]
    path = backup.with_name("altered.zip")
    with zipfile.ZipFile(path, "w") as file:
        file.writestr(MANIFEST, json.dumps(head))
        for name, data in parts.items():
            file.writestr(name, data)
    return path


def _set(**values: Any) -> Change:
    return lambda parts, head: head.update(values)


def _part(name: str, data: bytes) -> Change:
    return lambda parts, head: parts.update({name: data})


REFUSED: tuple[tuple[Change, bool, str], ...] = (
    (_set(kind="holiday pictures"), False, "is no backup"),
    (_set(format=2), False, "by a later companion"),
    (_set(journal=len(STEPS) + 1), False, "by a later companion"),
    (_set(program="99.0.1"), False, "by a later companion"),
    (_set(format="x"), False, "damaged"),
    (_set(parts=[{}]), False, "damaged"),
    (_set(parts=[]), False, "damaged"),
    (_part("phones-1.json", b"other"), False, "damaged, at “phones-1.json”"),
    (lambda parts, head: parts.pop("phones-1.json"), False, "damaged"),
    (_part("../../.bashrc", b"rm"), True, "holds “../../.bashrc”"),
    (_part("/etc/cron.d/x", b"rm"), True, "holds “/etc/cron.d/x”"),
    (_part("sub/journal.sqlite", b"x"), True, "holds “sub/journal.sqlite”"),
    (_part("phones-1.json\n", b"x"), True, "holds “phones-1.json"),
    (_part("lock", b"x"), True, "holds “lock”"),
    (_part("journal.sqlite", b"SQLite format 3\x00" + bytes(5000)), True, "damaged"),
    (_part("journal.sqlite", b""), True, "damaged"),
    (lambda parts, head: parts.pop("journal.sqlite"), True, "damaged"),
)


@pytest.mark.parametrize(("change", "true_list", "words"), REFUSED)
def test_a_backup_that_is_not_as_it_should_be_changes_nothing(
    tmp_path: Path, change: Change, true_list: bool, words: str
) -> None:
    made(tmp_path / "data")
    backup = altered(backed_up(tmp_path / "data", tmp_path / "table.zip"), change, true_list=true_list)
    before, all_files = content(tmp_path / "data"), sorted(tmp_path.rglob("*"))
    with pytest.raises(Unreadable) as refusal:
        restore(backup, tmp_path / "data", NOW_S)
    assert words in refusal.value.what.en
    assert "nothing has changed" in refusal.value.what.en
    assert content(tmp_path / "data") == before
    assert sorted(tmp_path.rglob("*")) == all_files


def test_a_backup_of_the_first_format_comes_back(tmp_path: Path) -> None:
    begun(tmp_path / "data", "Ada", 1)[0].close()
    backup = altered(backed_up(tmp_path / "data", tmp_path / "table.zip"), _set(format=1))
    restore(backup, tmp_path / "other", NOW_S)
    assert len(content(tmp_path / "other")) == 1


def test_every_backup_with_one_flipped_byte_or_cut_short_is_refused_or_the_same(tmp_path: Path) -> None:
    """Bytes of a zip that mean nothing (times, attributes) may be any."""
    made(tmp_path / "data")
    backup = backed_up(tmp_path / "data", tmp_path / "table.zip")
    whole, broken, refused = backup.read_bytes(), tmp_path / "broken.zip", 0
    for at in range(0, len(whole), max(1, len(whole) // 150)):
        for data in (whole[:at], whole[:at] + bytes([whole[at] ^ 0x41]) + whole[at + 1 :]):
            broken.write_bytes(data)
            target = tmp_path / f"out-{at}"
            target.mkdir()
            try:
                unpack(broken, target)
            except Unreadable:
                refused += 1
            else:
                assert len(data) == len(whole)
                with zipfile.ZipFile(backup) as file:
                    for each in target.iterdir():
                        assert each.read_bytes() == file.read(each.name)
            shutil.rmtree(target)
    assert refused > 200


def test_a_part_that_is_larger_than_the_list_says_is_not_read_on(tmp_path: Path) -> None:
    made(tmp_path / "data")
    backup = backed_up(tmp_path / "data", tmp_path / "table.zip")
    large = altered(backup, _part("phones-1.json", bytes(50_000_000)))
    (tmp_path / "out").mkdir()
    with pytest.raises(Unreadable, match=r"damaged, at “phones-1\.json”"):
        unpack(large, tmp_path / "out")
    assert sum(each.stat().st_size for each in (tmp_path / "out").iterdir()) < 10_000_000


@pytest.mark.parametrize(
    ("version", "than", "expected"),
    [("0.3.0", "0.2.9", True), ("0.10", "0.9.1", True), ("0.2.0", "0.2.0", False), ("0.2", "0.2.1", False),
     ("0+source", "0.2.0", False), ("x", "0.2.0", False)],
)  # fmt: skip
def test_which_version_is_later(version: str, than: str, expected: bool) -> None:
    assert later(version, than) is expected


# Killed ------------------------------------------------------------------------------------------------

CHANGES = ("open", "os.rename", "os.mkdir", "os.remove", "os.rmdir", "os.chmod", "sqlite3.connect", "shutil.rmtree")
"""What a process does to files, as Python announces it just before."""


def killed_at(step: int, folder: Path, work: Callable[[], object]) -> bool:
    """Do `work` in a process of its own that is killed just before its change number `step` of `folder`. Returns
    whether it was; False: it came to its end before."""
    child = os.fork()
    if child:
        return os.WIFSIGNALED(os.waitpid(child, 0)[1])
    changes = 0

    def count(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal changes
        if event in CHANGES and str(folder) in str(arguments[0]):
            changes += 1
            if changes == step:
                os.kill(os.getpid(), signal.SIGKILL)

    try:
        sys.addaudithook(count)
        work()
    finally:
        os._exit(0)


def old_data(folder: Path) -> None:
    """Data of a table that was pulled out of its socket: its last entries are still beside the journal."""
    source = folder.with_name("pulled")
    journal, _ = begun(source, "Zoé", 1)
    shutil.copytree(source, folder)
    journal.close()
    shutil.rmtree(source)
    assert (folder / "journal.sqlite-wal").stat().st_size


@pytest.mark.whole
def test_a_restore_that_is_killed_at_any_change_leaves_the_old_data_or_the_new(tmp_path: Path) -> None:
    made(tmp_path / "new", "Ada", 1)
    backup, new = backed_up(tmp_path / "new", tmp_path / "table.zip"), content(tmp_path / "new")
    data, seen, step = tmp_path / "data", list[str](), 0
    while True:
        step += 1
        old_data(data)
        old = content(data)
        assert old != new
        killed = killed_at(step, data, lambda: restore(backup, data, NOW_S))
        found = content(data)
        assert found in (old, new), step
        assert content(data, read=False) == found, "who opens it next sees the same"
        first = found[0][0][2][0]
        assert json.loads((data / "phones-1.json").read_text()) == {"seats": first}, "phones and journal go together"
        assert not any((data / name).exists() for name in (PART, READY, MOVING))
        if found == new:
            (kept,) = data.glob("before-restore-*")
            assert content(kept) == old
        seen.append(first)
        shutil.rmtree(data)
        if not killed:
            break
    assert seen == sorted(seen, reverse=True), "once the new data count, they do so after every later kill"
    assert set(seen) == {"Zoé", "Ada"}
    assert step > 20


def test_a_finishing_that_is_killed_again_goes_on(tmp_path: Path) -> None:
    """The next start ends a broken-off restore; it may be killed in that, too."""
    made(tmp_path / "new", "Ada", 1)
    backup, new = backed_up(tmp_path / "new", tmp_path / "table.zip"), content(tmp_path / "new")
    data, kills, step = tmp_path / "data", 0, 1
    old_data(data)
    while content(data) != new:
        shutil.rmtree(data)
        old_data(data)
        killed_at(step, data, lambda: restore(backup, data, NOW_S))
        step += 1
    while killed_at(kills + 3, data, lambda: content(data, read=False)):
        kills += 1
        assert content(data) == new
    assert kills > 3
    assert content(data, read=False) == new


def test_a_backup_that_is_killed_leaves_the_earlier_one(tmp_path: Path) -> None:
    made(tmp_path / "data")
    target = tmp_path / "stick"
    target.mkdir()
    first = backed_up(tmp_path / "data", target / "table.zip").read_bytes()
    made(tmp_path / "data", "Zoé")
    seen, step = list[bool](), 1
    while killed_at(step, target, lambda: backed_up(tmp_path / "data", target / "table.zip")):
        seen.append((target / "table.zip").read_bytes() == first)
        unpack(target / "table.zip", None)
        step += 1
    assert sum(seen) > 3
    assert seen == sorted(seen, reverse=True)
    assert (target / "table.zip").read_bytes() != first


def test_a_journal_in_another_mode_still_comes_back(tmp_path: Path) -> None:
    made(tmp_path / "data")
    restore(backed_up(tmp_path / "data", tmp_path / "table.zip"), tmp_path / "other", NOW_S)
    made(tmp_path / "other", "Zoé")
    file = sqlite3.connect(tmp_path / "other" / "journal.sqlite")
    assert file.execute("SELECT count(*) FROM matches").fetchone() == (2,)
    file.close()
