"""`companion read kaleidoscope` as outsiders script against it."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import run
from companion.cli.read_letters import are_letters, letter_reader, letters_in_words
from companion.games.kaleidoscope.art import art
from companion.games.kaleidoscope.eyes import drawn_cards
from companion.games.plic_plac.eyes import drawn_cards as plic_plac_cards
from tests.perception.card_pictures import PlacedPiece, Shot, in_picture, picture_of

SHOT = Shot(size_xy=(820, 616), px_per_mm=2.0, wood=False)
LAID = (
    ("S", (-120.0, 0.0), 3.0, ("S", "upper")),
    ("s", (-60.0, 8.0), 180.0, ("S", "lower")),
    ("small back", (0.0, -60.0), 20.0, None),
    ("JOKER", (10.0, 20.0), 90.0, ("*", "upper")),
    ("joker", (70.0, 0.0), 271.5, ("*", "lower")),
    ("capital back", (120.0, 60.0), 0.0, None),
)
FIELDS = ["x", "y", "letter", "case", "up_deg", "sure"]
"""Of the contract, in its order."""


@pytest.fixture(scope="module")
def table_png(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four letters face up, two cards face down."""
    laid = [PlacedPiece(art("letter", face), xy_mm, turn_deg) for face, xy_mm, turn_deg, _ in LAID]
    path = tmp_path_factory.mktemp("kaleidoscope") / "table.png"
    cv2.imwrite(str(path), picture_of(SHOT, laid, np.random.default_rng(0)))
    return path


def test_the_fields_of_the_contract(table_png: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["read", "kaleidoscope", str(table_png), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found) == ["image", "letters", "ms"]
    assert all(list(letter) == FIELDS for letter in found["letters"])
    ups = [each for each in LAID if each[3] is not None]
    assert [(letter["letter"], letter["case"]) for letter in found["letters"]] == [told for *_, told in ups]
    for letter, (x, y), (_, _, turn_deg, _) in zip(
        found["letters"], in_picture(SHOT, [xy_mm for _, xy_mm, _, _ in ups]), ups, strict=True
    ):
        assert np.hypot(letter["x"] - x, letter["y"] - y) < 3
        assert abs((letter["up_deg"] - turn_deg + 180) % 360 - 180) < 3
        assert 0 <= letter["up_deg"] < 360
        assert letter["up_deg"] == round(letter["up_deg"], 1)
        assert 0.999 <= letter["sure"] <= 1


def test_a_letter_that_is_not_sure_is_null(table_png: Path) -> None:
    """All but a frame is painted over."""
    picture = cv2.imread(str(table_png))
    assert picture is not None
    ((x, y),) = in_picture(SHOT, [LAID[0][1]])
    cv2.rectangle(picture, (round(x) - 20, round(y) - 24), (round(x) + 20, round(y) + 30), (120, 120, 120), cv2.FILLED)
    found = letter_reader(drawn_cards())(np.asarray(picture, np.uint8))["letters"]
    here = [letter for letter in found if np.hypot(letter["x"] - x, letter["y"] - y) < 20]
    assert all(letter["letter"] is None and letter["sure"] < 0.999 for letter in here)
    assert len(found) - len(here) == 3


def test_in_words_and_of_no_letter(table_png: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["read", "kaleidoscope", str(table_png)]) == 0
    words = capsys.readouterr().out
    assert "S (x " in words
    assert "s (x " in words
    nothing = letters_in_words({"letters": []})
    assert (nothing.fr, nothing.en) == ("aucune lettre", "no letter")
    unsure = {"letter": None, "case": None, "x": 120.4, "y": 80.0, "up_deg": 3.2, "sure": 0.5}
    assert letters_in_words({"letters": [unsure]}).fr == "? (x 120, y 80, 3°)"


def test_a_draw_means_nothing_here(table_png: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["read", "kaleidoscope", str(table_png), "--colour", "red:1"]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_other_cards_are_no_letters() -> None:
    assert are_letters(drawn_cards())
    assert not are_letters(plic_plac_cards())


def test_help_names_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["read", "--help"]) == 0
    assert "kaleidoscope" in capsys.readouterr().out
