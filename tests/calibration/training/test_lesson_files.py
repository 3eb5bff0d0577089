"""Lessons that come while others are learnt."""

from __future__ import annotations

from pathlib import Path

from calibration.training.lesson_files import LOOK_EVERY, LessonFiles


def test_what_comes_into_a_folder_is_given_once_and_with_its_share(tmp_path: Path) -> None:
    folder, file = tmp_path / "lessons", tmp_path / "one.npz"
    folder.mkdir()
    (folder / "a.npz").touch()
    files = LessonFiles([file], [folder], 4.0)
    assert list(files.new()) == [(file, 1.0), (folder / "a.npz", 4.0)]
    (folder / "b.npz").touch()
    (folder / "half.tmp").touch()
    given = [list(files.new()) for _ in range(2 * LOOK_EVERY)]
    assert [new for new in given if new] == [[(folder / "b.npz", 4.0)]]
    assert given[LOOK_EVERY - 1]
