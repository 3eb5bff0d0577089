"""What is printed: counts, sizes, faces, sheets whose backs meet their faces, and the rules in short."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.cli import run
from companion.core.art import Circle, Label, Polygon
from companion.core.capabilities.print_set import HasPrintSet
from companion.core.lettering import width_mm
from companion.core.reminder_page import HEIGHT_MM, WIDTH_MM
from companion.core.text import LANGUAGES, Language
from companion.games.karo import GAME
from companion.games.karo.depiction import DISC_MM, TILE_MM
from companion.games.karo.print_set import print_set
from companion.games.karo.reminder import reminder
from companion.press.book import book
from companion.press.imposition import behind
from companion.press.paper import PAPERS, Paper
from companion.press.pictures import deck_facts
from companion.press.raster import picture

DPI = 100
ROOM_FOR_FINGERS_MM = 6.0


@pytest.fixture(scope="module")
def facts() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(json.dumps(deck_facts("karo", print_set(), DPI)))
    return read


def test_the_box_is_complete(facts: dict[str, Any]) -> None:
    """Clause 1.1: 24 tiles serve all three games; eight discs of each colour, each with two faces."""
    assert isinstance(GAME, HasPrintSet)
    assert (facts["cards"], facts["boards"]) == ([], [])
    assert (facts["width_mm"], facts["height_mm"]) == (None, None)
    pieces = facts["pieces"]
    assert Counter((p["kind"], p.get("colour"), p["round"], p["width_mm"], p["height_mm"]) for p in pieces) == {
        ("tile", None, False, TILE_MM, TILE_MM): 24,
        ("disc", "white", True, DISC_MM, DISC_MM): 8,
        ("disc", "red", True, DISC_MM, DISC_MM): 8,
    }
    discs = {(p["colour"], p["face"], p["back"]) for p in pieces if p["kind"] == "disc"}
    assert discs == {(c, f"disc-{c}-plain.png", f"disc-{c}-circle.png") for c in ("white", "red")}
    assert {(p["face"], p["back"]) for p in pieces if p["kind"] == "tile"} == {("tile.png", "tile.png")}


def test_tiles_are_black_and_discs_stand_out_on_them() -> None:
    of = {thing.face.name: thing for thing in print_set().pieces}
    tile = picture(of["tile"].face.art, DPI).mean(axis=(0, 1))
    assert tile.max() < 60
    for name in ("disc-white-plain", "disc-red-plain"):
        plain, back = of[name].face, of[name].back
        assert back is not None
        face, circle = picture(plain.art, DPI).astype(int), picture(back.art, DPI).astype(int)
        middle = face[face.shape[0] // 2, face.shape[1] // 2]
        assert np.linalg.norm(middle - tile) > 100
        assert (np.abs(face - circle).max(axis=2) > 80).mean() > 0.1  # the circle is seen from afar
    assert (TILE_MM - DISC_MM) / 2 >= ROOM_FOR_FINGERS_MM


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_piece_is_on_one_sheet_and_its_back_behind_it(paper: Paper, language: Language) -> None:
    pages = book("KARO", print_set(), paper, language)
    assert [page.kind for page in pages] == ["cover", "tile", "disc", "reminder"]
    for page in pages[1:3]:
        backs = {thing.face.art: thing.back.art for thing in print_set().pieces if thing.back is not None}
        at = {(round(x, 6), round(y, 6)): placed for placed in page.back.placed for x, y in [placed.centre_mm]}
        assert len(at) == len(page.front.placed) == {"tile": 24, "disc": 16}[page.kind]
        for placed in page.front.placed:
            x, y = behind(placed.centre_mm, paper)
            assert at[round(x, 6), round(y, 6)].art == backs[placed.art]
        assert page.front.marks
    assert pages[3].front.placed
    assert pages[3].back.placed
    words = " ".join(note.words for note in pages[0].front.notes)
    assert {"fr": "carton de 3 mm", "en": "cardboard of 3 mm"}[language] in words
    assert not any(word in words for word in ("cadran", "Cadran", "Dial", "cartes", "cards"))
    numbers = [
        note.words.split(".")[0] for note in pages[0].front.notes if note.words[0].isdecimal() and "." in note.words
    ]
    assert numbers == ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_in_short_fit_one_page_and_nothing_is_printed_over(language: Language) -> None:
    page = reminder(language)
    for shape in page.shapes:
        points = shape.points_mm if isinstance(shape, Polygon) else (shape.centre_mm,)
        reach = shape.radius_mm if isinstance(shape, Circle) else 0.0
        assert all(abs(x) + reach <= WIDTH_MM / 2 and abs(y) + reach <= HEIGHT_MM / 2 for x, y in points)
    boxes = [box(shape) for shape in page.shapes if isinstance(shape, Label) and shape.font == "condensed"]
    assert len(boxes) > 40
    for one, other in combinations(boxes, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def box(label: Label) -> tuple[float, float, float, float]:
    (x, y), half_mm = label.centre_mm, width_mm(label.words, label.height_mm) / 2
    return x - half_mm, y - label.height_mm / 2, x + half_mm, y + label.height_mm / 2


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["print", "karo", "--out", str(tmp_path), "--format", "png", "--dpi", "72"]) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'deck.json'}\n"
    kept = json.loads((tmp_path / "deck.json").read_text(encoding="utf-8"))
    named = {piece[side] for piece in (*kept["pieces"], *kept["sheets"]) for side in ("face", "back")}
    assert {path.name for path in tmp_path.glob("*.png")} == named
