"""A backup file that is damaged, forged, or from another version: refused whole, or read as it was."""

from __future__ import annotations

import hashlib
import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.core.errors import Unreadable
from companion.table.backup_file import MANIFEST, later, unpack
from companion.table.journal_layout import STEPS
from companion.table.restoring import restore
from tests.table.backup.tables import NOW_S, backed_up, begun, content, made

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
    (_set(made_s=1e300), False, "damaged"),
    (_set(made_s=float("nan")), False, "damaged"),
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
