"""The PDF as such: the same bytes each time, fonts inside, two pages a sheet, of the paper's size."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.core.text import LANGUAGES, Language
from companion.press.book import book
from companion.press.paper import A4, LETTER, PAPERS, Paper
from companion.press.pdf import write_pdf
from tests.press.samples import print_set


def quiet(_done: int, _of: int) -> None:
    pass


def made(path: Path, paper: Paper = A4, language: Language = "fr", cards: int = 10) -> bytes:
    write_pdf(book("Jeu", print_set(cards), paper, language), path, "Jeu", quiet)
    return path.read_bytes()


@pytest.mark.parametrize("paper", PAPERS)
def test_the_same_set_gives_the_same_bytes(paper: Paper, tmp_path: Path) -> None:
    first = made(tmp_path / "one.pdf", paper)
    assert made(tmp_path / "another name.pdf", paper) == first
    assert made(tmp_path / "other.pdf", paper, cards=9) != first


def test_no_day_is_told(tmp_path: Path) -> None:
    dates = re.findall(rb"D:(\d{8})", made(tmp_path / "one.pdf"))
    assert set(dates) <= {b"20000101"}


def test_both_fonts_are_inside(tmp_path: Path) -> None:
    text = made(tmp_path / "one.pdf")
    assert len(re.findall(rb"/FontFile2", text)) == 2
    assert {name for name in (b"BarlowCondensed", b"DejaVuSans") if name in text} == {b"BarlowCondensed", b"DejaVuSans"}
    assert b"Helvetica" not in text


@pytest.mark.parametrize(("paper", "points"), [(A4, (595.28, 841.89)), (LETTER, (612.0, 792.0))])
def test_every_sheet_has_two_pages_of_its_paper(paper: Paper, points: tuple[float, float], tmp_path: Path) -> None:
    sheets = book("Jeu", print_set(10), paper, "fr")
    boxes = re.findall(rb"/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+) ?\]", made(tmp_path / "one.pdf", paper))
    assert len(boxes) == 2 * len(sheets)
    for width, height in boxes:
        assert sorted((float(width), float(height))) == pytest.approx(sorted(points), abs=0.01)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS)
def test_the_first_page_tells_how_and_where(paper: Paper, language: Language) -> None:
    cover, *rest = book("Jeu", print_set(10), paper, language)
    words = [note.words for note in cover.front.notes]
    assert words[0] == "Jeu"
    assert "100 mm" in words
    pages = dict(zip(words[-9::2], words[-10::2], strict=False)) | dict(zip(words[-10::2], words[-9::2], strict=False))
    assert pages["3-6"] == ("cartes" if language == "fr" else "cards")
    assert pages["7-8"] == ("jetons" if language == "fr" else "tokens")
    assert [sheet.kind for sheet in rest[:4]] == ["card", "card", "token", "reminder"]
    ruler = [mark for mark in cover.front.marks if mark.start_mm[1] == mark.end_mm[1]]  # type: ignore[union-attr]
    assert [round(line.end_mm[0] - line.start_mm[0], 6) for line in ruler] == [100.0]  # type: ignore[union-attr]
    for note in cover.front.notes:
        assert note.left_mm + len(note.words) * note.height_mm * 0.72 < paper.width_mm - 7.0
        assert note.y_mm < paper.height_mm - 10.0


def test_a_sheet_to_read_fits_the_paper() -> None:
    for paper in PAPERS:
        (reminder,) = [sheet for sheet in book("Jeu", print_set(), paper, "fr") if sheet.kind == "reminder"]
        (placed,) = reminder.front.placed
        assert placed.art.width_mm * placed.scale <= paper.width_mm
        assert placed.art.height_mm * placed.scale <= paper.height_mm
