"""`companion print`: what it writes, and what it refuses."""

from __future__ import annotations

import json
import re
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
from companion.press.book import book
from companion.press.paper import A4
from companion.press.parts import Wanted
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


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize(
    ("only", "pages"),
    [
        ("cards", "4 pages (instructions 1-2, cards 3-4)"),
        ("pieces", "8 pages (instructions 1-2, tokens 3-4, dial 5-8)"),
        ("reminder", "one page (reminder 1)"),
        ("mat", "3 pages (instructions 1, mat 2-3)"),
        ("markers", "2 pages (markers alone 1-2)"),
    ],
)
def test_a_part_has_a_name_of_its_own_and_its_pages_are_told(
    only: str, pages: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["print", "toy", "--out", str(tmp_path), "--only", only]) == 0
    assert names(tmp_path) == [f"toy-{only}-a4.pdf", f"toy-{only}-letter.pdf"]
    assert f"toy-{only}-a4.pdf: {pages}" in capsys.readouterr().err


def test_two_parts_share_a_file(tmp_path: Path) -> None:
    assert run(["print", "toy", "--out", str(tmp_path), "--only", "reminder", "--only", "cards"]) == 0
    assert names(tmp_path) == ["toy-cards-reminder-a4.pdf", "toy-cards-reminder-letter.pdf"]


def test_whoever_prints_all_hears_that_one_mat_is_enough(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["print", "toy", "--out", str(tmp_path)]) == 0
    said = capsys.readouterr()
    assert "companion print table" in said.err
    assert said.out.splitlines() == [str(tmp_path / "toy-a4.pdf"), str(tmp_path / "toy-letter.pdf")]


def test_the_table_is_its_mat_on_a1_and_in_parts_and_its_markers_on_two_sheets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["print", "table", "--out", str(tmp_path)]) == 0
    files = ["table-a1.pdf", "table-a4.pdf", "table-letter.pdf", "table-markers-a4.pdf", "table-markers-letter.pdf"]
    assert names(tmp_path) == files
    said = capsys.readouterr()
    assert said.out.splitlines() == [str(tmp_path / name) for name in files]
    assert "table-a1.pdf: one page" in said.err
    assert "table-a4.pdf: 16 pages" in said.err
    assert "table-markers-a4.pdf: 2 pages" in said.err
    assert re.findall(rb"/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+)", (tmp_path / "table-a1.pdf").read_bytes()) == [
        (b"2383.937", b"1683.78")
    ]


@pytest.mark.parametrize("part", ["mat", "markers"])
def test_one_part_of_the_table(part: str, tmp_path: Path) -> None:
    assert run(["print", "table", "--out", str(tmp_path), "--only", part]) == 0
    assert all(("markers" in name) == (part == "markers") for name in names(tmp_path))


def test_pictures_of_the_table(tmp_path: Path) -> None:
    assert run(["print", "table", "--out", str(tmp_path), "--format", "png", "--dpi", "72"]) == 0
    assert names(tmp_path) == ["deck.json", *(f"marker-{number}.png" for number in range(4)), "mat.png"]
    assert [each["kind"] for each in json.loads((tmp_path / "deck.json").read_text())["boards"]] == ["mat"]


@pytest.mark.parametrize(("ground", "middle"), [("light", (255, 255, 255)), ("dark", (47, 74, 71))])
def test_the_ground_of_the_mat(ground: str, middle: tuple[int, int, int], tmp_path: Path) -> None:
    arguments = ["print", "table", "--out", str(tmp_path), "--format", "png", "--dpi", "72", "--only", "mat"]
    assert run([*arguments, "--ground", ground]) == 0
    with Image.open(tmp_path / "mat.png") as picture:
        assert picture.getpixel((picture.width // 2, picture.height // 2)) == middle


def test_a_light_ground_is_what_comes_unasked(tmp_path: Path) -> None:
    assert run(["print", "table", "--out", str(tmp_path), "--format", "png", "--dpi", "72", "--only", "mat"]) == 0
    with Image.open(tmp_path / "mat.png") as picture:
        assert picture.getpixel((picture.width // 2, picture.height // 2)) == (255, 255, 255)


def test_cards_for_sleeves_are_cut_smaller(tmp_path: Path) -> None:
    whole, small = (
        book("Toy", print_set(), A4, "en", Wanted(frozenset({"cards"}), sleeves=each)) for each in (False, True)
    )
    (card, *_), (sleeved, *_) = whole[1].front.placed, small[1].front.placed
    assert card.scale == 1.0
    assert sleeved.scale * sleeved.art.width_mm == pytest.approx(61.5)
    assert sleeved.scale * sleeved.art.height_mm < 88.0 - 1.5
    assert run(["print", "toy", "--out", str(tmp_path), "--only", "cards", "--sleeves"]) == 0


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["table", "--only", "cards"], "cards"),
        (["karo", "--only", "cards"], "cards"),
        (["plic-plac", "--sleeves"], "60 × 60"),
        (["toy", "--sleeves", "--format", "png"], "--sleeves"),
        (["toy", "--sleeves", "--only", "mat"], "--sleeves"),
        (["toy", "--ground", "pink"], "pink"),
    ],
)
def test_what_cannot_be_printed_is_said_before_anything_is_written(
    arguments: list[str], named: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["print", *arguments, "--out", str(tmp_path / "new")]) == 2
    said = capsys.readouterr()
    assert named in said.err
    assert len(said.err.splitlines()) == 1
    assert names(tmp_path) == []


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
    assert "the disk is full" in said.err
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
    assert "too large for this disk" in done.stderr
    assert list((tmp_path / "out").iterdir()) == []
