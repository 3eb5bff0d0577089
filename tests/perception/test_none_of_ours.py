"""What lies on tables and belongs to no game of ours is nothing to the readers."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.training.none_of_ours import KINDS, picture_of
from companion.cli.read import readables
from companion.games.kaplan.eyes import symbol_cards
from companion.perception.cards.pawns import PawnReader
from tests.none_of_ours import entries_of, photographs

pytestmark = pytest.mark.whole


@pytest.mark.parametrize("kind", ["gingham", "tartan", "form", "tiles", "signs"])
def test_no_card_of_kaplan_and_no_reading_side_is_seen(kind: str) -> None:
    _, picture = picture_of(list(KINDS).index(kind))
    assert "cards" not in list(entries_of(readables()["kaplan"].reader(None, None)(picture)))


@pytest.mark.parametrize("kind", ["clock", "tokens", "page"])
def test_no_die_is_seen(kind: str) -> None:
    _, picture = picture_of(list(KINDS).index(kind))
    assert not list(entries_of(readables()["dice"].reader(None, None)(picture)))


@pytest.mark.parametrize("seed", [4, 12, 28, 32])
def test_rings_checks_and_tokens_are_no_pawns(seed: int) -> None:
    _, picture = picture_of(seed)
    assert not PawnReader(symbol_cards()).read(picture, ())


@pytest.mark.parametrize("seed", [2015, 2027])
def test_letters_on_cubes_are_no_letters_of_ours(seed: int) -> None:
    kind, picture = picture_of(seed)
    assert kind == "lettered_cubes"
    assert not list(entries_of(readables()["kaleidoscope"].reader(None, None)(picture)))


def test_an_entry_that_says_only_unknown_claims_nothing() -> None:
    unknown = {"x": 1.0, "y": 2.0, "kind": None, "face": None, "motifs": [None, None], "covered": 0.6, "sure": 0.1}
    assert not list(entries_of({"cards": [unknown]}))
    assert list(entries_of({"cards": [unknown | {"motifs": [None, "star"]}]})) == ["cards"]


def test_half_of_the_photographs_is_set_aside(tmp_path: Path) -> None:
    for number in range(4):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.full((320, 320, 3), 40 * number, np.uint8))
    cv2.imwrite(str(tmp_path / "icon.png"), np.zeros((64, 64, 3), np.uint8))
    (tmp_path / "readme.txt").write_text("no picture", encoding="utf-8")
    assert [name for name, _ in photographs(tmp_path, set_aside=False)] == ["0.png", "2.png"]
    assert [name for name, _ in photographs(tmp_path, set_aside=True)] == ["1.png", "3.png"]


def test_what_a_reader_claims_is_counted() -> None:
    answer = {
        "cards": [{"x": 1.0, "y": 2.0, "sure": 0.3, "shape": None}, {"x": 1.0, "y": 2.0, "sure": 0.9, "shape": "star"}],
        "hands": [{"x": 1.0, "y": 2.0, "sure": 0.9}],
        "board": "",
        "view": {"tilt_deg": 3.0},
    }
    assert list(entries_of(answer)) == ["cards", "hands"]
