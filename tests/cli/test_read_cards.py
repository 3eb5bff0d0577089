"""`companion read kaplan` as outsiders script against it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.cli import run
from companion.games.kaplan.deck import deck
from companion.games.kaplan.eyes import symbol_cards
from tests.perception.card_pictures import PlacedPiece, Shot, in_picture, picture_of

DRAW_SIDE, READ_SIDE = 77, 78
SHOT = Shot(size_xy=(820, 616), px_per_mm=3.4, wood=False)
PLACES = ((-48.0, 0.0), (48.0, 4.0))


@pytest.fixture(scope="module")
def cards_png(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A card with its draw side up, and one that shows what nobody may see."""
    cards = symbol_cards()
    laid = [
        PlacedPiece(cards.draw_side(DRAW_SIDE), PLACES[0], 30.0),
        PlacedPiece(cards.read_side(READ_SIDE), PLACES[1], 200.0),
    ]
    path = tmp_path_factory.mktemp("cards") / "cards.png"
    cv2.imwrite(str(path), picture_of(SHOT, laid, np.random.default_rng(0)))
    return path


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert run(["read", "kaplan", *arguments, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.whole
def test_fields_without_a_draw(cards_png: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, str(cards_png))
    assert set(found) == {"image", "cards", "ms"}
    card, secret = found["cards"]
    assert set(card) == {"x", "y", "face", "id", "windows", "metal", "sure"}
    assert (card["face"], card["id"], card["metal"]) == ("draw", DRAW_SIDE, deck().card(DRAW_SIDE).metal.value)
    assert card["windows"] == [window.colour.value for window in deck().card(DRAW_SIDE).windows]
    assert 0.999 < card["sure"] <= 1
    x, y = in_picture(SHOT, PLACES[:1])[0]
    assert abs(card["x"] - x) < 3
    assert abs(card["y"] - y) < 3
    assert set(secret) == {"x", "y", "face", "sure"}
    assert 0.95 < secret["sure"] <= 1
    assert secret["face"] == "read"


@pytest.mark.whole
@pytest.mark.parametrize("cell", range(0, 24, 5))
def test_verdicts_when_both_options_name_the_draw(
    cards_png: Path, capsys: pytest.CaptureFixture[str], cell: int
) -> None:
    window = deck().card(DRAW_SIDE).windows[1]
    asked = window.cells[cell]
    symbol = f"{asked.symbol.shape.value}:{asked.symbol.fill.value}"
    found = answer(capsys, str(cards_png), "--colour", f"{window.colour.value}:2", "--symbol", symbol)
    assert found["cards"][0]["verdict"] == ("keep" if asked.holds else "discard")
    assert found["cards"][0]["holds"] == asked.holds
    assert set(found["cards"][1]) == {"x", "y", "face", "sure"}
    elsewhere = answer(capsys, str(cards_png), "--colour", f"{window.colour.value}:1", "--symbol", symbol)
    assert (elsewhere["cards"][0]["verdict"], elsewhere["cards"][0]["holds"]) == ("discard", None)


@pytest.mark.parametrize(
    "arguments",
    [
        ("kaplan", "--colour", "pink:1", "--symbol", "hexagon:solid"),
        ("kaplan", "--colour", "red:4", "--symbol", "hexagon:solid"),
        ("kaplan", "--colour", "red:1", "--symbol", "moon:solid"),
        ("kaplan", "--symbol", "hexagon"),
        ("dice", "--colour", "red:1"),
        ("whist",),
    ],
)
def test_a_bad_call_is_one_sentence(
    cards_png: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    assert run(["read", arguments[0], str(cards_png), *arguments[1:]]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.strip().splitlines()) == 1


def test_in_words_the_reading_side_is_not_read_out(cards_png: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["read", "kaplan", str(cards_png)]) == 0
    words = capsys.readouterr().out
    assert words.startswith(f"{cards_png}: {DRAW_SIDE} ")
    assert str(READ_SIDE) not in words.replace(str(cards_png), "").split(" (")[1]
