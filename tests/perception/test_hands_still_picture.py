"""Hands in single pictures: the side they come in from, and the card under them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.training.hands.still_train import PLACES_MM, fitted, table_with_hands
from calibration.training.none_of_ours import KINDS, picture_of
from companion.camera.arrays import Pixels, Quad
from companion.perception.hands.still_picture import Side, StillHandReader
from companion.simulator.bodies import ArmLook

PALE = ArmLook((165, 190, 230), (150, 60, 50))


@pytest.fixture(scope="module")
def reader() -> StillHandReader:
    return StillHandReader()


def pictured(hands: dict[Side, tuple[float, float]]) -> tuple[Pixels, list[Quad]]:
    return table_with_hands(hands, PALE)


@pytest.mark.parametrize(("side", "card"), [("south", 1), ("west", 2), ("north", 0), ("east", 2)])
def test_a_hand_has_the_side_of_its_arm_and_the_card_under_it(side: Side, card: int, reader: StillHandReader) -> None:
    picture, cards = pictured({side: PLACES_MM[card]})
    (hand,) = reader.read(picture, cards)
    assert (hand.side, hand.card) == (side, card)


def test_a_hand_beside_the_cards_lies_on_none(reader: StillHandReader) -> None:
    picture, cards = pictured({"south": (95.0, 130.0)})
    (hand,) = reader.read(picture, cards)
    assert hand.card is None


def test_a_table_without_hands_has_none(reader: StillHandReader) -> None:
    assert reader.read(*pictured({})) == ()


def test_the_floor_in_a_corner_of_the_picture_is_no_hand(reader: StillHandReader) -> None:
    picture, cards = pictured({})
    picture = picture.copy()
    height, width = picture.shape[:2]
    corner = np.array([[width * 2 // 3, 0], [width - 1, 0], [width - 1, height // 2]])
    cv2.fillPoly(picture, [corner.astype(np.int32)], (150, 190, 225))
    assert reader.read(picture, cards) == ()


@pytest.mark.whole
@pytest.mark.parametrize("kind", ["signs", "playing_cards", "chessboard", "clock"])
def test_what_reaches_in_and_has_no_palm_is_no_hand(kind: str, reader: StillHandReader) -> None:
    pictures = (picture_of(seed)[1] for seed in range(list(KINDS).index(kind), 5 * len(KINDS), len(KINDS)))
    assert [reader.read(picture) for picture in pictures] == [()] * 5


def test_a_hand_is_as_likely_as_the_finder_is_sure_of_its_palm(reader: StillHandReader) -> None:
    (hand,) = reader.read(*pictured({"south": (20.0, 60.0)}))
    assert 0.9 < hand.confidence < 1.0
    x, y = hand.xy
    assert (abs(x - 512) < 80, abs(y - 384) < 160) == (True, True)


def test_the_regression_gives_back_how_often_a_logit_was_a_hand() -> None:
    constant, weight = fitted([2.0] * 75 + [-2.0] * 25, [2.0] * 25 + [-2.0] * 75)
    assert (constant, weight) == (pytest.approx(0.0, abs=0.01), pytest.approx(np.log(3) / 2, abs=0.01))
