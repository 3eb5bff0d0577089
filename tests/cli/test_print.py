"""`companion print`: what it writes, and what it refuses."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from companion import catalog
from companion.cli import run
from companion.core.capabilities.print_set import PrintSet
from companion.core.text import Text
from tests.press.samples import print_set


class Printable:
    title = Text(fr="Jouet", en="Toy")

    def print_set(self) -> PrintSet:
        return print_set()


class Silent:
    title = Text(fr="Muet", en="Mute")


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    known = catalog.game
    toys = {"toy": Printable(), "mute": Silent()}
    monkeypatch.setattr(catalog, "game", lambda key: toys.get(key) or known(key))
    monkeypatch.setenv("LANG", "en_GB.UTF-8")


def test_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "new" / "folder"
    assert run(["print", "toy", "--out", str(out), "--format", "png", "--dpi", "72"]) == 0
    said = capsys.readouterr()
    assert said.out == f"{out / 'deck.json'}\n"
    assert "15/15" in said.err
    assert json.loads((out / "deck.json").read_text())["game"] == "toy"
    assert len(list(out.glob("*.png"))) == 15


def test_sheets_are_what_comes_without_a_format(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["print", "toy", "--out", str(tmp_path)]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["toy-a4.pdf", "toy-letter.pdf"]
    assert capsys.readouterr().out.split() == [str(tmp_path / "toy-a4.pdf"), str(tmp_path / "toy-letter.pdf")]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["chess", "--out", "x"], "chess"),
        (["mute", "--out", "x"], "M"),
        (["toy"], "--out"),
        (["toy", "--out", "x", "--format", "svg"], "svg"),
        (["toy", "--out", "x", "--dpi", "71"], "71"),
        (["toy", "--out", "x", "--dpi", "1201"], "1201"),
        (["toy", "--out", "x", "--dpi", "much"], "much"),
        (["toy", "--out", "a-file"], "a-file"),
        (["toy", "--out", "a-file/below"], "a-file"),
    ],
)
def test_one_sentence_that_names_what_is_wrong(
    arguments: list[str],
    named: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a-file").write_text("taken")
    assert run(["print", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert named in said.err
    assert [path.name for path in tmp_path.iterdir()] == ["a-file"]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 64 kB, which is full soon."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("a disk of our own can be mounted by root only")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.parametrize("form", ["png", "pdf"])
def test_a_full_disk_is_one_sentence_and_leaves_whole_files_only(
    form: str, small_disk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (small_disk / "deck.json").write_text("{}")
    assert run(["print", "toy", "--out", str(small_disk), "--format", form, "--dpi", "1200"]) == 2
    said = capsys.readouterr()
    assert str(small_disk) in said.err.splitlines()[-1]
    assert "No space left" in said.err
    assert "Traceback" not in said.err
    assert (small_disk / "deck.json").read_text() == "{}"
    for path in small_disk.iterdir():
        if path.suffix == ".png":
            with Image.open(path) as picture:
                picture.load()
        elif path.suffix == ".pdf":
            assert path.read_bytes().rstrip().endswith(b"%%EOF")
        else:
            assert path.name == "deck.json"


LIMITED = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
from companion.cli import run
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
sys.exit(run(["print", "plic-plac", "--out", sys.argv[1]]))
"""
"""Print where a file may have 20,000 bytes: the system says so in the middle of a larger one."""


def test_a_write_that_fails_in_the_middle_leaves_no_file(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", LIMITED, str(tmp_path / "out")], capture_output=True, text=True)
    assert done.returncode == 2, done.stderr
    assert "File too large" in done.stderr
    assert list((tmp_path / "out").iterdir()) == []
