"""`companion read leprechauns` and `companion read plic-plac` as outsiders script against them."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.training.hands.still_train import PLACES_MM, table_with_hands
from companion.cli import run
from companion.cli.read_drawn_cards import drawn_card_reader, drawn_cards_in_words
from companion.games.leprechauns.eyes import drawn_cards
from companion.games.plic_plac.art import art as plic_plac_art
from companion.games.plic_plac.eyes import drawn_cards as plic_plac_cards
from companion.simulator.bodies import ArmLook
from tests.perception.card_pictures import PlacedPiece, Shot, in_picture, picture_of

pytestmark = pytest.mark.whole

SHOT = Shot(size_xy=(820, 616), px_per_mm=3.0, wood=False)
LAID = (("chest", "17", (-80.0, 0.0)), ("action", "print exchange", (0.0, 8.0)), ("chest", "back", (80.0, 0.0)))


@pytest.fixture(scope="module")
def table_png(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A chest, an action card, and a chest that lies face down."""
    art = {(face.kind, name): face.art for face in drawn_cards().faces for name in face.faces}
    laid = [PlacedPiece(art[kind, name], xy_mm, 12.0) for kind, name, xy_mm in LAID]
    path = tmp_path_factory.mktemp("leprechauns") / "table.png"
    cv2.imwrite(str(path), picture_of(SHOT, laid, np.random.default_rng(0)))
    return path


def test_the_fields_of_the_contract(table_png: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["read", "leprechauns", str(table_png), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {"image", "cards", "hands", "ms"}
    assert found["hands"] == []
    told = [
        {key: word for key, word in card.items() if key not in ("x", "y", "covered", "sure")} for card in found["cards"]
    ]
    assert told == [
        {"kind": "chest", "face": "up", "value": 7, "motifs": ["sum:7x5", "colour:grey:red"], "action": None},
        {"kind": "action", "face": "up", "value": None, "motifs": [], "action": "exchange"},
        {"kind": "chest", "face": "down", "value": None, "motifs": [], "action": None},
    ]
    for card, where in zip(found["cards"], in_picture(SHOT, [xy_mm for _, _, xy_mm in LAID]), strict=True):
        assert abs(card["x"] - where[0]) < 3
        assert abs(card["y"] - where[1]) < 3
        assert 0 <= card["covered"] < 0.1
        assert 0.999 <= card["sure"] <= 1


def test_in_words(table_png: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["read", "leprechauns", str(table_png)]) == 0
    words = capsys.readouterr().out
    assert "chest 7 sum:7x5 colour:grey:red" in words
    assert "action exchange" in words
    assert "chest ↓" in words


def test_a_draw_means_nothing_here(table_png: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["read", "leprechauns", str(table_png), "--colour", "red:1"]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_a_hand_on_a_card_has_its_side_and_the_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture, chests = table_with_hands({"west": PLACES_MM[2]}, ArmLook((165, 190, 230), (150, 60, 50)))
    path = tmp_path / "hand.png"
    cv2.imwrite(str(path), picture)
    assert run(["read", "leprechauns", str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    (hand,) = found["hands"]
    under = found["cards"][hand["on"]] if hand["on"] is not None else None
    assert hand["from"] == "west"
    assert np.hypot(hand["x"] - chests[2][:, 0].mean(), hand["y"] - chests[2][:, 1].mean()) < 30
    assert under is None or np.hypot(under["x"] - hand["x"], under["y"] - hand["y"]) < 60
    assert set(hand) == {"x", "y", "from", "on", "sure"}
    assert 0.9 <= hand["sure"] <= 1.0


@pytest.fixture(scope="module")
def pool_png(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two rows of three of Plic-Plac's cards, one of them taken, and one that lies elsewhere."""
    laid = [PlacedPiece(plic_plac_art("card", face), xy_mm, 2.0) for face, xy_mm in POOL]
    path = tmp_path_factory.mktemp("plic-plac") / "pool.png"
    cv2.imwrite(str(path), picture_of(SHOT, laid, np.random.default_rng(0)))
    return path


POOL = (
    ("back", (-94.0, -34.0)),
    ("red star", (-26.0, -34.0)),
    ("traitor", (42.0, -34.0)),
    ("back", (-94.0, 34.0)),
    ("colour blue", (42.0, 34.0)),
    ("green heart", (100.0, 62.0)),
)
FIELDS = ["x", "y", "face", "shape", "colour", "special", "row", "col", "sure"]
"""Of the contract, in its order."""


def test_cards_in_rows_have_the_fields_of_the_contract(pool_png: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["read", "plic-plac", str(pool_png), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found) == ["image", "cards", "ms"]
    assert all(list(card) == FIELDS for card in found["cards"])
    told = {tuple(card[name] for name in FIELDS[2:-1]) for card in found["cards"]}
    assert told == {
        ("down", None, None, None, 0, 0),
        ("up", "star", "red", None, 0, 1),
        ("up", None, None, "traitor", 0, 2),
        ("down", None, None, None, 1, 0),
        ("up", None, "blue", "colour", 1, 2),
        ("up", "heart", "green", None, None, None),
    }
    where = in_picture(SHOT, [xy_mm for _, xy_mm in POOL])
    for card in found["cards"]:
        assert np.hypot(*(where - (card["x"], card["y"])).T).min() < 3
        assert 0.999 <= card["sure"] <= 1


def test_cards_in_rows_in_words(pool_png: Path) -> None:
    picture = cv2.imread(str(pool_png))
    assert picture is not None
    answer = drawn_card_reader(plic_plac_cards(), hands=False)(np.asarray(picture, np.uint8))
    words = drawn_cards_in_words(answer)
    for told in ("star red (row 1, column 2, x ", "blue colour (row 2, column 3, x ", "traitor (row 1, column 3, x ",
                 "heart green (x ", "↓ (row 1, column 1, x "):  # fmt: skip
        assert told in words.en
    assert "star red (rangée 1, colonne 2, x " in words.fr


def test_help_names_every_game_with_such_cards(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["read", "--help"]) == 0
    words = capsys.readouterr().out
    assert "leprechauns" in words
    assert "plic-plac" in words
